"""A text to read in front of a screen, such as help."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from bpetui.tui.terminal.bindings import binding, markup_keys
from bpetui.tui.widgets.result_screen import ScrolledFrame, TextDialog


class Sheet(TextDialog):
    """A text that some keys scroll, and any other key closes.

    An optional ``drawing`` below the text is not wrapped.
    """

    DEFAULT_CSS = "Sheet .drawing { width: auto; }"
    BINDINGS = [
        binding("sheet.up", "scroll_rows(-1)"),
        binding("sheet.down", "scroll_rows(1)"),
        binding("sheet.pageup", "scroll_pages(-1)"),
        binding("sheet.pagedown", "scroll_pages(1)"),
        binding("sheet.home", "scroll_to_start"),
        binding("sheet.end", "scroll_to_end"),
    ]

    def __init__(self, text: Content, drawing: Content | None = None) -> None:
        super().__init__()
        self._text, self._drawing = text, drawing

    def compose(self) -> ComposeResult:
        scroll = markup_keys(self).format("{keys[sheet.up]} {keys[sheet.down]} scroll")
        with ScrolledFrame(keys=(f"{scroll} · any other key closes", "any other key closes")):
            yield Static(self._text)
            if self._drawing is not None:
                yield Static(self._drawing, classes="drawing")

    @property
    def _view(self) -> ScrolledFrame:
        return self.query_one(ScrolledFrame)

    def action_scroll_rows(self, by: int) -> None:
        """Scroll by rows."""
        self._view.scroll_relative(y=by, animate=False)

    def action_scroll_pages(self, by: int) -> None:
        """Scroll by pages, one row of which stays."""
        self.action_scroll_rows(by * max(1, self._view.scrollable_content_region.height - 1))

    def action_scroll_to_start(self) -> None:
        """Go to the start of the text."""
        self._view.scroll_home(animate=False)

    def action_scroll_to_end(self) -> None:
        """Go to the end of the text."""
        self._view.scroll_relative(y=self._view.max_scroll_y, animate=False)
