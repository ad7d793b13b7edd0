"""A text to read in front of the explorer."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static


class Sheet(ModalScreen[None]):
    """Keys that scroll it scroll it; any other closes it, and does nothing else.

    Below the ``text`` may stand a ``drawing``, whose lines are not wrapped where they are too long.
    """

    def __init__(self, text: Content, drawing: Content | None = None) -> None:
        super().__init__()
        self._text, self._drawing = text, drawing
        self._left = False

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False) as view:
            view.border_subtitle = "↑ ↓ scroll · any other key closes"  # in sight wherever one has scrolled to
            yield Static(self._text)
            if self._drawing is not None:
                yield Static(self._drawing, classes="drawing")

    def on_key(self, event: events.Key) -> None:
        """Before any binding has the key."""
        event.stop()
        view = self.query_one(VerticalScroll)
        page = max(1, view.scrollable_content_region.height - 1)
        rows = {"up": -1, "down": 1, "pageup": -page, "pagedown": page}
        if event.key in rows:
            view.scroll_relative(y=rows[event.key], animate=False)
        elif event.key in ("home", "end"):
            view.scroll_to(y=0 if event.key == "home" else view.max_scroll_y, animate=False)
        elif not self._left:  # or a key typed ahead would close what is below it, too
            self._left = True
            self.dismiss()
