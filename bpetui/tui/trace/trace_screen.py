"""How a text comes to its tokens: one merge after another, forward and back."""

from __future__ import annotations

from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from bpetui.core.trace import Part
from bpetui.core.utf8 import visible
from bpetui.rendering.units import SPELLINGS, Spelling, Unit, units
from bpetui.tui.run.typed_trace import WORD_BORDER, TypedTrace
from bpetui.tui.widgets.colors import colors
from bpetui.tui.widgets.sheet import Sheet
from bpetui.tui.widgets.token_rows import Row, row_of, token_rows

_TEN = 10
_CLOSING = {"escape", "q", "w"}

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


class TracedText(Widget):
    """The text as it is cut after some steps; what the last of them made stands out."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "TracedText { height: auto; }"

    def __init__(self, traced: TypedTrace, spelling: Spelling) -> None:
        super().__init__()
        self._traced = traced
        self._spelling = spelling
        self._parts = traced.tracing.after(0)
        self._begins = {part.id for part in self._parts}  # drawn plainly, as what no merge has made
        self._drawn: dict[int, list[Row]] = {}  # the rows of the parts, by width
        self._top = 0

    def show_parts(self, parts: list[Part]) -> None:
        """Draw the tokens, the first new one in sight."""
        if parts != self._parts:
            self._parts = parts
            self._drawn.clear()
        self._lay_out()

    def cycle_spelling(self) -> None:
        """Draw partial tokens the next way."""
        self._spelling = SPELLINGS[(SPELLINGS.index(self._spelling) + 1) % len(SPELLINGS)]
        self._drawn.clear()
        self._lay_out()

    def scroll_rows(self, by: int) -> None:
        """Show other rows."""
        self._top = max(0, min(self._top + by, len(self._rows(self.size.width)) - max(1, self.size.height)))
        self.refresh()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """The rows that the text takes at the start, when it has the most tokens: the frame stays as it is."""
        start = self._traced.tracing.after(0)
        return len(self._rows(width) if start == self._parts else self._wrapped(start, width))

    def on_resize(self) -> None:
        self._lay_out()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        self._drawn.clear()

    def _rows(self, width: int) -> list[Row]:
        """The rows of the tokens; wrapping them takes some time, and is asked for often while a screen opens."""
        if width not in self._drawn:
            self._drawn[width] = self._wrapped(self._parts, width)
        return self._drawn[width]

    def _lay_out(self) -> None:
        if not self.size.width:
            return  # it is not known yet
        rows = self._rows(self.size.width)
        height = max(1, self.size.height)
        first = next((at for at, part in enumerate(self._parts) if part.is_new), None)
        row = self._top if first is None else row_of(rows, first)
        self._top = self._top if self._top <= row < self._top + height else row - height // 2
        self.scroll_rows(0)

    def _wrapped(self, parts: list[Part], width: int) -> list[Row]:
        palette = colors(self.app)

        def style(unit: Unit) -> Style:
            made = any(part.is_new for part in parts[unit.token : unit.last + 1])
            if made:
                return palette.newest
            token_id = parts[unit.token].id
            return Style.null() if token_id in self._begins else palette.token(token_id)

        tokens, words = [self._traced.tokens[part.id] for part in parts], self._traced.tracing.words
        borders = {at: WORD_BORDER for at, part in enumerate(parts) if part.stop in words}
        return token_rows(units(tokens, self._spelling), len(parts), max(1, width), self.rich_style, style, borders)

    def render_line(self, y: int) -> Strip:
        at, style = y + self._top, self.rich_style
        rows = self._rows(self.size.width)
        segments = [piece.segment for piece in rows[at]] if at < len(rows) else []
        return Strip(segments).adjust_cell_length(self.size.width, style)


class TraceScreen(ModalScreen[None]):
    """The arrow keys go from merge to merge, and scroll."""

    VERTICAL_BREAKPOINTS = [(0, "-flat"), (10, "-high")]
    DEFAULT_CSS = """
    TraceScreen {
        align: center middle;
        #frame {
            width: 100%; max-width: 120; height: auto; max-height: 100%; padding: 0 1;
            border: round $border; border-title-style: bold; background: $surface;
        }
        Static { height: auto; max-height: 6; }
        #said { min-height: 4; }
        TracedText { max-height: 1fr; min-height: 1; }
        &.-flat #frame { border: none; }
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
        self._left = False

    def compose(self) -> ComposeResult:
        with Vertical(id="frame") as frame:
            frame.border_title = Content(f"How {visible(self._called)} comes to the tokens")
            yield self._said
            yield self._text

    def on_mount(self) -> None:
        """Show the start."""
        self._go_to(0)

    def on_resize(self, event: events.Resize) -> None:
        """Name the keys that there is room for."""
        frame = self.query_one("#frame")
        room = min(event.size.width, 120) - 6
        frame.border_subtitle = next((keys for keys in _KEYS if len(keys) <= room), "")

    def on_key(self, event: events.Key) -> None:
        """Before any binding has the key."""
        event.stop()
        steps = {"right": 1, "space": 1, "left": -1, "pagedown": _TEN, "pageup": -_TEN}
        if event.key in steps:
            self._go_to(self._number + steps[event.key])
        elif event.key in ("home", "end"):
            self._go_to(0 if event.key == "home" else self._traced.last)
        elif event.key in ("up", "down"):
            self._text.scroll_rows(-1 if event.key == "up" else 1)
        elif event.key == "h":
            self._text.cycle_spelling()
        elif event.key == "question_mark":
            self.app.push_screen(Sheet(Content.from_markup(_HELP)))
        elif event.key in _CLOSING and not self._left:  # or a key typed ahead would close what is below it, too
            self._left = True
            self.dismiss()

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
        self._text.show_parts(traced.tracing.after(number))
