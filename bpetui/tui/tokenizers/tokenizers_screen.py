"""The tokenizers in a list, one of which is chosen, or another by its name: for Try it, or to be compared."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from bpetui.core.splitting import SPLIT_NAMES, Split, split_named
from bpetui.core.utf8 import visible
from bpetui.formats.registry import LoadedTokenizer
from bpetui.rendering.split_explanations import explained_split
from bpetui.tui.requests import TokenizerList
from bpetui.tui.run.offers import Offer
from bpetui.tui.tokenizers.offer_list import OfferList
from bpetui.tui.widgets.choice import Choice
from bpetui.tui.widgets.form import Entry, Row
from bpetui.tui.widgets.result_screen import Dialog, Frame

_BROAD = 70
"""Columns from which on all that is said fits in four rows."""

_OTHER_ROWS = 4
"""The frame, and what is below the list."""

_KEYS = ("↑ ↓ select · [@click=screen.take]enter use[/] · [@click=screen.leave]esc leave[/]",)


class TokenizersScreen(Dialog[None]):
    """Says which tokenizer is chosen: ``choose`` is called with its name or path, empty for that of the run, and this.

    It stays until it is told to `leave`, since a tokenizer has to be loaded; how far that is, and why it cannot be, is
    said here. A file may not say how a text is split: then `ask_split` asks, and ``split`` is called.
    """

    AUTO_FOCUS = "OfferList"
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (11, "-high")]
    DEFAULT_CSS = """
    TokenizersScreen {
        #split { display: none; }
        #said { padding: 0 1; border-top: solid $surface-lighten-3; color: $text-muted; }
        &.-flat #said { border: none; }
    }
    """
    BINDINGS = [
        Binding("up,pageup", "go(-1)", show=False),
        Binding("down,pagedown,end", "go(1)", show=False),
        Binding("enter", "take", show=False, priority=True),  # before the text has it
        Binding("escape", "leave", show=False),
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
        self._heading = title
        self._chosen, self._choose, self._split = chosen, choose, split
        self._list = OfferList(offers, self._explain, self.action_take)
        self._named = Entry(self._typed, limit=1000, placeholder="notes.model, or gpt-4o")
        self._entry = Row("a file or a name", self._named)
        self._cut = Row("split", Choice({name: name for name in SPLIT_NAMES}, "none", self._explain))
        self._said = Static(id="said", markup=False)
        self._cut.id = "split"
        self._asking: LoadedTokenizer | None = None  # what is to be split
        self._loading = ""  # how far that is

    def compose(self) -> ComposeResult:
        with Frame(self._heading, _KEYS):
            yield self._list
            yield self._entry
            yield self._cut
            yield self._said

    def on_mount(self) -> None:
        """Select what is used now."""
        self._list.select(self._chosen)
        self.watch(self, "focused", self._select)

    def on_resize(self, event: events.Resize) -> None:
        """What is said has room, and the list has the rest."""
        width, height = event.size
        self._said.styles.height = said = max(1, min(5 if width >= _BROAD else 8, height // 2 - 1))
        self._list.styles.max_height = max(1, height - said - _OTHER_ROWS)

    def hint(self, sentence: str) -> None:
        """Say why a tokenizer cannot be had; an empty sentence clears what was said of loading."""
        self._loading = ""
        if sentence:
            self._said.update(Content(visible(sentence)))
        else:
            self._explain()

    def hint_loading(self, sentence: str) -> None:
        """Say how far loading is, above what is selected."""
        self._loading = visible(sentence)
        self._explain()

    def ask_split(self, loaded: LoadedTokenizer) -> None:
        """Ask how a text is split before this tokenizer has it."""
        self._asking = loaded
        self._cut.display = True
        self.set_focus(self._cut.entry)
        self._explain()

    def action_go(self, by: int) -> None:
        """Go to the row before or behind the one that has the focus, if there is one."""
        rows = [self._list, self._named, *([self._cut.entry] if self._asking is not None else [])]
        at = next((at for at, row in enumerate(rows) if row is self.focused), 0)
        self.set_focus(rows[max(0, min(at + by, len(rows) - 1))])

    def on_key(self, event: events.Key) -> None:
        """What is typed is a name, whichever row is selected."""
        is_elsewhere = self.focused is self._list or (self.focused is self._named and not self._named.is_edited)
        if is_elsewhere and event.is_printable and event.character:
            event.stop()
            self.set_focus(self._named)
            self._named.edit()
            self._named.insert(event.character)

    def action_take(self) -> None:
        """Choose what is selected, or what is written."""
        if self._asking is not None and self.focused is self._cut.entry:
            self._split(self._asking, split_named(self._cut.written), self)
        elif self.focused is not self._named:
            self._choose(self._list.selected.name, self)
        elif name := self._entry.written.strip():
            self._choose(name, self)

    def _typed(self, notes: tuple[str, ...]) -> None:
        if notes:
            self._say("; ".join(notes))
        else:
            self._explain()

    def _select(self, focused: Widget | None) -> None:
        """Another row has the focus, or none while the terminal itself has not."""
        for row in (self._entry, self._cut):
            row.select(row.entry is focused)
        if focused is not None:
            self._explain()

    def _explain(self) -> None:
        """Say more of what is selected."""
        if self._asking is not None and self.focused is self._cut.entry:
            name = visible(self._asking.name)
            what, example = explained_split(self._cut.written)
            self._say(f"{name} says no split: ← → choose one, enter takes it\n{what}\n{example}")
        elif self.focused is self._named:
            self._say("a file or folder in one of the formats, or the name of a tokenizer or model")
        else:
            self._say(self._list.selected.more)

    def _say(self, text: str) -> None:
        """Below how far loading is, if it goes on."""
        self._said.update(Content(f"{self._loading}\n{text}" if self._loading else text))
