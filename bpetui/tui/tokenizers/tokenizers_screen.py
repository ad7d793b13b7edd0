"""The screen that chooses a tokenizer, from a list or by name, for Try it or for a comparison."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from bpetui.core.splitting import SPLIT_NAMES, Split, split_named
from bpetui.core.utf8 import visible
from bpetui.formats.registry import LoadedTokenizer
from bpetui.rendering.split_explanations import explained_split
from bpetui.tui.requests import TokenizerList
from bpetui.tui.run.completion import complete_tokenizer
from bpetui.tui.run.offers import Offer
from bpetui.tui.terminal.bindings import binding, keys_of, markup_keys
from bpetui.tui.tokenizers.offer_list import OfferList
from bpetui.tui.widgets.choice import Choice
from bpetui.tui.widgets.form import Entry, FormRow
from bpetui.tui.widgets.result_screen import Dialog, Frame

_BROAD = 70
"""Columns that the screen needs to show every message in four rows."""

_OTHER_ROWS = 4
"""Rows of the frame, and of the fields below the list."""

_KEYS = (
    "{keys[tokenizers.up]} {keys[tokenizers.down]} select · [@click=screen.take]{keys[tokenizers.take]} use[/]"
    " · type a file or name · [@click=screen.leave]{keys[tokenizers.leave]} leave[/]"
)

_NO_SPLIT = (
    "{name} does not record its split: choose one with {keys[choice.left]} {keys[choice.right]},"
    " then press {keys[tokenizers.take]}"
)


class TokenizersScreen(Dialog[None]):
    """Calls ``choose`` with this screen and the name or path of the chosen tokenizer, empty for that of the run.

    It stays open until `leave` is called, and shows the progress of loading, or the error. If a file does not record
    its split, `ask_split` asks for one, and ``split`` is called with it.
    """

    AUTO_FOCUS = "OfferList"
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (11, "-high")]
    DEFAULT_CSS = """
    TokenizersScreen {
        #split { display: none; }
        #message { padding: 0 1; border-top: solid $surface-lighten-3; color: $text-muted; }
        &.-flat #message { border: none; }
    }
    """
    BINDINGS = [
        binding("tokenizers.up", "go(-1)"),
        binding("tokenizers.first", "go(-1)"),
        binding("tokenizers.down", "go(1)"),
        binding("tokenizers.last", "go(1)"),
        binding("tokenizers.take", "take"),
        binding("tokenizers.complete", "complete"),
        binding("tokenizers.leave", "leave"),
        binding("tokenizers.close", "leave"),
    ]

    def __init__(
        self,
        title: str,
        offers: Sequence[Offer],
        chosen: str,
        choose: Callable[[str, TokenizerList], None],
        split: Callable[[LoadedTokenizer, Split, TokenizerList], None],
    ) -> None:
        super().__init__()
        self._list_title = title
        self._chosen, self._choose, self._split = chosen, choose, split
        self._names = [offer.name for offer in offers if offer.name]
        self._list = OfferList(offers, self._explain, self.action_take)
        self._name_field = Entry(self._take_notes, limit=1000, placeholder="notes.model or gpt-4o")
        self._name_row = FormRow("file or name", self._name_field)
        self._split_row = FormRow("split", Choice({name: name for name in SPLIT_NAMES}, "none", self._explain))
        self._message = Static(id="message", markup=False)
        self._split_row.id = "split"
        self._without_split: LoadedTokenizer | None = None  # the tokenizer that needs a split
        self._loading = ""  # the progress of loading

    def compose(self) -> ComposeResult:
        with Frame(self._list_title, [markup_keys(self).format(_KEYS)]):
            yield self._list
            yield self._name_row
            yield self._split_row
            yield self._message

    def on_mount(self) -> None:
        """Select the tokenizer in use."""
        self._list.select(self._chosen)
        self.watch(self, "focused", self._select)

    def on_resize(self, event: events.Resize) -> None:
        """Give the messages their rows, and the rest to the list."""
        width, height = event.size
        self._message.styles.height = message_height = max(1, min(5 if width >= _BROAD else 8, height // 2 - 1))
        self._list.styles.max_height = max(1, height - message_height - _OTHER_ROWS)

    def hint(self, sentence: str) -> None:
        """Show why a tokenizer cannot be loaded; an empty sentence clears the progress of loading."""
        self._loading = ""
        if sentence:
            self._message.update(Content(visible(sentence)))
        else:
            self._explain()

    def hint_loading(self, sentence: str) -> None:
        """Show the progress of loading above the message."""
        self._loading = visible(sentence)
        self._explain()

    def ask_split(self, loaded: LoadedTokenizer) -> None:
        """Ask for the split of this tokenizer, whose file does not record one."""
        self._without_split = loaded
        self._split_row.display = True
        self.set_focus(self._split_row.entry)
        self._explain()

    def action_go(self, by: int) -> None:
        """Focus the next row, or the previous one."""
        rows = [self._list, self._name_field, *([self._split_row.entry] if self._without_split is not None else [])]
        at = next((at for at, row in enumerate(rows) if row is self.focused), 0)
        self.set_focus(rows[max(0, min(at + by, len(rows) - 1))])

    def on_key(self, event: events.Key) -> None:
        """Type into the field of the name, whichever row is selected; but in the list, a key closes the screen."""
        closing = [key.name for key in keys_of(self).keys_of("tokenizers.close")]
        is_elsewhere = (self.focused is self._list and event.key not in closing) or (
            self.focused is self._name_field and not self._name_field.is_edited
        )
        if is_elsewhere and event.is_printable and event.character:
            event.stop()
            self.set_focus(self._name_field)
            self._name_field.edit()
            self._name_field.insert(event.character)

    def action_complete(self) -> None:
        """Complete the name that is being typed; else focus the next row."""
        field = self._name_field
        if not field.is_edited:
            self.app.action_focus_next()
            return
        completion = complete_tokenizer(field.text[: field.cursor], self._names)
        if completion.added:
            field.insert(completion.added)
        if sentence := completion.describe(self._message.content_size.width):
            self._show_message(sentence)

    def action_take(self) -> None:
        """Choose the selected tokenizer, the typed name, or the split."""
        if self._without_split is not None and self.focused is self._split_row.entry:
            self._split(self._without_split, split_named(self._split_row.written), self)
        elif self.focused is not self._name_field:
            self._choose(self._list.selected.name, self)
        elif name := self._name_row.written.strip():
            self._choose(name, self)

    def _take_notes(self, notes: tuple[str, ...]) -> None:
        if notes:
            self._show_message("; ".join(notes))
        else:
            self._explain()

    def _select(self, focused: Widget | None) -> None:
        """Mark the row that has the focus, if any: there is none while the terminal has lost it."""
        for row in (self._name_row, self._split_row):
            row.select(row.entry is focused)
        if focused is not None:
            self._explain()

    def _explain(self) -> None:
        """Explain the selected row."""
        if self._without_split is not None and self.focused is self._split_row.entry:
            name = visible(self._without_split.name)
            what, example = explained_split(self._split_row.written)
            question = keys_of(self).format(_NO_SPLIT, name=name)
            self._show_message(f"{question}\n{what}\n{example}")
        elif self.focused is self._name_field:
            self._show_message("Path of a tokenizer file or folder, or name of a tokenizer or model")
        else:
            self._show_message(self._list.selected.more)

    def _show_message(self, text: str) -> None:
        """Show a message, below the progress of loading if there is any."""
        self._message.update(Content(f"{self._loading}\n{text}" if self._loading else text))
