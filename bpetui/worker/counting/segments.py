"""Cut a text into segments that can be split separately: no word of a local split crosses a border of segments.

A segment is about as large as `SEGMENT`, and larger where the text cannot be cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bpetui.core.splitting import Split

SEGMENT = 1 << 18
"""The size of a segment, in bytes or in characters."""


def segments_of_data(data: bytes, split: Split) -> Iterator[tuple[bytes, list[int]]]:
    """Yield segments of a text in UTF-8, each made of blocks of the split, with the offsets where the blocks stop."""
    start = 0
    stops: list[int] = []
    for stop, _ in split.texts(data):
        stops.append(stop)
        if stop - start >= SEGMENT or stop == len(data):
            yield data[start:stop], stops
            start, stops = stop, []


def segments_of_parts(parts: Iterable[str], split: Split) -> Iterator[bytes]:
    """Yield segments in UTF-8 of a text that arrives in parts of any size; keep no more of it than necessary."""
    kept: list[str] = []
    size, enough = 0, SEGMENT
    for part in parts:
        kept.append(part)
        size += len(part)
        if size <= enough:
            continue
        text, start = "".join(kept), 0
        while len(text) - start > SEGMENT and (stop := split.cut(text, start + SEGMENT, ends=False)) is not None:
            yield text[start:stop].encode()
            start = stop
        kept = [text[start:]]
        size = len(text) - start
        enough = 2 * max(SEGMENT, size)  # doubled where there is no cut, or the time would be quadratic
    if size:
        yield "".join(kept).encode()
