"""A table that holds only a window of its rows, drawn line by line.

The rows may be in another process: the table reports which are in view (`Table.window`, `Table.ViewChanged`), gets them
later (`Table.show`), and leaves rows blank until then. The cost depends only on the rows in view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, ClassVar, Generic, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual.binding import BindingType
from textual.geometry import Offset
from textual.message import Message
from textual.strip import Strip

from bpetui.rendering.cells import StyledText, fitted, wrapped_notes
from bpetui.tui.terminal.bindings import binding
from bpetui.tui.widgets.colors import colors
from bpetui.tui.widgets.columns import Column, Layout, Row
from bpetui.tui.widgets.painted_lines import ScrollBar, ScrolledLines, SpelledLines
from bpetui.tui.widgets.selectable_lines import SelectableLines

CURSOR = "▶"

_ROWS_AROUND = 2
"""The least number of rows to show above and below the cursor."""

_GUTTER = 2
"""Cells before the first column: the cursor, and the mark of the row."""


# Textual takes styles from the first base.
class Table(ScrolledLines, SpelledLines, SelectableLines, Generic[Row], can_focus=True):
    """A header, rows with a cursor, and notes below them: sentences that explain the rows."""

    DEFAULT_CSS = """
    Table {
        height: 1fr;
        & > .table--muted { color: $text-muted; }
        &:ansi > .table--muted { color: ansi_default; text-style: dim; }
        &:nocolor > .table--muted { text-style: dim; }
    }
    """

    COMPONENT_CLASSES = {
        "lines--cursor",  # the row of the cursor while the table has the focus
        "table--muted",  # less important text: inactive rows, some notes
    }

    BINDINGS: ClassVar[list[BindingType]] = [
        binding("table.up", "move(-1)"),
        binding("table.down", "move(1)"),
        binding("table.pageup", "page(-1)"),
        binding("table.pagedown", "page(1)"),
        binding("table.home", "first"),
        binding("table.end", "last"),
    ]

    ALLOW_SELECT = False  # subclasses with a `row_text` allow it
    SPELLINGS = ("hex", "gpt2")

    class TableMessage(Message):
        """A message of a table."""

        def __init__(self, table: Table[Any]) -> None:
            super().__init__()
            self.table = table

        @property
        def control(self) -> Table[Any]:
            return self.table

    class ViewChanged(TableMessage):
        """Other rows are in view."""

    class Selected(TableMessage):
        """The cursor is on another row, or the content of its row has changed."""

    class Entered(TableMessage):
        """Enter was pressed, or a row was double-clicked."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.note_lines = 3  # the most lines of notes; a low pane has fewer
        self.total = 0
        self.cursor = 0
        self._top = 0
        self._start = 0  # index of the first row held
        self._rows: Sequence[Row] = ()
        self._widest: dict[str, int] = {}  # the widest number seen in each column
        self._reported: tuple[tuple[int, int], int, Row | None] = ((0, 0), 0, None)

    # -- to be defined by a subclass -----------------------------------------------------------------------------------

    def columns(self) -> Sequence[Column[Row]]:
        """Return the columns, from the left."""
        raise NotImplementedError

    def notes(self) -> Sequence[StyledText]:
        """Return the sentences below the rows, the most important first."""
        return ()

    def mark(self, row: Row) -> str:
        """Return the mark of a row, one cell."""
        return " "

    def row_style(self, row: Row) -> str:
        """Return the component class of a row, or an empty string."""
        return ""

    def row_text(self, row: Row) -> bytes:
        """Return the text that is copied of a row, as it is in the corpus."""
        return b""

    # -- rows and cursor ----------------------------------------------------------------------------------------------

    def show(self, start: int, rows: Sequence[Row], total: int, *, cursor: int | None = None) -> None:
        """Hold ``rows``, from row ``start`` of ``total`` on, and move the cursor to ``cursor`` if that is given."""
        self._start, self._rows, self.total = start, rows, total
        self._place(self.cursor if cursor is None else cursor, reveal=cursor not in {None, self.cursor})

    def forget(self) -> None:
        """Remove all rows."""
        self._top = 0
        self._widest.clear()
        self.show(0, (), 0)

    @property
    def window(self) -> tuple[int, int]:
        """The index of the first row in view, and the index after the last row that fits."""
        return self._top, self._top + self._heights.rows

    @property
    def selected(self) -> Row | None:
        """The row of the cursor, if it is held."""
        return self.row(self.cursor)

    def row(self, index: int) -> Row | None:
        """Return a row, if it is held."""
        at = index - self._start
        return self._rows[at] if 0 <= at < len(self._rows) and index < self.total else None

    def move_to(self, index: int) -> None:
        """Move the cursor to a row, and scroll the row into view."""
        self._place(index, reveal=True)

    # -- keys and mouse ------------------------------------------------------------------------------------------------

    def action_move(self, rows: int) -> None:
        self.move_to(self.cursor + rows)

    def action_page(self, pages: int) -> None:
        rows = pages * max(1, self._heights.rows - 1)
        self._look_from(self._top + rows)
        self.move_to(self.cursor + rows)

    def action_first(self) -> None:
        self.move_to(0)

    def action_last(self) -> None:
        self.move_to(self.total - 1)

    def _enter(self) -> None:
        if self.selected is not None:
            self.post_message(self.Entered(self))

    def clicked(self, cell: Offset, chain: int) -> None:
        header, height, _ = self._heights
        row = cell.y - header
        if 0 <= row < height and self._top + row < self.total:
            self._place(self._top + row, reveal=False)  # the row is in view, and must stay under the mouse
            if chain == 2:
                self._enter()

    @property
    def scroll_bar(self) -> ScrollBar:
        header, rows, _ = self._heights
        return ScrollBar(self._top, self._top + rows, self.total, rows, header)

    def scroll_rows(self, by: int) -> None:
        self.look_from(self._top + by)

    def look_from(self, first: int) -> None:
        self._look_from(first)
        self._update()

    @property
    def text_lines(self) -> range:
        header, rows, _ = self._heights
        return range(header, header + min(rows, self.total - self._top))

    def offset_at(self, cell: Offset) -> int | None:
        return self._top + cell.y - self._heights.header

    def text_between(self, first: int, last: int) -> str:
        rows = [row for index in range(first, last + 1) if (row := self.row(index)) is not None]
        return "\n".join(self.row_text(row).decode(errors="replace") for row in rows)

    def on_resize(self) -> None:
        self._widest.clear()
        self._move(self.cursor, reveal=True)
        self._report()  # the handler of `PaintedLines` repaints the lines next

    # -- where things are ----------------------------------------------------------------------------------------------

    @property
    def first_note_size(self) -> tuple[int, int]:
        """The cells of a line, and the number of lines, that the first of two notes may take."""
        return self.size.width - 2, max(1, self._heights.notes - 1)

    @property
    def _heights(self) -> _Heights:
        height = self.size.height
        header, notes = int(height > 1), min(self.note_lines, (height + 1) // 4)
        return _Heights(header, max(0, height - header - notes), notes)

    def _place(self, cursor: int, *, reveal: bool) -> None:
        self._move(cursor, reveal=reveal)
        self._update()

    def _move(self, cursor: int, *, reveal: bool) -> None:
        self.cursor = max(0, min(cursor, self.total - 1))
        top = self._top
        if reveal:
            height = self._heights.rows
            around = max(0, min(_ROWS_AROUND, (height - 1) // 2))
            top = min(self.cursor - around, max(top, self.cursor + around + 1 - height))
        self._look_from(top)

    def _look_from(self, top: int) -> None:
        self._top = max(0, min(top, self.total - self._heights.rows))

    def _update(self) -> None:
        """Report a new view or selection, and repaint the lines that have changed."""
        self._report()
        self.repaint()

    def _report(self) -> None:
        before, self._reported = self._reported, (self.window, self.cursor, self.selected)
        if self._reported[0] != before[0]:
            self.post_message(self.ViewChanged(self))
        if self._reported[1:] != before[1:]:
            self.post_message(self.Selected(self))

    # -- drawing -------------------------------------------------------------------------------------------------------

    def content_lines(self, style: Style) -> Sequence[Strip]:
        """Draw the header, the rows, and the notes."""
        width, heights = self.size.width, self._heights
        if width < 4:
            return ()
        rows = [self.row(index) for index in range(self._top, self._top + heights.rows)]
        layout = Layout(self.columns(), [row for row in rows if row is not None], width - _GUTTER - 1, self._widest)
        painter = _LinePainter(width - 1, lru_cache(maxsize=None)(lambda name, part: self._style(name, part, style)))
        lines = [painter.line([StyledText(" " * _GUTTER), *layout.titles()], "header")] * heights.header
        for index, row in enumerate(rows, self._top):
            if row is None:
                lines.append(painter.line([]))
                continue
            at_cursor = index == self.cursor
            pieces = [StyledText(CURSOR if at_cursor else " "), StyledText(self.mark(row)), *layout.cells(row)]
            lines.append(painter.line(pieces, "lines--cursor" if at_cursor and self.has_focus else self.row_style(row)))
        notes = list(wrapped_notes(self.notes(), width - 2, heights.notes))
        lines += [painter.line([])] * (heights.notes - len(notes))
        return lines + [painter.line([StyledText(" " + text)], note_style) for text, note_style in notes]

    def _style(self, name: str, part: bool, own: Style) -> Style:
        """Return the style of a line, or of a ``part`` of it, to add to the line's; ``own`` is that of the table."""
        match name:
            case "":
                return Style.null() if part else own
            case "header":
                return self._style("table--muted", part, own) + Style(bold=True, dim=False)
            case "quiet":
                return Style(dim=True)
            case "newest":
                return colors(self.app).newest + Style(underline=True)
        return self.get_component_rich_style(name, partial=part)


class _Heights(NamedTuple):
    """The number of lines of each part of a table."""

    header: int  # none if there is room for the row of the cursor only
    rows: int  # that fit
    notes: int


class _LinePainter:
    """Draws lines of one width; ``style`` returns the style of a line, or of a part of it."""

    def __init__(self, width: int, style: Callable[[str, bool], Style]) -> None:
        self._width = width
        self._style = style

    def line(self, pieces: Sequence[StyledText], style: str = "") -> Strip:
        """Draw the pieces in one line."""
        base = self._style(style, False)
        segments = [
            Segment(text, base + self._style(own, True) if own else base)
            for text, own in fitted(pieces, self._width)
            if text
        ]
        return Strip(Segment.simplify(segments), self._width)
