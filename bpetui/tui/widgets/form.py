"""The rows of a form: a label, and a choice or a text field."""

from __future__ import annotations

from collections.abc import Callable

from textual import events
from textual.actions import SkipAction
from textual.app import ComposeResult
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.message import Message
from textual.widget import Widget

from bpetui.tui.widgets.choice import Choice
from bpetui.tui.widgets.text_field import TextField


class Entry(TextField):
    """A text field in a row, edited from the call of `edit`, a click or a paste until it loses the focus.

    While it is edited, the keys up and down leave it only from its first and last line.
    """

    DEFAULT_CSS = "Entry { width: 1fr; height: auto; max-height: 3; margin: 0 0 0 2; }"

    class Edited(Message):
        """Editing has begun or ended."""

    is_edited = False
    _before = ""  # the text before editing

    @property
    def has_cursor(self) -> bool:
        return self.has_focus and self.is_edited

    def edit(self) -> None:
        """Begin to edit, with the cursor at the end."""
        if not self.is_edited:
            self.is_edited, self._before = True, self.text
            self._cursor = len(self.text)
            self.lay_out()
            self.post_message(self.Edited())

    def take_back(self) -> None:
        """End editing, and restore the text from before."""
        self._stop()
        if self.text != self._before:
            self.set_text(self._before)
            self._cursor = 0
            self.lay_out()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave the keys to the form while the text is not edited."""
        return self.is_edited

    def check_consume_key(self, key: str, character: str | None) -> bool:
        return self.is_edited and super().check_consume_key(key, character)

    def action_move_row(self, by: int) -> None:
        """Move within a wrapped text, else to another row of the form."""
        row, _ = self._place()
        if not 0 <= row + by < len(self._rows):
            raise SkipAction  # the screen's key selects another row
        super().action_move_row(by)

    def on_key(self, event: events.Key) -> None:
        if not self.is_edited:
            event.prevent_default()  # the key is not text; the screen may handle it

    def on_paste(self, event: events.Paste) -> None:
        """Insert the pasted text without its last line break, which is rarely intended."""
        event.stop()
        event.prevent_default()
        self.edit()
        self.insert(event.text.rstrip("\r\n"))

    def on_click(self, event: events.Click) -> None:
        self.edit()
        super().on_click(event)
        event.prevent_default()  # Textual calls the handler of the base class, too

    def watch_has_focus(self, has_focus: bool) -> None:
        """End editing without the focus, and show the beginning of the text."""
        if not has_focus:
            self._stop()
        super().watch_has_focus(has_focus)

    def _stop(self) -> None:
        self.is_edited, self._cursor = False, 0
        self.lay_out()
        self.post_message(self.Edited())


class Label(Widget):
    """The label of a row, with a mark if it is selected."""

    ALLOW_SELECT = False
    DEFAULT_CSS = "Label { width: 25; max-width: 50%; height: 1; text-wrap: nowrap; text-overflow: ellipsis; }"

    def __init__(self, name: str) -> None:
        super().__init__()
        self._shown = (name, False)

    def show(self, name: str, selected: bool) -> None:
        """Show a label, with or without the mark."""
        if (name, selected) != self._shown:
            self._shown = name, selected
            self.refresh()

    def render(self) -> Content:
        name, selected = self._shown
        return Content.styled(f"▶ {name}", "bold") if selected else Content(f"  {name}")


class FormRow(Horizontal):
    """A label and its choice or text field; a click anywhere on them selects the row. A row may be marked unused."""

    DEFAULT_CSS = """
    FormRow {
        height: auto; padding: 0 1;
        &.-unused Label, &.-unused Entry { color: $text-muted; }
    }
    """

    def __init__(self, label: str, entry: Choice | Entry) -> None:
        super().__init__()
        self.entry = entry
        self._label = label
        self._drawn = Label(label)
        self._selected = self._unused = False

    def compose(self) -> ComposeResult:
        yield self._drawn
        yield self.entry

    @property
    def written(self) -> str:
        """The chosen value, or the text."""
        return self.entry.value if isinstance(self.entry, Choice) else self.entry.text

    def select(self, selected: bool) -> None:
        """Mark the row as selected, or remove the mark."""
        self._selected = selected
        self._show_label()

    def mark_unused(self, unused: bool) -> None:
        """Mark the row as unused, or as used."""
        self._unused = unused
        self.set_class(unused, "-unused")
        self._show_label()

    def on_click(self) -> None:
        self.screen.set_focus(self.entry)

    def _show_label(self) -> None:
        self._drawn.show(f"{self._label} (unused)" if self._unused else self._label, self._selected)


class Form(VerticalScroll, can_focus=False, inherit_bindings=False):
    """The rows; ``moved`` is called when their positions may have changed.

    It has no bindings of its own: scrolling keys would not reach the rows.
    """

    # Space for the scroll bar is always kept: in a very small form Textual would add and remove the bar without end.
    DEFAULT_CSS = """
    Form {
        height: auto; max-height: 100%;
        scrollbar-gutter: stable; scrollbar-size-vertical: 1; scrollbar-size-horizontal: 0;
    }
    """

    def __init__(self, moved: Callable[[], None]) -> None:
        super().__init__()
        self._moved = moved

    def on_resize(self) -> None:
        self._moved()

    def watch_virtual_size(self) -> None:
        """Report the change: a text takes more rows or fewer."""
        self._moved()
