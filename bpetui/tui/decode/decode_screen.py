"""The screen that decodes ids token by token, as a program shows the answer of a model: whole characters only."""

from __future__ import annotations

from collections.abc import Sequence

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from bpetui.core.plurals import plural
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.utf8 import LINE_END, bracketed, visible
from bpetui.rendering.cells import cut
from bpetui.rendering.units import with_mark_room
from bpetui.tui.decode.decoder_steps import DecoderStep, decoder_steps, id_text, ids_from_text, tokens_from_ids
from bpetui.tui.decode.ids_line import IdsLine
from bpetui.tui.decode.steps_table import StepsTable
from bpetui.tui.keys.commands import Scope, commands_of
from bpetui.tui.terminal.bindings import binding, keys_of
from bpetui.tui.widgets.bottom_bar import BottomBar, LongHint
from bpetui.tui.widgets.help_sheet import HelpSheet, command_lines
from bpetui.tui.widgets.pane_title import pane_title
from bpetui.tui.widgets.result_screen import ResultScreen

_LONGEST = 100_000
"""The most characters of ids that can be typed or pasted."""

_HELP = """\
A model produces token ids, one at a time. Each id stands for some bytes, and a \
character may begin in one token and end in the next. A program that shows the \
answer as it arrives holds these bytes back until the character is complete.

Your own ids are numbers separated by spaces or commas. They replace the ids
that are there; press an arrow key first to keep them."""

_OUTCOMES_HELP = """\
[b]released[/b]   text that can be shown now
[b]held back[/b]  … the first bytes of a character that is not complete yet
[b]invalid[/b]    ✗ bytes that cannot become a character; � replaces them. Either
           the next byte does not continue the character, or the text ends."""


class DecodeScreen(ResultScreen[None]):
    """Decodes token ids, one after each key: first those of the text in the explorer, then any typed here.

    ``name`` is the name of the tokenizer.
    """

    AUTO_FOCUS = "StepsTable"
    DEFAULT_CSS = """
    DecodeScreen {
        layers: default above;
        #ids-pane, #released-pane {
            border: none; border-top: solid $surface-lighten-3; border-title-color: $text-muted;
        }
        #ids-pane { height: 2; }
        StepsTable { height: 2fr; }
        #released-pane { height: 1fr; min-height: 2; }
        #released-pane VerticalScroll { scrollbar-size-vertical: 1; padding: 0 1; }
        &.-flat #ids-pane { height: 1; border: none; }
    }
    """
    BINDINGS = [
        binding("decode.help", "help"),
        binding("decode.leave", "leave"),
    ]

    def __init__(self, ids: Sequence[int], tokenizer: AnyTokenizer, name: str) -> None:
        super().__init__()
        self._tokenizer = tokenizer
        self._tokenizer_name = name
        self._steps: list[DecoderStep] = decoder_steps(tokens_from_ids(ids, tokenizer))
        self._written = " ".join(map(id_text, ids))
        self._done = 0

    def compose(self) -> ComposeResult:
        with Vertical(id="ids-pane"):
            yield IdsLine()
        yield StepsTable()
        with Vertical(id="released-pane"), VerticalScroll(can_focus=False):
            yield Static(markup=False)
        yield BottomBar(id="bar")
        yield LongHint()

    def on_mount(self) -> None:
        """Show that no token is decoded yet."""
        self.query_one("#released-pane").border_title = " Text so far "
        self._show()

    # -- what is shown -------------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The text that is released so far."""
        return "".join(step.released for step in self._steps[: self._done])

    def _show(self) -> None:
        self.query_one(IdsLine).show(self._steps, self._done)
        self.query_one(StepsTable).show_steps(self._steps, self._done)
        self.query_one("#released-pane Static", Static).update(self._released())
        self.query_one("#released-pane VerticalScroll").scroll_end(animate=False, immediate=True)
        self._show_title()

    def _released(self) -> Content:
        """Draw the text so far; highlight what the last token released, and the bytes that are held back."""
        if not self._done:
            return Content()
        last = self._steps[self._done - 1]
        text = self.text
        before = text[: len(text) - len(last.released)]
        held = Content.assemble((bracketed(last.held), "reverse"), " held back") if last.held else Content()
        return Content.assemble(_readable(before), (_readable(last.released), "bold underline"), held)

    def _show_title(self) -> None:
        number = sum(step.token_id is not None for step in self._steps)
        done = min(self._done, number)
        name = cut(visible(self._tokenizer_name), 30)
        progress = plural(number, "{done} of {n} token decoded", "{done} of {n} tokens decoded", done=f"{done:,}")
        self.query_one("#ids-pane").border_title = pane_title(
            "Decode, token by token", (name, progress), self.size.width
        )

    def on_resize(self) -> None:
        self._show_title()

    def hint(self, sentence: str) -> None:
        """Show a sentence at the bottom until the next key."""
        self.query_one(BottomBar).hint(sentence)

    # -- keys ----------------------------------------------------------------------------------------------------------

    def action_feed(self, by: int) -> None:
        """Decode ``by`` more tokens, or undo some."""
        done = max(0, min(self._done + by, len(self._steps)))
        if done != self._done:
            self._done = done
            self._show()

    def action_type(self) -> None:
        """Ask for ids; the present ones are selected, so that typing replaces them."""
        bar = self.query_one(BottomBar)
        bar.ask("Token ids:", self._take, self._written, limit=_LONGEST, between=" ", selects=True)

    def _take(self, text: str) -> None:
        self._steps = decoder_steps(tokens_from_ids(ids_from_text(text, self._tokenizer), self._tokenizer))
        self._written = text.strip()
        self._done = 0
        self._show()

    def action_help(self) -> None:
        """Explain the keys and the marks."""
        commands = command_lines(keys_of(self), commands_of(Scope.DECODE))
        paragraphs = Content.from_markup(_HELP), commands, Content.from_markup(_OUTCOMES_HELP)
        self.app.push_screen(HelpSheet(paragraphs))


def _readable(text: str) -> str:
    """Return a text with its spaces and line breaks as they are, and control characters visible."""
    return with_mark_room(visible(text, newline=f"{LINE_END}\n"))
