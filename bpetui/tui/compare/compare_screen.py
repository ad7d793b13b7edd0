"""The screen that compares tokenizers on one text: a table of figures, and the tokens aligned by their bytes."""

from __future__ import annotations

from collections.abc import Sequence

from textual import on
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.signal import Signal
from textual.timer import Timer
from textual.widgets import Static

from bpetui.core.notes import sentences
from bpetui.core.plurals import counted, plural
from bpetui.core.utf8 import normal_form, visible
from bpetui.rendering.figures import TextSizes
from bpetui.tui.compare.aligned_pane import AlignedPane
from bpetui.tui.compare.comparison import ComparisonRow, text_forms
from bpetui.tui.compare.figures_table import FiguresTable
from bpetui.tui.compare.tokenizer_addition import TokenizerAddition
from bpetui.tui.keys.commands import Scope, commands_of
from bpetui.tui.requests import TokenizerList
from bpetui.tui.run.compared_tokenizers import ComparedTokenizers
from bpetui.tui.run.loaded_tokenizers import LoadedTokenizers
from bpetui.tui.run.offers import THIS_RUN
from bpetui.tui.run.run_state_tokenizer import RunStateTokenizer
from bpetui.tui.terminal.bindings import binding, keys_of
from bpetui.tui.widgets.bottom_bar import BottomBar, LongHint
from bpetui.tui.widgets.help_sheet import HelpSheet, command_lines
from bpetui.tui.widgets.pane_title import pane_title
from bpetui.tui.widgets.result_screen import ResultScreen
from bpetui.tui.widgets.table import Table
from bpetui.tui.widgets.text_field import INVITATION, TextField

MAX_TOKENIZERS = 12
"""The most tokenizers that can be compared."""

_IMMEDIATE_CHARACTERS = 4000
"""The most characters, summed over all rows, that are compared after every key."""

_PAUSE = 0.1
"""Seconds without a key after which longer texts are compared."""

_SAME_FORMS = "NFC and NFD of this text are identical"
_ONLY_ONE = "Press {keys[compare.add]} to add a tokenizer to compare with this one"

_HELP = """\
One text under several tokenizers. The fewer tokens a text takes, the less
a model has to read and write, and the less it costs.

In NFC é is one character, in NFD a letter and a mark: both look the
same, but most tokenizers give different tokens for the two."""

_FIGURES_HELP = """\
[b]tokens[/b]    number of tokens; [b]*[/b] marks the fewest
[b]bytes/token[/b], [b]characters/token[/b]: averages; bytes are those of UTF-8
[b]tokens/word[/b]: words are separated by white space, so this figure means
          little for Chinese, Japanese or Thai

Below the table, │ separates tokens. A character has the same columns in
every row; if several tokens share it, its bytes are shown in hex,
⟨e5⟩│⟨ba 8a⟩. · is a space, → a tab, ↵ a line end; ◌ carries a combining
mark that begins a token. Text that a tokenizer drops is blank; text that it
inserts has columns of its own."""


class ComparedText(TextField):
    """The field of the text; escape leaves it."""

    BINDINGS = [binding("text.leave", "screen.leave_text")]


class CompareScreen(ResultScreen[str]):
    """Compares tokenizers on a text; the result of the screen is the text as it was edited.

    ``compared`` holds the names of the tokenizers, and changes as they are added and removed. ``tokenizers`` holds all
    of them but ``run_tokenizer``, that of the run, whose tokens may change whenever ``run_changed`` is published.
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
        binding("compare.help", "help"),
        binding("compare.leave", "leave"),
    ]

    def __init__(
        self,
        text: str,
        compared: ComparedTokenizers,
        tokenizers: LoadedTokenizers,
        run_tokenizer: RunStateTokenizer,
        run_changed: Signal[None],
    ) -> None:
        super().__init__()
        self._first_text = text
        self._compared = compared
        self._tokenizers, self._run_tokenizer, self._run_changed = tokenizers, run_tokenizer, run_changed
        self._rows: list[ComparisonRow] = []
        self._token = 0
        self._notes: tuple[str, ...] = ()  # on what the field changed in the text
        self._pause: Timer | None = None  # runs until the next comparison
        self._is_drawn = False
        self._addition = TokenizerAddition(self, compared, tokenizers, run_tokenizer, self._add)

    def compose(self) -> ComposeResult:
        with Vertical(id="text-pane"):
            yield ComparedText(
                self._take_text,
                lines=True,
                placeholder=keys_of(self).format("Press {keys[compare.type]} to type or paste text in any script"),
                invitation=keys_of(self).format(INVITATION),
            )
        yield FiguresTable(id="figures")
        with Vertical(id="tokens-pane"):
            yield AlignedPane(id="aligned")
            yield Static(id="sentence", markup=False)
        yield BottomBar(id="bar")
        yield LongHint()

    def on_mount(self) -> None:
        """Show the text, or focus its empty field; compare once the screen has its size."""
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
        """Show the tokens of the run as it is now."""
        if self._rows:  # before the first comparison there is nothing to update
            self._compare()

    def _take_text(self, notes: tuple[str, ...]) -> None:
        """Compare after every key, or a long text after a pause."""
        self._notes = notes
        if not self._is_drawn:
            return
        if self._pause is not None:
            self._pause.stop()
        if len(self.text) * len(self._rows) > _IMMEDIATE_CHARACTERS:
            self._pause = self.set_timer(_PAUSE, self._compare)
        else:
            self._compare()

    def _compare(self) -> None:
        """Tokenize the text with every tokenizer, and show the results."""
        text, both_forms = self.text, self._compared.forms
        forms = text_forms(text, both_forms)
        tokenizers = [
            (name or THIS_RUN, self._tokenizers.loaded[name].tokenizer if name else self._run_tokenizer)
            for name in self._compared.names
        ]
        self._rows = [
            ComparisonRow.from_text(name, tokenizer, form) for name, tokenizer in tokenizers for form in forms
        ]
        table = self.query_one(FiguresTable)
        table.note = _SAME_FORMS if both_forms and text and len(forms) == 1 else ""
        if not table.note and len(tokenizers) == 1:
            table.note = keys_of(self).format(_ONLY_ONE)
        table.show_rows(self._rows)
        self._show_tokens()
        self._show_title()

    # -- what is shown -------------------------------------------------------------------------------------------------

    @property
    def _row(self) -> int:
        """The selected row of the table."""
        return self.query_one(FiguresTable).cursor

    def _show_tokens(self) -> None:
        count = self._rows[self._row].token_count if self._rows else 0
        self._token = max(0, min(self._token, count - 1))
        self.query_one(AlignedPane).show(self.text, self._rows, self._row, self._token)
        self._describe()

    def _describe(self) -> None:
        """Describe the selected token, or say why there is none."""
        sentence = "; ".join(self._notes)
        if not sentence and self._rows:
            row = self._rows[self._row]
            sentence = row.problem
            if row.token_count:
                sentence = f"▸ {row.name}: {row.typed.describe(self._token)}"
        self.query_one("#sentence", Static).update(Content(visible(sentence)), layout=False)
        self._show_more()

    def _show_more(self) -> None:
        """Say above the tokens how many lines are out of view."""
        above, below = self.query_one(AlignedPane).hidden
        above_key, below_key = keys_of(self)["compare.pageup"], keys_of(self)["compare.pagedown"]
        details = [plural(above, "{key}: {n} line above", "{key}: {n} lines above", key=above_key)] if above else []
        details += [plural(below, "{key}: {n} line below", "{key}: {n} lines below", key=below_key)] if below else []
        self._set_title("#tokens-pane", "Tokens", details)

    def _show_title(self) -> None:
        text = self.text
        figures = []
        if text:
            sizes = TextSizes.from_text(text)
            figures = [
                counted(sizes.bytes, "byte"),
                counted(sizes.characters, "character"),
                counted(sizes.words, "word"),
            ]
            form = normal_form(text)
            figures.append("typed in mixed forms" if form == "mixed" else f"typed in {form}")
        self._set_title("#text-pane", "Compare", figures)

    def _set_title(self, pane: str, title: str, details: Sequence[str]) -> None:
        self.query_one(pane).border_title = pane_title(title, details, self.size.width)

    def on_resize(self) -> None:
        self._show_title()
        self.call_after_refresh(self._show_more)

    def hint(self, sentence: str) -> None:
        """Show a sentence at the bottom until the next key."""
        self.query_one(BottomBar).hint(sentence)

    # -- keys ----------------------------------------------------------------------------------------------------------

    @on(Table.Selected)
    def _on_selected(self) -> None:
        """Select the token of the new row that is at the same place."""
        pane = self.query_one(AlignedPane)
        row, before = self._row, pane.row
        if row == before or not self._rows:
            return
        if self._rows[row].token_count and self._rows[before].token_count:
            self._token = pane.aligned_token(before, self._token, row)
        self._select()

    def _select(self) -> None:
        count = self._rows[self._row].token_count
        self._token = max(0, min(self._token, count - 1))
        self.query_one(AlignedPane).select(self._row, self._token)
        self._notes = ()
        self._describe()

    @on(Table.Entered)
    def action_type(self) -> None:
        """Edit the text."""
        self.set_focus(self.query_one(ComparedText))

    @on(AlignedPane.Clicked)
    def _on_clicked(self, message: AlignedPane.Clicked) -> None:
        self._token = message.token
        self.query_one(AlignedPane).select(message.row, message.token)
        self.query_one(FiguresTable).move_to(message.row)
        self._describe()

    def action_walk(self, by: int) -> None:
        """Select the token ``by`` tokens further on."""
        if self._rows:
            self._token += by
            self._select()

    def action_page(self, pages: int) -> None:
        """Scroll the tokens."""
        self.query_one(AlignedPane).page(pages)
        self._show_more()

    def action_add(self) -> None:
        """Choose a tokenizer to add."""
        if len(self._compared.names) >= MAX_TOKENIZERS:
            sentence = "{n} tokenizers are the most that can be compared; press {keys[compare.remove]} to remove one"
            self.hint(keys_of(self).format(sentence, n=MAX_TOKENIZERS))
        else:
            self._addition.open_list()

    def _add(self, name: str, tokenizer_list: TokenizerList) -> None:
        if self.is_left:
            return
        names = self._compared.names
        if tokenizer_list.is_current:
            tokenizer_list.leave()
        if name not in names:
            names.append(name)
            self._compare()
            loaded = self._tokenizers.loaded.get(name)
            if loaded and loaded.notes:
                self.hint(" · ".join(sentences(loaded.notes, name)))
        else:
            self._compare()  # its split may have changed
            self.hint(f"{name or THIS_RUN} is already in the comparison")
        self.query_one(FiguresTable).move_to(names.index(name) * self._rows_per_tokenizer)

    @property
    def _rows_per_tokenizer(self) -> int:
        """How many rows each tokenizer has: one for each form of the text."""
        return max(1, len(self._rows) // len(self._compared.names))

    def action_remove(self) -> None:
        """Remove the selected tokenizer."""
        names = self._compared.names
        if len(names) == 1:
            self.hint(keys_of(self).format("This is the only tokenizer; press {keys[compare.add]} to add another"))
        else:
            del names[self._row // self._rows_per_tokenizer]
            self._compare()

    def action_forms(self) -> None:
        """Show the text in both normal forms, or only as it was typed."""
        selected = self._row // self._rows_per_tokenizer
        self._compared.forms = not self._compared.forms
        self._compare()
        self.query_one(FiguresTable).move_to(selected * self._rows_per_tokenizer)

    def action_help(self) -> None:
        """Explain the keys and the figures."""
        commands = command_lines(keys_of(self), commands_of(Scope.COMPARE))
        paragraphs = Content.from_markup(_HELP), commands, Content.from_markup(_FIGURES_HELP)
        self.app.push_screen(HelpSheet(paragraphs))

    def action_leave_text(self) -> None:
        """Focus the table of tokenizers."""
        self.set_focus(self.query_one(FiguresTable))

    def action_leave(self) -> None:
        """Return to the explorer with the text."""
        self.leave(self.text)
