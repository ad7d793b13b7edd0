"""The trace of a text: the merges that encode it, in order, each at all its places at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush
from itertools import accumulate, pairwise
from typing import NamedTuple

from bpetui.core.alphabet import UNKNOWN
from bpetui.core.models import Model, WordTrace
from bpetui.core.utf8 import is_continuation


class Part(NamedTuple):
    """A token of the text after some steps. ``start`` and ``stop`` are offsets in bytes of UTF-8."""

    id: int
    start: int
    stop: int
    is_new: bool = False


class TraceStep(NamedTuple):
    """One step: the tokens ``parts`` become the token ``id`` at all the ``places``.

    ``rank`` orders the merges; it is None if the parts are a whole word that is a token but that no merges make. A
    place gives, for each part, the index of the base token that the part begins with.
    """

    rank: int | None
    parts: tuple[int, ...]
    id: int
    places: tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class TextTrace:
    """The ``base_tokens`` of a text before any merge, and the ``steps`` that lead to its final tokens.

    ``words`` are the byte offsets where words begin; no merge crosses these.
    """

    base_tokens: tuple[Part, ...]
    steps: tuple[TraceStep, ...]
    words: frozenset[int] = frozenset()

    @classmethod
    def from_words(
        cls,
        words: Sequence[str],
        model: Model,
        token: Callable[[int], bytes],
        special: Sequence[int | None] | None = None,
    ) -> TextTrace:
        """Trace the words of a text.

        ``token`` returns the bytes of an id. ``special`` has one entry per word: the id of a special token, or None.
        Merges are in the order of their ranks, but within a word in the order in which they are made there: in a few
        vocabularies a merge makes one of a lower rank possible.
        """
        special = special or [None] * len(words)
        traces: dict[str, WordTrace] = {}
        base_tokens: list[Part] = []
        merging: list[tuple[int, WordTrace]] = []  # (index of the first base token, trace) of each word
        offsets = [*accumulate((len(word.encode()) for word in words), initial=0)]
        for word, token_id, offset in zip(words, special, offsets, strict=False):
            if token_id is not None:
                base_tokens.append(Part(token_id, offset, offset + len(word.encode())))
                continue
            if word not in traces:
                traces[word] = model.trace(word)
            trace = traces[word]
            merging.append((len(base_tokens), trace))
            places = spans(word, trace.base_ids, token, offset)
            base_tokens += (Part(token_id, *place) for token_id, place in zip(trace.base_ids, places, strict=True))
        return cls(tuple(base_tokens), (*_steps(merging), *_whole_words(merging)), frozenset(offsets[:-1]))

    def after(self, number: int) -> list[Part]:
        """Return the tokens after the first ``number`` steps; those that the last of these made are new."""
        ids = [part.id for part in self.base_tokens]
        is_there = [True] * len(ids)
        new: set[int] = set()
        for step in self.steps[:number]:
            new = {place[0] for place in step.places}
            for first, *others in step.places:
                ids[first] = step.id
                for other in others:
                    is_there[other] = False
        base_tokens = self.base_tokens
        left = [at for at, there in enumerate(is_there) if there]
        stops = [*(base_tokens[at].start for at in left[1:]), *(part.stop for part in base_tokens[-1:])]
        return [Part(ids[at], base_tokens[at].start, stop, at in new) for at, stop in zip(left, stops, strict=True)]


def spans(word: str, ids: Sequence[int], token: Callable[[int], bytes], start: int) -> Iterator[tuple[int, int]]:
    """Return where each token of a word starts and stops in a text, in bytes, if the word starts at ``start``.

    ``token`` returns the bytes of an id. The id `UNKNOWN` covers one character.
    """
    sizes = _sizes(word.encode(), ids, token) if UNKNOWN in ids else map(len, map(token, ids))
    return pairwise(accumulate(sizes, initial=start))


def _sizes(data: bytes, ids: Sequence[int], token: Callable[[int], bytes]) -> Iterator[int]:
    at = 0
    for token_id in ids:
        size = 1
        if token_id != UNKNOWN:
            size = len(token(token_id))
        else:
            while at + size < len(data) and is_continuation(data[at + size]):
                size += 1
        yield size
        at += size


def _steps(merging: Sequence[tuple[int, WordTrace]]) -> Iterator[TraceStep]:
    """Yield the merges of all words, merges of the same tokens together where the order in each word allows it."""
    waiting = [(trace.merges[0].rank, index, 0) for index, (_, trace) in enumerate(merging) if trace.merges]
    heapify(waiting)
    while waiting:
        rank = waiting[0][0]
        places: dict[tuple[int, int, int], list[tuple[int, int]]] = {}
        later = []
        while waiting and waiting[0][0] == rank:
            _, index, at = heappop(waiting)
            begin, trace = merging[index]
            while at < len(trace.merges) and trace.merges[at].rank == rank:
                merge = trace.merges[at]
                place = begin + merge.at, begin + merge.second
                places.setdefault((merge.left, merge.right, merge.id), []).append(place)
                at += 1
            if at < len(trace.merges):
                later.append((trace.merges[at].rank, index, at))
        for entry in later:
            heappush(waiting, entry)
        for (left, right, made), found in places.items():
            yield TraceStep(rank, (left, right), made, tuple(found))


def _whole_words(merging: Sequence[tuple[int, WordTrace]]) -> Iterator[TraceStep]:
    """Yield the steps for words that are one token but that no merges make."""
    found: dict[tuple[int, tuple[int, ...]], list[tuple[int, ...]]] = {}
    for begin, trace in merging:
        ids = dict(enumerate(trace.base_ids))
        for merge in trace.merges:
            ids[merge.at] = merge.id
            del ids[merge.second]
        if tuple(ids.values()) != tuple(trace.ids):
            (whole,) = trace.ids
            found.setdefault((whole, tuple(ids.values())), []).append(tuple(begin + at for at in ids))
    for (whole, parts), places in found.items():
        yield TraceStep(None, parts, whole, tuple(places))
