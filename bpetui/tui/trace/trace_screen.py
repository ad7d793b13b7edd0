"""The screen that shows how merges build the tokens of a text, step by step."""

from __future__ import annotations

from collections.abc import Sequence

from rich.style import Style
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip
from textual.widgets import Static

from bpetui.core.trace import Part
from bpetui.core.utf8 import visible
from bpetui.rendering.units import Spelling, Unit, units
from bpetui.tui.keys.commands import Scope, commands_of
from bpetui.tui.run.typed_trace import WORD_BORDER, TypedTrace
from bpetui.tui.terminal.bindings import binding, keys_of, markup_keys
from bpetui.tui.widgets.colors import colors
from bpetui.tui.widgets.help_sheet import HelpSheet, command_lines
from bpetui.tui.widgets.painted_lines import SpelledLines
from bpetui.tui.widgets.result_screen import Dialog, Frame
from bpetui.tui.widgets.token_rows import DrawnRow, row_of, token_rows

_TEN = 10

_HELP = """\
How a text becomes tokens: it starts as single symbols. Each step merges the
pair that comes first in the list of merges, until none of the word's pairs
is in the list."""

_STEP = "{keys[trace.next]} {keys[trace.back]} step"
_TEN_STEPS = "{keys[trace.pagedown]} {keys[trace.pageup]} ten"
_OTHERS = (
    "{keys[trace.home]} {keys[trace.end]} · {keys[trace.up]} {keys[trace.down]} scroll"
    " · {keys[trace.spelling]} spelling"
)
_HELP_KEY, _CLOSE = "{keys[trace.help]} help", "{keys[trace.leave]} closes"
_KEYS = tuple(
    " · ".join(parts)
    for parts in (
        (_STEP, _TEN_STEPS, _OTHERS, _HELP_KEY, _CLOSE),
        (_STEP, _TEN_STEPS, _OTHERS, _CLOSE),
        (_STEP, _TEN_STEPS, _CLOSE),
        (_STEP, _CLOSE),
    )
)
"""The keys, the wording with the most of them first."""


class TracedText(SpelledLines):
    """The tokens of the text after some steps; those that the last step made are highlighted."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "TracedText { height: auto; }"

    def __init__(self, trace: TypedTrace, spelling: Spelling) -> None:
        super().__init__()
        self._trace = trace
        self.spelling = spelling
        self._parts = trace.trace.after(0)
        self._start_ids = {part.id for part in self._parts}  # drawn without colors, since no merge made them
        self._rows: list[DrawnRow] = []
        self._heights: dict[int, int] = {}  # at the start, by width; Textual asks often while it opens a screen
        self._top = 0

    def show_parts(self, parts: list[Part]) -> None:
        """Draw the tokens, with the first new one in view."""
        self._parts = parts
        self.lay_out()

    def scroll_rows(self, by: int) -> None:
        """Scroll by rows."""
        self._look_from(self._top + by)
        self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the text at the start, when it has the most tokens, so that the frame keeps its size."""
        if width not in self._heights:
            self._heights[width] = len(self._wrapped(self._trace.trace.after(0), width, Style.null()))
        return self._heights[width]

    def wrap(self, style: Style) -> None:
        self._rows = self._wrapped(self._parts, self.size.width, style)
        height = max(1, self.size.height)
        first = next((at for at, part in enumerate(self._parts) if part.is_new), None)
        row = self._top if first is None else row_of(self._rows, first)
        self._look_from(self._top if self._top <= row < self._top + height else row - height // 2)

    def content_lines(self, style: Style) -> Sequence[Strip]:
        return [Strip(piece.segment for piece in row) for row in self._rows[self._top : self._top + self.size.height]]

    def _look_from(self, top: int) -> None:
        self._top = max(0, min(top, len(self._rows) - max(1, self.size.height)))

    def _wrapped(self, parts: list[Part], width: int, base: Style) -> list[DrawnRow]:
        palette = colors(self.app)

        def style(unit: Unit) -> Style:
            made = any(part.is_new for part in parts[unit.token : unit.last + 1])
            if made:
                return palette.newest
            token_id = parts[unit.token].id
            return Style.null() if token_id in self._start_ids else palette.token(token_id)

        tokens, words = [self._trace.tokens[part.id] for part in parts], self._trace.trace.words
        borders = {at: WORD_BORDER for at, part in enumerate(parts) if part.stop in words}
        return token_rows(units(tokens, self.spelling), len(parts), max(1, width), base, style, borders)


class TraceScreen(Dialog[None]):
    """Shows one step at a time; the left and right arrow keys go to another step."""

    VERTICAL_BREAKPOINTS = [(0, "-flat"), (10, "-high")]
    BINDINGS = [
        binding("trace.next", "go_by(1)"),
        binding("trace.back", "go_by(-1)"),
        binding("trace.pagedown", f"go_by({_TEN})"),
        binding("trace.pageup", f"go_by(-{_TEN})"),
        binding("trace.home", "go_to_start"),
        binding("trace.end", "go_to_end"),
        binding("trace.up", "scroll_rows(-1)"),
        binding("trace.down", "scroll_rows(1)"),
        binding("trace.spelling", "spelling"),
        binding("trace.help", "help"),
        binding("trace.leave", "leave"),
    ]
    DEFAULT_CSS = """
    TraceScreen {
        Frame { width: 100%; max-width: 120; padding: 0 1; }
        Static { height: auto; max-height: 6; }
        #step { min-height: 4; }
        TracedText { max-height: 1fr; min-height: 1; }
        &.-flat #step { min-height: 1; }
    }
    """

    def __init__(self, trace: TypedTrace, name: str, spelling: Spelling) -> None:
        super().__init__()
        self._trace = trace
        self._tokenizer_name = name
        self._text = TracedText(trace, spelling)
        self._sentences = Static(id="step", markup=False)
        self._number = 0

    def compose(self) -> ComposeResult:
        name = visible(self._tokenizer_name)
        with Frame(f"How {name} builds the tokens", [markup_keys(self).format(wording) for wording in _KEYS]):
            yield self._sentences
            yield self._text

    def on_mount(self) -> None:
        """Show the text before the first merge."""
        self._go_to(0)

    def action_go_by(self, steps: int) -> None:
        """Go on by some steps, or back."""
        self._go_to(self._number + steps)

    def action_go_to_start(self) -> None:
        """Go before the first step."""
        self._go_to(0)

    def action_go_to_end(self) -> None:
        """Go after the last step."""
        self._go_to(self._trace.last)

    def action_scroll_rows(self, by: int) -> None:
        """Scroll the text by some rows."""
        self._text.scroll_rows(by)

    def action_spelling(self) -> None:
        """Show partial tokens in another way."""
        self._text.cycle_spelling()

    def action_help(self) -> None:
        """Explain the screen and its keys."""
        commands = command_lines(keys_of(self), commands_of(Scope.TRACE))
        self.app.push_screen(HelpSheet((Content.from_markup(_HELP), commands)))

    def _go_to(self, number: int) -> None:
        """Show the text after ``number`` steps."""
        self._number = number = max(0, min(number, self._trace.last))
        trace = self._trace
        self._sentences.update(
            Content("\n").join(
                (
                    Content.styled(trace.heading(number), "bold"),
                    Content(trace.description(number)),
                    Content(trace.next(number)),
                )
            )
        )
        self._text.show_parts(trace.trace.after(number))
