"""Decoding as a model's answer is decoded: token by token, and a character is shown only when all of it is there."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.widgets import Static

from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.utf8 import LINE_END, bracketed, visible
from bpetui.rendering.cells import cut
from bpetui.rendering.units import with_mark_room
from bpetui.tui.decode.decoder_steps import DecoderStep, id_text, ids_in, steps, tokens_of
from bpetui.tui.decode.ids_pane import FedTable, IdsLine
from bpetui.tui.widgets.answer_field import AnswerField
from bpetui.tui.widgets.bottom_bar import BottomBar, LongHint
from bpetui.tui.widgets.result_screen import ResultScreen
from bpetui.tui.widgets.sheet import Sheet

_LONGEST = 100_000
"""How many characters of ids can be typed, or pasted."""

_HELP = """\
A model's answer comes as ids, one at a time. Each stands for some bytes, and \
a character may begin in one token and end in the next: so a program that shows \
the answer as it comes holds the first bytes back until the character is whole.

[b]→ space[/b]    feed the next token         [b]←[/b]          take one back
[b]home end[/b]   none of them, all of them   [b]pgup pgdn[/b]  ten
[b]i[/b]          type ids of your own: numbers, with spaces or commas between; the
           old ones are replaced, or kept if an arrow key is pressed first
[b]esc[/b]        back to the explorer

[b]released[/b]   what can be shown now
[b]held back[/b]  … the beginning of a character, which may still be completed
[b]given up[/b]   ✗ bytes that can be no character any more; � stands for them.
           Often another byte follows than the character could go on with,
           or no token follows at all."""


class DecodeScreen(ResultScreen[None]):
    """Feeds ids to a decoder, one at a key: those of the text typed first, then any that are typed here.

    ``name`` is what the tokenizer is called.
    """

    AUTO_FOCUS = "FedTable"
    DEFAULT_CSS = """
    DecodeScreen {
        layers: default above;
        #ids-pane, #fed-pane, #released-pane {
            border: none; border-top: solid $surface-lighten-3; border-title-color: $text-muted;
        }
        #ids-pane { height: 2; }
        FedTable { height: 2fr; }
        #released-pane { height: 1fr; min-height: 2; }
        #released-pane VerticalScroll { scrollbar-size-vertical: 1; padding: 0 1; }
        &.-flat #ids-pane { height: 1; border: none; }
    }
    """
    BINDINGS = [
        Binding("question_mark", "help", "Help", key_display="?", id="decode.help"),
        Binding("escape,q,d", "leave", "Back", id="decode.leave"),
    ]

    def __init__(self, ids: Sequence[int], tokenizer: AnyTokenizer, name: str) -> None:
        super().__init__()
        self._tokenizer = tokenizer
        self._called = name
        self._steps: list[DecoderStep] = steps(tokens_of(ids, tokenizer))
        self._written = " ".join(map(id_text, ids))
        self._fed = 0

    def compose(self) -> ComposeResult:
        with Vertical(id="ids-pane"):
            yield IdsLine()
        yield FedTable()
        with Vertical(id="released-pane"), VerticalScroll(can_focus=False):
            yield Static(markup=False)
        yield BottomBar(id="bar")
        yield LongHint()

    def on_mount(self) -> None:
        """Show that nothing is fed yet."""
        self.query_one("#released-pane").border_title = " Text so far "
        self._show()

    # -- what is shown -------------------------------------------------------------------------------------------------

    @property
    def text(self) -> str:
        """The text that is released so far."""
        return "".join(step.released for step in self._steps[: self._fed])

    def _show(self) -> None:
        self.query_one(IdsLine).show(self._steps, self._fed)
        self.query_one(FedTable).show_fed(self._steps, self._fed)
        self.query_one("#released-pane Static", Static).update(self._released())
        self.query_one("#released-pane VerticalScroll").scroll_end(animate=False, immediate=True)
        self._show_title()

    def _released(self) -> Content:
        """The text so far: what the last token has released stands out, and so do bytes that are held back."""
        if not self._fed:
            return Content()
        last = self._steps[self._fed - 1]
        text = self.text
        before = text[: len(text) - len(last.released)]
        held = Content.assemble((bracketed(last.held), "reverse"), " held back") if last.held else Content()
        return Content.assemble(_readable(before), (_readable(last.released), "bold underline"), held)

    def _show_title(self) -> None:
        number = sum(step.token_id is not None for step in self._steps)
        fed = min(self._fed, number)
        title, shown = "Decode, token by token", f"{cut(visible(self._called), 30)} · {fed:,} of {number:,} tokens fed"
        room = self.size.width - 6
        fill = room - cell_len(title) - cell_len(shown) - 2
        self.query_one("#ids-pane").border_title = Content(
            f" {title} {'─' * fill} {shown} " if fill > 0 else f" {shown} "
        )

    def on_resize(self) -> None:
        self._show_title()

    def hint(self, sentence: str) -> None:
        """Say something in one line, until the next key."""
        self.query_one(BottomBar).hint(sentence)

    # -- keys ----------------------------------------------------------------------------------------------------------

    def action_feed(self, by: int) -> None:
        """Feed so many tokens more, or take some back."""
        fed = max(0, min(self._fed + by, len(self._steps)))
        if fed != self._fed:
            self._fed = fed
            self._show()

    def action_type(self) -> None:
        """Ask for ids: those there are stand selected, so that what is typed replaces them."""
        bar = self.query_one(BottomBar)
        bar.ask("ids:", self._take, self._written, limit=_LONGEST, between=" ")
        bar.query_one(AnswerField).select_text()

    def _take(self, text: str) -> None:
        self._steps = steps(tokens_of(ids_in(text, self._tokenizer), self._tokenizer))
        self._written = text.strip()
        self._fed = 0
        self._show()

    def action_help(self) -> None:
        """Say what all this is."""
        self.app.push_screen(Sheet(Content.from_markup(_HELP)))


def _readable(text: str) -> str:
    """A text as a reader sees it: spaces are spaces, and lines are lines."""
    return with_mark_room(visible(text, newline=f"{LINE_END}\n"))
