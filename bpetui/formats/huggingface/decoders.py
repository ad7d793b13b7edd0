"""The decoders of a tokenizer.json that look at one token and its position at a time.

The original's decoders convert added tokens as if they were spelled in bytes, and give U+FFFD for bytes that are not
UTF-8 (``api/decoders`` in its documentation). These decoders keep added tokens and bytes unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from bpetui.formats.huggingface.steps import literal_pattern, steps_of
from bpetui.formats.json_object import JsonObject


class SpelledToken(NamedTuple):
    """A token to decode: its spelling and its bytes.

    ``is_final`` says that it decodes to these bytes whatever the decoder does: an added token, or a single byte.
    """

    text: str
    data: bytes
    is_final: bool


Decoder = Callable[[Sequence[SpelledToken]], bytes]
"""Returns the bytes of tokens, joined."""

_Step = Callable[[list[str | bytes]], list[str | bytes]]
"""Converts the parts of a text; parts that are bytes already stay unchanged."""


def read_decoder(file: JsonObject) -> Decoder | None:
    """Return the decoder of a file that the package ``tokenizers`` opened; None if only the package can decode."""
    steps = [*steps_of(file, "decoder", "decoders")]
    kinds = {step.text("type") for step in steps}
    if "ByteLevel" in kinds and kinds <= {"ByteLevel", "Fuse"}:
        return lambda tokens: b"".join(token.data for token in tokens)
    done = [_step(step) for step in steps]
    known = [step for step in done if step]
    if not steps or len(known) < len(done):
        return None

    def decode(tokens: Sequence[SpelledToken]) -> bytes:
        parts: list[str | bytes] = [token.data if token.is_final else token.text for token in tokens]
        for step in known:
            parts = step(parts)
        return b"".join(map(_bytes, parts))

    return decode


def _bytes(part: str | bytes) -> bytes:
    return part.encode() if isinstance(part, str) else part


def _step(step: JsonObject) -> _Step | None:
    match step.text("type"):
        case "ByteFallback":
            return lambda parts: parts
        case "Fuse":
            return lambda parts: [b"".join(map(_bytes, parts))]
        case "Replace" if found := literal_pattern(step):
            content = step.text("content")
            return lambda parts: [part.replace(found, content) if isinstance(part, str) else part for part in parts]
        case "Strip":
            stripped, start, stop = step.text("content").encode(), step.number("start"), step.number("stop")
            return lambda parts: [_stripped(_bytes(part), stripped, start, stop) for part in parts]
        case "Metaspace":
            space = step.text("replacement")
            inserts_first = step.text("prepend_scheme", missing="always") != "never"
            inserts_first = inserts_first and step.flag("add_prefix_space", missing=True)
            return lambda parts: [
                part if isinstance(part, bytes) else part.replace(space, "" if inserts_first and not at else " ")
                for at, part in enumerate(parts)
            ]
    return None


def _stripped(data: bytes, content: bytes, start: int, stop: int) -> bytes:
    """Return the bytes without ``content`` at most ``start`` times at their start and ``stop`` times at their end."""
    size = len(content)
    while start and data.startswith(content):
        data, start = data[size:], start - 1
    while stop and data.endswith(content):
        data, stop = data[: len(data) - size], stop - 1
    return data
