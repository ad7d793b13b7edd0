"""A field for typing and pasting text, which shows every character, also those that would control the terminal."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.geometry import Offset, Size
from textual.message import Message
from textual.strip import Strip

from bpetui.core.utf8 import without_surrogates
from bpetui.rendering.units import marked_characters
from bpetui.tui.terminal.bindings import binding
from bpetui.tui.terminal.typed_characters import types_text
from bpetui.tui.widgets.selectable_lines import SelectableLines
from bpetui.tui.widgets.text_positions import cluster_at, line_start, next_border, previous_border, word_start

INVITATION = "Type or paste text in any script · enter: new line · {keys[text.leave]}: done"
"""The text of an empty field for any text while it has the focus."""


class TextField(SelectableLines, can_focus=True):
    """One or several lines of text, wrapped to the field's width, with a cursor that moves by grapheme cluster.

    ``limit`` is the most characters of the text. ``changed`` is called at once when the text changes, not by a message,
    so that everything that depends on it is painted in the same frame; its notes say what was not taken unchanged.
    An empty field shows the ``placeholder``, or the ``invitation`` while it has the focus.
    """

    COMPONENT_CLASSES = {"text-field--cursor", "text-field--placeholder"}
    DEFAULT_CSS = """
    TextField { height: 1; }
    TextField .text-field--cursor { text-style: reverse; }
    TextField .text-field--placeholder { color: $foreground-darken-3; }
    """
    BINDINGS = [
        binding("text.left", "move(-1)"),
        binding("text.right", "move(1)"),
        binding("text.up", "move_row(-1)"),
        binding("text.down", "move_row(1)"),
        binding("text.home", "move_to(False)"),
        binding("text.end", "move_to(True)"),
        binding("text.backspace", "delete(-1)"),
        binding("text.delete", "delete(1)"),
        binding("text.delete_word", "delete_word"),
        binding("text.clear", "clear"),
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
        self._rows: list[tuple[int, int]] = [(0, 0)]  # first and last offset of each row

    @property
    def has_cursor(self) -> bool:
        """Whether keys type here, and the cursor is drawn."""
        return self.has_focus

    @property
    def cursor(self) -> int:
        """The offset of the cursor in the text, in characters."""
        return self._cursor

    def set_text(self, text: str) -> None:
        """Replace the text, and move the cursor to its end."""
        self.text, self._cursor = "", 0
        self.insert(text)

    def insert(self, text: str) -> None:
        """Insert text at the cursor."""
        text, surrogates = without_surrogates(text)
        notes = []
        if surrogates:
            notes.append("U+FFFD replaces a lone surrogate, which is not a character")
        text = text.replace("\r\n", "\n").replace("\r", "\n")  # terminals send pasted line breaks so
        if not self.lines and "\n" in text:
            text, *more = text.split("\n")
            number = f"{len(more) + 1:,}"
            notes.append(f"Only the first of {number} lines is taken")
        room = self.limit - len(self.text)
        if len(text) > room:
            limit = f"{self.limit:,}"
            notes.append(f"Text cut: the field holds {limit} characters")
            text = text[:room]
        self.text = self.text[: self._cursor] + text + self.text[self._cursor :]
        self._cursor += len(text)
        self._changed(tuple(notes))

    def action_move(self, by: int) -> None:
        self._cursor = self._border(by)
        self.lay_out()

    def action_move_row(self, by: int) -> None:
        row, column = self._place()
        target = row + by
        if 0 <= target < len(self._rows):
            start, stop = cluster_at(self.text, self._at_column(target, column))
            self._cursor = start if by < 0 or start > self._cursor else stop
        else:
            self._cursor = 0 if by < 0 else len(self.text)
        self.lay_out()

    def action_move_to(self, end: bool) -> None:
        if end:
            stop = self.text.find("\n", self._cursor)
            self._cursor = stop if stop >= 0 else len(self.text)
        else:
            self._cursor = line_start(self.text, self._cursor)
        self.lay_out()

    def action_delete(self, direction: int) -> None:
        other = self._border(direction)
        start, stop = min(other, self._cursor), max(other, self._cursor)
        self._cut(start, stop)

    def action_delete_word(self) -> None:
        self._cut(word_start(self.text, self._cursor), self._cursor)

    def action_clear(self) -> None:
        self._cut(0, len(self.text))

    def check_consume_key(self, key: str, character: str | None) -> bool:
        """Take letters as text, so that the bottom line does not show them as keys."""
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
        if self.has_selection:  # the end of a drag
            return
        row = min(event.y + self._top, len(self._rows) - 1)
        self._cursor, _ = cluster_at(self.text, self._at_column(row, event.x))
        self.lay_out()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self.lay_out()

    def offset_at(self, cell: Offset) -> int | None:
        row = min(cell.y + self._top, len(self._rows) - 1)
        return min(self._at_column(row, cell.x), len(self.text) - 1) if self.text else None

    def text_between(self, first: int, last: int) -> str:
        _, stop = cluster_at(self.text, last)
        return self.text[first:stop]

    def _cut(self, start: int, stop: int) -> None:
        if start < stop:
            self.text = self.text[:start] + self.text[stop:]
            self._cursor = start
            self._changed(())

    def _changed(self, notes: tuple[str, ...]) -> None:
        if self.has_selection:
            self.screen.clear_selection()
        self.lay_out()
        if self.changed:
            self.changed(notes)

    def _border(self, direction: int) -> int:
        """Return the border of a grapheme cluster after or before the cursor."""
        border = next_border if direction > 0 else previous_border
        return border(self.text, self._cursor)

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return the rows of the wrapped text."""
        return len(self._wrapped(width))

    def _wrapped(self, width: int) -> list[tuple[int, int]]:
        """Wrap the text; return the first and the last offset of each row."""
        width = max(1, width - 1)  # leaves a cell for the cursor after the last character
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
        """Return the row of the cursor, and its column in cells."""
        row = next((row for row, (_, stop) in enumerate(self._rows) if self._cursor < stop), len(self._rows) - 1)
        start, stop = self._rows[row]
        before = self._cursor - start
        return row, sum(cells for _, cells, _, last in marked_characters(self.text[start:stop]) if last <= before)

    def _at_column(self, row: int, column: int) -> int:
        """Return the offset of the character at a column of a row, or at the end of the row."""
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
        """Move the terminal's cursor to that of the field, where an input method shows its text."""
        if self.has_cursor:
            region = self.content_region
            self.app.cursor_position = Offset(region.x + column, region.y + row)

    def content_lines(self, style: Style) -> Sequence[Strip]:
        cursor = style + self.get_component_rich_style("text-field--cursor", partial=True)
        if not self.text:
            hint = style + self.get_component_rich_style("text-field--placeholder", partial=True)
            if self.has_cursor:
                return [Strip([Segment(self.invitation[:1] or " ", cursor), Segment(self.invitation[1:], hint)])]
            return [Strip([Segment(self.placeholder, hint)])]
        rows = range(self._top, min(self._top + self.size.height, len(self._rows)))
        return [self._line(row, style, cursor) for row in rows]

    def _line(self, row: int, style: Style, cursor: Style) -> Strip:
        """Draw a row of the text, with the cursor if that is in it."""
        start, stop = self._rows[row]
        here = self.has_cursor and self._place()[0] == row
        segments = []
        for shown, _, first, last in marked_characters(self.text[start:stop]):
            at_cursor = here and start + first <= self._cursor < start + last
            segments.append(Segment(shown, cursor if at_cursor else style))
        if here and self._cursor == stop:
            segments.append(Segment(" ", cursor))
        return Strip(Segment.simplify(segments))
