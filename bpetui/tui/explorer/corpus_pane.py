"""The pane of the corpus as it is tokenized now. Its rows are wrapped from a byte offset on, which a resize keeps."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import accumulate

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset
from textual.message import Message
from textual.strip import Strip

from bpetui.rendering.units import Spelling, Unit
from bpetui.tui.explorer.corpus_rows import BREAK_BYTES, CorpusRow, CorpusRows
from bpetui.tui.run.run_state import RunState
from bpetui.tui.terminal.bindings import binding
from bpetui.tui.widgets.colors import Colors, colors
from bpetui.tui.widgets.painted_lines import ScrollBar, ScrolledLines, SpelledLines
from bpetui.tui.widgets.selectable_lines import SelectableLines
from bpetui.worker.messages import Passage

_BYTES_PER_CELL = 4
"""The bytes to request for each cell at first: enough for twice the rows of most texts; marks need more."""

_Look = tuple[int, str, bool]
"""A token's id; its highlight (``place``, ``newest``, ``pair``, or none); whether it continues in the next unit."""


# Textual takes the styles from the first base.
class CorpusPane(ScrolledLines, SpelledLines, SelectableLines, can_focus=True):
    """Shows the corpus from the byte offset ``top`` on, and the ``place`` of the last `jump` in reverse."""

    BINDINGS = [
        binding("corpus.up", "scroll_rows(-1)"),
        binding("corpus.down", "scroll_rows(1)"),
        binding("corpus.pageup", "scroll_pages(-1)"),
        binding("corpus.pagedown", "scroll_pages(1)"),
        binding("corpus.home", "go_to_start"),
        binding("corpus.end", "go_to_end"),
    ]
    spelling: Spelling = "characters"

    class ViewChanged(Message):
        """The pane needs another part of the corpus, or has another size."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.top = 0
        self.place: tuple[int, int] | None = None  # in byte offsets
        self._total = 0
        self._pending_rows = 0  # rows to scroll by when their text has arrived
        self._bytes_per_cell = _BYTES_PER_CELL
        self._passage = CorpusRows()
        self._newest = -1
        self._base = 0  # the id of the first token that a merge made
        self._pair: tuple[int, int] | None = None
        self._rows: list[CorpusRow] = []

    # -- the corpus ----------------------------------------------------------------------------------------------------

    @property
    def wanted(self) -> tuple[int, int]:
        """The byte offset and size of the passage that the pane needs."""
        cells = self.size.width * self.size.height
        before = min(self.top, 2 * BREAK_BYTES + 2 * cells)
        return self.top - before, before + cells * self._bytes_per_cell + 16

    @property
    def shown(self) -> tuple[int, int]:
        """The byte offsets between which the corpus is on the screen."""
        if not self._rows:
            return self.top, self.top
        return self.top, self._rows[-1][1][-1].stop

    def open(self, total: int) -> None:
        """Show another corpus, of ``total`` bytes, from its start."""
        self._total, self.top, self.place, self._pending_rows = total, 0, None, 0
        self._passage = CorpusRows()
        self._bytes_per_cell = _BYTES_PER_CELL
        if self.has_selection:
            self.screen.clear_selection()
        self.lay_out()

    def show_passage(self, passage: Passage, run: RunState, pair: tuple[int, int] | None) -> None:
        """Show a part of the corpus, and highlight the places of a ``pair`` of token ids."""
        self._passage = CorpusRows(passage)
        self._newest = run.last.id if run.last else -1
        self._base = run.base
        self._pair = pair
        if self._passage.start <= self.top <= self._passage.stop:
            before = self.wanted
            self._scroll(0)
            self.lay_out()
            if len(self._rows) < self.size.height and self._passage.stop < self._total:
                self._bytes_per_cell *= 2
            if self.wanted != before:
                self.post_message(self.ViewChanged())
        else:
            self.lay_out()

    def mark_pair(self, pair: tuple[int, int] | None) -> None:
        """Highlight the places of another pair."""
        if pair != self._pair:
            self._pair = pair
            self.repaint()

    def jump(self, start: int, stop: int) -> None:
        """Highlight a place, from one byte offset to another, and scroll to it if it is not on the screen."""
        self.place = (start, stop)
        first, last = self.shown
        if first <= start and stop <= last:
            self.repaint()
        else:
            self._go_to(start, -(self.size.height // 3))

    def token_at_place(self) -> int | None:
        """Return the id of the token at the highlighted place, or of the first one on the screen."""
        return self._passage.token_at(self.place[0] if self.place else self.top)

    # -- scrolling -----------------------------------------------------------------------------------------------------

    def action_scroll_rows(self, by: int) -> None:
        self._scroll_and_report(by)

    def action_scroll_pages(self, by: int) -> None:
        self._scroll_and_report(by * max(1, self.size.height - 1))

    def action_go_to_start(self) -> None:
        self._go_to(0, 0)

    def action_go_to_end(self) -> None:
        self._go_to(self._total, -self.size.height)

    @property
    def scroll_bar(self) -> ScrollBar:
        """The scroll bar, in bytes; each row counts as one cell."""
        return ScrollBar(*self.shown, self._total, self.size.height)

    def scroll_rows(self, by: int) -> None:
        self._scroll_and_report(by)

    def look_from(self, first: int) -> None:
        self._go_to(first, 0)

    def clicked(self, cell: Offset, chain: int) -> None:
        """Highlight the token in a cell of the pane."""
        if cell.y < len(self._rows):
            token = self._unit_at(cell).token
            self.place = (self._passage.starts[token], self._passage.starts[token + 1])
            self.repaint()

    def _unit_at(self, cell: Offset) -> Unit:
        """Return the unit in a cell, or the last one of its row."""
        _, row = self._rows[min(cell.y, len(self._rows) - 1)]
        ends = accumulate(unit.width for unit in row)
        return next((unit for unit, end in zip(row, ends, strict=True) if cell.x < end), row[-1])

    def offset_at(self, cell: Offset) -> int | None:
        return self._unit_at(cell).start if self._rows else None

    def text_between(self, first: int, last: int) -> str:
        stop = next((unit.stop for _, row in self._rows for unit in row if unit.start == last), last)
        return self._passage.data(first, stop).decode(errors="replace")

    def on_resize(self) -> None:
        self.post_message(self.ViewChanged())

    def _go_to(self, offset: int, rows: int) -> None:
        """Go to a byte offset, and then on by some rows."""
        self.top, self._pending_rows = offset, rows
        self._scroll_and_report(0)

    def _scroll_and_report(self, rows: int) -> None:
        self._scroll(rows)
        self.lay_out()
        self.post_message(self.ViewChanged())

    def _scroll(self, rows: int) -> None:
        """Move ``top`` by some rows and the pending ones, within the passage; the rest becomes pending."""
        rows, self._pending_rows = rows + self._pending_rows, 0
        passage = self._passage
        if not passage.start <= self.top <= passage.stop:
            self._pending_rows = rows
        elif rows < 0:
            above = passage.above(self.top, self._row_width, self.spelling, -rows)
            if above:
                self.top = above[max(rows, -len(above))][0]
            if passage.start > 0:
                self._pending_rows = min(0, rows + len(above))
        elif rows > 0:
            height = max(1, self.size.height)
            below = list(passage.wrapped(self.top, self._row_width, self.spelling, height + rows))
            # The last row of the text goes no higher than the pane's last row.
            possible = max(0, min(rows, len(below) - height))
            if possible:
                self.top = below[possible][0]
            if passage.stop < self._total and possible < rows:
                self._pending_rows = rows - possible
                self._bytes_per_cell *= 2

    @property
    def _row_width(self) -> int:
        """The cells of a row, without the scroll bar."""
        return max(1, self.size.width - 1)

    # -- drawing -------------------------------------------------------------------------------------------------------

    def wrap(self, style: Style) -> None:
        width, height = self.size
        rows = self._passage.wrapped(self.top, width - 1, self.spelling, height) if width > 1 else ()
        self._rows = list(rows)

    def content_lines(self, style: Style) -> Sequence[Strip]:
        ink = _Ink(style, colors(self.app, self._base))
        marked = self._pair_places()
        return [ink.row((unit, self._look_of(unit, marked)) for unit in row) for _, row in self._rows]

    def _pair_places(self) -> set[int]:
        """Return the indices of the tokens on the screen that belong to the highlighted pair."""
        if not self._pair or not self._rows:
            return set()
        return self._passage.places_of(self._pair, self._rows[0][1][0].token, self._rows[-1][1][-1].last)

    def _look_of(self, unit: Unit, marked: set[int]) -> _Look:
        """Return the look of a unit."""
        token_ids = self._passage.ids
        token_id = token_ids[unit.token]
        ids = [token_id] if unit.token == unit.last else token_ids[unit.token : unit.last + 1]
        if self.place and unit.start < self.place[1] and unit.stop > self.place[0]:
            highlight = "place"
        elif self._newest in ids:
            highlight = "newest"
        elif marked and not marked.isdisjoint(range(unit.token, unit.last + 1)):
            highlight = "pair"
        else:
            highlight = ""
        return token_id, highlight, unit.joined


class _Ink:
    """Draws rows, and creates each style once."""

    def __init__(self, base: Style, palette: Colors) -> None:
        self._base, self._palette = base, palette
        self._style = lru_cache(maxsize=None)(self._create_style)

    def row(self, units: Iterable[tuple[Unit, _Look]]) -> Strip:
        """Return a row of units as one line."""
        segments: list[Segment] = []
        text, style, width = "", self._base, 0
        for unit, look in units:
            wanted = self._style(*look)
            if wanted != style and text:
                segments.append(Segment(text, style))
                text = ""
            text, style = text + unit.text, wanted
            width += unit.width
        segments.append(Segment(text, style))
        return Strip(segments, width)

    def _create_style(self, token_id: int, highlight: str, joined: bool) -> Style:
        if highlight == "place":
            style = self._palette.place
        elif highlight == "newest":
            style = self._palette.newest
        else:
            style = self._palette.token(token_id) + (self._palette.pair if highlight else Style.null())
        return self._base + style + (_JOINED if joined else Style.null())


_JOINED = Style(underline=True)
