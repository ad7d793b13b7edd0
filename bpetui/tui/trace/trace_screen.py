"""The screen that shows how merges build the tokens of a text, step by step."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from rich.style import Style
from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size
from textual.strip import Strip
from textual.widgets import Static

from bpetui.core.trace import Part
from bpetui.core.utf8 import visible
from bpetui.rendering.units import Spelling, Unit, units
from bpetui.tui.run.typed_trace import WORD_BORDER, TypedTrace
from bpetui.tui.widgets.colors import colors
from bpetui.tui.widgets.painted_lines import SpelledLines
from bpetui.tui.widgets.result_screen import Frame, KeyDialog
from bpetui.tui.widgets.sheet import Sheet
from bpetui.tui.widgets.token_rows import Row, row_of, token_rows

_TEN = 10

_HELP = """\
How a text becomes tokens: it starts as single symbols. Each step merges the
pair that comes first in the list of merges, until no pair of a word is in it.

[b]→ space ←[/b]  next merge, previous one    [b]pgdn pgup[/b]  ten
[b]home end[/b]   before the first merge, after the last
[b]↑ ↓[/b]        scroll the text
[b]h[/b]          show partial characters in another way: hex, GPT-2 alphabet
[b]esc w q[/b]    return to the explorer"""

_KEYS = (
    "→ ← step · PgDn PgUp ten · Home End · ↑ ↓ scroll · h hex · ? help · esc closes",
    "→ ← step · PgDn PgUp ten · Home End · ↑ ↓ scroll · h hex · esc closes",
    "→ ← step · PgDn PgUp ten · esc closes",
    "→ ← step · esc closes",
)


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
        self._rows: list[Row] = []
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

    def drawn(self, style: Style) -> Sequence[Strip]:
        return [Strip(piece.segment for piece in row) for row in self._rows[self._top : self._top + self.size.height]]

    def _look_from(self, top: int) -> None:
        self._top = max(0, min(top, len(self._rows) - max(1, self.size.height)))

    def _wrapped(self, parts: list[Part], width: int, base: Style) -> list[Row]:
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


class TraceScreen(KeyDialog):
    """Shows one step at a time; the left and right arrow keys go to another step."""

    VERTICAL_BREAKPOINTS = [(0, "-flat"), (10, "-high")]
    CLOSING_KEYS = frozenset({"escape", "q", "w"})
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
        with Frame(f"How {name} builds the tokens", _KEYS):
            yield self._sentences
            yield self._text

    def on_mount(self) -> None:
        """Show the text before the first merge."""
        self._go_to(0)

    def acts(self) -> Mapping[str, Callable[[], object]]:
        steps = {"right": 1, "space": 1, "left": -1, "pagedown": _TEN, "pageup": -_TEN}
        return {
            **{key: partial(self._go_to, self._number + by) for key, by in steps.items()},
            "home": partial(self._go_to, 0),
            "end": partial(self._go_to, self._trace.last),
            "up": partial(self._text.scroll_rows, -1),
            "down": partial(self._text.scroll_rows, 1),
            "h": self._text.cycle_spelling,
            "question_mark": lambda: self.app.push_screen(Sheet(Content.from_markup(_HELP))),
        }

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
