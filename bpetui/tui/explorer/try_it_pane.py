"""The pane for typed text and its tokens, with the merges made or with another tokenizer."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Static

from bpetui.core.errors import BpetuiError
from bpetui.core.tokenization import AnyTokenizer, Tokenization
from bpetui.core.utf8 import visible
from bpetui.rendering.cells import cut
from bpetui.tui.explorer.token_row import TokenRow
from bpetui.tui.keys.keys_in_force import Keys
from bpetui.tui.run.run_state import RunState
from bpetui.tui.run.run_state_tokenizer import RunStateTokenizer
from bpetui.tui.run.typed_text import TypedText
from bpetui.tui.terminal.bindings import binding
from bpetui.tui.widgets.text_field import INVITATION, TextField

if TYPE_CHECKING:
    from bpetui.formats.registry import LoadedTokenizer

TIME_LIMIT = 0.25
"""The most seconds that a custom split pattern may take for the text at each key."""

_LONGEST_NAME = 30

_PLACEHOLDER = "Press {keys[type]} to type or paste text in any script · {keys[tokenizer]}: another tokenizer"


class TryItField(TextField):
    """The field for the text; escape moves the focus to the tokens."""

    BINDINGS = [binding("text.leave", "screen.leave")]


class TryItPane(Vertical):
    """The text field, the tokens of its text, and a sentence on the selected token."""

    def __init__(self, keys: Keys, id: str | None = None) -> None:
        super().__init__(id=id)
        self.field = TryItField(
            self._tokenize_typed,
            id="typed",
            lines=True,
            placeholder=keys.format(_PLACEHOLDER),
            invitation=keys.format(INVITATION),
        )
        self.tokens = TokenRow(id="tokens")
        self._about = Static(id="token", markup=False)
        self._run_tokenizer: RunStateTokenizer | None = None  # the run's tokenizer
        self._chosen: LoadedTokenizer | None = None  # used instead of the run's
        self._typing_notes: tuple[str, ...] = ()  # notes on changes to the typed text
        self._note = ""
        self._sentence = ""  # on the selected token, or the note
        self._title = ""

    def compose(self) -> ComposeResult:
        yield from (self.field, self.tokens, self._about)

    def on_mount(self) -> None:
        self._show_title()

    def show_run(self, run: RunState) -> None:
        """Tokenize the text with the merges of the run, unless another tokenizer is chosen."""
        if self._run_tokenizer is None or self._run_tokenizer.run is not run:
            self._run_tokenizer = RunStateTokenizer(run)
        if self._chosen is None:
            self._tokenize()

    def use(self, chosen: LoadedTokenizer | None) -> None:
        """Use another tokenizer, or None for that of the run."""
        self._chosen = chosen
        self._tokenize()

    @property
    def chosen(self) -> LoadedTokenizer | None:
        """The tokenizer that is used instead of the run's."""
        return self._chosen

    @property
    def tokenizer(self) -> AnyTokenizer | None:
        """The tokenizer in use; None without a run."""
        return self._chosen.tokenizer if self._chosen else self._run_tokenizer

    @property
    def run_tokenizer(self) -> RunStateTokenizer | None:
        """The tokenizer of the run."""
        return self._run_tokenizer

    @property
    def typed(self) -> TypedText:
        """The text and its tokens."""
        return self.tokens.typed

    @property
    def entered(self) -> str:
        """The text as it was typed."""
        return self.field.text

    def _tokenize_typed(self, notes: tuple[str, ...]) -> None:
        """Tokenize the text after a key, and show the ``notes`` on changes to what was typed."""
        self._typing_notes = notes
        self._tokenize()

    def on_token_row_selected(self, message: TokenRow.Selected) -> None:
        """Describe the selected token."""
        message.stop()
        self._typing_notes, self._note = (), ""
        self._describe()

    def _tokenize(self) -> None:
        field, tokenizer = self.field, self.tokenizer
        if tokenizer is None:
            return
        notes = [*self._typing_notes]
        tokenization = None
        try:
            tokenization = tokenizer.tokenize(field.text, (), TIME_LIMIT)
        except BpetuiError as error:
            notes.append(str(error))
        self._note = "; ".join(notes)
        typed = TypedText.from_text(field.text, tokenization, tokenizer)
        self.tokens.show_typed(typed, self._offset(tokenization) if tokenization and field.has_focus else None)
        self._show_title()
        self._describe()

    def _offset(self, tokenization: Tokenization) -> int:
        """Return the byte offset, in the tokenized text, of the character before the cursor."""
        before = self.field.text[: self.field.cursor]
        if tokenization.text != self.field.text and self.tokenizer is not None:
            with suppress(BpetuiError):
                before = self.tokenizer.tokenize(before, (), TIME_LIMIT).text
        return max(0, len(before.encode()) - 1)

    def _describe(self) -> None:
        typed, selected = self.typed, self.tokens.selected
        sentence = self._note or ("▸ " + typed.describe(selected) if typed.ids else "")
        if sentence != self._sentence:
            self._sentence = sentence
            self._about.update(Content(sentence), layout=False)

    def _show_title(self) -> None:
        """Show the name of the tokenizer, and as many figures of the text as fit."""
        width = self.size.width - 4
        name = cut(visible(self._chosen.name), _LONGEST_NAME) if self._chosen else ""
        title = f"Try it: {name}" if name else "Try it"
        figures = self.typed.figures
        if not name and not _fits(title, figures, width):
            title = ""
        while figures and not _fits(title, figures, width):
            figures.pop()
        shown = " · ".join(figures)
        if title and shown:
            shown = f"{title} {'─' * (width - cell_len(title) - cell_len(shown) - 2)} {shown}"
        shown = shown or title
        if shown != self._title:
            self._title = shown
            self.border_title = Content(shown)

    def on_resize(self) -> None:
        self._show_title()


def _fits(title: str, figures: list[str], width: int) -> bool:
    return cell_len(f"{title}{'  ' if title else ''}{' · '.join(figures)}") <= width
