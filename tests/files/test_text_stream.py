"""Texts that arrive in parts are decoded and normalized as whole texts are."""

import codecs
from collections.abc import Iterable, Iterator
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.errors import BpetuiError
from bpetui.core.normalization import NORMALIZATIONS, normalized
from bpetui.files import text_stream
from bpetui.files.text import decode
from bpetui.files.text_stream import decode_parts, normalized_parts

CUTS = st.lists(st.integers(0, 40), max_size=6).map(sorted)

# Characters that forms join to the one before them, or move before it: marks, jamo, a final a that is made of two.
JOINING = st.text(
    st.sampled_from("ae \n\t\u0301\u0323\u0345\u0307\u1161\u1100\u11a8\u09be\u09c7\u0344\u00b4ﬁẛ\u0b57\U00011127"),
    max_size=40,
)


def cut(data: bytes, cuts: Iterable[int]) -> list[bytes]:
    """The data in parts; some may be empty."""
    places = [0, *cuts, len(data)]
    return [data[start:stop] for start, stop in pairwise(places)]


def outcome(text: Iterable[str]) -> str:
    """The decoded text, or the sentence of the error."""
    try:
        return "".join(text)
    except BpetuiError as error:
        return f"refused: {error}"


def without_guess(outcome: str) -> str:
    """An outcome without the guessed encoding, which depends on the bytes around the error."""
    return outcome.partition("); ")[0] if outcome.startswith("refused: ") else outcome


def whole(data: bytes) -> Iterator[str]:
    yield decode(data, "notes.txt").text


@given(st.text(max_size=40).map(lambda text: text.encode("utf-8", "surrogatepass")) | st.binary(max_size=40), CUTS)
def test_any_bytes_in_any_parts_are_decoded_or_refused_as_if_they_were_whole(data: bytes, cuts: list[int]) -> None:
    found, expected = outcome(decode_parts(cut(data, cuts), "notes.txt")), outcome(whole(data))
    assert without_guess(found) == without_guess(expected)


@pytest.mark.parametrize(
    "parts",
    [
        [b"a\n\xe5\xba", b"\x8ab\n\n", b"\xe5", b"b"],
        [b"a\n\xe5", b"\xba\x8ab\n\n\xe5\xbab"],
        [b"a\n", b"\xe5\xba\x8ab\n\n\xe5b"],
    ],
)
def test_invalid_utf8_is_reported_with_its_place_in_the_whole_text(parts: list[bytes]) -> None:
    with pytest.raises(BpetuiError) as caught:
        list(decode_parts(parts, "a\x1b.txt"))
    assert str(caught.value).startswith("a␛.txt is not UTF-8: byte 0xe5 at offset 8 (line 4); ")


def test_another_encoding_is_guessed_by_its_mark() -> None:
    data = "Học".encode("utf-16")
    assert data.startswith(codecs.BOM_UTF16)
    with pytest.raises(BpetuiError, match="it looks like utf-16: read it with --encoding utf-16"):
        list(decode_parts([data[:1], data[1:]], "notes.txt"))


@given(JOINING | st.text(max_size=40), CUTS, st.sampled_from(NORMALIZATIONS), st.integers(1, 8))
def test_any_parts_are_normalized_as_if_they_were_whole(text: str, cuts: list[int], form: str, enough: int) -> None:
    places = [0, *cuts, len(text)]
    parts = [text[start:stop] for start, stop in pairwise(places)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(text_stream, "_CHUNK_CHARACTERS", enough)
        assert "".join(normalized_parts(parts, form)) == normalized(text, form)


def test_a_long_text_without_a_place_to_cut_is_normalized_whole(monkeypatch: pytest.MonkeyPatch) -> None:
    text = "e\u0301" + "xe\u0301" * 100_000 + "\u0323"
    for parts in ([*text[:9], text[9:]], [text[: 1 << 16], text[1 << 16 :]], [text]):
        for form in ("nfc", "nfd"):
            assert list(normalized_parts(parts, form)) == [normalized(text, form)]
    monkeypatch.setattr(text_stream, "_CHUNK_CHARACTERS", 1)
    assert list(normalized_parts("e\u0301x", "nfc")) == ["éx"]
    assert list(normalized_parts("e\u0301 \u0301x\n\u0301", "nfc")) == ["é", " \u0301x", "\n\u0301"]


@pytest.mark.parametrize("cut", [69_999, 70_004])
def test_a_text_is_cut_before_the_last_space_or_line_end(cut: int) -> None:
    words = "some\nwords " * 7000
    found = list(normalized_parts([words[:cut], words[cut:]], "nfc"))
    last = max(words.rindex(" ", 0, cut), words.rindex("\n", 0, cut))
    assert found[0] == words[:last]
    assert "".join(found) == words


def test_little_text_is_kept_if_it_can_be_cut() -> None:
    taken = 0

    def parts() -> Iterator[str]:
        nonlocal taken
        for _ in range(1000):
            taken += 1000
            yield "some words" * 100

    given = 0
    for text in normalized_parts(parts(), "nfc"):
        given += len(text)
        assert taken - given < 1 << 18
    assert given == 1_000_000
