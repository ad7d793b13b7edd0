"""The line at the bottom: the keys that matter now, or a hint; in their place, while there is one, a question."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import ContentSwitcher, Static

from bpetui.core.errors import BpetuiError
from bpetui.core.utf8 import visible
from bpetui.tui.widgets.answer_field import AnswerField
from bpetui.tui.widgets.key_line import KeyLine
from bpetui.tui.widgets.text_field import TextField

_LONGEST = 1000
"""How many characters an answer has at most, unless it is said otherwise."""


class Completion(Protocol):
    """What Tab makes of an answer: ``added`` goes behind it."""

    @property
    def added(self) -> str:
        """What all that it may become have in common."""

    def describe(self, width: int) -> str:
        """A line of so many cells on what it may become; empty where it is clear."""


Complete = Callable[[str], Completion]
"""Completes an answer."""


class LongHint(Static):
    """A hint that is longer than a line, over the lowest rows of the screen until the next key."""

    DEFAULT_CSS = """
    LongHint {
        display: none; dock: bottom; height: auto; max-height: 100%; padding: 0 1;
        background: $warning-muted; color: $text-warning;
        &:ansi { background: ansi_default; color: ansi_default; text-style: bold reverse; }
        &.-above { margin: 0 0 1 0; }
    }
    """

    def __init__(self) -> None:
        super().__init__(markup=False)

    def show_hint(self, sentence: str, above: bool) -> None:
        """Show a sentence if a line does not hold it, or ``above`` a question; nothing if it is empty."""
        shown = visible(sentence)
        self.set_class(above, "-above")
        self.display = bool(shown) and (above or cell_len(shown) > self.screen.size.width - 2)
        if self.display:
            self.update(Content(shown))


class BottomBar(Widget):
    """Keys, or a question, in one row."""

    DEFAULT_CSS = """
    BottomBar { height: 1; dock: bottom; }
    BottomBar ContentSwitcher { height: 1; }
    BottomBar Horizontal { background: $primary-muted; }
    BottomBar #label {
        width: auto; max-width: 60%; padding: 0 1; text-style: bold; text-wrap: nowrap; text-overflow: ellipsis;
    }
    BottomBar Horizontal:ansi { background: ansi_default; }
    BottomBar #label:ansi { text-style: bold reverse; }
    BottomBar #answer { width: 1fr; }
    """
    BINDINGS = [
        Binding("escape", "give_up", show=False, id="question.escape"),
        Binding("tab", "complete", show=False, id="question.complete"),
        Binding("shift+tab", "stay", show=False),
    ]

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._answered: Callable[[str], None] | None = None
        self._stay: Callable[[str], None] = lambda text: None  # asks the same again
        self._complete: Complete | None = None
        self._focus_before: Widget | None = None
        self._later = ""  # a hint that came while a question was asked
        self._said = ""  # the hint that is shown

    def compose(self) -> ComposeResult:
        with ContentSwitcher(initial="keys"):
            yield KeyLine(id="keys")
            with Horizontal(id="question"):
                yield Static(id="label", markup=False)
                yield AnswerField(id="answer")

    @property
    def asking(self) -> bool:
        """Whether a question waits for its answer."""
        return self._answered is not None

    def hint(self, sentence: str) -> None:
        """Show one line, until the next key; once an open question is closed."""
        if self.asking:
            self._later = sentence
        else:
            self._show_hint(sentence)

    def clear_hint(self) -> None:
        """Show the keys again."""
        self._show_hint("")

    def _show_hint(self, sentence: str) -> None:
        if sentence or self._said:
            self._said = sentence
            self.query_one(KeyLine).show_hint(sentence)
            for hint in self.screen.query(LongHint):
                hint.show_hint(sentence, self.asking)

    def ask(
        self,
        label: str,
        answered: Callable[[str], None],
        text: str = "",
        *,
        limit: int = _LONGEST,
        between: str = "",
        complete: Complete | None = None,
        said: str = "",
    ) -> None:
        """Ask for one line of text; ``answered`` is called with it, unless escape gives the question up.

        For an answer that will not do it raises `BpetuiError`: that is said, and the question stays. It has ``limit``
        characters at most; ``between`` takes the place of line ends that are pasted; Tab completes it by ``complete``.
        ``said`` is shown above the question, until the next key.
        """
        if not self.asking:
            self._focus_before = self.screen.focused
        self._answered, self._complete = answered, complete
        self._stay = partial(self.ask, label, answered, limit=limit, between=between, complete=complete)
        self.query_one("#label", Static).update(Content(label))
        self.query_one(ContentSwitcher).current = "question"
        field = self.query_one(AnswerField)
        field.limit, field.between, field.changed = limit, between, self._say_notes
        field.set_text(text)
        self.screen.set_focus(field)  # at once: what was typed ahead is the answer
        self._show_hint(said or self._said)  # where a question leaves it in sight

    def _say_notes(self, notes: tuple[str, ...]) -> None:
        if not notes and self.query_one(AnswerField).text == "?":
            notes = ("? is part of the answer here: enter answers, escape closes the question",)
        if notes:
            self._show_hint("; ".join(notes))

    def confirm(self, label: str, act: Callable[[], None]) -> None:
        """Ask whether to act: ``y`` does, any other answer does not."""

        def answered(text: str) -> None:
            if text[:1].lower() == "y":
                act()
            else:
                self.hint("no: all stays as it is")

        self.ask(label, answered)
        field = self.query_one(AnswerField)
        field.changed = lambda _: self._answer(field.text) if field.text else None

    def action_give_up(self) -> None:
        """Close the question without an answer."""
        self._close()

    def action_complete(self) -> None:
        """Complete what stands before the cursor, or say what it may become."""
        if self._complete is None:
            self.action_stay()
            return
        field = self.query_one(AnswerField)
        completion = self._complete(field.text[: field.cursor])
        if completion.added:
            field.insert(completion.added)
        if sentence := completion.describe(self.screen.size.width - 2):
            self._show_hint(sentence)

    def action_stay(self) -> None:
        """Say how to leave the question: a key that moves between panes does not."""
        self._show_hint("enter answers, escape closes the question")

    def leave(self) -> None:
        """Close the question, if there is one, since the focus has gone elsewhere."""
        self._focus_before = None
        self._close()

    def on_text_field_submitted(self, message: TextField.Submitted) -> None:
        """Hand the answer over."""
        message.stop()
        self._answer(message.field.text)

    def _answer(self, text: str) -> None:
        answered, stay, later = self._answered, self._stay, self._later
        self._later = ""
        self._close()
        try:
            if answered:
                answered(text)
        except BpetuiError as error:
            stay(text)
            self._later = later
            self._show_hint(str(error))
        else:
            if later:  # with what the answer has led to, if it says anything
                self.hint("; ".join(filter(None, (later, self._said))))

    def _close(self) -> None:
        if self.asking:
            self._answered = None
            self.query_one(AnswerField).changed = None
            self.query_one(ContentSwitcher).current = "keys"
            if self._focus_before is not None:
                self.screen.set_focus(self._focus_before)
            if self._later:
                self.hint(self._later)
                self._later = ""
