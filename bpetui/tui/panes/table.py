"""A table over a sequence of rows of which only a window is held, drawn line by line.

The rows may stand in another process: the table says which are in view (`Table.window`, `Table.Looked`), is given them
when they come (`Table.show`), and leaves blank what has not come. Nothing costs more than what is in view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, TypeVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from bpetui.tui.colours import colours
from bpetui.tui.painting import Spelling
from bpetui.tui.panes.cells import Piece, fitted, notes_in, shared_out

Row = TypeVar("Row")

CURSOR = "▶"

GAP = 2
"""Cells between two columns, and in the gutter before the first, which holds the cursor and a row's mark."""

_WHEEL_ROWS = 3
_GAP = Piece(" " * GAP)
_NO_BAR = Piece(" ")


@dataclass(frozen=True)
class Column(Generic[Row]):
    """A column of a table.

    ``draw`` gives a row's cell: a number as text, or pieces that fit in the given width. Numbers stand at the right of
    a column as wide as the widest one seen; other cells take from ``least`` to ``most`` cells. Where room is short the
    column with the highest ``rank`` goes first.
    """

    title: str
    rank: int
    draw: Callable[[Row, int], str | Sequence[Piece]]
    least: int = 0
    most: int = 0

    @property
    def is_number(self) -> bool:
        return not self.most


class Table(Widget, Generic[Row], can_focus=True):
    """A header, rows with a cursor, and notes under them: sentences that say what the rows mean."""

    DEFAULT_CSS = """
    Table {
        height: 1fr;
        & > .table--header { color: $text-muted; text-style: bold; }
        & > .table--cursor {
            background: $block-cursor-background;
            color: $block-cursor-foreground;
            text-style: $block-cursor-text-style;
        }
        & > .table--undone, & > .table--note { color: $text-muted; }
        & > .table--quiet { text-style: dim; }
        & > .table--bar { color: $panel-lighten-2; }
        & > .table--thumb { color: $primary; }
        &:ansi > .table--cursor { background: ansi_default; color: ansi_default; text-style: bold reverse; }
        &:ansi > .table--header { color: ansi_default; }
        &:ansi > .table--undone, &:ansi > .table--note { color: ansi_default; text-style: dim; }
        &:nocolor > .table--cursor { text-style: bold reverse; }
        &:nocolor > .table--undone { text-style: dim; }
    }
    """

    COMPONENT_CLASSES = {
        "table--header",  # the titles of the columns
        "table--row",
        "table--undone",  # a row that does not count now
        "table--cursor",  # the row of the cursor while the table has the focus
        "table--quiet",  # pieces that only set others apart
        "table--note",  # the sentences under the rows, but for the first
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

    NOTE_LINES = 3
    """The most lines that the notes take; fewer in a low pane."""

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

    def notes(self) -> Sequence[str]:
        """The sentences under the rows, the most important first."""
        return ()

    def mark(self, row: Row) -> str:
        """A cell in the gutter that says what is particular about a row."""
        return " "

    def row_style(self, row: Row) -> str:
        """The component class of a row."""
        return "table--row"

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
        if place is None or not 0 < place.y <= self._height:
            return
        if place.x == self.size.width - 1 and self._height < self.total:
            self._look_from(self.total * (place.y - 1) // self._height)
            self._update()
        elif self._top + place.y - 1 < self.total:
            self.move_to(self._top + place.y - 1)
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
        self._place(self.cursor, reveal=True)

    # -- where things are ----------------------------------------------------------------------------------------------

    @property
    def _note_height(self) -> int:
        return min(self.NOTE_LINES, (self.size.height + 1) // 4)

    @property
    def _height(self) -> int:
        """How many rows there is room for."""
        return max(0, self.size.height - 1 - self._note_height)

    def _place(self, cursor: int, *, reveal: bool) -> None:
        self.cursor = max(0, min(cursor, self.total - 1))
        top = self._top
        if reveal:
            top = min(self.cursor, max(top, self.cursor - self._height + 1))
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

    def notify_style_update(self) -> None:
        self._lines = []
        super().notify_style_update()

    def render_line(self, y: int) -> Strip:
        """A line of the table: the header, a row, or a note."""
        if len(self._lines) != self.size.height or self._lines[0].cell_length != self.size.width:
            self._lines = self._drawn()
        return self._lines[y] if y < len(self._lines) else Strip.blank(self.size.width, self.rich_style)

    def _drawn(self) -> list[Strip]:
        width, height = self.size
        if width <= GAP + 1 or not height:
            return [Strip.blank(width, self.rich_style)] * height
        rows = [self.row(index) for index in range(*self.window)]
        columns = self._laid_out([row for row in rows if row is not None], width - GAP - 1)
        header = [Piece("  ")]
        for column, cells in columns:
            header += fitted([Piece(column.title)], cells, right=column.is_number)
            header.append(_GAP)
        lines = [self._line(header[:-1], "table--header")]
        lines += [self._row_line(index, row, columns) for index, row in enumerate(rows, self._top)]
        notes = list(notes_in(self.notes(), width - 2, self._note_height))
        lines += [self._line([], "table--note")] * (self._note_height - len(notes))
        lines += [self._line([Piece(" " + note)], style) for note, style in notes]
        return lines[:height]

    def _laid_out(self, rows: Sequence[Row], width: int) -> list[tuple[Column[Row], int]]:
        """The columns there is room for, and the width of each."""
        least: dict[str, int] = {}
        columns = self.columns()
        for column in columns:
            least[column.title] = column.least
            if column.is_number:
                seen = max((len(str(column.draw(row, width))) for row in rows), default=0)
                least[column.title] = max(seen, self._widest.get(column.title, len(column.title)))
                self._widest[column.title] = least[column.title]
        kept = sorted(columns, key=lambda column: column.rank)
        while len(kept) > 1 and sum(least[column.title] + GAP for column in kept) - GAP > width:
            kept.pop()
        kept = [column for column in columns if column in kept]
        widths = shared_out(
            width - GAP * (len(kept) - 1), [(least[c.title], max(c.most, least[c.title])) for c in kept]
        )
        return list(zip(kept, widths, strict=True))

    def _row_line(self, index: int, row: Row | None, columns: Sequence[tuple[Column[Row], int]]) -> Strip:
        if row is None:
            return self._line([], "table--row", self._bar(index))
        selected = index == self.cursor
        pieces = [Piece(CURSOR if selected else " "), Piece(self.mark(row))]
        for column, cells in columns:
            drawn = column.draw(row, cells)
            cell = [Piece(drawn)] if isinstance(drawn, str) else drawn
            pieces += fitted(cell, cells, right=column.is_number)
            pieces.append(_GAP)
        style = "table--cursor" if selected and self.has_focus else self.row_style(row)
        return self._line(pieces[:-1], style, self._bar(index))

    def _bar(self, index: int) -> Piece:
        """The cell of the scroll bar beside a row in view."""
        if self.total <= self._height:
            return _NO_BAR
        y = index - self._top
        first = min(self._height - 1, self._top * self._height // self.total)
        last = max(first + 1, -(-(self._top + self._height) * self._height // self.total))
        return Piece("┃", "table--thumb") if first <= y < last else Piece("│", "table--bar")

    def _line(self, pieces: Sequence[Piece], style: str, bar: Piece = _NO_BAR) -> Strip:
        """A line as wide as the table, with the scroll bar's cell at its end."""
        width = self.size.width
        base = self.get_component_rich_style(style)
        segments: list[Segment] = []
        for text, own in fitted(pieces, width - 1):
            whole = base + self._own_style(own) if own else base
            if segments and segments[-1].style == whole:
                segments[-1] = Segment(segments[-1].text + text, whole)
            elif text:
                segments.append(Segment(text, whole))
        segments.append(Segment(bar.text, self.rich_style + self._own_style(bar.style)))
        return Strip(segments, width)

    def _own_style(self, name: str) -> Style:
        """The style of a piece, to lay over its row's."""
        if name == "newest":
            return colours(self.app).newest + Style(underline=True)
        return self.get_component_rich_style(name, partial=True) if name else Style.null()
