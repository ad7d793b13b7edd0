"""The places of tokens in the text of a row, whatever the tokenizer makes of the text."""

from bpetui.core.tokenization import Tokenization
from bpetui.rendering.row_text import RowText


def row_of(text: str, *tokens: tuple[bytes, int, int], unknown: dict[int, bytes] | None = None) -> RowText:
    """The row of a text with these tokens: their bytes, and where each starts and stops."""
    found = Tokenization(
        text,
        tuple(range(len(tokens))),
        tuple(token for token, _, _ in tokens),
        tuple((start, stop) for _, start, stop in tokens),
    )
    return RowText(found, unknown)


def test_tokens_that_make_up_the_text_keep_their_spans() -> None:
    row = row_of("a床", (b"a\xe5", 0, 2), (b"\xba\x8a", 2, 4))
    assert (row.text, row.spans) == ("a床", ((0, 2), (2, 4)))
    assert (row.starts, row.borders) == ([0, 2], {0, 2, 4})
    assert [row.at(offset) for offset in range(5)] == [0, 0, 1, 1, None]
    assert [*dict.fromkeys(row.offset_pairs)] == [(offset, offset) for offset in range(5)]


def test_text_that_no_token_contains_stays() -> None:
    row = row_of("ab cd!", (b"ab", 0, 2), (b"cd", 3, 5))
    assert (row.text, row.spans) == ("ab cd!", ((0, 2), (3, 5)))
    assert [row.at(offset) for offset in range(6)] == [0, 0, None, 1, 1, None]


def test_a_token_without_a_place_is_drawn_itself() -> None:
    row = row_of("ab", (b" ", 0, 0), (b"ab", 0, 2))
    assert (row.text, row.spans) == (" ab", ((0, 1), (1, 3)))
    assert [*dict.fromkeys(row.offset_pairs)] == [(0, 0), (1, 0), (2, 1), (3, 2)]


def test_an_unknown_token_is_drawn_as_it_is_called() -> None:
    row = row_of("a床b", (b"a", 0, 1), (b"<unk>", 1, 4), (b"b", 4, 5), unknown={1: b"[UNK]"})
    assert (row.text, row.spans) == ("a[UNK]b", ((0, 1), (1, 6), (6, 7)))
    assert [*dict.fromkeys(row.offset_pairs)] == [(0, 0), (1, 1), (6, 4), (7, 5)]


def test_tokens_with_the_span_of_a_whole_character_share_it() -> None:
    row = row_of("é", (b"\xc3", 0, 2), (b"\xa9", 0, 2))
    assert (row.text, row.spans) == ("é", ((0, 1), (1, 2)))


def test_the_last_offset_of_a_row_is_that_of_its_source() -> None:
    row = row_of("ab  ", (b"ab", 0, 2))
    assert row.offset_pairs[-1] == (4, 4)
    assert {*row_of("").offset_pairs} == {(0, 0)}
