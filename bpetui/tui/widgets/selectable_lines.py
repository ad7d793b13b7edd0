"""Lines whose text can be selected with the mouse, and is copied as it is, not as it is drawn."""

from __future__ import annotations

from abc import abstractmethod

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset
from textual.selection import Selection
from textual.strip import Strip

from bpetui.tui.terminal.base_style import BaseStyle
from bpetui.tui.widgets.painted_lines import PaintedLines


class SelectableLines(PaintedLines):
    """Lines of a text; the selected text is kept when it scrolls out of view."""

    ALLOW_SELECT = True
    _selected_text = ""

    # -- to be defined by a subclass -----------------------------------------------------------------------------------

    @abstractmethod
    def offset_at(self, cell: Offset) -> int | None:
        """Return the offset of the text in a cell, or else of the text drawn before it; None if there is none."""

    @abstractmethod
    def text_between(self, first: int, last: int) -> str:
        """Return the text between two offsets that are in view, both included."""

    @property
    def text_lines(self) -> range:
        """The lines that show text."""
        return range(self.size.height)

    # -- the mouse -----------------------------------------------------------------------------------------------------

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.capture_mouse()  # keeps a selection in the widget

    def on_mouse_up(self, event: events.MouseUp) -> None:
        self.release_mouse()

    @property
    def has_selection(self) -> bool:
        """Whether any text is selected."""
        return self._selection is not None

    @property
    def _selection(self) -> tuple[int, int] | None:
        """The offsets of the first and the last selected character."""
        selection = self.text_selection if self.is_attached else None
        if selection is None or selection.start is None or selection.end is None:
            return None
        return selection.start.y, selection.end.y

    def text_offset_at(self, cell: Offset) -> Offset | None:
        """Return the offset of the text at a cell, or at the nearest one, in the form that Textual keeps."""
        lines = self.text_lines
        if not lines:
            return None
        x, y = max(0, min(cell.x, self.size.width - 1)), max(lines[0], min(cell.y, lines[-1]))
        offset = self.offset_at(Offset(x, y))
        return None if offset is None else Offset(0, offset)

    def selection_updated(self, selection: Selection | None) -> None:
        if selected := self._selection:
            self._selected_text = self.text_between(*selected)
        self.repaint()

    def get_selection(self, selection: Selection) -> tuple[str, str] | None:
        return (self._selected_text, "") if self.has_selection else None

    def text_select_all(self) -> None:
        """Do nothing: a double click has another meaning here."""

    # -- drawing -------------------------------------------------------------------------------------------------------

    def _padded_content(self, base: BaseStyle, width: int) -> list[Strip]:
        lines = super()._padded_content(base, width)
        if selected := self._selection:
            style = self._selection_style()
            for y in self.text_lines:
                lines[y] = self._marked(lines[y], y, selected, style)
        return lines

    def _selection_style(self) -> Style:
        if self.app.native_ansi_color:
            return Style(reverse=True)
        return self.screen.get_component_rich_style("screen--selection", partial=True)

    def _marked(self, line: Strip, y: int, selected: tuple[int, int], style: Style) -> Strip:
        """Return a line with its selected cells highlighted."""
        first, last = selected
        cells = range(cell_len(line.text.rstrip()) or 1)
        offsets = ((x, self.offset_at(Offset(x, y))) for x in cells)
        marked = [x for x, offset in offsets if offset is not None and first <= offset <= last]
        if not marked:
            return line
        start, stop = marked[0], marked[-1] + 1
        within = Segment.apply_style(line.crop(start, stop), post_style=style)
        return Strip([*line.crop(0, start), *within, *line.crop(stop)], line.cell_length)
