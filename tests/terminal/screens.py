"""Checks of every screen that the program draws."""

from __future__ import annotations

import re
from collections.abc import Sequence

from rich.cells import cell_len

FIGURES = re.compile(r"merge ([\d,]+)/([\d,]+)  \|V\| ([\d,]+)  tokens ([\d,]+)")

_BORDERS = frozenset("│╭╮╰╯")


def figures(rows: Sequence[str]) -> tuple[int, int, int, int]:
    """Merges made, the number to be made, the vocabulary, and the tokens, from the status line."""
    found = FIGURES.search(rows[0])
    assert found, f"the figures are missing in {rows[0]!r}"
    made, target, vocabulary, tokens = (int(number.replace(",", "")) for number in found.groups())
    return made, target, vocabulary, tokens


def column(row: str, number: int) -> str:
    """What stands in one column of cells of a row: a character, with its marks."""
    at = 0
    while at < len(row) and cell_len(row[: at + 1]) <= number:
        at += 1
    return row[at : at + 1]


def assert_framed(rows: Sequence[str], width: int, height: int) -> None:
    """Between status line and bottom line each row is of full width, from one border to another.

    A character that takes fewer cells than the program thinks leaves the last cell blank, one that takes more pushes
    something out.
    """
    assert len(rows) == height
    figures(rows)
    for row in rows[1:-1]:
        assert cell_len(row) == width, f"{cell_len(row)} cells in {row!r}"
        assert row[0] in _BORDERS, f"no left border in {row!r}"
        assert row[-1] in _BORDERS, f"no right border in {row!r}"


def is_framed(rows: Sequence[str], width: int, height: int) -> bool:
    """Whether `assert_framed` holds; it does not while a frame is being painted."""
    try:
        assert_framed(rows, width, height)
    except AssertionError:
        return False
    return True


def assert_two_panes(rows: Sequence[str], width: int) -> None:
    """In every row above Try it, the borders of the two panes stand side by side in the middle."""
    middle = width // 2
    until = next(number for number, row in enumerate(rows) if "─ Try it" in row)
    for row in rows[1:until]:
        assert {column(row, middle - 1), column(row, middle)} <= _BORDERS, f"no borders in the middle of {row!r}"
