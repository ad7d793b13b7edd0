"""The pane of the corpus as it is tokenized now. Its rows are wrapped from a byte offset on, which a resize keeps."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import accumulate, pairwise

from rich.segment import Segment
from rich.style import Style
from textual.geometry import Offset
from textual.message import Message
from textual.strip import Strip

from bpetui.core.alphabet import NO_TOKEN
from bpetui.rendering.units import Spelling, Unit, units
from bpetui.tui.run.run_state import RunState
from bpetui.tui.terminal.bindings import binding
from bpetui.tui.widgets.colors import Colors, colors
from bpetui.tui.widgets.painted_lines import ScrollBar, ScrolledLines, SpelledLines
from bpetui.tui.widgets.selectable_lines import SelectableLines
from bpetui.worker.messages import Passage

_BREAK_BYTES = 4096
"""In a longer line, a row begins at about every multiple of this offset. So the rows are the same from whichever side
the pane scrolls to them, and the start of the line is not needed."""

_BYTES_PER_CELL = 4
"""The bytes to request for each cell at first: enough for twice the rows of most texts; marks need more."""

CorpusRow = tuple[int, list[Unit]]
"""The byte offset where a row begins, and its units."""

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
        self._start = 0  # of the passage
        self._data = b""
        self._ids: list[int] = []
        self._tokens: list[bytes] = []
        self._starts: list[int] = [0]  # of the tokens, and the stop of the last one
        self._newest = -1
        self._base = 0  # the id of the first token that a merge made
        self._pair: tuple[int, int] | None = None
        self._rows: list[CorpusRow] = []
        self._words: set[int] = set()

    # -- the corpus ----------------------------------------------------------------------------------------------------

    @property
    def wanted(self) -> tuple[int, int]:
        """The byte offset and size of the passage that the pane needs."""
        cells = self.size.width * self.size.height
        before = min(self.top, 2 * _BREAK_BYTES + 2 * cells)
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
        self._start, self._data, self._ids, self._tokens, self._starts, self._words = 0, b"", [], [], [0], set()
        self._bytes_per_cell = _BYTES_PER_CELL
        if self.has_selection:
            self.screen.clear_selection()
        self.lay_out()

    def show_passage(self, passage: Passage, run: RunState, pair: tuple[int, int] | None) -> None:
        """Show a part of the corpus, and highlight the places of a ``pair`` of token ids."""
        self._start, self._data = passage.start, passage.data
        self._ids = passage.ids.tolist()
        self._starts = list(accumulate(passage.sizes, initial=passage.start))
        borders = [start - passage.start for start in self._starts]
        self._tokens = [self._data[start:stop] for start, stop in pairwise(borders)]
        self._words = set(passage.words)
        self._newest = run.last.id if run.last else -1
        self._base = run.base
        self._pair = pair
        if self._start <= self.top <= self._end:
            before = self.wanted
            self._scroll(0)
            self.lay_out()
            if len(self._rows) < self.size.height and self._end < self._total:
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
        offset = self.place[0] if self.place else self.top
        at = bisect_right(self._starts, offset) - 1
        return self._ids[at] if 0 <= at < len(self._ids) else None

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

    def clicked(self, place: Offset, chain: int) -> None:
        """Highlight the token at a place of the pane."""
        if place.y < len(self._rows):
            token = self._unit_at(place).token
            self.place = (self._starts[token], self._starts[token + 1])
            self.repaint()

    def _unit_at(self, place: Offset) -> Unit:
        """Return the unit in a cell, or the last one of its row."""
        _, row = self._rows[min(place.y, len(self._rows) - 1)]
        ends = accumulate(unit.width for unit in row)
        return next((unit for unit, end in zip(row, ends, strict=True) if place.x < end), row[-1])

    def offset_at(self, place: Offset) -> int | None:
        return self._unit_at(place).start if self._rows else None

    def text_between(self, first: int, last: int) -> str:
        stop = next((unit.stop for _, row in self._rows for unit in row if unit.start == last), last)
        return self._data[first - self._start : stop - self._start].decode(errors="replace")

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

    @property
    def _end(self) -> int:
        """The byte offset where the passage stops."""
        return self._start + len(self._data)

    def _scroll(self, rows: int) -> None:
        """Move ``top`` by some rows and the pending ones, within the passage; the rest becomes pending."""
        rows, self._pending_rows = rows + self._pending_rows, 0
        if not self._start <= self.top <= self._end:
            self._pending_rows = rows
        elif rows < 0:
            above = self._rows_above(-rows)
            if above:
                self.top = above[max(rows, -len(above))][0]
            if self._start > 0:
                self._pending_rows = min(0, rows + len(above))
        elif rows > 0:
            height = max(1, self.size.height)
            below = list(self._wrapped(self.top, height + rows))
            # The last row of the text goes no higher than the pane's last row.
            possible = max(0, min(rows, len(below) - height))
            if possible:
                self.top = below[possible][0]
            if self._end < self._total and possible < rows:
                self._pending_rows = rows - possible
                self._bytes_per_cell *= 2

    def _rows_above(self, number: int) -> list[CorpusRow]:
        """Return at least ``number`` rows of the passage above ``top``, if there are as many."""
        rows: list[CorpusRow] = []
        stop = self.top
        for start in self._breaks_before(self.top):
            rows[:0] = self._wrapped(start, stop=stop)
            stop = start
            if len(rows) >= number:
                break
        return rows

    def _breaks_before(self, offset: int) -> Iterator[int]:
        """Yield, backward, the offsets where a row always begins: starts of lines, and breaks in long lines."""
        while offset > self._start:
            line = self._line_start(offset - 1)
            yield from range((offset - 1) // _BREAK_BYTES * _BREAK_BYTES, line + _BREAK_BYTES - 1, -_BREAK_BYTES)
            if line > self._start or line == 0:
                yield line
            offset = line

    def _break_after(self, offset: int, line: int) -> int:
        """Return the first break after a byte offset in the line that starts at ``line``."""
        return max(offset // _BREAK_BYTES + 1, -(-line // _BREAK_BYTES) + 1) * _BREAK_BYTES

    def _line_start(self, offset: int) -> int:
        """Return the start of the line around a byte offset, within the passage."""
        return self._start + self._data.rfind(b"\n", 0, max(0, offset - self._start)) + 1

    # -- drawing -------------------------------------------------------------------------------------------------------

    def _wrapped(self, start: int, rows: int | None = None, stop: int | None = None) -> Iterator[CorpusRow]:
        """Yield the rows from the unit at the byte ``start`` on: ``rows`` of them, or all before ``stop``."""
        width = max(1, self.size.width - 1)
        first = max(0, bisect_right(self._starts, start) - 1)
        row: list[Unit] = []
        used = 0
        line = self._line_start(start)
        next_break = self._break_after(start, line)
        drawn = units(self._tokens[first:], self.spelling, self._starts[first], first)
        for unit in map(self._without_line_end, drawn):
            if unit.stop <= start or (stop is not None and unit.start < start):
                continue
            if stop is not None and unit.start >= stop:
                break
            if row and (used + unit.width > width or unit.start >= next_break):
                yield row[0].start, row
                row, used = [], 0
                if rows is not None and (rows := rows - 1) <= 0:
                    return
            if unit.start >= next_break:
                next_break = self._break_after(unit.start, line)
            row.append(unit)
            used += unit.width
            if unit.ends_line:
                yield row[0].start, row
                row, used = [], 0
                if rows is not None and (rows := rows - 1) <= 0:
                    return
                line = self._line_start(unit.stop)
                next_break = self._break_after(unit.stop, line)
        if row:
            yield row[0].start, row

    def _without_line_end(self, unit: Unit) -> Unit:
        """Return the unit; in a table of words, a blank for the end of a row, which belongs to no word."""
        return unit._replace(text=" ", width=1) if self._ids[unit.token] == NO_TOKEN else unit

    def wrap(self, style: Style) -> None:
        self._rows = list(self._wrapped(self.top, self.size.height)) if self.size.width > 1 else []

    def content_lines(self, style: Style) -> Sequence[Strip]:
        ink = _Ink(style, colors(self.app, self._base))
        marked = self._pair_places()
        return [ink.row((unit, self._look_of(unit, marked)) for unit in row) for _, row in self._rows]

    def _pair_places(self) -> set[int]:
        """Return the indices of the tokens on the screen that belong to the highlighted pair."""
        found: set[int] = set()
        if self._pair and self._rows:
            first, last = self._rows[0][1][0].token, self._rows[-1][1][-1].last
            begin = max(0, first - 1)
            for index, pair in enumerate(pairwise(self._ids[begin : last + 2]), begin):
                if pair == self._pair and index + 1 not in self._words:
                    found.update((index, index + 1))
        return found

    def _look_of(self, unit: Unit, marked: set[int]) -> _Look:
        """Return the look of a unit."""
        token_id = self._ids[unit.token]
        ids = [token_id] if unit.token == unit.last else self._ids[unit.token : unit.last + 1]
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
