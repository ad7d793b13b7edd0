"""Merging the parts of a word by rank: the inner loop of encoding.

A word begins as a sequence of parts. The two adjacent parts whose join has the lowest rank are merged, the leftmost
first, until no join has a rank. This is Sennrich's rule for a list of merges (the rank of a merge is its index in the
list) and tiktoken's rule for a file of ranks. A join is looked up by the concatenation of its two parts: with ranks
these are the bytes of the new token, one character per byte; with a list of merges there is one character per part.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from heapq import heapify, heappop, heappush
from itertools import repeat
from operator import add
from typing import NamedTuple

LONG_WORD = 64
"""The number of parts from which a word is merged with a heap: near-linear time, but slower for short words."""

_NONE = 1 << 62
"""The rank of a pair that has no merge: above all ranks."""


class Join(NamedTuple):
    """A merge of two adjacent parts; the new part has the index of the left one.

    An index is that of the first of the original parts of the word that a part covers.
    """

    rank: int
    left: int
    right: int


def merge(symbols: Sequence[str], ranks: Mapping[str, int], made: Sequence[str] = ()) -> list[str]:
    """Merge the parts of a word as far as possible, and return the parts that remain.

    ``made`` gives the new part for each rank; without it the new part is the concatenation of the two.
    """
    parts, last = list(symbols), len(symbols) - 1
    if last >= LONG_WORD:
        for _ in joins(parts, ranks, made):
            pass
        return list(filter(None, parts))
    rank_of = ranks.get
    found = [*map(rank_of, map(add, parts, parts[1:]), repeat(_NONE)), _NONE]  # rank of each part with the next
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
    """Merge the parts of a word in place, and yield each join after it is made.

    A part that was joined to the part before it is left empty. ``made`` is as in `merge`.
    """
    # A heap of possible joins, by rank and then from the left: each entry is the number rank * size + index. An entry
    # is skipped if one of its parts has been merged since.
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
