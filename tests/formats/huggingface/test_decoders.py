"""Decoders of a tokenizer.json keep added tokens and bytes unchanged, and convert the rest step by step."""

import json

import pytest

from bpetui.formats.huggingface.decoders import Decoder, SpelledToken, read_decoder
from bpetui.formats.json_object import read_json_object

REPLACE = {"type": "Replace", "pattern": {"String": "▁"}, "content": " "}
METASPACE = {"type": "Metaspace", "replacement": "▁"}


def decoder_of(*steps: object) -> Decoder | None:
    """The decoder of these steps."""
    file = {"decoder": {"type": "Sequence", "decoders": steps}}
    return read_decoder(read_json_object(json.dumps(file).encode(), "toy.json", "tokenizer.json"))


def decoded(*steps: object, tokens: tuple[str | bytes, ...]) -> bytes:
    """The bytes of tokens; those given as bytes are final."""
    decode = decoder_of(*steps)
    assert decode
    return decode(
        [
            SpelledToken("?", token, is_final=True)
            if isinstance(token, bytes)
            else SpelledToken(token, token.encode(), is_final=False)
            for token in tokens
        ]
    )


def test_spellings_are_replaced_in_tokens_but_not_in_bytes() -> None:
    assert decoded(REPLACE, tokens=("▁a", "▁".encode(), "b▁c")) == b" a\xe2\x96\x81b c"


def test_bytes_stay_bytes() -> None:
    assert decoded({"type": "ByteFallback"}, tokens=(b"\xf0", b"\x9f", "a")) == b"\xf0\x9fa"


@pytest.mark.parametrize(
    ("step", "tokens", "data"),
    [
        (METASPACE, ("▁a", "▁b"), b"a b"),
        ({**METASPACE, "prepend_scheme": "never"}, ("▁a", "▁b"), b" a b"),
        ({**METASPACE, "add_prefix_space": False}, ("▁a", "▁b"), b" a b"),
        ({**METASPACE, "prepend_scheme": "first"}, (b"<s>", "▁a"), b"<s> a"),
    ],
)
def test_the_first_inserted_space_is_left_out(step: object, tokens: tuple[str | bytes, ...], data: bytes) -> None:
    assert decoded(step, tokens=tokens) == data


@pytest.mark.parametrize(
    ("start", "stop", "data"),
    [(1, 0, b" a  "), (0, 1, b"  a "), (9, 9, b"a"), (0, 0, b"  a  ")],
)
def test_strip_takes_at_most_as_many_at_each_end(start: int, stop: int, data: bytes) -> None:
    strip = {"type": "Strip", "content": " ", "start": start, "stop": stop}
    assert decoded(strip, tokens=("  a  ",)) == data


def test_strip_after_fuse_applies_to_the_whole_text() -> None:
    strip = {"type": "Strip", "content": " ", "start": 1, "stop": 0}
    assert decoded(strip, tokens=(" a", " b")) == b"ab"
    assert decoded({"type": "Fuse"}, strip, tokens=(" a", " b")) == b"a b"


def test_byte_level_joins_the_bytes_of_the_tokens() -> None:
    assert decoded({"type": "ByteLevel"}, {"type": "Fuse"}, tokens=("Ġa", b"\xc3")) == "Ġa".encode() + b"\xc3"


@pytest.mark.parametrize(
    "steps",
    [
        (),
        ({"type": "CTC"},),
        (REPLACE, {"type": "WordPiece"}),
        ({"type": "ByteLevel"}, REPLACE),
        ({**REPLACE, "pattern": {"Regex": "a"}},),
    ],
)
def test_other_decoders_are_left_to_the_package(steps: tuple[object, ...]) -> None:
    assert decoder_of(*steps) is None


def test_strip_takes_all_characters_of_its_content() -> None:
    strip = {"type": "Strip", "content": "xy", "start": 1, "stop": 1}
    assert decoded(strip, tokens=("xyxyaxyxy",)) == b"xyaxy"
