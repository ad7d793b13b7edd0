"""The tokens of a text under several tokenizers, under each other, so that their bytes are aligned."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from bpetui.core.utf8 import visible
from bpetui.rendering.alignment import Alignment
from bpetui.rendering.cells import cut
from bpetui.tui.compare.comparison import Compared
from bpetui.tui.run.run_state_tokenizer import RunStateTokenizer
from bpetui.tui.widgets.colors import colors, ground

_ROOM_FOR_NAMES = 60
"""Columns from which on the names stand at the left of the rows; else they stand above them."""

_WHEEL_LINES = 3
_SELECTED = "▸ "


class AlignedPane(Widget):
    """Bands of rows, one for each tokenizer; a token of one row is selected."""

    ALLOW_SELECT = False

    class Clicked(Message):
        """A token was clicked."""

        def __init__(self, row: int, token: int) -> None:
            super().__init__()
            self.row, self.token = row, token

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._text = ""
        self._rows: Sequence[Compared] = ()
        self._names: list[str] = []
        self._alignment = Alignment("", (), 1)
        self._row = self._token = 0  # selected
        self._top = 0
        self._lines: list[Strip] = []  # as painted
        self._drawn: dict[tuple[int, int], Strip] = {}  # lines of rows that are not selected, by their bands
        self._ground = ("", Style.null())

    # -- what is shown -------------------------------------------------------------------------------------------------

    def show(self, text: str, rows: Sequence[Compared], row: int, token: int) -> None:
        """Show what several tokenizers make of a text, and select a token of one."""
        self._text = text
        self._rows = list(rows)
        forms = max((cell_len(each.version.form) for each in rows), default=0)
        names = [visible(each.name) for each in rows]
        width = max(map(cell_len, names), default=0)
        if forms:
            names = [
                f"{name}{' ' * (width - cell_len(name))} {each.version.form}"
                for name, each in zip(names, rows, strict=True)
            ]
        self._names = names
        self._row, self._token = row, token
        self._align()

    def select(self, row: int, token: int) -> None:
        """Select another token, and let it be seen."""
        self._row, self._token = row, token
        self._reveal()
        self._update()

    @property
    def row(self) -> int:
        """The row of the selected token."""
        return self._row

    def aligned_token(self, row: int, token: int, other: int) -> int:
        """The token of another row that stands where a token of a row begins."""
        return self._alignment.across(row, token, other)

    def page(self, pages: int) -> None:
        """Look further down, or up."""
        self._look_from(self._top + pages * max(1, self.size.height - 1))
        self._update()

    @property
    def hidden(self) -> tuple[int, int]:
        """How many lines there are above those in view, and below."""
        return self._top, max(0, self._height - self._top - self.size.height)

    def _align(self) -> None:
        width = self.size.width
        self._names_width = 0
        if width >= _ROOM_FOR_NAMES:
            self._names_width = min(max(map(cell_len, self._names), default=0), width // 3) + len(_SELECTED) + 1
        self._alignment = Alignment(
            self._text, [each.tokens for each in self._rows], max(1, width - self._names_width - 1)
        )
        self._drawn.clear()
        self._reveal()
        self._update()

    # -- where things are ----------------------------------------------------------------------------------------------

    @property
    def _lines_per_row(self) -> int:
        return 1 if self._names_width else 2

    @property
    def _lines_per_band(self) -> int:
        return len(self._rows) * self._lines_per_row + 1

    @property
    def _height(self) -> int:
        """How many lines there are, seen or not."""
        return max(0, self._alignment.bands * self._lines_per_band - 1)

    def _reveal(self) -> None:
        """Look from where the selected token is seen, and all of its band, if there is room for it."""
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

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        if place is None:
            return
        band, line = divmod(place.y + self._top, self._lines_per_band)
        row, is_name = divmod(line, self._lines_per_row)
        if band >= self._alignment.bands or row >= len(self._rows) or (self._lines_per_row == 2 and not is_name):
            return
        at = self._names_width
        for cell in self._alignment.cells(band, row):
            at += cell.width
            if place.x < at:
                if cell.token is not None and place.x >= self._names_width:
                    self.post_message(self.Clicked(row, cell.token))
                return

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self._look_from(self._top + _WHEEL_LINES)
        self._update()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self._look_from(self._top - _WHEEL_LINES)
        self._update()

    def on_resize(self) -> None:
        self._align()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        if self.is_attached and ground(self) != self._ground:
            self._update()

    # -- drawing -------------------------------------------------------------------------------------------------------

    def _update(self) -> None:
        """Paint the lines that have changed."""
        if not self.is_attached:
            return
        if ground(self) != self._ground:
            self._ground = ground(self)
            self._drawn.clear()
        old, self._lines = self._lines, [self._draw(y) for y in range(self.size.height)]
        if len(old) != len(self._lines):
            self.refresh()
        elif changed := [y for y, line in enumerate(self._lines) if line != old[y]]:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def render_line(self, y: int) -> Strip:
        return self._lines[y] if y < len(self._lines) else Strip.blank(self.size.width, self.rich_style)

    def _draw(self, y: int) -> Strip:
        """A line in view, with its cell of the scroll bar."""
        width = self.size.width
        _, style = self._ground
        band, line = divmod(y + self._top, self._lines_per_band)
        row, part = divmod(line, self._lines_per_row)
        strip = Strip.blank(width - 1, style)
        if band < self._alignment.bands and row < len(self._rows):
            is_selected = row == self._row
            found = self._drawn.get((band, line)) if not is_selected else None
            strip = found or self._draw_row(band, row, part).adjust_cell_length(width - 1, style)
            if not is_selected:
                self._drawn[band, line] = strip
        return Strip([*strip, Segment(self._bar(y), style + Style(dim=True))], width)

    def _draw_row(self, band: int, row: int, part: int) -> Strip:
        """A line of a row: its name, its tokens, or both."""
        _, style = self._ground
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
                    if few and not cell.text.strip():  # there only letters have a color
                        own += Style(underline=True)
                segments.append(Segment(cell.text, own))
        return Strip(Segment.simplify(segments))

    def _label(self, row: int, style: Style, width: int) -> Segment:
        is_selected = row == self._row
        text = cut((_SELECTED if is_selected else "  ") + self._names[row], width - 1)
        return Segment(text + " " * (width - cell_len(text)), style + Style(bold=is_selected, dim=not is_selected))

    def _bar(self, y: int) -> str:
        """A cell of the scroll bar."""
        height, all_lines = self.size.height, self._height
        if all_lines <= height:
            return " "
        start = min(height - 1, self._top * height // all_lines)
        stop = max(start + 1, -(-(self._top + height) * height // all_lines))
        return "┃" if start <= y < stop else "│"
