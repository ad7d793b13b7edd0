"""The streaming decoder: it returns complete characters, and gives up invalid bytes at once."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.streaming_decoder import StreamingDecoder

PARTS = st.sampled_from(
    [b"a", "é".encode(), "床".encode(), "😀".encode(), "\ufffd".encode()]
    + [
        bytes.fromhex(part)
        for part in ("c3", "e5 9b", "e0 80", "ed a0", "f0 9f", "f4 90", "c0", "ff", "80", "e1", "bd")
    ]
)
"""Characters, parts of characters, and bytes that are in no valid text."""


def released(*tokens: bytes) -> list[str]:
    """Return the text that each token completes, and the text at the end."""
    decoder = StreamingDecoder()
    return [*map(decoder.feed, tokens), decoder.finish()]


def test_an_incomplete_character_is_held() -> None:
    decoder = StreamingDecoder()
    tokens = "中".encode(), b"\xe5", b"\x9b", b"\xbd"
    seen = [(decoder.feed(token), decoder.held, decoder.wanted) for token in tokens]
    assert seen == [("中", b"", 0), ("", b"\xe5", 3), ("", b"\xe5\x9b", 3), ("国", b"", 0)]


@pytest.mark.parametrize(
    ("first", "wanted"),
    [
        (b"\xc3", 2),
        (b"\xdf", 2),
        (b"\xe0", 3),
        (b"\xe5\x9b", 3),
        (b"\xef\xbf", 3),
        (b"\xf0", 4),
        (b"\xed\x9f", 3),
        (b"\xf0\x9f\x98", 4),
        (b"\xf4\x8f", 4),
    ],
)
def test_every_beginning_of_a_character_is_held(first: bytes, wanted: int) -> None:
    decoder = StreamingDecoder()
    assert (decoder.feed(b"x" + first), decoder.held, decoder.wanted) == ("x", first, wanted)


@pytest.mark.parametrize("never", [b"\xed\xa0", b"\xe0\x80", b"\xf4\x90", b"\xc0", b"\xff", b"\x80", b"\xf0\x80\x80"])
def test_invalid_bytes_are_given_up_at_once(never: bytes) -> None:
    decoder = StreamingDecoder()
    assert decoder.feed(never) == never.decode(errors="replace")
    assert (decoder.held, decoder.given_up) == (b"", never)


def test_an_incomplete_character_is_given_up_when_another_begins() -> None:
    assert released(b"\xe5", b"\x9b", b"A") == ["", "", "\ufffdA", ""]
    assert released(b"\xe5\x9b", b"\xe5\x9b", b"\xbd") == ["", "\ufffd", "国", ""]


def test_held_bytes_are_given_up_at_the_end() -> None:
    decoder = StreamingDecoder()
    decoder.feed(b"\xf0\x9f\x98")
    assert (decoder.finish(), decoder.given_up, decoder.held) == ("\ufffd", b"\xf0\x9f\x98", b"")


def test_a_replacement_character_in_the_text_is_not_given_up() -> None:
    decoder = StreamingDecoder()
    assert (decoder.feed("\ufffd".encode() + b"\xff"), decoder.given_up) == ("\ufffd\ufffd", b"\xff")


@given(st.lists(PARTS), st.lists(st.integers(0, 40)))
def test_the_joined_text_equals_decoding_at_once(parts: list[bytes], places: list[int]) -> None:
    data = b"".join(parts)
    bounds = sorted({0, len(data), *(place for place in places if place < len(data))})
    tokens = [data[start:stop] for start, stop in pairwise(bounds)]
    assert "".join(released(*tokens)) == data.decode(errors="replace")


@given(st.text())
def test_valid_text_is_never_given_up(text: str) -> None:
    decoder = StreamingDecoder()
    for at, byte in enumerate(text.encode(), 1):
        decoder.feed(bytes([byte]))
        assert not decoder.given_up
        assert len(decoder.held) == len(text.encode()[:at]) - len(text.encode()[:at].decode(errors="ignore").encode())
    assert decoder.finish() == ""
