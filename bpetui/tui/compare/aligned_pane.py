"""The tokens of a text under several tokenizers, one row below the other, aligned by their bytes."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset
from textual.message import Message
from textual.strip import Strip

from bpetui.core.utf8 import visible
from bpetui.rendering.alignment import Alignment
from bpetui.rendering.cells import cut
from bpetui.tui.compare.comparison import ComparisonRow
from bpetui.tui.run.run_state_tokenizer import RunStateTokenizer
from bpetui.tui.widgets.colors import colors
from bpetui.tui.widgets.painted_lines import ScrollBar, ScrolledLines

_ROOM_FOR_NAMES = 60
"""Columns that the pane needs to show names at the left of the rows; else they are above them."""

_SELECTED = "▸ "


class AlignedPane(ScrolledLines):
    """The text in bands: each has a row for each tokenizer. One token of one row is selected."""

    ALLOW_SELECT = False

    class Clicked(Message):
        """A token was clicked."""

        def __init__(self, row: int, token: int) -> None:
            super().__init__()
            self.row, self.token = row, token

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._text = ""
        self._rows: Sequence[ComparisonRow] = ()
        self._names: list[str] = []
        self._alignment = Alignment("", (), 1)
        self._row = self._token = 0  # selected
        self._names_width = 0
        self._top = 0
        self._drawn: dict[tuple[int, int], Strip] = {}  # lines of the other rows, by band and line in it

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show(self, text: str, rows: Sequence[ComparisonRow], row: int, token: int) -> None:
        """Show the tokens of these rows, and select one of them."""
        self._text = text
        self._rows = list(rows)
        forms = max((cell_len(each.text_form.label) for each in rows), default=0)
        names = [visible(each.name) for each in rows]
        width = max(map(cell_len, names), default=0)
        if forms:
            names = [
                f"{name}{' ' * (width - cell_len(name))} {each.text_form.label}"
                for name, each in zip(names, rows, strict=True)
            ]
        self._names = names
        self._row, self._token = row, token
        self.lay_out()

    def select(self, row: int, token: int) -> None:
        """Select another token, and scroll to it."""
        self._row, self._token = row, token
        self._reveal()
        self.repaint()

    @property
    def row(self) -> int:
        """The row of the selected token."""
        return self._row

    def aligned_token(self, row: int, token: int, other: int) -> int:
        """Return the token of the row ``other`` at the place where a token of ``row`` begins."""
        return self._alignment.across(row, token, other)

    def page(self, pages: int) -> None:
        """Scroll down by pages, or up."""
        self.scroll_rows(pages * max(1, self.size.height - 1))

    @property
    def hidden(self) -> tuple[int, int]:
        """How many lines there are above and below those in view."""
        return self._top, max(0, self._height - self._top - self.size.height)

    def wrap(self, style: Style) -> None:
        width = self.size.width
        self._names_width = 0
        if width >= _ROOM_FOR_NAMES:
            self._names_width = min(max(map(cell_len, self._names), default=0), width // 3) + len(_SELECTED) + 1
        self._alignment = Alignment(
            self._text, [each.tokens for each in self._rows], max(1, width - self._names_width - 1)
        )
        self._drawn.clear()
        self._reveal()

    # -- where things are ----------------------------------------------------------------------------------------------

    @property
    def _lines_per_row(self) -> int:
        return 1 if self._names_width else 2

    @property
    def _lines_per_band(self) -> int:
        return len(self._rows) * self._lines_per_row + 1

    @property
    def _height(self) -> int:
        """The number of all lines, in view or not."""
        return max(0, self._alignment.bands * self._lines_per_band - 1)

    def _reveal(self) -> None:
        """Scroll the selected token into view, with its whole band if there is room."""
        if not self._rows or not self._rows[self._row].tokens.spans:
            self._look_from(self._top if self._rows else 0)
            return
        band = self._alignment.band_of(self._row, self._token) * self._lines_per_band
        line = band + self._row * self._lines_per_row
        height = max(1, self.size.height)
        top = min(band, max(self._top, band + self._lines_per_band - 1 - height))
        if line + self._lines_per_row - top > height:
            top = line + self._lines_per_row - height
        self._look_from(top)

    def _look_from(self, top: int) -> None:
        self._top = max(0, min(top, self._height - self.size.height))

    @property
    def scroll_bar(self) -> ScrollBar:
        return ScrollBar(self._top, self._top + self.size.height, self._height, self.size.height)

    def scroll_rows(self, by: int) -> None:
        self.look_from(self._top + by)

    def look_from(self, first: int) -> None:
        self._look_from(first)
        self.repaint()

    def clicked(self, at_cell: Offset, chain: int) -> None:
        band, line = divmod(at_cell.y + self._top, self._lines_per_band)
        row, is_name = divmod(line, self._lines_per_row)
        if band >= self._alignment.bands or row >= len(self._rows) or (self._lines_per_row == 2 and not is_name):
            return
        at = self._names_width
        for cell in self._alignment.cells(band, row):
            at += cell.width
            if at_cell.x < at:
                if cell.token is not None and at_cell.x >= self._names_width:
                    self.post_message(self.Clicked(row, cell.token))
                return

    # -- drawing -------------------------------------------------------------------------------------------------------

    def content_lines(self, style: Style) -> Sequence[Strip]:
        return [self._line(y, style) for y in range(min(self.size.height, self._height - self._top))]

    def _line(self, y: int, style: Style) -> Strip:
        """Return a line in view; lines of rows that are not selected are cached."""
        band, line = divmod(y + self._top, self._lines_per_band)
        row, part = divmod(line, self._lines_per_row)
        if row >= len(self._rows):
            return Strip([])
        if row == self._row:
            return self._draw_row(band, row, part, style)
        if (band, line) not in self._drawn:
            self._drawn[band, line] = self._draw_row(band, row, part, style)
        return self._drawn[band, line]

    def _draw_row(self, band: int, row: int, part: int, style: Style) -> Strip:
        """Draw a line of a row: its name, its tokens, or both."""
        is_selected = row == self._row
        segments: list[Segment] = []
        if self._names_width or part == 0:
            segments.append(self._label(row, style, self._names_width or self.size.width - 1))
        if self._names_width or part == 1:
            ids, run = self._rows[row].tokenization.ids, self._rows[row].tokenizer
            palette = colors(self.app, run.run.base if isinstance(run, RunStateTokenizer) else 0)
            few = self.app.native_ansi_color
            border, selected = style + Style(dim=True), style + palette.place
            for cell in self._alignment.cells(band, row):
                if cell.token is None:
                    own = border
                elif is_selected and cell.token == self._token:
                    own = selected
                else:
                    own = style + palette.token(ids[cell.token])
                    if few and not cell.text.strip():  # a color is seen on letters only
                        own += Style(underline=True)
                segments.append(Segment(cell.text, own))
        return Strip(Segment.simplify(segments))

    def _label(self, row: int, style: Style, width: int) -> Segment:
        is_selected = row == self._row
        text = cut((_SELECTED if is_selected else "  ") + self._names[row], width - 1)
        return Segment(text + " " * (width - cell_len(text)), style + Style(bold=is_selected, dim=not is_selected))
