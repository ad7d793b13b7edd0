"""Every merge made, in order, and those undone behind them."""

from __future__ import annotations

from collections.abc import Sequence

from bpetui.core.vocabulary import Merge
from bpetui.tui.panes.cells import Piece, brief, pair_cell
from bpetui.tui.panes.table import Column, Table
from bpetui.tui.run import Run

UNDONE = "↷"


class HistoryPane(Table[Merge]):
    """Draws the run's own list of merges. While the cursor is on the merge made last it goes with it."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self._run: Run | None = None
        self._made = 0

    @property
    def selected_merge(self) -> Merge | None:
        """The merge of the cursor's row."""
        return self.selected

    def show_run(self, run: Run) -> None:
        """Show where the run is now."""
        if run is not self._run:
            self.forget()
            self._run, self._made = run, 0
        follows = self.cursor == max(0, self._made - 1)
        self._made = run.made
        self.show(0, run.merges, len(run.merges), cursor=max(0, run.made - 1) if follows else None)

    def _token(self, token_id: int) -> bytes:
        return self._run.token(token_id) if self._run else b"?"

    def columns(self) -> Sequence[Column[Merge]]:
        return (
            Column("#", 0, lambda merge, _: f"{merge.number:,}"),
            Column("count", 2, lambda merge, _: f"{merge.count:,}"),
            Column("ties", 6, lambda merge, _: f"{merge.ties:,}"),
            Column("by", 5, lambda merge, _: [Piece("you" if merge.chosen else "")], 3, 3),
            Column("tokens", 4, lambda merge, _: f"{merge.tokens:,}"),
            Column("id", 7, lambda merge, _: f"{merge.id}"),
            Column("pair", 3, self._pair_cell, 11, 43),
            Column("token", 1, self._token_cell, 7, 40),
        )

    def _pair_cell(self, merge: Merge, width: int) -> list[Piece]:
        return pair_cell(self._token(merge.left), self._token(merge.right), self.spelling, width)

    def _token_cell(self, merge: Merge, width: int) -> list[Piece]:
        return [Piece(brief(self._token(merge.id), self.spelling, width))]

    def mark(self, row: Merge) -> str:
        return UNDONE if row.number > self._made else " "

    def row_style(self, row: Merge) -> str:
        return "table--undone" if row.number > self._made else "table--row"

    def notes(self) -> Sequence[str]:
        if not self._run:
            return ()
        merge = self.selected
        undone = len(self._run.merges) - self._made
        how_many = f"{self._made:,} made" + (f", {undone:,} undone {UNDONE}" if undone else "")
        if not merge:
            return ("no merge has been made: every byte is a token",)
        return _in_words(merge, merge.number > self._made), how_many


def _in_words(merge: Merge, undone: bool) -> str:
    number = f"{merge.number:,}"
    if undone:
        return f"merge {number} is undone, and can be made again"
    if merge.chosen:
        return f"merge {number} was your choice, at a count of {merge.count:,}"
    if merge.ties > 1:
        return f"merge {number} was met first of the {merge.ties:,} pairs that tied at {merge.count:,}"
    return f"merge {number} was alone at {merge.count:,}"
