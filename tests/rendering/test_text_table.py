"""Rows of a table in plain text, aligned in terminal cells."""

from bpetui.rendering.text_table import table_row


def test_cells_are_aligned_to_either_side() -> None:
    assert table_row(["ab", "7", "x"], [4, 3, 1], [False, True, False]) == "ab      7  x\n"


def test_wide_characters_take_two_cells() -> None:
    assert table_row(["床前", "7"], [5, 3], [False, True]) == "床前     7\n"


def test_a_cell_that_is_too_long_is_cut() -> None:
    assert table_row(["abcdef", "7"], [4, 1], [False, True]) == "abc…  7\n"


def test_spaces_at_the_end_are_left_out() -> None:
    assert table_row(["a", ""], [3, 9], [False, False]) == "a\n"
