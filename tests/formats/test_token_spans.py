"""The positions in a text of the tokens that other packages make of it."""

from collections.abc import Iterator

import pytest

from bpetui.formats.token_spans import PlacedToken, divided_spans, spans_from_offsets, tokenize_around_special


def characters_of(text: str) -> Iterator[PlacedToken]:
    """Yield a token for each character of a text; its id is its code point."""
    at = 0
    for character in text:
        data = character.encode()
        yield PlacedToken(ord(character), data, (at, at + len(data)))
        at += len(data)


def test_special_tokens_are_whole_and_their_neighbors_are_encoded_apart() -> None:
    parts: list[str] = []

    def encode(text: str) -> Iterator[PlacedToken]:
        parts.append(text)
        return characters_of(text)

    found = tokenize_around_special("é<s>b", {"<s>": 1, "<t>": 2}, encode)
    assert parts == ["é", "b"]
    assert found.ids == (0xE9, 1, ord("b"))
    assert found.tokens == ("é".encode(), b"<s>", b"b")
    assert found.spans == ((0, 2), (2, 5), (5, 6))
    assert found.text == "é<s>b"


def test_lone_surrogate_is_encoded_as_a_replacement_character() -> None:
    found = tokenize_around_special("a\ud83d", {}, characters_of)
    assert (found.text, found.ids) == ("a\ufffd", (97, 0xFFFD))


def test_empty_text_has_no_tokens() -> None:
    assert tokenize_around_special("", {"<s>": 1}, characters_of).spans == ()
    assert spans_from_offsets("", [], []) == divided_spans(b"", [], []) == []


def test_space_has_the_bytes_it_was_made_of() -> None:
    assert divided_spans(b"a b", [(0, 1), (1, 2), (2, 3)], [b"a", b" ", b"b"]) == [(0, 1), (1, 2), (2, 3)]
    assert divided_spans("▁b".encode(), [(0, 3), (3, 4)], [b" ", b"b"]) == [(0, 3), (3, 4)]
    assert divided_spans(b"ab", [(0, 1), (1, 2)], [b" ", b"b"]) == [(0, 0), (1, 2)]  # made of no white space


@pytest.mark.parametrize(
    ("text", "offsets", "tokens", "spans"),
    [
        ("ab", [(0, 1), (1, 2)], [b"a", b"b"], [(0, 1), (1, 2)]),
        ("⭢", [(0, 1), (0, 1)], [b"\xe2\xad", b"\xa2"], [(0, 2), (2, 3)]),
        ("A⭢", [(0, 2), (1, 2)], [b"A\xe2", b"\xad\xa2"], [(0, 2), (2, 4)]),
        ("a", [(0, 1), (0, 1)], [b" ", b"a"], [(0, 0), (0, 1)]),  # a space put in
        ("A", [(0, 1)], [b" a"], [(0, 1)]),
        (" a", [(0, 1), (0, 1), (1, 2)], [b" ", b" ", b"a"], [(0, 0), (0, 1), (1, 2)]),  # before one that was there
        ("\u00e8", [(0, 1), (0, 1)], [b"e", b"\xcc\x80"], [(0, 2), (0, 2)]),  # taken apart
        ("\U0002f958", [(0, 1)] * 4, [b"\xf0", b"\xa5", b"\xae", b"\xab"], [(0, 4)] * 4),  # begins with the same byte
        ("e\u0300", [(0, 1)], [b"\xc3\xa8"], [(0, 3)]),  # put together: the original forgets the accent
        ("e\u0300", [(0, 1), (1, 2)], [b"e", b"\xcc\x80"], [(0, 1), (1, 3)]),
        ("\u0301a", [(0, 0), (0, 1), (1, 2)], [b" ", b"\xcc\x81", b"a"], [(0, 0), (0, 2), (2, 3)]),  # put in before it
        ("a\u0301", [(0, 1), (1, 1), (1, 2)], [b"a", b"x", b"\xcc\x81"], [(0, 1), (1, 1), (1, 3)]),
        ("⭢a", [(0, 1), (0, 1), (1, 2)], [b"\xe2\xad", b"\xa2", b"A"], [(0, 2), (2, 3), (3, 4)]),  # A was a
        ("ab", [(0, 1), (7, 9)], [b"a", b"</w>"], [(0, 1), (2, 2)]),  # beyond the end
    ],
)
def test_spans_from_offsets(
    text: str, offsets: list[tuple[int, int]], tokens: list[bytes], spans: list[tuple[int, int]]
) -> None:
    assert spans_from_offsets(text, offsets, tokens) == spans
