"""Tests of tokens in rows: borders between them, rows as wide as there is room, and where a token is drawn."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st
from rich.style import Style

from bpetui.rendering.units import units
from bpetui.tui.widgets.token_rows import DrawnRow, row_of, token_rows
from tests.tui.sample_texts import tokenized

PLAIN = Style()


def rows_of(tokens: list[bytes], width: int, borders: Mapping[int, str] | None = None) -> list[DrawnRow]:
    """The rows of these tokens, without colors."""
    return token_rows(units(tokens, "hex"), len(tokens), width, PLAIN, lambda unit: PLAIN, borders)


def texts(rows: list[DrawnRow]) -> list[str]:
    """The text of each row."""
    return ["".join(piece.segment.text for piece in row) for row in rows]


def test_a_border_follows_each_token_but_the_last() -> None:
    assert texts(rows_of([b"ab", b"c", b"d"], 20)) == ["ab│c│d"]


def test_a_border_stays_in_the_row_of_its_token() -> None:
    assert texts(rows_of([b"ab", b"cd", b"ef"], 6)) == ["ab│cd│", "ef"]
    assert texts(rows_of([b"ab", b"cd", b"ef"], 5)) == ["ab│c", "d│ef"]


def test_a_token_as_wide_as_the_row_has_no_border() -> None:
    assert texts(rows_of([b"abc", b"d"], 4)) == ["abc│", "d"]
    assert texts(rows_of([b"\xe5\xba", b"d"], 7)) == ["⟨e5 ba⟩", "d"]


def test_a_line_end_ends_the_row() -> None:
    assert texts(rows_of([b"a\n", b"b"], 20)) == ["a↵│", "b"]


def test_a_special_border_replaces_that_of_its_token_only() -> None:
    assert texts(rows_of([b"a", b"b", b"c"], 20, {1: "┃"})) == ["a│b┃c"]


def test_a_plain_border_is_dim_and_a_special_one_is_not() -> None:
    [row] = rows_of([b"a", b"b", b"c"], 20, {1: "┃"})
    dim = {piece.segment.text: bool(piece.segment.style and piece.segment.style.dim) for piece in row}
    assert dim == {"a": False, "│": True, "b": False, "┃": False, "c": False}


def test_no_tokens_are_one_empty_row() -> None:
    assert rows_of([], 5) == [[]]


def test_a_piece_knows_its_tokens_and_bytes() -> None:
    [row] = rows_of([b"ab", b"c"], 20)
    a, *_, border, c = row
    assert (a.token, a.last, a.start) == (0, 0, 0)
    assert (border.token, border.segment.text) == (0, "│")
    assert (c.token, c.last, c.start, c.stop) == (1, 1, 2, 3)


def test_the_row_of_a_token_is_where_it_begins() -> None:
    rows = rows_of([b"abcd", b"e", b"f"], 3)
    assert texts(rows) == ["abc", "d│", "e│f"]
    assert [row_of(rows, token) for token in range(3)] == [0, 2, 2]


def test_a_unit_of_several_tokens_is_the_row_of_each() -> None:
    tokens = [b"a\n", b"b\xe5", b"\xba", b"\x8a"]
    rows = token_rows(units(tokens, "characters"), len(tokens), 20, PLAIN, lambda unit: PLAIN)
    assert texts(rows) == ["a↵│", "b床₃"]
    assert [row_of(rows, token) for token in range(4)] == [0, 1, 1, 1]


def test_a_token_that_is_not_drawn_is_in_the_first_row() -> None:
    assert row_of(rows_of([b"a", b"b\n", b"c"], 9), 7) == 0
    assert row_of([[]], 0) == 0


@given(tokenized(), st.integers(1, 30))
def test_no_row_is_wider_than_its_width(tokens: list[bytes], width: int) -> None:
    for row in rows_of(tokens, width):
        assert sum(piece.segment.cell_length for piece in row) <= width
