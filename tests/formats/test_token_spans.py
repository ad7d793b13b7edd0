"""The positions of the tokens that other packages make of a text."""

import pytest

from bpetui.formats.token_spans import PlacedToken, divided_spans, spans_from_offsets, tokenize_around_special


def test_each_token_has_its_bytes_of_the_text() -> None:
    assert spans_from_offsets("a床b", [(0, 1), (1, 2), (2, 3)], [b"a", "床".encode(), b"b"]) == [(0, 1), (1, 4), (4, 5)]


def test_tokens_of_one_character_divide_its_bytes() -> None:
    data = "床".encode()
    assert spans_from_offsets("床", [(0, 1), (0, 1)], [data[:2], data[2:]]) == [(0, 2), (2, 3)]


def test_tokens_that_spell_other_bytes_have_all_of_the_character() -> None:
    assert divided_spans("ﬁ".encode(), [(0, 3), (0, 3)], [b"f", b"i"]) == [(0, 3), (0, 3)]


def test_an_inserted_space_is_empty() -> None:
    assert divided_spans(b"ab", [(0, 1), (0, 2)], [b" ", b"ab"]) == [(0, 0), (0, 2)]
    assert divided_spans(b"ab", [(0, 2)], [b" "]) == [(0, 0)]


def test_a_space_of_the_text_keeps_its_span() -> None:
    assert divided_spans(b" b", [(0, 1), (1, 2)], [b" ", b"b"]) == [(0, 1), (1, 2)]
    assert divided_spans("\u3000".encode(), [(0, 3)], [b" "]) == [(0, 3)]
    assert divided_spans("▁".encode(), [(0, 3)], [b" "]) == [(0, 3)]


def test_marks_that_were_composed_belong_to_their_letter() -> None:
    assert spans_from_offsets("e\u0301x", [(0, 1), (2, 3)], ["é".encode(), b"x"]) == [(0, 3), (3, 4)]
    assert spans_from_offsets("e\u0301x", [(0, 1), (1, 2)], [b"e", "\u0301".encode()]) == [(0, 1), (1, 3)]


def test_an_added_suffix_lies_at_the_end() -> None:
    assert spans_from_offsets("ab", [(0, 2), (2, 6)], [b"ab", b"</w>"]) == [(0, 2), (2, 2)]


def test_no_tokens_have_no_spans() -> None:
    assert spans_from_offsets("ab", [], []) == []


def test_text_between_special_tokens_is_encoded_by_itself() -> None:
    asked: list[str] = []

    def encode(part: str) -> list[PlacedToken]:
        asked.append(part)
        data = part.encode()
        return [PlacedToken(7, data[:1], (0, 1)), PlacedToken(8, data[1:], (1, len(data)))]

    found = tokenize_around_special("床<s>b\ud800", {"<s>": 1}, encode)
    assert asked == ["床", "b\ufffd"]
    assert (found.text, found.ids) == ("床<s>b\ufffd", (7, 8, 1, 7, 8))
    assert found.spans == ((0, 1), (1, 3), (3, 6), (6, 7), (7, 10))
    assert found.tokens == (b"\xe5", b"\xba\x8a", b"<s>", b"b", "\ufffd".encode())


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
def test_offsets_in_characters_become_spans_in_bytes(
    text: str, offsets: list[tuple[int, int]], tokens: list[bytes], spans: list[tuple[int, int]]
) -> None:
    assert spans_from_offsets(text, offsets, tokens) == spans
