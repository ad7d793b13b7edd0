"""Merging the parts of a word by rank: the inner loop of encoding.

A word begins as a sequence of parts. Again and again the two adjacent parts whose join has the lowest rank are merged,
the leftmost of them first, until no join has a rank. That is Sennrich's rule for a list of merges (a merge's rank is
its place in the list), and tiktoken's for a file of ranks. A join is looked up by what its parts spell one behind the
other: in a file of ranks the bytes of the token that it makes, a character for each, and in a list of merges a
character for each of the two parts.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import repeat
from operator import add
from typing import NamedTuple

LONG_WORD = 64
"""Words of more parts than this are merged with a heap of their places: near-linear, but slower to begin."""

_NONE = 1 << 62
"""Stands for the rank of what is not to be merged: above all ranks."""


class Join(NamedTuple):
    """Two adjacent parts become one, which takes the place of the first.

    A place is that of a part's beginning among the parts that the word began with, from 0.
    """

    rank: int
    left: int
    right: int


def merge(symbols: Sequence[str], ranks: Mapping[str, int], made: Sequence[str] = ()) -> list[str]:
    """The parts of a word, merged as far as they can be; it begins with these.

    ``made`` gives what the join of each rank becomes; without it that is what its parts spell.
    """
    parts, last = list(symbols), len(symbols) - 1
    if last >= LONG_WORD:
        for _ in joins(parts, ranks, made):
            pass
        return list(filter(None, parts))
    rank_of = ranks.get
    found = [*map(rank_of, map(add, parts, parts[1:]), repeat(_NONE)), _NONE]  # of each part and the next
    while (rank := min(found)) != _NONE:
        at = found.index(rank)
        new = parts[at] + parts.pop(at + 1)
        if made:
            new = made[rank]
        parts[at] = new
        last -= 1
        del found[at + 1]
        if at:
            found[at - 1] = rank_of(parts[at - 1] + new, _NONE)
        found[at] = rank_of(new + parts[at + 1], _NONE) if at < last else _NONE
    return parts


def joins(parts: list[str], ranks: Mapping[str, int], made: Sequence[str] = ()) -> Iterator[Join]:
    """Merge the parts of a word in place, and tell of each join when it is made; what was joined to the part before it
    is left empty. ``made`` is as for `merge`.
    """
    # A heap of what may be merged, by rank and then from the left: each entry the one number rank x size + place. An
    # entry that is outdated when it comes up, since one of its parts was merged before, is passed over.
    size, rank_of = len(parts), ranks.get
    after, before = list(range(1, size + 1)), list(range(-1, size - 1))
    waiting = [rank * size + at for at, rank in enumerate(map(rank_of, map(add, parts, parts[1:]))) if rank is not None]
    heapify(waiting)
    while waiting:
        rank, at = divmod(heappop(waiting), size)
        second = after[at]
        if second >= size or not parts[at] or rank_of(pair := parts[at] + parts[second]) != rank:
            continue
        new = parts[at] = made[rank] if made else pair
        parts[second] = ""
        beyond, previous = after[second], before[at]
        after[at] = beyond
        if beyond < size:
            before[beyond] = at
            if (joined := rank_of(new + parts[beyond])) is not None:
                heappush(waiting, joined * size + at)
        if previous >= 0 and (joined := rank_of(parts[previous] + new)) is not None:
            heappush(waiting, joined * size + previous)
        yield Join(rank, at, second)


def merges_of_ranks(tokens: Mapping[int, bytes]) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield the rank of each token of two bytes or more, in order, and the ranks of the tokens that merge into it.

    These are the tokens that its bytes become with the ranks below its own. A single byte with a higher rank has -1
    here. If each token is made of two others, merging by rank and merging by the list give the same tokens for any
    text: the merges of a rank are made after those of all lower ranks, and the bytes of a future token are merged as if
    they were alone.
    """
    below: dict[str, int] = {}
    for rank in sorted(tokens):
        symbols = tokens[rank].decode("latin-1")
        if len(symbols) > 1:
            parts = merge(symbols, below)
            yield rank, tuple(below.get(part, -1) for part in parts)
        below[symbols] = rank
