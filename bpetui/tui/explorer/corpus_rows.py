"""A passage of the corpus, wrapped into rows. All offsets are in bytes of the corpus."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from itertools import accumulate, pairwise

from bpetui.core.alphabet import NO_TOKEN
from bpetui.rendering.units import Spelling, Unit, units
from bpetui.worker.messages import Passage

BREAK_BYTES = 4096
"""In a longer line, a row begins at about every multiple of this offset. So the rows are the same from whichever side
the pane scrolls to them, and the start of the line is not needed."""

CorpusRow = tuple[int, list[Unit]]
"""The offset where a row begins, and its units."""


class CorpusRows:
    """The tokens of a passage, and its rows for any width and spelling.

    - ``start``, ``stop``: the offsets of the passage
    - ``ids``: the ids of its tokens
    - ``starts``: the offset of each token, and the stop of the last one
    """

    def __init__(self, passage: Passage | None = None) -> None:
        """Take a passage; without one there are no rows."""
        self.start = passage.start if passage else 0
        self.ids: list[int] = passage.ids.tolist() if passage else []
        self.starts = list(accumulate(passage.sizes if passage else (), initial=self.start))
        self._data = passage.data if passage else b""
        self._tokens = [self.data(start, stop) for start, stop in pairwise(self.starts)]
        self._words = set(passage.words if passage else ())

    @property
    def stop(self) -> int:
        """The offset where the passage stops."""
        return self.start + len(self._data)

    def data(self, start: int, stop: int) -> bytes:
        """Return the text between two offsets of the passage."""
        return self._data[start - self.start : stop - self.start]

    def token_at(self, offset: int) -> int | None:
        """Return the id of the token at an offset, None if it is outside the passage."""
        at = bisect_right(self.starts, offset) - 1
        return self.ids[at] if 0 <= at < len(self.ids) else None

    def places_of(self, pair: tuple[int, int], first: int, last: int) -> set[int]:
        """Return the indices of the tokens, from ``first`` to ``last``, that belong to a pair of token ids."""
        found: set[int] = set()
        begin = max(0, first - 1)
        for index, ids in enumerate(pairwise(self.ids[begin : last + 2]), begin):
            if ids == pair and index + 1 not in self._words:
                found.update((index, index + 1))
        return found

    # -- rows ----------------------------------------------------------------------------------------------------------

    def wrapped(
        self, start: int, width: int, spelling: Spelling, rows: int | None = None, stop: int | None = None
    ) -> Iterator[CorpusRow]:
        """Yield the rows from the unit at ``start`` on, each at most ``width`` cells wide, except for a wider unit.

        They are at most ``rows``, or all before ``stop``.
        """
        first = max(0, bisect_right(self.starts, start) - 1)
        row: list[Unit] = []
        used = 0
        line = self._line_start(start)
        next_break = _break_after(start, line)
        drawn = units(self._tokens[first:], spelling, self.starts[first], first)
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
                next_break = _break_after(unit.start, line)
            row.append(unit)
            used += unit.width
            if unit.ends_line:
                yield row[0].start, row
                row, used = [], 0
                if rows is not None and (rows := rows - 1) <= 0:
                    return
                line = self._line_start(unit.stop)
                next_break = _break_after(unit.stop, line)
        if row:
            yield row[0].start, row

    def above(self, offset: int, width: int, spelling: Spelling, number: int) -> list[CorpusRow]:
        """Return at least ``number`` rows above the one at ``offset``, if there are as many."""
        rows: list[CorpusRow] = []
        stop = offset
        for start in self._breaks_before(offset):
            rows[:0] = self.wrapped(start, width, spelling, stop=stop)
            stop = start
            if len(rows) >= number:
                break
        return rows

    def _without_line_end(self, unit: Unit) -> Unit:
        """Return the unit; in a table of words, a blank for the end of a row, which belongs to no word."""
        return unit._replace(text=" ", width=1) if self.ids[unit.token] == NO_TOKEN else unit

    def _breaks_before(self, offset: int) -> Iterator[int]:
        """Yield, backward, the offsets where a row always begins: starts of lines, and breaks in long lines."""
        while offset > self.start:
            line = self._line_start(offset - 1)
            yield from range((offset - 1) // BREAK_BYTES * BREAK_BYTES, line + BREAK_BYTES - 1, -BREAK_BYTES)
            if line > self.start or line == 0:
                yield line
            offset = line

    def _line_start(self, offset: int) -> int:
        """Return the start of the line around an offset, within the passage."""
        return self.start + self._data.rfind(b"\n", 0, max(0, offset - self.start)) + 1


def _break_after(offset: int, line: int) -> int:
    """Return the first break after an offset in the line that starts at ``line``."""
    return max(offset // BREAK_BYTES + 1, -(-line // BREAK_BYTES) + 1) * BREAK_BYTES
