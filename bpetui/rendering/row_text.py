"""The places of tokens in the text of a row, even if the tokenizer drops, changes or adds characters."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Mapping

from bpetui.core.tokenization import Tokenization
from bpetui.core.utf8 import is_continuation
from bpetui.rendering.correspondence import OffsetPairs


class RowText:
    """Tokens and the ``text`` that a row draws for them.

    This is the ``source``, the text that was tokenized, except that a token without a place in the source is drawn
    itself, and so is an ``unknown`` token, given by its index with the bytes to draw. ``spans`` are the byte ranges of
    the tokens in ``text``; they do not overlap. ``starts`` are the offsets at which tokens start, ``borders`` those at
    which they start or stop.
    """

    def __init__(self, tokenization: Tokenization, unknown: Mapping[int, bytes] | None = None) -> None:
        self.source = self.text = tokenization.text
        self.spans = tokenization.spans
        self._parts = [
            (self.text.encode(), 0, True)
        ]  # bytes, their offset in the source, whether they are the same there
        if unknown or not _is_whole(tokenization):
            self._join_parts(tokenization, unknown or {})
        self.starts = [start for start, _ in self.spans]
        self.borders = {*self.starts, *(stop for _, stop in self.spans)}

    def _join_parts(self, tokenization: Tokenization, unknown: Mapping[int, bytes]) -> None:
        data = self.source.encode()
        spans, self._parts = [], []
        size = done = 0
        for index, (token, (start, stop)) in enumerate(zip(tokenization.tokens, _disjoint(tokenization), strict=True)):
            if start > done:  # no token contains these bytes
                self._parts.append((data[done:start], done, True))
                size += start - done
            is_odd = (index in unknown or start == stop) and not (_is_inside(data, start) or _is_inside(data, stop))
            drawn = unknown.get(index, token).decode(errors="replace").encode()
            part = drawn if is_odd else data[start:stop]
            self._parts.append((part, start, not is_odd))
            spans.append((size, size + len(part)))
            size, done = size + len(part), stop
        self._parts.append((data[done:], done, True))
        self.text = b"".join(part for part, _, _ in self._parts).decode()
        self.spans = tuple(spans)

    @property
    def offset_pairs(self) -> OffsetPairs:
        """The offsets in the text that correspond to offsets in the source."""
        found: OffsetPairs = []
        size = 0
        for part, start, same in self._parts:
            inner = range(1, len(part)) if same else ()
            found += [(size, start), *((size + at, start + at) for at in inner)]
            size += len(part)
        return [*found, (size, len(self.source.encode()))]

    def at(self, offset: int) -> int | None:
        """Return the token that contains the byte at an offset of the text."""
        index = bisect_right(self.starts, offset) - 1
        return index if index >= 0 and offset < self.spans[index][1] else None


def _is_whole(tokenization: Tokenization) -> bool:
    """Whether the tokens are adjacent and cover the whole text."""
    stops = [0, *(stop for _, stop in tokenization.spans)]
    return stops[-1] == len(tokenization.text.encode()) and all(
        start == before < stop for before, (start, stop) in zip(stops, tokenization.spans, strict=False)
    )


def _is_inside(data: bytes, offset: int) -> bool:
    """Whether an offset is inside a character."""
    return offset < len(data) and is_continuation(data[offset])


def _disjoint(tokenization: Tokenization) -> Iterator[tuple[int, int]]:
    """Yield the spans of the tokens without overlaps.

    Some tokenizers give each token of a character the span of the whole character, and a space that they add the span
    of what follows it.
    """
    data, spans = tokenization.text.encode(), tokenization.spans
    done = 0
    for index, (token, (start, stop)) in enumerate(zip(tokenization.tokens, spans, strict=True)):
        first, last = start, stop
        if start < done or (index + 1 < len(spans) and spans[index + 1][0] < stop):
            first = max(start, done)
            own = next((each for each in (token, token.strip()) if each and data.startswith(each, first)), b"")
            last = first + len(own)
        yield first, last
        done = max(done, last)
