"""The title in the top border of a pane."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

_FRAME = 6
"""Cells of the border that a title and its details cannot take."""


def pane_title(title: str, details: Sequence[str], width: int) -> Content:
    """Return a title for the left of a border of ``width`` cells, with the details at its right.

    Where room is short, the first details are left out.
    """
    room = width - _FRAME
    shown = [*details]
    while shown and cell_len(f"{title} {' · '.join(shown)}") + 2 > room:
        del shown[0]
    right = " · ".join(shown)
    if not right:
        return Content(f" {title} ")
    line = "─" * (room - cell_len(title) - cell_len(right) - 2)
    return Content(f" {title} {line} {right} ")
