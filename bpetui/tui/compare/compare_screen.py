"""One text under several tokenizers: the figures of each, and the tokens under each other, aligned by their bytes."""

from __future__ import annotations

from functools import partial

from rich.cells import cell_len
from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.signal import Signal
from textual.timer import Timer
from textual.widgets import Static

from bpetui.core.plurals import counted
from bpetui.core.splitting import Split
from bpetui.core.tokenizer import Tokenizer
from bpetui.core.utf8 import normal_form, visible
from bpetui.formats.registry import LoadedTokenizer
from bpetui.formats.tokenizer_list import list_tokenizers
from bpetui.rendering.figures import TextSizes
from bpetui.tui.compare.aligned_pane import AlignedPane
from bpetui.tui.compare.comparison import Compared, versions
from bpetui.tui.compare.figures_table import FiguresTable
from bpetui.tui.requests import OpenTokenizers, Requests, TokenizerList
from bpetui.tui.run.compared_tokenizers import ComparedTokenizers
from bpetui.tui.run.loaded_tokenizers import LoadedTokenizers
from bpetui.tui.run.offers import THIS_RUN, offers
from bpetui.tui.run.run_state_tokenizer import RunStateTokenizer
from bpetui.tui.widgets.bottom_bar import BottomBar, LongHint
from bpetui.tui.widgets.result_screen import ResultScreen
from bpetui.tui.widgets.sheet import Sheet
from bpetui.tui.widgets.table import Table
from bpetui.tui.widgets.text_field import INVITATION, TextField

MOST = 12
"""How many tokenizers are compared at most."""

_AT_ONCE = 4000
"""How many characters, those of all rows together, are compared at each key."""

_MOMENT = 0.1
"""Seconds without a key after which more of them are."""

_SAME_FORMS = "NFC and NFD of this text are the same: there is no difference to see"

_ADD = "Add to the comparison"
_ONLY_ONE = "a adds a tokenizer to compare with this one"

_HELP = """\
The same text under several tokenizers. The fewer tokens a text takes, the
less a model has to read and to write, and the less there is to pay for.

[b]a   x[/b]     add a tokenizer; take the selected one out
[b]↑   ↓[/b]     select a tokenizer           [b]pgup pgdn[/b] more of the text
[b]←   →[/b]     walk its tokens              [b]home end[/b]  first token, last token
[b]f[/b]         the text in NFC (é is one character) and in NFD (a letter and a
          mark). Both look the same; most tokenizers cut them differently
[b]i   esc[/b]   type another text; leave it
[b]esc[/b]       back to the explorer, which keeps the text and the tokenizers

[b]tokens[/b]    how many there are; [b]*[/b] marks the fewest
[b]bytes/token[/b], [b]characters/token[/b]: of the text, in UTF-8, for each token
[b]tokens/word[/b]: words are what stands between white space, so that this
          says little of Chinese, Japanese or Thai

Below these, │ stands between two tokens. A character has the same place in
all rows; where it is cut between tokens it is drawn as its bytes in hex,
⟨e5⟩│⟨ba 8a⟩. · is a space, → a tab, ↵ a line end; ◌ carries a mark that
begins a token. What a tokenizer leaves out is blank, and what it puts in
has a place of its own."""


class ComparedText(TextField):
    """The field for the text; escape leaves it."""

    BINDINGS = [Binding("escape", "screen.leave_text", "Leave the text", id="compare.leave_text")]


class CompareScreen(ResultScreen[str]):
    """Shows what the tokenizers make of a text, which is handed back when the screen is left.

    ``chosen`` says which they are, and is changed as they are added and removed; they are among those ``tokenizers``,
    but for ``run_tokenizer``, that of the run, whose tokens may be others when ``run_changed`` tells so.
    """

    AUTO_FOCUS = "FiguresTable"
    DEFAULT_CSS = """
    CompareScreen {
        layers: default above;
        #text-pane { height: auto; }
        #text-pane, #tokens-pane {
            border: none; border-top: solid $surface-lighten-3; border-title-color: $text-muted; padding: 0 1;
        }
        #text-pane:focus-within { border-top: solid $border; border-title-color: $text; border-title-style: bold; }
        ComparedText { height: auto; max-height: 3; }
        FiguresTable { max-height: 45%; }
        #tokens-pane { height: 1fr; }
        AlignedPane { height: 1fr; }
        #sentence { height: 2; color: $text-muted; }
        &.-low ComparedText, &.-flat ComparedText { max-height: 1; }
        &.-flat #text-pane { border: none; }
        &.-flat.-narrow #sentence { height: 1; text-wrap: nowrap; text-overflow: ellipsis; }
    }
    """
    BINDINGS = [
        Binding("question_mark", "help", "Help", key_display="?", id="compare.help"),
        Binding("escape,q,c", "leave", "Back", id="compare.leave"),
    ]

    def __init__(
        self,
        text: str,
        chosen: ComparedTokenizers,
        tokenizers: LoadedTokenizers,
        run_tokenizer: RunStateTokenizer,
        run_changed: Signal[None],
    ) -> None:
        super().__init__()
        self._first_text = text
        self._chosen = chosen
        self._tokenizers, self._run_tokenizer, self._run_changed = tokenizers, run_tokenizer, run_changed
        self._compared: list[Compared] = []
        self._token = 0
        self._notes: tuple[str, ...] = ()  # on how the text was taken
        self._waiting: Timer | None = None  # for a moment without keys
        self._is_drawn = False
        self._requests = Requests(self)

    def compose(self) -> ComposeResult:
        with Vertical(id="text-pane"):
            yield ComparedText(
                self._take_text,
                lines=True,
                placeholder="press i and type, or paste: any text, any script",
                invitation=INVITATION,
            )
        yield FiguresTable(id="figures")
        with Vertical(id="tokens-pane"):
            yield AlignedPane(id="aligned")
            yield Static(id="sentence", markup=False)
        yield BottomBar(id="bar")
        yield LongHint()

    def on_mount(self) -> None:
        """Show the text; where there is none, wait for one. It is compared once there is a size to draw it in."""
        field = self.query_one(ComparedText)
        field.set_text(self._first_text)
        if not self._first_text:
            self.set_focus(field)
        self._run_changed.subscribe(self, lambda _: self.show_run())
        self.call_after_refresh(self._compare_first)

    def _compare_first(self) -> None:
        self._is_drawn = True
        self._compare()

    # -- what is compared ----------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The text as it was typed."""
        return self.query_one(ComparedText).text

    def show_run(self) -> None:
        """The run has gone on, or back: its tokens are others."""
        if self._compared:  # else this is still to be done
            self._compare()

    def _take_text(self, notes: tuple[str, ...]) -> None:
        """Compare at each key; where that takes long, when there is none for a moment."""
        self._notes = notes
        if not self._is_drawn:
            return
        if self._waiting is not None:
            self._waiting.stop()
        if len(self.text) * len(self._compared) > _AT_ONCE:
            self._waiting = self.set_timer(_MOMENT, self._compare)
        else:
            self._compare()

    def _compare(self) -> None:
        """Tokenize the text, and show what has come of it."""
        text, forms = self.text, self._chosen.forms
        shown = versions(text, forms)
        known = [
            (name or THIS_RUN, self._tokenizers.loaded[name].tokenizer if name else self._run_tokenizer)
            for name in self._chosen.names
        ]
        self._compared = [Compared.of(name, tokenizer, version) for name, tokenizer in known for version in shown]
        table = self.query_one(FiguresTable)
        table.note = _SAME_FORMS if forms and text and len(shown) == 1 else _ONLY_ONE if len(known) == 1 else ""
        table.show_compared(self._compared)
        self._show_tokens()
        self._show_title()

    # -- what is shown -------------------------------------------------------------------------------------------------

    @property
    def _row(self) -> int:
        """The row of the table that is selected."""
        return self.query_one(FiguresTable).cursor

    def _show_tokens(self) -> None:
        count = self._compared[self._row].count if self._compared else 0
        self._token = max(0, min(self._token, count - 1))
        self.query_one(AlignedPane).show(self.text, self._compared, self._row, self._token)
        self._describe()

    def _describe(self) -> None:
        """Say what the selected token is, or why there is none."""
        sentence = "; ".join(self._notes)
        if not sentence and self._compared:
            compared = self._compared[self._row]
            sentence = compared.problem
            if compared.count:
                sentence = f"▸ {compared.name}: {compared.typed.describe(self._token)}"
        self.query_one("#sentence", Static).update(Content(visible(sentence)), layout=False)
        self._show_more()

    def _show_more(self) -> None:
        """Say above the tokens that there are lines that are not seen."""
        above, below = self.query_one(AlignedPane).hidden
        more = [f"pgup: {counted(above, 'line')} above"] if above else []
        more += [f"pgdn: {counted(below, 'line')} below"] if below else []
        self._put_title("#tokens-pane", "Tokens", more)

    def _show_title(self) -> None:
        text = self.text
        figures = []
        if text:
            sizes = TextSizes.of(text)
            figures = [
                counted(sizes.bytes, "byte"),
                counted(sizes.characters, "character"),
                counted(sizes.words, "word"),
            ]
            figures.append(f"typed in {form}" if (form := normal_form(text)) != "mixed" else "typed in mixed forms")
        self._put_title("#text-pane", "Compare", figures)

    def _put_title(self, pane: str, title: str, more: list[str]) -> None:
        """Write a pane's title, and at its right what there is room for, the last first."""
        room = self.size.width - 6
        while more and cell_len(f"{title} {' · '.join(more)}") + 2 > room:
            del more[0]
        shown = " · ".join(more)
        if shown:
            title = f"{title} {'─' * (room - cell_len(title) - cell_len(shown) - 2)} {shown}"
        self.query_one(pane).border_title = Content(f" {title} ")

    def on_resize(self) -> None:
        self._show_title()
        self.call_after_refresh(self._show_more)

    def hint(self, sentence: str) -> None:
        """Say something in one line, until the next key."""
        self.query_one(BottomBar).hint(sentence)

    # -- keys ----------------------------------------------------------------------------------------------------------

    @on(Table.Selected)
    def _on_selected(self) -> None:
        """Another tokenizer is selected: its token at the same place."""
        pane = self.query_one(AlignedPane)
        row, before = self._row, pane.row
        if row == before or not self._compared:
            return
        if self._compared[row].count and self._compared[before].count:
            self._token = pane.aligned_token(before, self._token, row)
        self._select()

    def _select(self) -> None:
        count = self._compared[self._row].count
        self._token = max(0, min(self._token, count - 1))
        self.query_one(AlignedPane).select(self._row, self._token)
        self._notes = ()
        self._describe()

    @on(Table.Entered)
    def action_type(self) -> None:
        """Type another text."""
        self.set_focus(self.query_one(ComparedText))

    @on(AlignedPane.Clicked)
    def _on_clicked(self, message: AlignedPane.Clicked) -> None:
        self._token = message.token
        self.query_one(AlignedPane).select(message.row, message.token)
        self.query_one(FiguresTable).move_to(message.row)
        self._describe()

    def action_walk(self, by: int) -> None:
        """Select a token further on, or back."""
        if self._compared:
            self._token += by
            self._select()

    def action_page(self, pages: int) -> None:
        """See more of the text."""
        self.query_one(AlignedPane).page(pages)
        self._show_more()

    def action_add(self) -> None:
        """Choose another tokenizer."""
        if len(self._chosen.names) >= MOST:
            self.hint(f"{MOST} tokenizers are compared, and there is no room for more; x removes one")
            return
        listed = offers(self._run_tokenizer.run, self._tokenizers.loaded, list_tokenizers())
        others = (each.name for each in listed if each.is_here and each.name not in self._chosen.names)
        selected = next(others, "")
        self._requests.post(OpenTokenizers(_ADD, listed, selected, self._choose, self._split))

    def _choose(self, name: str, listed: TokenizerList) -> None:
        if name:
            self._tokenizers.load(name, partial(self._take, listed))
        else:
            self._add(name, listed)

    def _take(self, listed: TokenizerList, loaded: LoadedTokenizer) -> None:
        """Compare a tokenizer that is loaded by now, unless it is still to be said how it splits a text."""
        if not isinstance(loaded.tokenizer, Tokenizer) or loaded.tokenizer.split is not None:
            self._add(loaded.name, listed)
        elif listed.is_current:
            listed.ask_split(loaded)

    def _split(self, loaded: LoadedTokenizer, split: Split, listed: TokenizerList) -> None:
        self._tokenizers.split(loaded.name, split, partial(self._take, listed))

    def _add(self, name: str, listed: TokenizerList) -> None:
        if self.is_left:
            return
        names = self._chosen.names
        if listed.is_current:
            listed.leave()
        if name not in names:
            names.append(name)
            self._compare()
            loaded = self._tokenizers.loaded.get(name)
            if loaded and loaded.notes:
                self.hint(" · ".join(f"{name} {note}" for note in loaded.notes))
        else:
            self._compare()  # it may have another split now
            self.hint(f"{name or THIS_RUN} is compared already")
        self.query_one(FiguresTable).move_to(names.index(name) * self._rows_each)

    @property
    def _rows_each(self) -> int:
        """How many rows each tokenizer has."""
        return max(1, len(self._compared) // len(self._chosen.names))

    def action_remove(self) -> None:
        """Compare one tokenizer less."""
        names = self._chosen.names
        if len(names) == 1:
            self.hint("this is the only one; a adds others")
        else:
            del names[self._row // self._rows_each]
            self._compare()

    def action_forms(self) -> None:
        """Show both normal forms, or only what was typed."""
        selected = self._row // self._rows_each
        self._chosen.forms = not self._chosen.forms
        self._compare()
        self.query_one(FiguresTable).move_to(selected * self._rows_each)

    def action_help(self) -> None:
        """Say what all this is."""
        self.app.push_screen(Sheet(Content.from_markup(_HELP)))

    def action_leave_text(self) -> None:
        """Go to the tokenizers, to walk the tokens."""
        self.set_focus(self.query_one(FiguresTable))

    def action_leave(self) -> None:
        """Back to the explorer."""
        self.leave(self.text)
