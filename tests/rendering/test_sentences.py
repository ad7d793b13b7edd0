"""A sentence describes a token by its id, its bytes and the characters they belong to."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.alphabet import UNKNOWN
from bpetui.core.utf8 import kind, visible
from bpetui.rendering.character_parts import parts_of_characters
from bpetui.rendering.sentences import describe_token
from tests.tui.sample_texts import TEXTS


def said(text: str, start: int, stop: int, token_id: int = 300) -> str:
    """The sentence on the token from byte ``start`` to ``stop`` of a text."""
    data = text.encode()
    token = data[start:stop]
    return describe_token(token_id, token, kind(token), [*parts_of_characters(data, start, stop)])


def test_a_byte_of_a_character() -> None:
    assert said("床", 0, 1, 0xE5) == "⟨e5⟩ id 229, a prefix: byte 1 of 3 of 床 U+5E8A"
    assert said("床", 1, 2, 0xBA) == "⟨ba⟩ id 186, a continuation: byte 2 of 3 of 床 U+5E8A"


def test_some_bytes_of_a_character() -> None:
    assert said("床", 0, 2) == "⟨e5 ba⟩ id 300, a prefix: bytes 1–2 of 3 of 床 U+5E8A"
    assert said("床", 1, 3) == "⟨ba 8a⟩ id 300, a continuation: bytes 2–3 of 3 of 床 U+5E8A"


def test_parts_of_two_characters() -> None:
    assert said("床前", 2, 4) == "⟨8a e5⟩ id 300, straddling: byte 3 of 3 of 床 U+5E8A, byte 1 of 3 of 前 U+524D"
    assert said("a床", 0, 2) == "a⟨e5⟩ id 300, straddling: byte 1 of 3 of 床 U+5E8A, a U+0061"
    assert said("abcd床", 0, 5).endswith(": byte 1 of 3 of 床 U+5E8A, a U+0061, b U+0062, c U+0063 and 1 more")


def test_whole_characters() -> None:
    assert said("床", 0, 3) == "床 id 300, 3 bytes e5 ba 8a: 床 U+5E8A"
    assert said("a", 0, 1, 97) == "a id 97, 1 byte 61: a U+0061"
    assert said("the", 0, 3) == "the id 300, 3 bytes 74 68 65: t U+0074, h U+0068, e U+0065"


def test_only_the_first_four_characters_are_named() -> None:
    assert said("abcde", 0, 5).endswith(": a U+0061, b U+0062, c U+0063, d U+0064 and 1 more")
    assert said("床" * 10, 1, 30).endswith("床 U+5E8A and 6 more")


def test_white_space_has_its_name() -> None:
    assert said(" ", 0, 1, 32) == "· id 32, 1 byte 20: · U+0020 space"
    assert said("\n", 0, 1, 10) == "↵ id 10, 1 byte 0a: ↵ U+000A line feed"
    assert said("\t", 0, 1, 9) == "→ id 9, 1 byte 09: → U+0009 tab"


def test_an_invisible_character_is_named_by_its_code_once() -> None:
    assert said("\u200d", 0, 3) == "U+200D id 300, 3 bytes e2 80 8d: U+200D"
    assert said("\x1b", 0, 1, 27) == "␛ id 27, 1 byte 1b: ␛ U+001B"


def test_a_mark_is_drawn_on_a_circle() -> None:
    assert said("o\u0323", 1, 3) == "◌\u0323 id 300, 2 bytes cc a3: ◌\u0323 U+0323"
    assert said("o\u0323", 1, 2, 0xCC) == "⟨cc⟩ id 204, a prefix: byte 1 of 2 of ◌\u0323 U+0323"


def test_the_parts_of_an_emoji_are_characters_of_their_own() -> None:
    assert said("👍🏽", 0, 8) == ("👍U+1F3FD id 300, 8 bytes f0 9f 91 8d f0 9f 8f bd: 👍 U+1F44D, U+1F3FD")


def test_a_special_token_and_what_is_unknown() -> None:
    assert describe_token(9, b"<s>", "special", [*parts_of_characters(b"<s>", 0, 3)]) == "<s> id 9, a special token"
    unknown = describe_token(UNKNOWN, b"<unk>", "unknown", [*parts_of_characters(b"x", 0, 1)])
    assert unknown == "<unk>: x U+0078 does not occur in the corpus, so it has no token"
    foreign = describe_token(100, b"[UNK]", "unknown", [*parts_of_characters("床".encode(), 0, 3)])
    assert foreign == "[UNK] id 100, text without a token: 床 U+5E8A"


def test_a_token_without_a_place_in_the_text() -> None:
    assert describe_token(5, b" ", "whole", []) == "· id 5, 1 byte 20: nothing in the text"


@given(TEXTS.filter(bool), st.data())
def test_a_sentence_is_safe_to_draw(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(text.encode()) - 1))
    stop = data.draw(st.integers(start + 1, len(text.encode())))
    assert said(text, start, stop) == visible(said(text, start, stop))


@pytest.mark.parametrize("text", ["a", "床", "é", "\x00"])
def test_a_single_byte_is_counted_in_the_singular(text: str) -> None:
    assert "1 bytes" not in said(text, 0, len(text.encode()))
