"""Widgets that draw their lines themselves, and repaint only lines that have changed."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset, Region, Size
from textual.strip import Strip
from textual.widget import Widget

from bpetui.rendering.units import SPELLINGS, Spelling
from bpetui.tui.terminal.base_style import BaseStyle

_WHEEL_ROWS = 3


class PaintedLines(Widget):
    """A widget of lines: `wrap` finds the content in view, and `content_lines` draws it.

    After a change call `lay_out`, or `repaint` if the rows keep their positions. Both compare the lines with those
    painted before, and repaint the lines that differ.
    """

    # A subclass lists those that it uses in `COMPONENT_CLASSES`. Few, since Textual restyles all on each focus change.
    DEFAULT_CSS = """
    PaintedLines {
        & > .lines--cursor {
            background: $block-cursor-background;
            color: $block-cursor-foreground;
            text-style: $block-cursor-text-style;
        }
        & > .lines--bar { color: $panel-lighten-2; }
        & > .lines--thumb { color: $primary; }
        &:ansi > .lines--cursor { background: ansi_default; color: ansi_default; text-style: bold reverse; }
        &:nocolor > .lines--cursor { text-style: bold reverse; }
    }
    """

    ALLOW_SELECT = False

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._lines: list[Strip] = []  # as painted; empty while all of them have to be painted
        self._wrapped_for: tuple[Size, BaseStyle] | None = None

    # -- to be defined by a subclass -----------------------------------------------------------------------------------

    def wrap(self, style: Style) -> None:
        """Find the content in view for the present size; ``style`` is that of the widget."""

    @abstractmethod
    def content_lines(self, style: Style) -> Sequence[Strip]:
        """Return the lines in view, from the first one on; missing lines and cells are blank."""

    # -- painting ------------------------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Find the content in view again, and repaint the lines that have changed."""
        if self.is_attached:
            base = BaseStyle.from_widget(self)
            self._wrap(base)
            self._repaint(base)

    def repaint(self) -> None:
        """Repaint the lines that have changed."""
        if self.is_attached:
            self._repaint(BaseStyle.from_widget(self))

    def _repaint(self, base: BaseStyle) -> None:
        if not self._lines:
            return  # all lines are painted next
        before, self._lines = self._lines, self._widget_lines(base)
        if len(before) != len(self._lines):
            self.refresh()
        elif changed := [y for y, line in enumerate(self._lines) if line != before[y]]:
            width = self.size.width
            self.refresh(*(Region(0, y, width, 1) for y in changed))

    def render_line(self, y: int) -> Strip:
        size = self.size  # Textual computes it anew each time
        if len(self._lines) != size.height or (self._lines and self._lines[0].cell_length != size.width):
            base = BaseStyle.from_widget(self)
            if self._wrapped_for != (size, base):  # painted before the resize event
                self._wrap(base)
            self._lines = self._widget_lines(base)
        return self._lines[y] if y < len(self._lines) else Strip.blank(size.width, self.rich_style)

    def _wrap(self, base: BaseStyle) -> None:
        self._wrapped_for = self.size, base
        self.wrap(base.style)

    def _widget_lines(self, base: BaseStyle) -> list[Strip]:
        """Return every line of the widget, with what is beside the content."""
        return self._padded_content(base, self.size.width)

    def _padded_content(self, base: BaseStyle, width: int) -> list[Strip]:
        """Return the content lines cut and padded: one for each row of the widget, each ``width`` cells wide."""
        height = self.size.height
        lines = [line.adjust_cell_length(width, base.style) for line in self.content_lines(base.style)[:height]]
        return lines + [Strip.blank(width, base.style)] * (height - len(lines))

    def on_resize(self) -> None:
        self.lay_out()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        if has_focus:
            self.repaint()
        else:
            self.call_after_refresh(self.repaint)  # after which it may be hidden, with nothing to draw

    def notify_style_update(self) -> None:
        super().notify_style_update()
        if not self._lines or not self.is_attached:
            return  # all lines are painted next
        if self._wrapped_for and self._wrapped_for[1] != BaseStyle.from_widget(self):
            self._lines = []
            self.refresh()


class SpelledLines(PaintedLines):
    """Lines of tokens, in one of several spellings."""

    SPELLINGS: ClassVar[Sequence[Spelling]] = SPELLINGS
    spelling: Spelling = "hex"

    def cycle_spelling(self) -> Spelling:
        """Switch to the next spelling of partial tokens, and return it."""
        self.spelling = self.SPELLINGS[(self.SPELLINGS.index(self.spelling) + 1) % len(self.SPELLINGS)]
        self.lay_out()
        return self.spelling


class ScrollBar(NamedTuple):
    """A column of ``height`` cells, from line ``top`` on, for ``total`` items.

    The items from ``first`` to before ``last`` are in view.
    """

    first: int
    last: int
    total: int
    height: int
    top: int = 0

    @property
    def is_needed(self) -> bool:
        """Whether some items are out of view."""
        return self.last - self.first < self.total and self.height > 0

    @property
    def thumb(self) -> range:
        """The cells of the items in view."""
        start = min(self.height - 1, self.first * self.height // self.total)
        return range(start, max(start + 1, -(-self.last * self.height // self.total)))

    def at(self, line: int) -> int | None:
        """Return the item at a line of the bar, or None outside it."""
        row = line - self.top
        return self.total * row // self.height if self.is_needed and 0 <= row < self.height else None


class ScrolledLines(PaintedLines):
    """Lines with a scroll bar at the right, which takes one cell; the mouse wheel scrolls."""

    COMPONENT_CLASSES = {"lines--bar", "lines--thumb"}

    # -- to be defined by a subclass -----------------------------------------------------------------------------------

    @property
    @abstractmethod
    def scroll_bar(self) -> ScrollBar:
        """The scroll bar for the present view."""

    @abstractmethod
    def scroll_rows(self, by: int) -> None:
        """Scroll down by rows, or up."""

    @abstractmethod
    def look_from(self, first: int) -> None:
        """Scroll to the item ``first`` of the scroll bar."""

    def clicked(self, cell: Offset, chain: int) -> None:
        """Handle a click on a cell; ``chain`` is the number of clicks."""

    # -- mouse and drawing ---------------------------------------------------------------------------------------------

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scroll_rows(_WHEEL_ROWS)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scroll_rows(-_WHEEL_ROWS)

    def on_click(self, event: events.Click) -> None:
        cell = event.get_content_offset(self)
        if cell is None or self.text_selection is not None:  # the end of a drag
            return
        first = self.scroll_bar.at(cell.y) if cell.x == self.size.width - 1 else None
        if first is not None:
            self.look_from(first)
        else:
            self.clicked(cell, event.chain)

    def _widget_lines(self, base: BaseStyle) -> list[Strip]:
        bar, style, width = self.scroll_bar, base.style, self.size.width
        lines = self._padded_content(base, max(0, width - 1))
        cells = [Segment(" ", style)] * len(lines)
        if bar.is_needed:
            track = Segment("│", style + self.get_component_rich_style("lines--bar", partial=True))
            thumb = Segment("┃", style + self.get_component_rich_style("lines--thumb", partial=True))
            shown = bar.thumb
            cells[bar.top : bar.top + bar.height] = [thumb if at in shown else track for at in range(bar.height)]
        return [Strip([*line, cell], width) for line, cell in zip(lines, cells, strict=False)]
