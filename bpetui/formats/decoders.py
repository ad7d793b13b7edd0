"""The decoders of a tokenizer.json that join tokens to a text without looking at more than a token and its place.

The package's own decoders spell added tokens anew, as if they were made of bytes, and give U+FFFD for each byte of what
is no whole text (``api/decoders`` in its documentation). Here added tokens stay what they are, and so do bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bpetui.formats.huggingface.preparation import literal, steps_of
from bpetui.formats.json_object import JsonObject


class Piece(NamedTuple):
    """A token to be decoded: how it is spelled, and the bytes that it stands for.

    ``is_final`` says that these are what it is decoded to: those of an added token, and of a single byte.
    """

    text: str
    data: bytes
    is_final: bool


Decoder = Callable[[Sequence[Piece]], bytes]
"""Gives the bytes that tokens stand for together."""

_Step = Callable[[list[str | bytes]], list[str | bytes]]
"""Makes of the parts of a text others; those that are bytes already stay as they are."""


def read_decoder(file: JsonObject) -> Decoder | None:
    """The decoder of a file that its own package has read before; None where only that can do what it does."""
    steps = [*steps_of(file, "decoder", "decoders")]
    kinds = {step.text("type") for step in steps}
    if "ByteLevel" in kinds and kinds <= {"ByteLevel", "Fuse"}:
        return lambda pieces: b"".join(piece.data for piece in pieces)
    done = [_step(step) for step in steps]
    known = [step for step in done if step]
    if not steps or len(known) < len(done):
        return None

    def decoded(pieces: Sequence[Piece]) -> bytes:
        parts: list[str | bytes] = [piece.data if piece.is_final else piece.text for piece in pieces]
        for step in known:
            parts = step(parts)
        return b"".join(map(_bytes, parts))

    return decoded


def _bytes(part: str | bytes) -> bytes:
    return part.encode() if isinstance(part, str) else part


def _step(step: JsonObject) -> _Step | None:
    match step.text("type"):
        case "ByteFallback":
            return lambda parts: parts
        case "Fuse":
            return lambda parts: [b"".join(map(_bytes, parts))]
        case "Replace" if found := literal(step):
            content = step.text("content")
            return lambda parts: [part.replace(found, content) if isinstance(part, str) else part for part in parts]
        case "Strip":
            stripped, start, stop = step.text("content").encode(), step.number("start"), step.number("stop")
            return lambda parts: [_stripped(_bytes(part), stripped, start, stop) for part in parts]
        case "Metaspace":
            space = step.text("replacement")
            puts_first = step.text("prepend_scheme", missing="always") != "never"
            puts_first = puts_first and step.flag("add_prefix_space", missing=True)
            return lambda parts: [
                part if isinstance(part, bytes) else part.replace(space, "" if puts_first and not at else " ")
                for at, part in enumerate(parts)
            ]
    return None


def _stripped(data: bytes, content: bytes, start: int, stop: int) -> bytes:
    """The bytes without so many times ``content`` at their start and end, as far as it is there."""
    size = len(content)
    while start and data.startswith(content):
        data, start = data[size:], start - 1
    while stop and data.endswith(content):
        data, stop = data[: len(data) - size], stop - 1
    return data
