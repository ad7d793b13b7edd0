"""A text cut into segments that are split apart from each other: no word of a local split crosses from one to the next.

Each is about as large as `SEGMENT`, and larger where the text cannot be cut.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bpetui.core.splitting import Split

SEGMENT = 1 << 18
"""The size of a segment, in bytes or in characters."""


def segments_of_data(data: bytes, split: Split) -> Iterator[tuple[bytes, list[int]]]:
    """The segments of a text in UTF-8, each made of blocks of the split, and where these stop in the text."""
    start = 0
    stops: list[int] = []
    for stop, _ in split.texts(data):
        stops.append(stop)
        if stop - start >= SEGMENT or stop == len(data):
            yield data[start:stop], stops
            start, stops = stop, []


def segments_of_parts(parts: Iterable[str], split: Split) -> Iterator[bytes]:
    """The segments, in UTF-8, of a text that comes in parts of any size; no more of it is held than needed."""
    held: list[str] = []
    size, enough = 0, SEGMENT
    for part in parts:
        held.append(part)
        size += len(part)
        if size <= enough:
            continue
        text, start = "".join(held), 0
        while len(text) - start > SEGMENT and (stop := split.cut(text, start + SEGMENT, ends=False)) is not None:
            yield text[start:stop].encode()
            start = stop
        held = [text[start:]]
        size = len(text) - start
        enough = 2 * max(SEGMENT, size)  # twice as much where there was no cut, or the same would be searched again
    if size:
        yield "".join(held).encode()
