"""How a text comes to its tokens: one merge after another, forward and back."""

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
How a text becomes tokens: it starts as single symbols, and in each word the
pair that comes first in the list of merges is merged, until none is left.

[b]→ space ←[/b]  one merge on, one back      [b]pgdn pgup[/b]  ten
[b]home end[/b]   before the first merge, after the last
[b]↑ ↓[/b]        scroll the text
[b]h[/b]          show parts of characters in the next way: hex, GPT-2 alphabet
[b]esc w q[/b]    back to the explorer"""

_KEYS = (
    "→ ← step · PgDn PgUp ten · Home End · ↑ ↓ scroll · h hex · ? help · esc closes",
    "→ ← step · PgDn PgUp ten · Home End · ↑ ↓ scroll · h hex · esc closes",
    "→ ← step · PgDn PgUp ten · esc closes",
    "→ ← step · esc closes",
)


class TracedText(SpelledLines):
    """The text as it is cut after some steps; what the last of them made stands out."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "TracedText { height: auto; }"

    def __init__(self, traced: TypedTrace, spelling: Spelling) -> None:
        super().__init__()
        self._traced = traced
        self.spelling = spelling
        self._parts = traced.trace.after(0)
        self._begins = {part.id for part in self._parts}  # drawn plainly, as what no merge has made
        self._rows: list[Row] = []
        self._heights: dict[int, int] = {}  # of the text at the start, by width: asked for often while a screen opens
        self._top = 0

    def show_parts(self, parts: list[Part]) -> None:
        """Draw the tokens, the first new one in sight."""
        self._parts = parts
        self.lay_out()

    def scroll_rows(self, by: int) -> None:
        """Show other rows."""
        self._look_from(self._top + by)
        self.repaint()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows that the text takes at the start, when it has the most tokens: the frame stays as it is."""
        if width not in self._heights:
            self._heights[width] = len(self._wrapped(self._traced.trace.after(0), width, Style.null()))
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
            return Style.null() if token_id in self._begins else palette.token(token_id)

        tokens, words = [self._traced.tokens[part.id] for part in parts], self._traced.trace.words
        borders = {at: WORD_BORDER for at, part in enumerate(parts) if part.stop in words}
        return token_rows(units(tokens, self.spelling), len(parts), max(1, width), base, style, borders)


class TraceScreen(KeyDialog):
    """The arrow keys go from merge to merge, and scroll."""

    VERTICAL_BREAKPOINTS = [(0, "-flat"), (10, "-high")]
    CLOSING_KEYS = frozenset({"escape", "q", "w"})
    DEFAULT_CSS = """
    TraceScreen {
        Frame { width: 100%; max-width: 120; padding: 0 1; }
        Static { height: auto; max-height: 6; }
        #said { min-height: 4; }
        TracedText { max-height: 1fr; min-height: 1; }
        &.-flat #said { min-height: 1; }
    }
    """

    def __init__(self, traced: TypedTrace, name: str, spelling: Spelling) -> None:
        super().__init__()
        self._traced = traced
        self._called = name
        self._text = TracedText(traced, spelling)
        self._said = Static(id="said", markup=False)
        self._number = 0

    def compose(self) -> ComposeResult:
        with Frame(f"How {visible(self._called)} comes to the tokens", _KEYS):
            yield self._said
            yield self._text

    def on_mount(self) -> None:
        """Show the start."""
        self._go_to(0)

    def acts(self) -> Mapping[str, Callable[[], object]]:
        steps = {"right": 1, "space": 1, "left": -1, "pagedown": _TEN, "pageup": -_TEN}
        return {
            **{key: partial(self._go_to, self._number + by) for key, by in steps.items()},
            "home": partial(self._go_to, 0),
            "end": partial(self._go_to, self._traced.last),
            "up": partial(self._text.scroll_rows, -1),
            "down": partial(self._text.scroll_rows, 1),
            "h": self._text.cycle_spelling,
            "question_mark": lambda: self.app.push_screen(Sheet(Content.from_markup(_HELP))),
        }

    def _go_to(self, number: int) -> None:
        """Show the text after so many steps."""
        self._number = number = max(0, min(number, self._traced.last))
        traced = self._traced
        self._said.update(
            Content("\n").join(
                (
                    Content.styled(traced.heading(number), "bold"),
                    Content(traced.said(number)),
                    Content(traced.next(number)),
                )
            )
        )
        self._text.show_parts(traced.trace.after(number))
