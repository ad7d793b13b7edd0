"""The tokens of the text that was typed, which the arrow keys walk."""

from __future__ import annotations

from itertools import accumulate

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from bpetui.rendering.cells import cut
from bpetui.rendering.units import SPELLINGS, Spelling, Unit
from bpetui.tui.run.typed_text import TypedText
from bpetui.tui.widgets.colors import colors, ground
from bpetui.tui.widgets.token_rows import Row, row_of, token_rows


class TokenRow(Widget, can_focus=True):
    """The tokens of the text, a border between them, wrapped; the arrow keys walk them."""

    BINDINGS = [
        # Keys of the screen, of which the line at the bottom says here that there are such.
        Binding("k", "screen.tokenizer", "Tokenizer", id="tokenizer"),
        Binding("w", "screen.trace", "Trace", id="trace"),
        Binding("enter", "screen.closer", "Look closer", id="closer"),
        Binding("left,up", "walk(-1)", show=False, id="tokens.left"),
        Binding("right,down", "walk(1)", show=False, id="tokens.right"),
        Binding("home", "walk(-1000000)", show=False, id="tokens.home"),
        Binding("end", "walk(1000000)", show=False, id="tokens.end"),
    ]

    class Walked(Message):
        """Another token is selected."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.spelling: Spelling = "hex"
        self.typed = TypedText()
        self.selected = 0
        self._listing = False
        self._top = 0
        self._rows: list[Row] = []
        self._ground = ("", Style.null())  # what they are drawn on

    def show_typed(self, typed: TypedText, offset: int | None = None) -> None:
        """Draw the tokens of a text, and select the one that holds the byte at ``offset``, if given."""
        selected = self.selected if offset is None else typed.at(offset)
        selected = max(0, min(selected, len(typed.ids) - 1))
        is_same = (typed, selected, typed.tokenizer) == (self.typed, self.selected, self.typed.tokenizer)
        if not is_same:
            self.typed, self.selected = typed, selected
            self._lay_out()

    def cycle_spelling(self) -> Spelling:
        """Draw partial tokens the next way; returns which."""
        self.spelling = SPELLINGS[(SPELLINGS.index(self.spelling) + 1) % len(SPELLINGS)]
        self._lay_out()
        return self.spelling

    def list_tokens(self, listing: bool) -> None:
        """Draw a row for each token, with all that is said of it, or the tokens one behind another."""
        self._listing = listing
        self._lay_out()

    def action_walk(self, by: int) -> None:
        """Select a token further on, or back."""
        self.selected = max(0, min(self.selected + by, len(self.typed.ids) - 1))
        self._lay_out()
        self.post_message(self.Walked())

    def on_click(self, event: events.Click) -> None:
        row, index = event.y + self._top, self.selected
        if self._listing:
            index = row
        elif row < len(self._rows):
            ends = accumulate(piece.segment.cell_length for piece in self._rows[row])
            pieces = zip(ends, self._rows[row], strict=True)
            index = next((piece.token for end, piece in pieces if event.x < end), index)
        self.action_walk(index - self.selected)

    def on_resize(self) -> None:
        self._lay_out()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self._lay_out()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        if self.is_attached and ground(self) != self._ground:
            self._lay_out()

    def _lay_out(self) -> None:
        if not self.is_attached:
            return
        if self._listing:
            self._rows, selected_row = [], self.selected
        else:
            self._rows = self._wrapped()
            selected_row = row_of(self._rows, self.selected)
        height, rows = max(1, self.size.height), len(self.typed.ids) if self._listing else len(self._rows)
        self._top = min(selected_row, max(self._top, selected_row - height + 1, 0))
        self._top = max(0, min(self._top, rows - height))
        self.refresh()

    def _wrapped(self) -> list[Row]:
        """The tokens one behind another."""
        self._ground = _, base = ground(self)
        palette, ids = colors(self.app, self.typed.base), self.typed.ids

        def style(unit: Unit) -> Style:
            found = palette.newest if ids[unit.token] == self.typed.newest else palette.token(ids[unit.token])
            if unit.token <= self.selected <= unit.last:
                return palette.place if self.has_focus else found + Style(bold=True)
            return found

        return token_rows(self.typed.units(self.spelling), len(ids), max(1, self.size.width), base, style)

    def _listed(self, index: int) -> Strip:
        """One token in a row of its own, with all that is said of it."""
        base, sentence = self.rich_style, cut(self.typed.describe(index), self.size.width - 2)
        if index != self.selected:
            return Strip([Segment(f"  {sentence}", base)])
        return Strip([Segment("▸ ", base), Segment(sentence, base + Style(bold=True, reverse=self.has_focus))])

    def render_line(self, y: int) -> Strip:
        style = self.rich_style
        at = y + self._top
        if self._listing:
            strip = self._listed(at) if at < len(self.typed.ids) else Strip.blank(0)
            return strip.adjust_cell_length(self.size.width, style)
        segments = [piece.segment for piece in self._rows[at]] if at < len(self._rows) else []
        return Strip(segments).adjust_cell_length(self.size.width, style)
