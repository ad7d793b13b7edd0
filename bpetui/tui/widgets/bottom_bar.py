"""The bottom line of a screen: its keys, a hint, or a question."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Protocol

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import ContentSwitcher, Static

from bpetui.core.errors import BpetuiError
from bpetui.core.utf8 import visible
from bpetui.tui.terminal.bindings import binding, keys_of
from bpetui.tui.widgets.answer_field import AnswerField
from bpetui.tui.widgets.key_line import KeyLine
from bpetui.tui.widgets.text_field import TextField

_LONGEST = 1000
"""The default limit of an answer, in characters."""


class Completion(Protocol):
    """How Tab continues an answer."""

    @property
    def added(self) -> str:
        """The text to insert: the common beginning of all candidates."""

    def describe(self, width: int) -> str:
        """Describe the candidates in one line of ``width`` cells; empty if there is only one."""


Complete = Callable[[str], Completion]
"""Completes an answer."""


class LongHint(Static):
    """A hint longer than a line, over the lowest rows of the screen until the next key."""

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
        """Show a sentence that does not fit in a line, or any sentence ``above`` a question; hide an empty one."""
        shown = visible(sentence)
        self.set_class(above, "-above")
        self.display = bool(shown) and (above or cell_len(shown) > self.screen.size.width - 2)
        if self.display:
            self.update(Content(shown))


class BottomBar(Widget):
    """Shows the keys and hints, or asks a question."""

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
        binding("question.escape", "give_up"),
        binding("question.complete", "complete"),
        binding("question.stay", "stay"),
    ]

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._answered: Callable[[str], None] | None = None
        self._stay: Callable[[str], None] = lambda text: None  # asks the question again
        self._complete: Complete | None = None
        self._canceled: Callable[[], None] | None = None
        self._focus_before: Widget | None = None
        self._later = ""  # a hint to show after the question
        self._shown = ""  # the hint

    def compose(self) -> ComposeResult:
        with ContentSwitcher(initial="keys"):
            yield KeyLine(id="keys")
            with Horizontal(id="question"):
                yield Static(id="label", markup=False)
                yield AnswerField(id="answer")

    @property
    def asking(self) -> bool:
        """Whether a question is open."""
        return self._answered is not None

    def hint(self, sentence: str) -> None:
        """Show a hint until the next key, or after the open question."""
        if self.asking:
            self._later = sentence
        else:
            self._show_hint(sentence)

    def clear_hint(self) -> None:
        """Show the keys again."""
        self._show_hint("")

    def _show_hint(self, sentence: str) -> None:
        if sentence or self._shown:
            self._shown = sentence
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
        hint: str = "",
        canceled: Callable[[], None] | None = None,
        selects: bool = False,
    ) -> None:
        """Ask for one line of text, at most ``limit`` characters, and call ``answered`` with it; escape cancels.

        If ``answered`` raises `BpetuiError`, its text is shown and the question stays open. ``between`` replaces pasted
        line breaks. Tab completes the answer with ``complete``. ``hint`` is shown above the question, until the next
        key; ``canceled`` is called if escape cancels it. With ``selects``, what is typed replaces ``text``.
        """
        if not self.asking:
            self._focus_before = self.screen.focused
        self._answered, self._complete, self._canceled = answered, complete, canceled
        self._stay = partial(
            self.ask, label, answered, limit=limit, between=between, complete=complete, canceled=canceled
        )
        self.query_one("#label", Static).update(Content(label))
        self.query_one(ContentSwitcher).current = "question"
        field = self.query_one(AnswerField)
        field.limit, field.between, field.changed = limit, between, self._say_notes
        field.set_text(text)
        if selects:
            field.select_text()
        self.screen.set_focus(field)  # at once, since the next keys typed ahead are the answer
        self._show_hint(hint or self._shown)  # above the question

    def _say_notes(self, notes: tuple[str, ...]) -> None:
        if not notes and self.query_one(AnswerField).text == "?":
            sentence = "? is a character of the answer: press enter to answer, {keys[question.escape]} to cancel"
            notes = (keys_of(self).format(sentence),)
        if notes:
            self._show_hint("; ".join(notes))

    def confirm(self, label: str, act: Callable[[], None], hint: str = "") -> None:
        """Ask whether to ``act``: only the answer y does. ``hint`` is shown above the question."""

        def answered(text: str) -> None:
            if text[:1].lower() == "y":
                act()
            else:
                self.hint("Canceled; nothing changed")

        self.ask(label, answered, hint=hint)
        field = self.query_one(AnswerField)
        field.changed = lambda _: self._answer(field.text) if field.text else None

    def action_give_up(self) -> None:
        """Cancel the question."""
        canceled = self._canceled
        self._close()
        if canceled:
            canceled()

    def action_complete(self) -> None:
        """Complete the text before the cursor, or show the candidates."""
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
        """Say which keys leave the question: those that move between panes do not."""
        self._show_hint(keys_of(self).format("Press enter to answer or {keys[question.escape]} to cancel"))

    def leave(self) -> None:
        """Cancel the question, if one is open, after the focus has moved elsewhere."""
        self._focus_before = None
        self._close()

    def on_text_field_submitted(self, message: TextField.Submitted) -> None:
        """Take the answer."""
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
            if later:  # together with a hint that the answer caused
                self.hint("; ".join(filter(None, (later, self._shown))))

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
