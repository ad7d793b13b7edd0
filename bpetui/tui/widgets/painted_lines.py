"""Widgets that draw the lines in view themselves, and send only those that have changed to the terminal."""

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
    """A widget of lines: `wrap` finds what is in view, and `drawn` draws it.

    The lines are kept as they were painted. After a change call `lay_out`, or `repaint` if the rows are where they
    were: both compare the lines with those before, and paint those that differ.
    """

    # Opted in to by `COMPONENT_CLASSES`. Few, since Textual restyles each of them whenever the focus comes or goes.
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
        self._lines: list[Strip] = []  # as painted; none while all of them are to be painted
        self._wrapped_for: tuple[Size, BaseStyle] | None = None

    # -- what is particular to a widget --------------------------------------------------------------------------------

    def wrap(self, style: Style) -> None:
        """Find what is in view, for the size that the widget has now; ``style`` is the widget's own."""

    @abstractmethod
    def drawn(self, style: Style) -> Sequence[Strip]:
        """The lines in view, from the first one; what is missing of them, or of their width, is blank."""

    # -- painting ------------------------------------------------------------------------------------------------------

    def lay_out(self) -> None:
        """Find anew what is in view, and paint the lines that have changed."""
        if self.is_attached:
            self._wrap(BaseStyle.from_widget(self))
            self.repaint()

    def repaint(self) -> None:
        """Paint the lines that have changed."""
        if not self._lines or not self.is_attached:
            return  # all are going to be painted
        before, self._lines = self._lines, self._draw(BaseStyle.from_widget(self))
        if len(before) != len(self._lines):
            self.refresh()
        elif changed := [y for y, line in enumerate(self._lines) if line != before[y]]:
            self.refresh(*(Region(0, y, self.size.width, 1) for y in changed))

    def render_line(self, y: int) -> Strip:
        if len(self._lines) != self.size.height or (self._lines and self._lines[0].cell_length != self.size.width):
            base = BaseStyle.from_widget(self)
            if self._wrapped_for != (self.size, base):  # painted before it was told of its size
                self._wrap(base)
            self._lines = self._draw(base)
        return self._lines[y] if y < len(self._lines) else Strip.blank(self.size.width, self.rich_style)

    def _wrap(self, base: BaseStyle) -> None:
        self._wrapped_for = self.size, base
        self.wrap(base.style)

    def _draw(self, base: BaseStyle) -> list[Strip]:
        return self._filled(base, self.size.width)

    def _filled(self, base: BaseStyle, width: int) -> list[Strip]:
        """As many lines as the widget is high, each so wide."""
        height = self.size.height
        lines = [line.adjust_cell_length(width, base.style) for line in self.drawn(base.style)[:height]]
        return lines + [Strip.blank(width, base.style)] * (height - len(lines))

    def on_resize(self) -> None:
        self.lay_out()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.repaint()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        if self.is_attached and self._wrapped_for and self._wrapped_for[1] != BaseStyle.from_widget(self):
            self._lines = []
            self.refresh()


class SpelledLines(PaintedLines):
    """Lines of tokens, in one of several spellings."""

    SPELLINGS: ClassVar[Sequence[Spelling]] = SPELLINGS
    spelling: Spelling = "hex"

    def cycle_spelling(self) -> Spelling:
        """Draw partial tokens the next way; returns which."""
        self.spelling = self.SPELLINGS[(self.SPELLINGS.index(self.spelling) + 1) % len(self.SPELLINGS)]
        self.lay_out()
        return self.spelling


class ScrollBar(NamedTuple):
    """A column of ``height`` cells for ``total`` things, of which those from ``first`` on and before ``last`` are in
    view. ``top`` is the line that it begins in."""

    first: int
    last: int
    total: int
    height: int
    top: int = 0

    @property
    def is_needed(self) -> bool:
        """Whether not all is in view."""
        return self.last - self.first < self.total and self.height > 0

    @property
    def thumb(self) -> range:
        """The cells for what is in view."""
        start = min(self.height - 1, self.first * self.height // self.total)
        return range(start, max(start + 1, -(-self.last * self.height // self.total)))

    def at(self, line: int) -> int | None:
        """The thing that the cell in a line stands for, if the bar has one there."""
        row = line - self.top
        return self.total * row // self.height if self.is_needed and 0 <= row < self.height else None


class ScrolledLines(PaintedLines):
    """Lines with a scroll bar at their right, which the mouse wheel moves. What is drawn is a cell less wide."""

    COMPONENT_CLASSES = {"lines--bar", "lines--thumb"}

    # -- what is particular to a widget --------------------------------------------------------------------------------

    @property
    @abstractmethod
    def scroll_bar(self) -> ScrollBar:
        """What is in view now."""

    @abstractmethod
    def scroll_rows(self, by: int) -> None:
        """Look further down, or up."""

    @abstractmethod
    def look_from(self, first: int) -> None:
        """Look at what the scroll bar counts so far."""

    def clicked(self, place: Offset, chain: int) -> None:
        """A cell was clicked, so many times."""

    # -- mouse and drawing ---------------------------------------------------------------------------------------------

    def on_mouse_scroll_down(self, event: events.MouseScrollDown) -> None:
        event.stop()
        self.scroll_rows(_WHEEL_ROWS)

    def on_mouse_scroll_up(self, event: events.MouseScrollUp) -> None:
        event.stop()
        self.scroll_rows(-_WHEEL_ROWS)

    def on_click(self, event: events.Click) -> None:
        place = event.get_content_offset(self)
        if place is None or self.text_selection is not None:  # the end of a drag
            return
        first = self.scroll_bar.at(place.y) if place.x == self.size.width - 1 else None
        if first is not None:
            self.look_from(first)
        else:
            self.clicked(place, event.chain)

    def _draw(self, base: BaseStyle) -> list[Strip]:
        bar, style = self.scroll_bar, base.style
        lines = self._filled(base, max(0, self.size.width - 1))
        cells = [Segment(" ", style)] * len(lines)
        if bar.is_needed:
            track = Segment("│", style + self.get_component_rich_style("lines--bar", partial=True))
            thumb = Segment("┃", style + self.get_component_rich_style("lines--thumb", partial=True))
            shown = bar.thumb
            cells[bar.top : bar.top + bar.height] = [thumb if at in shown else track for at in range(bar.height)]
        return [Strip([*line, cell], self.size.width) for line, cell in zip(lines, cells, strict=False)]
