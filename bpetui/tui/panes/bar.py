"""The line at the bottom: the keys that matter now, or a hint; in their place, while there is one, a question."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import ContentSwitcher, Static

from bpetui.tui.panes.key_line import KeyLine
from bpetui.tui.panes.text_field import TextField


class BottomBar(Widget):
    """Keys, or a question, in one row."""

    DEFAULT_CSS = """
    BottomBar { height: 1; dock: bottom; }
    BottomBar ContentSwitcher { height: 1; }
    BottomBar Horizontal { background: $primary-muted; }
    BottomBar #label {
        width: auto; max-width: 60%; padding: 0 1; text-style: bold; text-wrap: nowrap; text-overflow: ellipsis;
    }
    BottomBar #answer { width: 1fr; }
    """
    BINDINGS = [Binding("escape", "give_up", show=False, id="question.escape")]

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._answered: Callable[[str], None] | None = None
        self._focus_before: Widget | None = None
        self._later = ""  # a hint that came while a question was asked

    def compose(self) -> ComposeResult:
        with ContentSwitcher(initial="keys"):
            yield KeyLine(id="keys")
            with Horizontal(id="question"):
                yield Static(id="label", markup=False)
                yield TextField(id="answer", limit=1000)

    @property
    def asking(self) -> bool:
        """Whether a question waits for its answer."""
        return self._answered is not None

    def hint(self, sentence: str) -> None:
        """Show one line, until the next key; once an open question is closed."""
        if self.asking:
            self._later = sentence
        else:
            self.query_one(KeyLine).show_hint(sentence)

    def clear_hint(self) -> None:
        """Show the keys again."""
        self.query_one(KeyLine).show_hint("")

    def ask(self, label: str, answered: Callable[[str], None], text: str = "") -> None:
        """Ask for one line of text; ``answered`` is called with it, unless escape gives the question up."""
        if not self.asking:
            self._focus_before = self.screen.focused
        self._answered = answered
        self.query_one("#label", Static).update(Content(label))
        self.query_one(ContentSwitcher).current = "question"
        field = self.query_one("#answer", TextField)
        field.set_text(text)
        self.screen.set_focus(field)  # at once: what was typed ahead is the answer

    def action_give_up(self) -> None:
        """Close the question without an answer."""
        self._close()

    def leave(self) -> None:
        """Close the question, if there is one, since the focus has gone elsewhere."""
        self._focus_before = None
        self._close()

    def on_text_field_submitted(self, message: TextField.Submitted) -> None:
        """Hand the answer over."""
        message.stop()
        answered = self._answered
        self._close()
        if answered:
            answered(message.field.text)

    def _close(self) -> None:
        if self.asking:
            self._answered = None
            self.query_one(ContentSwitcher).current = "keys"
            if self._focus_before is not None:
                self.screen.set_focus(self._focus_before)
            if self._later:
                self.hint(self._later)
                self._later = ""
