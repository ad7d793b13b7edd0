"""Tokens one behind another, a border between them, wrapped to a width."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style

from bpetui.rendering.cells import cut
from bpetui.rendering.units import Unit


class Drawn(NamedTuple):
    """A piece of a row, the first and the last of the tokens that it is of, and the bytes of the text it stands for."""

    segment: Segment
    token: int
    last: int
    start: int
    stop: int


Row = list[Drawn]


def token_rows(
    units: Iterable[Unit],
    count: int,
    width: int,
    base: Style,
    style: Callable[[Unit], Style],
    borders: Mapping[int, str] | None = None,
) -> list[Row]:
    """The rows of ``count`` tokens, each ``width`` cells at most; ``style`` is laid over ``base`` for each unit.

    ``borders`` are the borders, of one cell, behind some of the tokens, by their numbers.
    """
    borders, plain = borders or {}, Segment("│", base + Style(dim=True))
    row: Row = []
    rows = [row]
    used = 0
    for unit in units:
        segment = Segment(cut(unit.text, width), base + style(unit))
        has_border = not unit.joined and unit.last < count - 1
        if row and used + segment.cell_length + has_border > width:
            rows.append(row := [])
            used = 0
        row.append(Drawn(segment, unit.token, unit.last, unit.start, unit.stop))
        used += segment.cell_length
        if has_border and used < width:
            border = Segment(borders[unit.last], base) if unit.last in borders else plain
            row.append(Drawn(border, unit.token, unit.last, unit.start, unit.stop))
            used += 1
        if unit.ends_line:
            rows.append(row := [])
            used = 0
    return rows


def row_of(rows: list[Row], token: int) -> int:
    """The row where a token begins; the first one if it is not drawn."""
    found = (at for at, row in enumerate(rows) for piece in row if piece.token <= token <= piece.last)
    return next(found, 0)
