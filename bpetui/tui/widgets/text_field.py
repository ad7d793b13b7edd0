"""A field to type and paste text in, which shows every character and lets none of them act on the terminal."""

from __future__ import annotations

from collections.abc import Callable

import regex
from rich.segment import Segment
from textual import events
from textual.binding import Binding
from textual.geometry import Offset, Size
from textual.keys import key_to_character
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from bpetui.core.utf8 import without_surrogates
from bpetui.rendering.units import groups

_CLUSTER = regex.compile(r"\X")
_WORD_BEFORE = regex.compile(r"\S*\s*\Z")

INVITATION = "type, or paste: any text, any script · enter: a new line · esc: done"
"""What an empty field for texts of any kind says to who is in it."""


class TextField(Widget, can_focus=True):
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
        self._width = 0  # for which they are wrapped

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
        self._show_cursor()

    def action_move_row(self, by: int) -> None:
        row, column = self._place()
        target = row + by
        if 0 <= target < len(self._rows):
            start, stop = self._cluster(self._at_column(target, column))
            self._cursor = start if by < 0 or start > self._cursor else stop
        else:
            self._cursor = 0 if by < 0 else len(self.text)
        self._show_cursor()

    def action_move_to(self, end: bool) -> None:
        if end:
            stop = self.text.find("\n", self._cursor)
            self._cursor = stop if stop >= 0 else len(self.text)
        else:
            self._cursor = self._line_start
        self._show_cursor()

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
        """Letters are text here (asked by Textual's footer)."""
        if key == "slash":  # the one key of a character that Textual does not know by its name
            return True
        character = character or key_to_character(key)
        return character is not None and character.isprintable()

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
        row = min(event.y + self._top, len(self._rows) - 1)
        self._cursor, _ = self._cluster(self._at_column(row, event.x))
        self._show_cursor()

    def on_resize(self) -> None:
        self._show_cursor()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self._show_cursor()

    def _cut(self, start: int, stop: int) -> None:
        if start < stop:
            self.text = self.text[:start] + self.text[stop:]
            self._cursor = start
            self._changed(())

    def _changed(self, notes: tuple[str, ...]) -> None:
        self._show_cursor()
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
        for _, cells, first, last in groups(self.text):
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
        return row, sum(cells for _, cells, _, last in groups(self.text[start:stop]) if last <= before)

    def _at_column(self, row: int, column: int) -> int:
        """The character offset in a row at a column, or at the row's end."""
        start, stop = self._rows[row]
        last = used = 0
        for _, cells, first, _ in groups(self.text[start:stop]):
            last, used = first, used + cells
            if used > column:
                break
        else:
            if stop == len(self.text) and not self.text.endswith("\n", start):
                return stop
        return start + last

    def _show_cursor(self) -> None:
        rows = len(self._rows)
        self._width = self.size.width
        self._rows = self._wrapped(self._width)
        row, column = self._place()
        height = max(1, self.size.height)
        self._top = max(0, min(self._top, row, len(self._rows) - height), row - height + 1)
        if self.has_cursor:
            region = self.content_region
            self.app.cursor_position = Offset(region.x + column, region.y + row - self._top)
        self.refresh(layout=len(self._rows) != rows)

    def render_line(self, y: int) -> Strip:
        style = self.rich_style
        width = self.size.width
        cursor_style = style + self.get_component_rich_style("text-field--cursor", partial=True)
        if not self.text:
            hint = style + self.get_component_rich_style("text-field--placeholder", partial=True)
            segments = [Segment(self.placeholder, hint)] if y == 0 else []
            if self.has_cursor and y == 0:
                segments = [Segment(self.invitation[:1] or " ", cursor_style), Segment(self.invitation[1:], hint)]
            return Strip(segments).adjust_cell_length(width, style)
        if width != self._width:  # painted before it was told of its size
            self._rows = self._wrapped(width)
        row = y + self._top
        if row >= len(self._rows):
            return Strip.blank(width, style)
        start, stop = self._rows[row]
        here = self._place()[0] == row and self.has_cursor
        segments = []
        for shown, _, first, last in groups(self.text[start:stop]):
            at_cursor = here and start + first <= self._cursor < start + last
            segments.append(Segment(shown, cursor_style if at_cursor else style))
        if here and self._cursor == stop:
            segments.append(Segment(" ", cursor_style))
        return Strip(Segment.simplify(segments)).adjust_cell_length(width, style)
