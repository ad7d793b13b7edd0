"""A text to read in front of a screen, such as help."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from bpetui.tui.widgets.result_screen import KeyDialog, ScrolledFrame


class Sheet(KeyDialog):
    """A text that some keys scroll, and any other key closes.

    An optional ``drawing`` below the text is not wrapped.
    """

    DEFAULT_CSS = "Sheet .drawing { width: auto; }"

    def __init__(self, text: Content, drawing: Content | None = None) -> None:
        super().__init__()
        self._text, self._drawing = text, drawing

    def compose(self) -> ComposeResult:
        with ScrolledFrame(keys=("↑ ↓ scroll · any other key closes", "esc closes")):
            yield Static(self._text)
            if self._drawing is not None:
                yield Static(self._drawing, classes="drawing")

    def acts(self) -> Mapping[str, Callable[[], object]]:
        view = self.query_one(ScrolledFrame)
        page = max(1, view.scrollable_content_region.height - 1)
        rows = {"up": -1, "down": 1, "pageup": -page, "pagedown": page, "home": -view.max_scroll_y}
        rows["end"] = view.max_scroll_y
        return {key: partial(view.scroll_relative, y=by, animate=False) for key, by in rows.items()}
