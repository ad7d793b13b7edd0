"""Tokens in rows, with borders between them, wrapped to a width."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import NamedTuple

from rich.segment import Segment
from rich.style import Style

from bpetui.rendering.cells import cut
from bpetui.rendering.units import Unit


class Drawn(NamedTuple):
    """A piece of a row, the indices of its first and last token, and the offsets of its bytes in the text."""

    segment: Segment
    token: int
    last: int
    start: int
    stop: int


DrawnRow = list[Drawn]


def token_rows(
    units: Iterable[Unit],
    count: int,
    width: int,
    base: Style,
    style: Callable[[Unit], Style],
    borders: Mapping[int, str] | None = None,
) -> list[DrawnRow]:
    """Return the rows of ``count`` tokens, each at most ``width`` cells wide; ``style`` is added to ``base``.

    ``borders`` are special borders, one cell wide, after some of the tokens, by index.
    """
    borders, plain = borders or {}, Segment("│", base + Style(dim=True))
    row: DrawnRow = []
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


def row_of(rows: list[DrawnRow], token: int) -> int:
    """Return the row where a token begins, or the first row if the token is not drawn."""
    found = (at for at, row in enumerate(rows) for piece in row if piece.token <= token <= piece.last)
    return next(found, 0)
