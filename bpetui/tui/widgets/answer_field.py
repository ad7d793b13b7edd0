"""The field for an answer: one line that scrolls sideways."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.strip import Strip

from bpetui.rendering.cells import ELLIPSIS
from bpetui.rendering.units import MOST_MARKS, marked_characters
from bpetui.tui.widgets.text_field import TextField


class AnswerField(TextField):
    """A text of one line; the part around the cursor is shown.

    Text over the limit is refused, not cut: half a name or number would be another one. Of several pasted lines the
    first is taken, or all of them, joined by ``between`` if that is not empty.
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.between = ""
        self._first = 0  # offset of the first character shown
        self._replaces_all = False

    def select_text(self) -> None:
        """Select the whole text: the next text typed or pasted replaces it, and a deleting key deletes it."""
        self._replaces_all = bool(self.text)
        self.repaint()

    def insert(self, text: str) -> None:
        """Insert text at the cursor, or in place of the selected text."""
        text = text.replace("\r\n", "\n").replace("\r", "\n").strip("\n")
        if self.between:
            text = text.replace("\n", self.between)
        kept = 0 if self._replaces_all else len(self.text)
        if len(text.partition("\n")[0]) > self.limit - kept:
            limit = f"{self.limit:,}"
            self._changed((f"Too long: the field holds {limit} characters",))
            return
        if self._replaces_all:
            self.text, self._cursor, self._replaces_all = "", 0, False
        super().insert(text)

    def _cut(self, start: int, stop: int) -> None:
        if self._replaces_all:
            start, stop, self._replaces_all = 0, len(self.text), False
        super()._cut(start, stop)

    def action_move(self, by: int) -> None:
        self._replaces_all = False
        super().action_move(by)

    def action_move_row(self, by: int) -> None:
        self._replaces_all = False
        super().action_move_row(by)

    def action_move_to(self, end: bool) -> None:
        self._replaces_all = False
        super().action_move_to(end)

    def on_click(self, event: events.Click) -> None:
        self._replaces_all = False
        super().on_click(event)
        event.prevent_default()  # Textual calls the handler of the base class, too

    def _wrapped(self, width: int) -> list[tuple[int, int]]:
        return [(0, len(self.text))]

    def wrap(self, style: Style) -> None:
        self._rows = self._wrapped(0)
        room = self.size.width - 2  # a cell for the ellipsis, and one for the cursor after the last character
        self._first = max(self._fitting(self._cursor, room), min(self._first, self._fitting(len(self.text), room)))
        self._first = min(self._first, self._cursor)
        self._put_cursor(self._place()[1], 0)

    def _fitting(self, stop: int, room: int) -> int:
        """Return the first offset from which the text up to ``stop`` fits in ``room`` cells."""
        start = max(0, stop - max(1, room) * (MOST_MARKS + 1))
        first, used = stop, 0
        for _, cells, begin, _ in reversed([*marked_characters(self.text[start:stop])]):
            used += cells
            if used > room:
                break
            first = start + begin
        return first

    def _place(self) -> tuple[int, int]:
        before = self._cursor - self._first
        around = self.text[
            self._first : self._cursor + MOST_MARKS
        ]  # the cursor may be inside a group that is drawn as one
        shown = takewhile(lambda group: group[3] <= before, marked_characters(around))
        return 0, self._left_out + sum(cells for _, cells, _, _ in shown)

    @property
    def _left_out(self) -> int:
        """The cells of the ellipsis before the text shown: 0 or 1."""
        return int(self._first > 0 and self.size.width > 2)

    def _at_column(self, row: int, column: int) -> int:
        used = self._left_out
        for _, cells, start, _ in self._shown():
            used += cells
            if used > column:
                return start
        return len(self.text)

    def _shown(self) -> Iterator[tuple[str, int, int, int]]:
        """Yield each group of characters drawn together, its width, and where it starts and stops in the text."""
        first, room = self._first, self.size.width - self._left_out
        for shown, cells, start, stop in marked_characters(self.text[first : first + room * (MOST_MARKS + 1)]):
            yield shown, cells, first + start, first + stop  # the last group may be cut
            room -= cells
            if room <= 0:
                return

    def _line(self, row: int, style: Style, cursor: Style) -> Strip:
        segments = [Segment(ELLIPSIS * self._left_out, style)]
        for shown, _, start, stop in self._shown():
            at_cursor = self.has_focus and start <= self._cursor < stop
            segments.append(Segment(shown, cursor if at_cursor or self._replaces_all else style))
        if self.has_focus and self._cursor == len(self.text):
            segments.append(Segment(" ", cursor))
        return Strip(Segment.simplify(segments))
