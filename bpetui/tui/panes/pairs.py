"""The pairs of the corpus as it is tokenised now, best first, and in words which one is next and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bpetui.core.trainer import RankedPair
from bpetui.core.utf8 import visible
from bpetui.tui.panes.cells import Piece, brief, pair_cell
from bpetui.tui.panes.table import Column, Table
from bpetui.tui.run import Run
from bpetui.worker.messages import View


@dataclass(frozen=True)
class PairRow:
    """A pair and its two tokens, as they were when the row came: later the ids may stand for others."""

    pair: RankedPair
    left: bytes
    right: bytes

    @classmethod
    def of(cls, pair: RankedPair, run: Run) -> PairRow:
        return cls(pair, run.token(pair.left), run.token(pair.right))


class PairsPane(Table[PairRow]):
    """While the cursor is on the first row it stays there, on the best pair; elsewhere it goes with its pair."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self._run: Run | None = None
        self._view: View | None = None
        self._following: PairRow | None = None

    @property
    def selected_pair(self) -> RankedPair | None:
        """The pair of the cursor's row, if it is here."""
        return self.selected.pair if self.selected else None

    def show_view(self, view: View, run: Run) -> None:
        """Show the pairs of a view."""
        if run is not self._run:
            self.forget()
            self._run = run
        self._view = view
        self._following = PairRow.of(view.following, run) if view.following else None
        if view.pairs:
            rows = [PairRow.of(pair, run) for pair in view.pairs.rows]
            self.show(view.pairs.start, rows, view.pairs.total, cursor=self._row_to_select(view.pairs.start, rows))

    def _row_to_select(self, start: int, rows: Sequence[PairRow]) -> int | None:
        if not self.cursor or not self.selected:
            return None
        first, last = self.window
        for index, row in enumerate(rows, start):
            if first <= index < last and (row.left, row.right) == (self.selected.left, self.selected.right):
                return index
        return None

    def columns(self) -> Sequence[Column[PairRow]]:
        return (
            Column("count", 0, lambda row, _: f"{row.pair.count:,}"),
            Column("Δ", 3, lambda row, _: signed(row.pair.change)),
            Column("pair", 1, lambda row, width: pair_cell(row.left, row.right, self.spelling, width), 11, 43),
            Column("becomes", 2, lambda row, width: [Piece(brief(row.left + row.right, self.spelling, width))], 7, 40),
        )

    def notes(self) -> Sequence[str]:
        if not self._view:
            return ()
        return self._next_and_why(self._view), self._how_many(self._view)

    def _next_and_why(self, view: View) -> str:
        if not self._following:
            return "no pair is left: every word is one token"
        width = max(8, (self.size.width - 4) // 3)
        pair = "+".join(brief(token, self.spelling, width) for token in (self._following.left, self._following.right))
        if view.again:
            return f"{view.made + 1:,}: {pair}, undone before, is made again"
        count = f"{self._following.pair.count:,}"
        if view.ties > 1:
            return f"{view.ties:,} pairs tie at {count}; the one met first, {pair}, is next"
        return f"{pair} is alone at {count}: it is next"

    def _how_many(self, view: View) -> str:
        first, last = self.window
        if text := view.look.pairs_filter:
            number = f"{self.total:,}" if self.total else "none"
            return f"{number} of {view.pair_count:,} pairs contain{'s' * (self.total < 2)} “{visible(text)}”"
        if self.total <= last - first:
            return f"{self.total:,} pair{'s' * (self.total != 1)}"
        if not first:
            return f"{last:,} of {self.total:,} pairs"
        return f"{first + 1:,}–{last:,} of {self.total:,} pairs"


def signed(change: int) -> str:
    """A change with its sign: ``+12``, ``−3``, ``0``."""
    return f"{change:+,}".replace("-", "−") if change else "0"
