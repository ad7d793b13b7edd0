"""The pane of all merges in order: those made, then those undone."""

from __future__ import annotations

from collections.abc import Sequence

from bpetui.core.plurals import counted
from bpetui.core.vocabulary import Merge
from bpetui.rendering.cells import StyledText, brief, pair_sentence, spelled_pair
from bpetui.tui.run.run_state import RunState
from bpetui.tui.terminal.bindings import keys_of
from bpetui.tui.widgets.columns import Column
from bpetui.tui.widgets.table import Table

CHOSEN, UNDONE = "*", "↷"


class HistoryPane(Table[Merge]):
    """Lists the merges of the run. A cursor on the last merge made follows it."""

    ALLOW_SELECT = True

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self._run: RunState | None = None
        self._made = 0

    @property
    def selected_merge(self) -> Merge | None:
        """The merge in the cursor's row."""
        return self.selected

    def show_run(self, run: RunState) -> None:
        """Show the state of the run."""
        if run is not self._run:
            self.forget()
            self._run, self._made = run, 0
        follows = self.cursor == max(0, self._made - 1)
        self._made = run.made
        self.show(0, run.merges, len(run.merges), cursor=max(0, run.made - 1) if follows else None)

    def _token(self, token_id: int) -> bytes:
        assert self._run is not None  # there are rows
        return self._run.token(token_id)

    def columns(self) -> Sequence[Column[Merge]]:
        return (
            Column("#", 0, lambda merge, _: f"{merge.number:,}"),
            Column("count", 1, lambda merge, _: f"{merge.count:,}"),
            Column("tied", 5, lambda merge, _: f"{merge.ties:,}" if merge.ties > 1 else "–"),
            Column("tokens", 4, lambda merge, _: f"{merge.tokens:,}"),
            Column("id", 6, lambda merge, _: f"{merge.id}"),
            Column("by", 7, lambda merge, _: "you" if merge.chosen else "rule"),
            Column("pair", 2, self._pair_cell, 11, 23),
            Column("token", 3, self._token_cell, 7, 40),
        )

    def _pair_cell(self, merge: Merge, width: int) -> list[StyledText]:
        return spelled_pair(self._token(merge.left), self._token(merge.right), self.spelling, width)

    def _token_cell(self, merge: Merge, width: int) -> list[StyledText]:
        return [StyledText(brief(self._token(merge.id), self.spelling, width))]

    def mark(self, row: Merge) -> str:
        if row.number > self._made:
            return UNDONE
        return CHOSEN if row.chosen else " "

    def row_text(self, row: Merge) -> bytes:
        return self._token(row.id)

    def row_style(self, row: Merge) -> str:
        return "table--muted" if row.number > self._made else ""

    def notes(self) -> Sequence[StyledText]:
        if not self._run:
            return ()
        merge = self.selected
        if not merge:
            return (StyledText(f"No merges yet: every token is a {self._run.unit}"),)
        merges, undone = counted(self._made, "merge"), len(self._run.merges) - self._made
        how_many = f"{merges}, {undone:,} undone {UNDONE}" if undone else merges
        return StyledText(self._sentence_on(merge)), StyledText(how_many, "table--muted")

    def _sentence_on(self, merge: Merge) -> str:
        keys = keys_of(self)
        by_ids = self._run is not None and self._run.opened.options.ties == "smallest-id"
        if merge.number > self._made:
            sentence = "{number:,}: {pair} is undone; press {keys[step]} to redo merges"
        elif merge.chosen:
            sentence = "{number:,}: {pair} is your choice ({mark}), count {count:,}"
        elif merge.ties == 1:
            sentence = "{number:,}: {pair} led with {count:,}"
        elif by_ids:
            sentence = "{number:,}: {pair} won a {ties:,}-way tie at {count:,} (smallest ids)"
        else:
            sentence = "{number:,}: {pair} won a {ties:,}-way tie at {count:,} (occurs first)"
        return pair_sentence(
            lambda pair: keys.format(
                sentence, number=merge.number, pair=pair, count=merge.count, ties=merge.ties, mark=CHOSEN
            ),
            self._token(merge.left),
            self._token(merge.right),
            self.spelling,
            *self.first_note_size,
        )
