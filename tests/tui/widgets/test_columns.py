"""Tests of the columns of a table: which ones fit, how wide they are, and how their cells are drawn."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bpetui.rendering.cells import StyledText
from bpetui.tui.widgets.columns import Column, Layout, shared_out

NAME = Column[tuple[str, int]]("name", 0, lambda row, width: [StyledText(row[0][:width])], 4, 8)
COUNT = Column[tuple[str, int]]("count", 2, lambda row, _: f"{row[1]:,}")
AGAIN = Column[tuple[str, int]]("again", 1, lambda row, width: [StyledText(row[0][:width], "muted")], 6, 6)
ROWS = [("the", 5), ("encoding", 123_456)]


def layout(width: int, widest: dict[str, int] | None = None) -> Layout[tuple[str, int]]:
    """The layout of three columns, for two rows."""
    return Layout((NAME, COUNT, AGAIN), ROWS, width, {} if widest is None else widest)


def text(pieces: list[StyledText]) -> str:
    """The text of a row."""
    return "".join(piece.text for piece in pieces)


def test_texts_are_aligned_left_and_numbers_right() -> None:
    assert text(layout(26).titles()) == "name        count  again "
    assert text(layout(26).cells(ROWS[0])) == "the             5  the   "
    assert text(layout(26).cells(ROWS[1])) == "encoding  123,456  encodi"


def test_columns_shrink_to_their_least_width_and_then_the_highest_rank_is_left_out() -> None:
    assert text(layout(21).titles()) == "name    count  again "  # 4 + 2 + 7 + 2 + 6
    assert text(layout(20).titles()) == "name      again "
    assert text(layout(12).titles()) == "name  again "
    assert text(layout(11).titles()) == "name    "


def test_the_first_column_stays_where_nothing_fits() -> None:
    assert text(layout(2).titles()) == "n…"


def test_a_column_of_numbers_never_shrinks() -> None:
    widest: dict[str, int] = {}
    layout(26, widest)
    assert widest == {"count": 7}
    later = Layout((NAME, COUNT, AGAIN), ROWS[:1], 26, widest)
    assert text(later.cells(ROWS[0])) == "the             5  the   "


def test_a_column_of_numbers_is_as_wide_as_its_title() -> None:
    assert text(Layout((COUNT,), ROWS[:1], 10, {}).cells(ROWS[0])) == "    5"


def test_pieces_keep_their_styles() -> None:
    assert StyledText("the", "muted") in layout(26).cells(ROWS[0])


def test_columns_share_a_width() -> None:
    assert shared_out(20, [(5, 5), (5, 40)]) == [5, 15]
    assert shared_out(30, [(5, 40), (5, 40)]) == [15, 15]
    assert shared_out(31, [(5, 40), (5, 40)]) == [16, 15]
    assert shared_out(60, [(5, 10), (5, 20)]) == [10, 20]
    assert shared_out(3, [(5, 10)]) == [3]


@given(st.lists(st.tuples(st.integers(1, 20), st.integers(0, 20)), min_size=1, max_size=6), st.integers(0, 200))
def test_no_column_gets_less_or_more_than_it_can_take(columns: list[tuple[int, int]], spare: int) -> None:
    bounds = [(least, least + more) for least, more in columns]
    width = sum(least for least, _ in bounds) + spare
    widths = shared_out(width, bounds)
    assert all(least <= got <= most for got, (least, most) in zip(widths, bounds, strict=True))
    assert sum(widths) == min(width, sum(most for _, most in bounds))
