"""The pane of pairs, the next merge first, with a sentence on which pair is next and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from bpetui.core.plurals import times
from bpetui.core.trainer import RankedPair
from bpetui.rendering.cells import StyledText, brief, pair_sentence, rows_containing, rows_in_view, spelled_pair
from bpetui.tui.run.run_state import RunState
from bpetui.tui.widgets.columns import Column
from bpetui.tui.widgets.table import Table
from bpetui.worker.messages import View

TIED, VETOED, LIMITED = "=", "✗", "–"
"""The marks of pairs that tie for the next merge, that are vetoed, and that exceed the limits on tokens."""


@dataclass(frozen=True)
class PairRow:
    """A pair and the bytes of its tokens when the row arrived; later the ids can belong to other tokens."""

    pair: RankedPair
    left: bytes
    right: bytes

    @classmethod
    def from_pair(cls, pair: RankedPair, run: RunState) -> PairRow:
        return cls(pair, run.token(pair.left), run.token(pair.right))


class PairsPane(Table[PairRow]):
    """Lists pairs. A cursor on the first row stays there; elsewhere it follows its pair."""

    ALLOW_SELECT = True

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self._run: RunState | None = None
        self._view: View | None = None
        self._next_pair: PairRow | None = None

    @property
    def selected_pair(self) -> RankedPair | None:
        """The pair in the cursor's row, if the row has arrived."""
        return self.selected.pair if self.selected else None

    def selected_ids(self, run: RunState | None) -> tuple[int, int] | None:
        """Return the token ids of the selected pair, if a run has both tokens now."""
        pair = self.selected_pair
        known = pair and run and run.knows(pair.left) and run.knows(pair.right)
        return (pair.left, pair.right) if pair and known else None

    def show_view(self, view: View, run: RunState) -> None:
        """Show the pairs of a view."""
        if run is not self._run:
            self.forget()
            self._run = run
        self._view = view
        self._next_pair = PairRow.from_pair(view.next_pair, run) if view.next_pair else None
        if view.pairs:
            rows = [PairRow.from_pair(pair, run) for pair in view.pairs.rows]
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
            Column("pair", 1, lambda row, width: spelled_pair(row.left, row.right, self.spelling, width), 11, 23),
            Column(
                "becomes", 2, lambda row, width: [StyledText(brief(row.left + row.right, self.spelling, width))], 7, 40
            ),
        )

    def mark(self, row: PairRow) -> str:
        if row.pair.forbidden_by:
            return VETOED if row.pair.forbidden_by == "veto" else LIMITED
        view = self._view
        tied = view is not None and view.ties > 1 and view.next_pair and row.pair.count == view.next_pair.count
        return TIED if tied else " "

    def row_text(self, row: PairRow) -> bytes:
        return row.left + row.right

    def row_style(self, row: PairRow) -> str:
        return "table--muted" if row.pair.forbidden_by else ""

    def notes(self) -> Sequence[StyledText]:
        view = self._view
        if not view:
            return ()
        if text := view.request.pairs_filter:
            how_many = rows_containing(self.total, view.pair_count, "pair", text)
        else:
            how_many = rows_in_view(self.total, self.window, "pair")
        return StyledText(self._next_and_why(view)), StyledText(how_many, "table--muted")

    def _next_and_why(self, view: View) -> str:
        if not self._next_pair:
            return self._why_none(view)
        next_pair = self._next_pair
        if view.is_redo:
            sentence = "Next (redo): {pair}"
        elif view.ties == 1:
            sentence = "{pair} leads with {count:,} and is next"
        elif self._run is not None and self._run.opened.options.ties == "smallest-id":
            sentence = "{ties:,} pairs tie at {count:,} ({mark}). {pair} has the smallest ids, so it is next"
        else:
            sentence = "{ties:,} pairs tie at {count:,} ({mark}). {pair} occurs first, so it is next"
        return pair_sentence(
            lambda pair: sentence.format(pair=pair, ties=view.ties, count=next_pair.pair.count, mark=TIED),
            next_pair.left,
            next_pair.right,
            self.spelling,
            *self.first_note_size,
        )

    def _why_none(self, view: View) -> str:
        if not view.pair_count:
            return "No pairs left: every word is one token"
        if view.ended == "minimum-count" and self._run:
            return f"No remaining pair occurs at least {times(self._run.opened.options.min_count)}"
        return f"Every remaining pair is vetoed ({VETOED}) or exceeds the limits on tokens ({LIMITED})"


def signed(change: int) -> str:
    """Return a change with its sign: ``+12``, ``−3``, ``0``."""
    return f"{change:+,}".replace("-", "−") if change else "0"
