"""A choice among a few values, in one row."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.strip import Strip

from bpetui.tui.terminal.bindings import binding
from bpetui.tui.widgets.painted_lines import PaintedLines

_LEFT, _RIGHT = "‹ ", " ›"


class Choice(PaintedLines, can_focus=True):
    """A choice drawn as ``‹ gpt2 ›``; the arrow keys, or clicks on the arrows, go round the values.

    ``names`` maps each value to its label. ``changed`` is called at once when the value changes, not by a message, so
    that everything that depends on it is painted in the same frame.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES = {"lines--cursor"}
    DEFAULT_CSS = "Choice { height: 1; width: 1fr; }"
    BINDINGS = [
        binding("choice.left", "take(-1)"),
        binding("choice.right", "take(1)"),
        binding("choice.home", "take_end(0)"),
        binding("choice.end", "take_end(-1)"),
    ]

    def __init__(
        self, names: Mapping[str, str], value: str, changed: Callable[[], None] | None = None, *, id: str | None = None
    ) -> None:
        super().__init__(id=id)
        self._names = dict(names)
        self._value = value
        self._changed = changed

    @property
    def value(self) -> str:
        """The chosen value."""
        return self._value

    def take(self, value: str) -> None:
        """Choose a value."""
        if value != self._value:
            self._value = value
            self.repaint()
            if self._changed:
                self._changed()

    def action_take(self, by: int) -> None:
        values = [*self._names]
        self.take(values[(values.index(self._value) + by) % len(values)])

    def action_take_end(self, index: int) -> None:
        self.take([*self._names][index])

    def on_click(self, event: events.Click) -> None:
        """Change the value on a click on an arrow; a click between them only focuses the choice."""
        right = len(_LEFT) + cell_len(self._names[self._value])
        if event.x < len(_LEFT):
            self.action_take(-1)
        elif right <= event.x < right + len(_RIGHT):
            self.action_take(1)

    def content_lines(self, style: Style) -> Sequence[Strip]:
        name = self._names[self._value]
        if self.has_focus:
            cursor = style + self.get_component_rich_style("lines--cursor", partial=True)
            return [Strip([Segment(_LEFT + name + _RIGHT, cursor)])]
        arrow = style + Style(dim=True)
        return [Strip([Segment(_LEFT, arrow), Segment(name, style), Segment(_RIGHT, arrow)])]
