"""The tokenizers that are compared, and the figures of each."""

from __future__ import annotations

from collections.abc import Sequence

from textual.binding import Binding

from bpetui.core.utf8 import visible
from bpetui.rendering.cells import StyledText, cut
from bpetui.rendering.figures import two_places
from bpetui.tui.compare.comparison import Compared, fewest
from bpetui.tui.widgets.columns import Column
from bpetui.tui.widgets.table import Table

FEWEST = "*"
"""The mark of the tokenizer with the fewest tokens."""

_ROOM_FOR_NOTE = 16
"""Rows of a screen from which on there is a line for notes."""


class FiguresTable(Table[Compared], inherit_bindings=False):
    """A row for each tokenizer, and for each normal form of the text; the arrow keys to the sides walk the tokens."""

    BINDINGS = [
        Binding("a", "screen.add", "Add", id="compare.add"),
        Binding("f", "screen.forms", "NFC/NFD", id="compare.forms"),
        Binding("up", "move(-1)", "Tokenizer", key_display="↑ ↓", id="compare.up"),
        Binding("down", "move(1)", show=False, id="compare.down"),
        Binding("left", "screen.walk(-1)", "Token", key_display="← →", id="compare.left"),
        Binding("right", "screen.walk(1)", show=False, id="compare.right"),
        Binding("home", "screen.walk(-1000000)", show=False, id="compare.home"),
        Binding("end", "screen.walk(1000000)", show=False, id="compare.end"),
        Binding("pageup", "screen.page(-1)", show=False, id="compare.pageup"),
        Binding("pagedown", "screen.page(1)", show=False, id="compare.pagedown"),
        Binding("i", "screen.type", "Type", id="compare.type"),
        Binding("enter", "screen.type", show=False, id="compare.enter"),
        Binding("x,delete", "screen.remove", "Remove", id="compare.remove"),
    ]

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self.note = ""
        self._fewest: int | None = None

    def show_compared(self, compared: Sequence[Compared]) -> None:
        """Show other figures."""
        self.note_lines = int(self.screen.size.height >= _ROOM_FOR_NOTE)
        self._fewest = fewest(compared)
        self.styles.height = len(compared) + 1 + self.note_lines
        self.show(0, compared, len(compared))

    def columns(self) -> Sequence[Column[Compared]]:
        rows = [self.row(at) for at in range(self.total)]
        form: list[Column[Compared]] = []
        if any(row and row.version.form for row in rows):
            form = [Column("form", 1, lambda row, width: [StyledText(cut(row.version.form, width))], 9, 11)]
        return (
            Column("tokenizer", 0, lambda row, width: [StyledText(cut(visible(row.name), width))], 9, 30),
            *form,
            Column("tokens", 2, lambda row, _: "–" if row.problem else f"{row.count:,}"),
            Column("bytes/token", 3, lambda row, _: two_places(row.figures.bytes_per_token)),
            Column("characters/token", 5, lambda row, _: two_places(row.figures.characters_per_token)),
            Column("tokens/word", 4, lambda row, _: two_places(row.figures.tokens_per_word)),
        )

    def mark(self, row: Compared) -> str:
        return FEWEST if row.count == self._fewest and not row.problem else " "

    def notes(self) -> Sequence[StyledText]:
        note = self.note or (f"{FEWEST} the fewest tokens" if self._fewest is not None else "")
        return (StyledText(note, "table--muted"),) if note else ()
