"""The table of the compared tokenizers and their figures."""

from __future__ import annotations

from collections.abc import Sequence

from bpetui.core.utf8 import visible
from bpetui.rendering.cells import StyledText, cut
from bpetui.rendering.figures import two_places
from bpetui.tui.compare.comparison import ComparisonRow, fewest_tokens
from bpetui.tui.terminal.bindings import binding
from bpetui.tui.widgets.columns import Column
from bpetui.tui.widgets.table import Table

FEWEST = "*"
"""The mark of the tokenizer with the fewest tokens."""

_ROOM_FOR_NOTE = 16
"""Rows that a screen needs to have a line for notes."""


class FiguresTable(Table[ComparisonRow], inherit_bindings=False):
    """A row for each tokenizer and form of the text; the left and right arrow keys select a token."""

    BINDINGS = [
        binding("compare.add", "screen.add"),
        binding("compare.forms", "screen.forms"),
        binding("compare.up", "move(-1)"),
        binding("compare.down", "move(1)"),
        binding("compare.left", "screen.walk(-1)"),
        binding("compare.right", "screen.walk(1)"),
        binding("compare.home", "screen.walk(-1000000)"),
        binding("compare.end", "screen.walk(1000000)"),
        binding("compare.pageup", "screen.page(-1)"),
        binding("compare.pagedown", "screen.page(1)"),
        binding("compare.type", "screen.type"),
        binding("compare.remove", "screen.remove"),
    ]

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self.note = ""
        self._fewest: int | None = None

    def show_rows(self, rows: Sequence[ComparisonRow]) -> None:
        """Show the figures of these rows."""
        self.note_lines = int(self.screen.size.height >= _ROOM_FOR_NOTE)
        self._fewest = fewest_tokens(rows)
        self.styles.height = len(rows) + 1 + self.note_lines
        self.show(0, rows, len(rows))

    def columns(self) -> Sequence[Column[ComparisonRow]]:
        rows = [self.row(at) for at in range(self.total)]
        form: list[Column[ComparisonRow]] = []
        if any(row and row.text_form.label for row in rows):
            form = [Column("form", 1, lambda row, width: [StyledText(cut(row.text_form.label, width))], 9, 11)]
        return (
            Column("tokenizer", 0, lambda row, width: [StyledText(cut(visible(row.name), width))], 9, 30),
            *form,
            Column("tokens", 2, lambda row, _: "–" if row.problem else f"{row.token_count:,}"),
            Column("bytes/token", 3, lambda row, _: two_places(row.figures.bytes_per_token)),
            Column("characters/token", 5, lambda row, _: two_places(row.figures.characters_per_token)),
            Column("tokens/word", 4, lambda row, _: two_places(row.figures.tokens_per_word)),
        )

    def mark(self, row: ComparisonRow) -> str:
        return FEWEST if row.token_count == self._fewest and not row.problem else " "

    def notes(self) -> Sequence[StyledText]:
        note = self.note or (f"{FEWEST} Fewest tokens" if self._fewest is not None else "")
        return (StyledText(note, "table--muted"),) if note else ()
