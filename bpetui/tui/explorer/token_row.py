"""The tokens of the typed text; the arrow keys select one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset
from textual.message import Message
from textual.strip import Strip

from bpetui.rendering.cells import cut
from bpetui.rendering.units import Unit
from bpetui.tui.run.typed_text import TypedText
from bpetui.tui.terminal.bindings import binding
from bpetui.tui.widgets.colors import colors
from bpetui.tui.widgets.painted_lines import SpelledLines
from bpetui.tui.widgets.selectable_lines import SelectableLines
from bpetui.tui.widgets.token_rows import Drawn, DrawnRow, row_of, token_rows


class TokenRow(SpelledLines, SelectableLines, can_focus=True):
    """Draws the tokens of the typed text with borders between them, in wrapped rows or as a list."""

    BINDINGS = [
        # Keys of the screen that the bottom line names only for this widget.
        binding("tokenizer", "screen.tokenizer", is_shown=True),
        binding("trace", "screen.trace", is_shown=True),
        binding("look_closer", "screen.look_closer", is_shown=True),
        binding("tokens.left", "select(-1)"),
        binding("tokens.right", "select(1)"),
        binding("tokens.home", "select(-1000000)"),
        binding("tokens.end", "select(1000000)"),
    ]

    class Selected(Message):
        """Another token is selected."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.typed = TypedText()
        self.selected = 0
        self._listing = False
        self._top = 0
        self._rows: list[DrawnRow] = []

    def show_typed(self, typed: TypedText, offset: int | None = None) -> None:
        """Draw the tokens of a text, and select the one that holds the byte at ``offset``, if given."""
        selected = self.selected if offset is None else typed.at(offset)
        selected = max(0, min(selected, len(typed.ids) - 1))
        is_same = (typed, selected, typed.tokenizer) == (self.typed, self.selected, self.typed.tokenizer)
        if not is_same:
            if self.has_selection and typed != self.typed:
                self.screen.clear_selection()
            self.typed, self.selected = typed, selected
            self.lay_out()

    def list_tokens(self, listing: bool) -> None:
        """Draw each token in a row with its description, or all tokens in wrapped rows."""
        self._listing = listing
        self.lay_out()

    def action_select(self, by: int) -> None:
        """Select a later token, or an earlier one."""
        self.selected = max(0, min(self.selected + by, len(self.typed.ids) - 1))
        self.lay_out()
        self.post_message(self.Selected())

    def on_click(self, event: events.Click) -> None:
        row, index = event.y + self._top, self.selected
        if self.has_selection:  # the end of a drag
            return
        if self._listing:
            index = row
        elif row < len(self._rows):
            index = next((piece.token for end, piece in self._ends(row) if event.x < end), index)
        self.action_select(index - self.selected)

    def _ends(self, row: int) -> Iterator[tuple[int, Drawn]]:
        """Return the pieces of a row, each with the cell after it."""
        ends = accumulate(piece.segment.cell_length for piece in self._rows[row])
        return zip(ends, self._rows[row], strict=True)

    def offset_at(self, cell: Offset) -> int | None:
        row = cell.y + self._top
        if self._listing:
            return self._starts[min(row, len(self.typed.ids) - 1)] if self.typed.ids else None
        row = min(row, len(self._rows) - 1)
        if row < 0 or not self._rows[row]:
            return None
        return next((piece.start for end, piece in self._ends(row) if cell.x < end), self._rows[row][-1].start)

    @property
    def _starts(self) -> list[int]:
        """The offset of each token in the joined tokens, in bytes, and the stop of the last one."""
        return [*accumulate(map(len, self.typed.tokenization.tokens), initial=0)]

    def text_between(self, first: int, last: int) -> str:
        if self._listing:
            stop = next((stop for start, stop in pairwise(self._starts) if start == last), last)
        else:
            stop = next((piece.stop for row in self._rows for piece in row if piece.start == last), last)
        return b"".join(self.typed.tokenization.tokens)[first:stop].decode(errors="replace")

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.lay_out()

    def wrap(self, style: Style) -> None:
        if self._listing:
            self._rows, selected_row = [], self.selected
        else:
            self._rows = self._wrapped(style)
            selected_row = row_of(self._rows, self.selected)
        height, rows = max(1, self.size.height), len(self.typed.ids) if self._listing else len(self._rows)
        self._top = min(selected_row, max(self._top, selected_row - height + 1, 0))
        self._top = max(0, min(self._top, rows - height))

    def _wrapped(self, base: Style) -> list[DrawnRow]:
        """Return the tokens in wrapped rows."""
        palette, ids = colors(self.app, self.typed.base), self.typed.ids

        def style(unit: Unit) -> Style:
            found = palette.newest if ids[unit.token] == self.typed.newest else palette.token(ids[unit.token])
            if unit.token <= self.selected <= unit.last:
                return palette.place if self.has_focus else found + Style(bold=True)
            return found

        return token_rows(self.typed.units(self.spelling), len(ids), max(1, self.size.width), base, style)

    def _listed(self, index: int, base: Style) -> Strip:
        """Return the row of one token, with its description."""
        sentence = cut(self.typed.describe(index), self.size.width - 2)
        if index != self.selected:
            return Strip([Segment(f"  {sentence}", base)])
        return Strip([Segment("▸ ", base), Segment(sentence, base + Style(bold=True, reverse=self.has_focus))])

    def content_lines(self, style: Style) -> Sequence[Strip]:
        stop = self._top + self.size.height
        if self._listing:
            return [self._listed(index, style) for index in range(self._top, min(stop, len(self.typed.ids)))]
        return [Strip(piece.segment for piece in row) for row in self._rows[self._top : stop]]
