"""The columns of a table, and their layout: which ones fit, and how wide each is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from bpetui.rendering.cells import StyledText, fitted

Row = TypeVar("Row")

GAP = 2
"""Cells between two columns."""


@dataclass(frozen=True)
class Column(Generic[Row]):
    """A column of a table.

    ``draw`` returns the content of a row: a number as text, or pieces that fit in the given width. Numbers are aligned
    right in a column as wide as the widest number seen; other columns are ``least`` to ``most`` cells wide. Where room
    is short, the columns with the highest ``rank`` are left out.
    """

    title: str
    rank: int
    draw: Callable[[Row, int], str | Sequence[StyledText]]
    least: int = 0
    most: int = 0

    @property
    def is_number(self) -> bool:
        return not self.most


class Layout(Generic[Row]):
    """The columns that fit in ``width`` cells, and the width of each.

    ``widest`` holds, by title, the width of the widest number seen: a column of numbers never shrinks, so that the
    columns stay where they are.
    """

    def __init__(self, columns: Sequence[Column[Row]], rows: Sequence[Row], width: int, widest: dict[str, int]) -> None:
        least: dict[str, int] = {}
        for column in columns:
            least[column.title] = column.least
            if column.is_number:
                seen = max((len(str(column.draw(row, 0))) for row in rows), default=0)
                seen = max(seen, widest.get(column.title, len(column.title)))
                least[column.title] = widest[column.title] = seen
        room = width + GAP
        kept: set[str] = set()
        for column in sorted(columns, key=lambda column: column.rank):
            if not kept or least[column.title] + GAP <= room:
                kept.add(column.title)
                room -= least[column.title] + GAP
        shown = [column for column in columns if column.title in kept]
        bounds = [(least[column.title], max(least[column.title], column.most)) for column in shown]
        self._columns = list(zip(shown, shared_out(width - GAP * (len(shown) - 1), bounds), strict=True))

    def titles(self) -> list[StyledText]:
        """Return the pieces of the header."""
        return self._joined([[StyledText(column.title)] for column, _ in self._columns])

    def cells(self, row: Row) -> list[StyledText]:
        """Return the pieces of a row."""
        drawn = [column.draw(row, width) for column, width in self._columns]
        return self._joined([[StyledText(cell)] if isinstance(cell, str) else cell for cell in drawn])

    def _joined(self, cells: Sequence[Sequence[StyledText]]) -> list[StyledText]:
        pieces: list[StyledText] = []
        for cell, (column, width) in zip(cells, self._columns, strict=True):
            if pieces:
                pieces.append(_GAP)
            pieces += fitted(cell, width, right=column.is_number)
        return pieces


_GAP = StyledText(" " * GAP)


def shared_out(width: int, bounds: Sequence[tuple[int, int]]) -> list[int]:
    """Share ``width`` among columns with the given least and most widths; the first columns get the remainder."""
    widths = [least for least, _ in bounds]
    spare = width - sum(widths)
    if spare < 0:
        return [max(0, widths[0] + spare), *widths[1:]]
    while spare > 0:
        growing = [at for at, (_, most) in enumerate(bounds) if widths[at] < most]
        if not growing:
            break
        share = -(-spare // len(growing))
        for at in growing:
            more = min(share, spare, bounds[at][1] - widths[at])
            widths[at] += more
            spare -= more
    return widths
