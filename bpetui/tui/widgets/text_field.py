"""A field to type and paste text in, which shows every character and lets none of them act on the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import regex
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding
from textual.geometry import Offset, Size
from textual.message import Message
from textual.strip import Strip

from bpetui.core.utf8 import without_surrogates
from bpetui.rendering.units import marked_characters
from bpetui.tui.terminal.key_names import types_text
from bpetui.tui.widgets.selectable_lines import SelectableLines

_CLUSTER = regex.compile(r"\X")
_WORD_BEFORE = regex.compile(r"\S*\s*\Z")

INVITATION = "type, or paste: any text, any script · enter: a new line · esc: done"
"""What an empty field for texts of any kind says to who is in it."""


class TextField(SelectableLines, can_focus=True):
    """One or several lines of text, wrapped to the field's width, with a cursor that moves by grapheme cluster.

    ``limit`` bounds the text, in characters. ``changed`` is called when the text has changed, with notes on what could
    not be taken as it was; at once and not by a message, so that what follows from the text is painted with it.
    While it is empty it shows the ``placeholder``, and with the focus the ``invitation``, if that is another.
    """

    COMPONENT_CLASSES = {"text-field--cursor", "text-field--placeholder"}
    DEFAULT_CSS = """
    TextField { height: 1; }
    TextField .text-field--cursor { text-style: reverse; }
    TextField .text-field--placeholder { color: $foreground-darken-3; }
    """
    BINDINGS = [
        Binding("left", "move(-1)", show=False, id="text.left"),
        Binding("right", "move(1)", show=False, id="text.right"),
        Binding("up", "move_row(-1)", show=False, id="text.up"),
        Binding("down", "move_row(1)", show=False, id="text.down"),
        Binding("home,ctrl+a", "move_to(False)", show=False, id="text.home"),
        Binding("end,ctrl+e", "move_to(True)", show=False, id="text.end"),
        Binding("backspace", "delete(-1)", show=False, id="text.backspace"),
        Binding("delete,ctrl+d", "delete(1)", show=False, id="text.delete"),
        Binding("ctrl+w", "delete_word", show=False, id="text.delete_word"),
        Binding("ctrl+u", "clear", show=False, id="text.clear"),
    ]

    class Submitted(Message):
        """Enter was pressed in a field of one line."""

        def __init__(self, field: TextField) -> None:
            super().__init__()
            self.field = field

        @property
        def control(self) -> TextField:
            return self.field

    def __init__(
        self,
        changed: Callable[[tuple[str, ...]], None] | None = None,
        *,
        limit: int = 2000,
        lines: bool = False,
        placeholder: str = "",
        invitation: str = "",
        id: str | None = None,
    ) -> None:
        super().__init__(id=id)
        self.changed = changed
        self.limit = limit
        self.lines = lines
        self.placeholder = placeholder
        self.invitation = invitation or placeholder
        self.text = ""
        self._cursor = 0
        self._top = 0
        self._rows: list[tuple[int, int]] = [(0, 0)]  # the characters of each row

    @property
    def has_cursor(self) -> bool:
        """Whether keys write here, so that the cursor is drawn."""
        return self.has_focus

    @property
    def cursor(self) -> int:
        """Where the next character is put, in characters from the text's start."""
        return self._cursor

    def set_text(self, text: str) -> None:
        """Put ``text`` in place of what there is, the cursor behind it."""
        self.text, self._cursor = "", 0
        self.insert(text)

    def insert(self, text: str) -> None:
        """Put text in at the cursor."""
        text, surrogates = without_surrogates(text)
        notes = []
        if surrogates:
            notes.append("a lone surrogate is no character; U+FFFD stands for it")
        text = text.replace("\r\n", "\n").replace("\r", "\n")  # how terminals send line ends that are pasted
        if not self.lines and "\n" in text:
            text, *more = text.split("\n")
            notes.append(f"only the first line of {len(more) + 1:,} is taken")
        room = self.limit - len(self.text)
        if len(text) > room:
            notes.append(f"the text was cut: the field holds {self.limit:,} characters")
            text = text[:room]
        self.text = self.text[: self._cursor] + text + self.text[self._cursor :]
        self._cursor += len(text)
        self._changed(tuple(notes))

    def action_move(self, by: int) -> None:
        self._cursor = self._neighbor(by)
        self.lay_out()

    def action_move_row(self, by: int) -> None:
        row, column = self._place()
        target = row + by
        if 0 <= target < len(self._rows):
            start, stop = self._cluster(self._at_column(target, column))
            self._cursor = start if by < 0 or start > self._cursor else stop
        else:
            self._cursor = 0 if by < 0 else len(self.text)
        self.lay_out()

    def action_move_to(self, end: bool) -> None:
        if end:
            stop = self.text.find("\n", self._cursor)
            self._cursor = stop if stop >= 0 else len(self.text)
        else:
            self._cursor = self._line_start
        self.lay_out()

    def action_delete(self, direction: int) -> None:
        other = self._neighbor(direction)
        start, stop = min(other, self._cursor), max(other, self._cursor)
        self._cut(start, stop)

    def action_delete_word(self) -> None:
        found = _WORD_BEFORE.search(self.text, endpos=self._cursor)
        self._cut(found.start() if found else 0, self._cursor)

    def action_clear(self) -> None:
        self._cut(0, len(self.text))

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Letters are text here, and no keys to be named in the line at the bottom."""
        return types_text(key, character)

    def on_key(self, event: events.Key) -> None:
        character = event.character
        if event.key == "enter":
            event.stop()
            if self.lines:
                self.insert("\n")
            else:
                self.post_message(self.Submitted(self))
        elif character is not None and (event.is_printable or not character.isascii()):
            event.stop()
            event.prevent_default()
            self.insert(character)

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        self.insert(event.text)

    def on_click(self, event: events.Click) -> None:
        if self.is_selected:  # the end of a drag
            return
        row = min(event.y + self._top, len(self._rows) - 1)
        self._cursor, _ = self._cluster(self._at_column(row, event.x))
        self.lay_out()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.lay_out()

    def offset_at(self, place: Offset) -> int | None:
        row = min(place.y + self._top, len(self._rows) - 1)
        return min(self._at_column(row, place.x), len(self.text) - 1) if self.text else None

    def text_between(self, first: int, last: int) -> str:
        _, stop = self._cluster(last)
        return self.text[first:stop]

    def _cut(self, start: int, stop: int) -> None:
        if start < stop:
            self.text = self.text[:start] + self.text[stop:]
            self._cursor = start
            self._changed(())

    def _changed(self, notes: tuple[str, ...]) -> None:
        if self.is_selected:
            self.screen.clear_selection()
        self.lay_out()
        if self.changed:
            self.changed(notes)

    @property
    def _line_start(self) -> int:
        """Where the cursor's line starts."""
        return self.text.rfind("\n", 0, self._cursor) + 1

    def _neighbor(self, direction: int) -> int:
        """The character offset one grapheme cluster before or behind the cursor."""
        if direction > 0:
            found = _CLUSTER.match(self.text[self._cursor :])
            return self._cursor + (found.end() if found else 0)
        line = self._line_start
        if line == self._cursor:
            return max(0, line - 1)
        *_, last = _CLUSTER.finditer(self.text, line, self._cursor)  # clusters never cross a line end
        return int(last.start())

    def _cluster(self, at: int) -> tuple[int, int]:
        """Where the grapheme cluster starts and stops that the character at an offset is in."""
        line = self.text.rfind("\n", 0, at) + 1
        for found in _CLUSTER.finditer(self.text, line):
            if found.end() > at:
                return found.start(), found.end()
        return at, at

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """As many rows as the text has."""
        return len(self._wrapped(width))

    def _wrapped(self, width: int) -> list[tuple[int, int]]:
        """The characters of each row of the text, wrapped."""
        width = max(1, width - 1)  # a cell for the cursor behind the last character
        rows: list[tuple[int, int]] = []
        start = used = 0
        for _, cells, first, last in marked_characters(self.text):
            if used + cells > width and first > start:
                rows.append((start, first))
                start, used = first, 0
            used += cells
            if self.text[first] == "\n":
                rows.append((start, last))
                start, used = last, 0
        return [*rows, (start, len(self.text))]

    def _place(self) -> tuple[int, int]:
        """The cursor's row, and its column in cells."""
        row = next((row for row, (_, stop) in enumerate(self._rows) if self._cursor < stop), len(self._rows) - 1)
        start, stop = self._rows[row]
        before = self._cursor - start
        return row, sum(cells for _, cells, _, last in marked_characters(self.text[start:stop]) if last <= before)

    def _at_column(self, row: int, column: int) -> int:
        """The character offset in a row at a column, or at the row's end."""
        start, stop = self._rows[row]
        last = used = 0
        for _, cells, first, _ in marked_characters(self.text[start:stop]):
            last, used = first, used + cells
            if used > column:
                break
        else:
            if stop == len(self.text) and not self.text.endswith("\n", start):
                return stop
        return start + last

    def lay_out(self) -> None:
        rows = len(self._rows)
        super().lay_out()
        if len(self._rows) != rows:
            self.refresh(layout=True)

    def wrap(self, style: Style) -> None:
        self._rows = self._wrapped(self.size.width)
        row, column = self._place()
        height = max(1, self.size.height)
        self._top = max(0, min(self._top, row, len(self._rows) - height), row - height + 1)
        self._put_cursor(column, row - self._top)

    def _put_cursor(self, column: int, row: int) -> None:
        """Put the terminal's cursor where the field's is: there an input method shows what it composes."""
        if self.has_cursor:
            region = self.content_region
            self.app.cursor_position = Offset(region.x + column, region.y + row)

    def drawn(self, style: Style) -> Sequence[Strip]:
        cursor = style + self.get_component_rich_style("text-field--cursor", partial=True)
        if not self.text:
            hint = style + self.get_component_rich_style("text-field--placeholder", partial=True)
            if self.has_cursor:
                return [Strip([Segment(self.invitation[:1] or " ", cursor), Segment(self.invitation[1:], hint)])]
            return [Strip([Segment(self.placeholder, hint)])]
        rows = range(self._top, min(self._top + self.size.height, len(self._rows)))
        return [self._line(row, style, cursor) for row in rows]

    def _line(self, row: int, style: Style, cursor: Style) -> Strip:
        """A row of the text, with the cursor if that is there."""
        start, stop = self._rows[row]
        here = self.has_cursor and self._place()[0] == row
        segments = []
        for shown, _, first, last in marked_characters(self.text[start:stop]):
            at_cursor = here and start + first <= self._cursor < start + last
            segments.append(Segment(shown, cursor if at_cursor else style))
        if here and self._cursor == stop:
            segments.append(Segment(" ", cursor))
        return Strip(Segment.simplify(segments))
