"""A table over a sequence of rows of which only a window is held, drawn line by line.

The rows may stand in another process: the table says which are in view (`Table.window`, `Table.Looked`), is given them
when they come (`Table.show`), and leaves blank what has not come. Nothing costs more than what is in view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from bpetui.rendering.cells import Piece, fitted, notes_in
from bpetui.rendering.units import Spelling
from bpetui.tui.widgets.colors import colors
from bpetui.tui.widgets.columns import Column, Layout, Row

if TYPE_CHECKING:
    from typing_extensions import Self

CURSOR = "▶"

_ROWS_AROUND = 2
"""How many rows are shown above and below the cursor, where there are any."""

_GUTTER = 2
"""Cells before the first column: the cursor, and a row's mark."""

_WHEEL_ROWS = 3
_BLANK = Piece(" ")


class Table(Widget, Generic[Row], can_focus=True):
    """A header, rows with a cursor, and notes under them: sentences that say what the rows mean."""

    DEFAULT_CSS = """
    Table {
        height: 1fr;
        & > .table--cursor {
            background: $block-cursor-background;
            color: $block-cursor-foreground;
            text-style: $block-cursor-text-style;
        }
        & > .table--muted { color: $text-muted; }
        & > .table--bar { color: $panel-lighten-2; }
        & > .table--thumb { color: $primary; }
        &:ansi > .table--cursor { background: ansi_default; color: ansi_default; text-style: bold reverse; }
        &:ansi > .table--muted { color: ansi_default; text-style: dim; }
        &:nocolor > .table--cursor { text-style: bold reverse; }
        &:nocolor > .table--muted { text-style: dim; }
    }
    """

    # Few, since Textual restyles each of them whenever the focus comes or goes.
    COMPONENT_CLASSES = {
        "table--cursor",  # the row of the cursor while the table has the focus
        "table--muted",  # what need not be read: rows that do not count now, some notes
        "table--bar",
        "table--thumb",
    }

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)", show=False, id="table.up"),
        Binding("down", "move(1)", show=False, id="table.down"),
        Binding("pageup", "page(-1)", show=False, id="table.pageup"),
        Binding("pagedown", "page(1)", show=False, id="table.pagedown"),
        Binding("home", "first", show=False, id="table.home"),
        Binding("end", "last", show=False, id="table.end"),
        Binding("enter", "enter", "Look closer", show=False, id="table.enter"),
    ]

    ALLOW_SELECT = False

    class TableMessage(Message):
        """What a table tells."""

        def __init__(self, table: Table[Any]) -> None:
            super().__init__()
            self.table = table

        @property
        def control(self) -> Table[Any]:
            return self.table

    class Looked(TableMessage):
        """Other rows are in view."""

    class Selected(TableMessage):
        """The cursor is on another row, or what stands in its row has changed."""

    class Entered(TableMessage):
        """Enter was pressed, or a row clicked twice."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.spelling: Spelling = "hex"
        self.note_lines = 3  # the most that the notes take; fewer in a low pane
        self.total = 0
        self.cursor = 0
        self._top = 0
        self._start = 0  # of the rows held
        self._rows: Sequence[Row] = ()
        self._widest: dict[str, int] = {}  # the widest number seen in each column
        self._lines: list[Strip] = []  # as painted; none if they are to be drawn anew
        self._told: tuple[tuple[int, int], int, Row | None] = ((0, 0), 0, None)

    # -- what is particular to a table ---------------------------------------------------------------------------------

    def columns(self) -> Sequence[Column[Row]]:
        """The columns, from the left."""
        raise NotImplementedError

    def notes(self) -> Sequence[Piece]:
        """The sentences under the rows, the most important first."""
        return ()

    def mark(self, row: Row) -> str:
        """A cell in the gutter that says what is particular about a row."""
        return " "

    def row_style(self, row: Row) -> str:
        """The component class of a row, if it has one."""
        return ""

    # -- what the screen asks and tells --------------------------------------------------------------------------------

    def show(self, start: int, rows: Sequence[Row], total: int, *, cursor: int | None = None) -> None:
        """Hold ``rows``, of which the first is row ``start`` of ``total``; the cursor goes to ``cursor``, if given."""
        self._start, self._rows, self.total = start, rows, total
        self._place(self.cursor if cursor is None else cursor, reveal=cursor not in {None, self.cursor})

    def forget(self) -> None:
        """Begin anew, with nothing to show."""
        self._top = 0
        self._widest.clear()
        self.show(0, (), 0)

    @property
    def window(self) -> tuple[int, int]:
        """The first row in view, and the row behind the last that there is room for."""
        return self._top, self._top + self._height

    @property
    def selected(self) -> Row | None:
        """The row of the cursor, if it is held."""
        return self.row(self.cursor)

    def row(self, index: int) -> Row | None:
        """A row, if it is held."""
        at = index - self._start
        return self._rows[at] if 0 <= at < len(self._rows) and index < self.total else None

    def move_to(self, index: int) -> None:
        """Put the cursor on a row, and let the row be seen."""
        self._place(index, reveal=True)

    def cycle_spelling(self) -> Spelling:
        """Draw partial tokens the next way; returns which."""
        self.spelling = "gpt2" if self.spelling == "hex" else "hex"
        self._update()
        return self.spelling

    # -- keys and mouse ------------------------------------------------------------------------------------------------

    def action_move(self, rows: int) -> None:
        self.move_to(self.cursor + rows)

    def action_page(self, pages: int) -> None:
        rows = pages * max(1, self._height - 1)
        self._look_from(self._top + rows)
        self.move_to(self.cursor + rows)

    def action_first(self) -> None:
        self.move_to(0)

    def action_last(self) -> None:
        self.move_to(self.total - 1)

    def action_enter(self) -> None:
        if self.selected is not None:
            self.post_message(self.Entered(self))

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        row = place.y - self._header_height if place is not None else -1
        if place is None or not 0 <= row < self._height:
            return
        if place.x == self.size.width - 1 and self._height < self.total:
            self._look_from(self.total * row // self._height)
            self._update()
        elif self._top + row < self.total:
            self._place(self._top + row, reveal=False)  # it is seen, and must stay under the mouse
            if event.chain == 2:
                self.action_enter()

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self._look_from(self._top + _WHEEL_ROWS)
        self._update()

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self._look_from(self._top - _WHEEL_ROWS)
        self._update()

    def on_focus(self) -> None:
        self._update()

    def on_blur(self) -> None:
        self._update()

    def on_resize(self) -> None:
        self._widest.clear()
        self._place(self.cursor, reveal=True)

    # -- where things are ----------------------------------------------------------------------------------------------

    @property
    def _note_height(self) -> int:
        return min(self.note_lines, (self.size.height + 1) // 4)

    @property
    def _height(self) -> int:
        """How many rows there is room for."""
        return max(0, self.size.height - self._header_height - self._note_height)

    @property
    def _header_height(self) -> int:
        """One row, but where there is room for one only, which is that of the cursor."""
        return int(self.size.height > 1)

    def _place(self, cursor: int, *, reveal: bool) -> None:
        self.cursor = max(0, min(cursor, self.total - 1))
        top = self._top
        if reveal:
            around = max(0, min(_ROWS_AROUND, (self._height - 1) // 2))
            top = min(self.cursor - around, max(top, self.cursor + around + 1 - self._height))
        self._look_from(top)
        self._update()

    def _look_from(self, top: int) -> None:
        self._top = max(0, min(top, self.total - self._height))

    def _update(self) -> None:
        """Tell what is in view and selected, where that is new, and paint the lines that have changed."""
        before, self._told = self._told, (self.window, self.cursor, self.selected)
        if self._told[0] != before[0]:
            self.post_message(self.Looked(self))
        if self._told[1:] != before[1:]:
            self.post_message(self.Selected(self))
        if not self._lines:
            return
        old, self._lines = self._lines, self._drawn()
        if len(old) != len(self._lines):
            self.refresh()
        elif changed := [y for y, line in enumerate(self._lines) if line != old[y]]:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    # -- drawing -------------------------------------------------------------------------------------------------------

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Self:
        if not regions:  # all is to be painted, perhaps in other colors
            self._lines = []
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)

    def render_line(self, y: int) -> Strip:
        """A line of the table: the header, a row, or a note."""
        if len(self._lines) != self.size.height or self._lines[0].cell_length != self.size.width:
            self._lines = self._drawn()
        return self._lines[y] if y < len(self._lines) else Strip.blank(self.size.width)

    def _drawn(self) -> list[Strip]:
        width, height = self.size
        if width < 4:
            return [Strip.blank(width, self.rich_style)] * height
        rows = [self.row(index) for index in range(*self.window)]
        layout = Layout(self.columns(), [row for row in rows if row is not None], width - _GUTTER - 1, self._widest)
        ink = _Ink(width, self._style)
        lines = [ink.line([Piece(" " * _GUTTER), *layout.titles()], "header")] * self._header_height
        for index, (row, bar) in enumerate(zip(rows, self._bar(), strict=True), self._top):
            if row is None:
                lines.append(ink.line([], bar=bar))
                continue
            at_cursor = index == self.cursor
            pieces = [Piece(CURSOR if at_cursor else " "), Piece(self.mark(row)), *layout.cells(row)]
            lines.append(
                ink.line(pieces, "table--cursor" if at_cursor and self.has_focus else self.row_style(row), bar)
            )
        notes = list(notes_in(self.notes(), width - 2, self._note_height))
        lines += [ink.line([])] * (self._note_height - len(notes))
        lines += [ink.line([Piece(" " + text)], style) for text, style in notes]
        return lines[:height]

    def _bar(self) -> list[Piece]:
        """The scroll bar, a cell for each row in view."""
        height = self._height
        if self.total <= height:
            return [_BLANK] * height
        start = min(height - 1, self._top * height // self.total)
        stop = max(start + 1, -(-(self._top + height) * height // self.total))
        return [Piece("┃", "table--thumb") if start <= y < stop else Piece("│", "table--bar") for y in range(height)]

    def _style(self, name: str, part: bool) -> Style:
        """The style of a line, or of a ``part`` of one to lay over it."""
        match name:
            case "":
                return Style.null() if part else self.rich_style
            case "header":
                return self._style("table--muted", part) + Style(bold=True, dim=False)
            case "quiet":
                return Style(dim=True)
            case "newest":
                return colors(self.app).newest + Style(underline=True)
        return self.get_component_rich_style(name, partial=part)


class _Ink:
    """Draws lines of one width, and looks each style up once."""

    def __init__(self, width: int, style: Callable[[str, bool], Style]) -> None:
        self._width = width
        self._style = lru_cache(maxsize=None)(style)

    def line(self, pieces: Sequence[Piece], style: str = "", bar: Piece = _BLANK) -> Strip:
        """The pieces in one line, with a cell of the scroll bar at its end."""
        base = self._style(style, False)
        segments = [
            Segment(text, base + self._style(own, True) if own else base)
            for text, own in fitted(pieces, self._width - 1)
            if text
        ]
        segments.append(Segment(bar.text, self._style("", False) + self._style(bar.style, True)))
        return Strip(Segment.simplify(segments), self._width)
