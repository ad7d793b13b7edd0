"""The decoders of a tokenizer.json that look at one token and its position at a time."""

import pytest

from bpetui.formats.huggingface.decoders import Decoder, SpelledToken, read_decoder
from bpetui.formats.json_object import JsonObject

FUSE = {"type": "Fuse"}
BYTE_FALLBACK = {"type": "ByteFallback"}


def decoder_of(*steps: object) -> Decoder | None:
    """Return the decoder of a file with these steps."""
    decoder = {"type": "Sequence", "decoders": [*steps]}
    return read_decoder(JsonObject({"decoder": decoder}, "toy.json", "tokenizer.json"))


def decoded(steps: list[object], *tokens: str | bytes) -> bytes:
    """Return what steps make of tokens; those given as bytes are final."""
    decoder = decoder_of(*steps)
    assert decoder
    return decoder(
        [
            SpelledToken("?", token, True) if isinstance(token, bytes) else SpelledToken(token, b"?", False)
            for token in tokens
        ]
    )


def replacement(pattern: str, content: str) -> dict[str, object]:
    """Return a ``Replace`` step."""
    return {"type": "Replace", "pattern": {"String": pattern}, "content": content}


def strip(start: int, stop: int, content: str = " ") -> dict[str, object]:
    """Return a ``Strip`` step."""
    return {"type": "Strip", "content": content, "start": start, "stop": stop}


def metaspace(**options: object) -> dict[str, object]:
    """Return a ``Metaspace`` step."""
    return {"type": "Metaspace", "replacement": "▁", **options}


@pytest.mark.parametrize("steps", [[{"type": "ByteLevel"}], [{"type": "ByteLevel"}, FUSE]])
def test_byte_level_tokens_are_their_bytes(steps: list[object]) -> None:
    decoder = decoder_of(*steps)
    assert decoder
    assert decoder([SpelledToken("Ġa", b" a", False), SpelledToken("Ã", b"\xc3", False)]) == b" a\xc3"


@pytest.mark.parametrize(
    "steps",
    [
        [],
        [{"type": "WordPiece"}],
        [FUSE, {"type": "CTC"}],
        [{"type": "ByteLevel"}, strip(1, 0)],
        [{"type": "Replace", "pattern": {"Regex": "a"}, "content": ""}],
    ],
)
def test_only_the_package_decodes_other_steps(steps: list[object]) -> None:
    assert decoder_of(*steps) is None


def test_final_tokens_stay_unchanged() -> None:
    assert decoded([replacement("a", "b"), metaspace()], b"a", "a▁", b"\xe2\x96\x81") == b"ab \xe2\x96\x81"


def test_replace_works_within_each_token() -> None:
    assert decoded([replacement("ab", "x")], "abab", "a", "b") == b"xxab"


def test_byte_fallback_keeps_invalid_bytes() -> None:
    assert decoded([BYTE_FALLBACK, FUSE], b"\xe6", "a") == b"\xe6a"


def test_strip_applies_to_each_token_unless_they_are_fused() -> None:
    assert decoded([strip(1, 0)], "  a", " b") == b" ab"
    assert decoded([FUSE, strip(1, 0)], "  a", " b") == b" a b"
    assert decoded([strip(0, 2)], "a   ", "b ") == b"a b"
    assert decoded([strip(5, 5)], " ", "") == b""
    assert decoded([strip(1, 1, "xy")], "xyxyaxyxy") == b"xyaxy"


def test_metaspace_drops_the_space_that_it_inserted_before_the_first_token() -> None:
    assert decoded([metaspace()], "▁a", "▁b▁") == b"a b "
    assert decoded([metaspace(prepend_scheme="first")], "▁a", "▁b") == b"a b"
    assert decoded([metaspace(prepend_scheme="never")], "▁a", "▁b") == b" a b"
    assert decoded([metaspace(add_prefix_space=False)], "▁a", "▁b") == b" a b"
