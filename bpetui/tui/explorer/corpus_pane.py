"""The corpus as it is tokenized now: text cut into tokens, wrapped by hand from a place that a resize keeps."""

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

_STRETCH = 4096
"""A line of more bytes begins a row anew about every so many: so rows are the same however they are come to, without
going back to where the line begins."""

_BYTES_A_CELL = 4
"""Bytes asked for each cell at first: enough for twice the rows of any text but one of many marks."""

Row = tuple[int, list[Unit]]
"""The byte offset where a row begins, and its units."""

_Look = tuple[int, str, bool]
"""A token's id; whether it stands out as ``place``, ``newest`` or ``pair``; and whether it goes on in the next unit."""


# The first base is the one that Textual takes styles from.
class CorpusPane(ScrolledLines, SpelledLines, SelectableLines, can_focus=True):
    """Shows the part of the corpus from the byte offset ``top`` on.

    The place asked for with `jump` is reversed; so that it is seen, the pane scrolls to it.
    """

    BINDINGS = [
        binding("corpus.up", "scroll_rows(-1)"),
        binding("corpus.down", "scroll_rows(1)"),
        binding("corpus.pageup", "scroll_pages(-1)"),
        binding("corpus.pagedown", "scroll_pages(1)"),
        binding("corpus.home", "go_to_start"),
        binding("corpus.end", "go_to_end"),
    ]
    spelling: Spelling = "characters"

    class Looked(Message):
        """Another part of the corpus is to be shown, or the pane has another size."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.top = 0
        self.place: tuple[int, int] | None = None  # bytes, from and to
        self._total = 0
        self._owed = 0  # rows to scroll by when the text for it is here
        self._bytes_a_cell = _BYTES_A_CELL
        self._start = 0  # of the passage
        self._data = b""
        self._ids: list[int] = []
        self._tokens: list[bytes] = []
        self._starts: list[int] = [0]  # of the tokens, and where the last one stops
        self._newest = -1
        self._base = 0  # the id of the first token that a merge made
        self._pair: tuple[int, int] | None = None
        self._rows: list[Row] = []
        self._words: set[int] = set()

    # -- what the screen asks and tells --------------------------------------------------------------------------------

    @property
    def wanted(self) -> tuple[int, int]:
        """The byte offset and size of the passage that the pane needs."""
        cells = self.size.width * self.size.height
        before = min(self.top, 2 * _STRETCH + 2 * cells)
        return self.top - before, before + cells * self._bytes_a_cell + 16

    @property
    def shown(self) -> tuple[int, int]:
        """The byte offsets between which the corpus is on the screen."""
        if not self._rows:
            return self.top, self.top
        return self.top, self._rows[-1][1][-1].stop

    def open(self, total: int) -> None:
        """Show another corpus, of ``total`` bytes, from its start."""
        self._total, self.top, self.place, self._owed = total, 0, None, 0
        self._start, self._data, self._ids, self._tokens, self._starts, self._words = 0, b"", [], [], [0], set()
        self._bytes_a_cell = _BYTES_A_CELL
        if self.is_selected:
            self.screen.clear_selection()
        self.lay_out()

    def show_passage(self, passage: Passage, run: RunState, pair: tuple[int, int] | None) -> None:
        """Show what the trainer's process sent; ``pair`` are the token ids whose places stand out."""
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
                self._bytes_a_cell *= 2
            if self.wanted != before:
                self.post_message(self.Looked())
        else:
            self.lay_out()

    def mark_pair(self, pair: tuple[int, int] | None) -> None:
        """Let the places of another pair stand out."""
        if pair != self._pair:
            self._pair = pair
            self.repaint()

    def jump(self, start: int, stop: int) -> None:
        """Show the place from one byte offset to another, reversed, somewhere in the upper half."""
        self.place = (start, stop)
        first, last = self.shown
        if first <= start and stop <= last:
            self.repaint()
        else:
            self._go_to(start, -(self.size.height // 3))

    def token_at_place(self) -> int | None:
        """The id of the token at the place jumped to, else of the first on the screen."""
        offset = self.place[0] if self.place else self.top
        at = bisect_right(self._starts, offset) - 1
        return self._ids[at] if 0 <= at < len(self._ids) else None

    # -- scrolling -----------------------------------------------------------------------------------------------------

    def action_scroll_rows(self, by: int) -> None:
        self._scroll_and_look(by)

    def action_scroll_pages(self, by: int) -> None:
        self._scroll_and_look(by * max(1, self.size.height - 1))

    def action_go_to_start(self) -> None:
        self._go_to(0, 0)

    def action_go_to_end(self) -> None:
        self._go_to(self._total, -self.size.height)

    @property
    def scroll_bar(self) -> ScrollBar:
        """By bytes, one cell a row."""
        return ScrollBar(*self.shown, self._total, self.size.height)

    def scroll_rows(self, by: int) -> None:
        self._scroll_and_look(by)

    def look_from(self, first: int) -> None:
        self._go_to(first, 0)

    def clicked(self, place: Offset, chain: int) -> None:
        """Let the token there stand out."""
        if place.y < len(self._rows):
            token = self._unit_at(place).token
            self.place = (self._starts[token], self._starts[token + 1])
            self.repaint()

    def _unit_at(self, place: Offset) -> Unit:
        """What is drawn in a cell, or last in its row."""
        _, row = self._rows[min(place.y, len(self._rows) - 1)]
        ends = accumulate(unit.width for unit in row)
        return next((unit for unit, end in zip(row, ends, strict=True) if place.x < end), row[-1])

    def offset_at(self, place: Offset) -> int | None:
        return self._unit_at(place).start if self._rows else None

    def text_between(self, first: int, last: int) -> str:
        stop = next((unit.stop for _, row in self._rows for unit in row if unit.start == last), last)
        return self._data[first - self._start : stop - self._start].decode(errors="replace")

    def on_resize(self) -> None:
        self.post_message(self.Looked())

    def _go_to(self, offset: int, rows: int) -> None:
        """Go to a byte offset, and on by some rows."""
        self.top, self._owed = offset, rows
        self._scroll_and_look(0)

    def _scroll_and_look(self, rows: int) -> None:
        self._scroll(rows)
        self.lay_out()
        self.post_message(self.Looked())

    @property
    def _end(self) -> int:
        """The byte offset where what is held of the text stops."""
        return self._start + len(self._data)

    def _scroll(self, rows: int) -> None:
        """Move ``top`` by rows, and those owed, as far as there is text; what has not come is owed."""
        rows, self._owed = rows + self._owed, 0
        if not self._start <= self.top <= self._end:
            self._owed = rows
        elif rows < 0:
            above = self._rows_above(-rows)
            if above:
                self.top = above[max(rows, -len(above))][0]
            if self._start > 0:
                self._owed = min(0, rows + len(above))
        elif rows > 0:
            height = max(1, self.size.height)
            below = list(self._wrapped(self.top, height + rows))
            # The last row of the text goes no higher than the pane's last row.
            possible = max(0, min(rows, len(below) - height))
            if possible:
                self.top = below[possible][0]
            if self._end < self._total and possible < rows:
                self._owed = rows - possible
                self._bytes_a_cell *= 2

    def _rows_above(self, number: int) -> list[Row]:
        """So many rows or more of what is held, the last of which ends at ``top``; fewer if there are no more."""
        rows: list[Row] = []
        stop = self.top
        for start in self._breaks_before(self.top):
            rows[:0] = self._wrapped(start, stop=stop)
            stop = start
            if len(rows) >= number:
                break
        return rows

    def _breaks_before(self, offset: int) -> Iterator[int]:
        """Where a row begins, whatever stands before: at a line's start, and in a long line now and then; backwards."""
        while offset > self._start:
            line = self._line_start(offset - 1)
            yield from range((offset - 1) // _STRETCH * _STRETCH, line + _STRETCH - 1, -_STRETCH)
            if line > self._start or line == 0:
                yield line
            offset = line

    def _break_behind(self, offset: int, line: int) -> int:
        """The first break in a line, which starts at the byte ``line``, behind a byte offset."""
        return max(offset // _STRETCH + 1, -(-line // _STRETCH) + 1) * _STRETCH

    def _line_start(self, offset: int) -> int:
        """Where the line starts that the byte at ``offset`` is in, as far as it is held."""
        return self._start + self._data.rfind(b"\n", 0, max(0, offset - self._start)) + 1

    # -- drawing -------------------------------------------------------------------------------------------------------

    def _wrapped(self, start: int, rows: int | None = None, stop: int | None = None) -> Iterator[Row]:
        """Rows of the text: so many from the unit that holds the byte at ``start`` on; or of all the units that begin
        from ``start`` on and before ``stop``."""
        width = max(1, self.size.width - 1)
        first = max(0, bisect_right(self._starts, start) - 1)
        row: list[Unit] = []
        used = 0
        line = self._line_start(start)
        anew = self._break_behind(start, line)
        drawn = units(self._tokens[first:], self.spelling, self._starts[first], first)
        for unit in map(self._without_line_end, drawn):
            if unit.stop <= start or (stop is not None and unit.start < start):
                continue
            if stop is not None and unit.start >= stop:
                break
            if row and (used + unit.width > width or unit.start >= anew):
                yield row[0].start, row
                row, used = [], 0
                if rows is not None and (rows := rows - 1) <= 0:
                    return
            if unit.start >= anew:
                anew = self._break_behind(unit.start, line)
            row.append(unit)
            used += unit.width
            if unit.ends_line:
                yield row[0].start, row
                row, used = [], 0
                if rows is not None and (rows := rows - 1) <= 0:
                    return
                line = self._line_start(unit.stop)
                anew = self._break_behind(unit.stop, line)
        if row:
            yield row[0].start, row

    def _without_line_end(self, unit: Unit) -> Unit:
        """The unit, without a sign for the end of a row in a table, which is no part of any word."""
        return unit._replace(text=" ", width=1) if self._ids[unit.token] == NO_TOKEN else unit

    def wrap(self, style: Style) -> None:
        self._rows = list(self._wrapped(self.top, self.size.height)) if self.size.width > 1 else []

    def content_lines(self, style: Style) -> Sequence[Strip]:
        ink = _Ink(style, colors(self.app, self._base))
        marked = self._pair_places()
        return [ink.row((unit, self._look_of(unit, marked)) for unit in row) for _, row in self._rows]

    def _pair_places(self) -> set[int]:
        """The indices of tokens on the screen that are part of a place of the pair that stands out."""
        found: set[int] = set()
        if self._pair and self._rows:
            first, last = self._rows[0][1][0].token, self._rows[-1][1][-1].last
            begin = max(0, first - 1)
            for index, pair in enumerate(pairwise(self._ids[begin : last + 2]), begin):
                if pair == self._pair and index + 1 not in self._words:
                    found.update((index, index + 1))
        return found

    def _look_of(self, unit: Unit, marked: set[int]) -> _Look:
        """How a unit looks."""
        token_id = self._ids[unit.token]
        ids = [token_id] if unit.token == unit.last else self._ids[unit.token : unit.last + 1]
        if self.place and unit.start < self.place[1] and unit.stop > self.place[0]:
            way = "place"
        elif self._newest in ids:
            way = "newest"
        elif marked and not marked.isdisjoint(range(unit.token, unit.last + 1)):
            way = "pair"
        else:
            way = ""
        return token_id, way, unit.joined


class _Ink:
    """Draws rows, and makes each style once."""

    def __init__(self, base: Style, palette: Colors) -> None:
        self._base, self._palette = base, palette
        self._style = lru_cache(maxsize=None)(self._made)

    def row(self, units: Iterable[tuple[Unit, _Look]]) -> Strip:
        """The units in one line."""
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

    def _made(self, token_id: int, way: str, joined: bool) -> Style:
        if way == "place":
            style = self._palette.place
        elif way == "newest":
            style = self._palette.newest
        else:
            style = self._palette.token(token_id) + (self._palette.pair if way else Style.null())
        return self._base + style + (_JOINED if joined else Style.null())


_JOINED = Style(underline=True)
