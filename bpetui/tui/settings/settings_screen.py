"""The screen of settings: a form with the options of a run."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from bpetui.core.option_table import PATTERN, Group, Option
from bpetui.core.options import OptionError, OptionName
from bpetui.core.plurals import plural
from bpetui.core.utf8 import visible
from bpetui.tui.run.settings import Settings
from bpetui.tui.settings.entries import FORM_OPTIONS, changed_settings, entries_from_settings
from bpetui.tui.settings.explanations import explanation
from bpetui.tui.widgets.choice import Choice
from bpetui.tui.widgets.form import Entry, Form, Row
from bpetui.tui.widgets.result_screen import Dialog, Frame
from bpetui.tui.widgets.sheet import Sheet

_LIMIT = 10_000
"""The most characters of a text, unless its first value is longer."""

_HELP_KEY, _LEAVE = "[@click=screen.help]? help[/]", "[@click=screen.leave]esc leave[/]"
_KEYS = {
    "choice": (
        f"↑ ↓ row · ← → change · [@click=screen.apply]enter apply[/] · {_HELP_KEY} · {_LEAVE}",
        f"[@click=screen.apply]enter apply[/] · {_LEAVE}",
    ),
    "entry": (
        f"↑ ↓ row · [@click=screen.enter]enter edit[/] · [@click=screen.apply]ctrl+s apply[/] · {_HELP_KEY} · {_LEAVE}",
        f"[@click=screen.enter]enter edit[/] · {_LEAVE}",
    ),
    "edited": (
        "↑ ↓ row · [@click=screen.apply]enter apply[/] · [@click=screen.leave]esc undo[/]",
        "[@click=screen.apply]enter apply[/] · [@click=screen.leave]esc undo[/]",
    ),
}
"""The keys of a choice, of a text, and of a text being edited: in full, and for a narrow screen."""

_HELP = """\
Each row is an option of the run. The lines below the rows explain the one
that is selected.

[b]↑ ↓ tab[/b]    select another row
[b]← → space[/b]  change the value of a choice; [b]home end[/b] first value, last value
[b]enter[/b]      edit a text; while editing, or on a choice: apply all rows
[b]ctrl+s[/b]     apply all rows
[b]esc[/b]        while editing: undo the edit; else leave without changes
[b],[/b]          leave without changes"""


class SettingsScreen(Dialog[Settings]):
    """Edits the settings of a run; the result is None if they do not change.

    ``made`` is the number of merges made so far: other options discard them, so the screen asks first.
    """

    AUTO_FOCUS = "Choice"
    SCROLLS_TO_FOCUS = False  # the form scrolls after its rows are laid out
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (80, "-broad")]
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (9, "-low"), (22, "-high"), (30, "-tall")]
    DEFAULT_CSS = """
    SettingsScreen {
        .heading { height: 1; padding: 0 1; color: $text-primary; }
        #message { dock: bottom; height: 3; padding: 0 1; border-top: solid $surface-lighten-3; color: $text-muted; }
        #message.-wrong, #message.-asking { height: auto; min-height: 3; max-height: 50%; text-style: bold; }
        #message.-wrong { color: $text-error; }
        #message.-asking { color: $text-warning; }
        &.-tall .heading { margin: 1 0 0 0; }
        &.-tall Form { padding: 0 0 1 0; }
        &.-narrow #message { height: 6; }
        &.-low #message { height: 4; }
        &.-low .heading, &.-flat .heading { display: none; }
        &.-low Entry, &.-flat Entry { max-height: 1; }
        &.-low Entry:focus { max-height: 3; }
        &.-flat #message { border: none; height: 1; }
        &.-flat #message.-wrong, &.-flat #message.-asking { height: auto; min-height: 1; }
    }
    """
    BINDINGS = [
        Binding("up", "app.focus_previous", show=False),
        Binding("down", "app.focus_next", show=False),
        Binding("enter", "enter", show=False, priority=True),  # before a text takes it as a line break
        Binding("ctrl+s", "apply", show=False, priority=True),
        Binding("escape", "leave", show=False),
        Binding("comma", "close", show=False),
        Binding("question_mark", "help", show=False),
    ]

    def __init__(self, settings: Settings, made: int) -> None:
        super().__init__()
        self._settings = settings
        self._made = made
        self._form = Form(self._reveal_selected)
        self._message = Static(id="message", markup=False)
        self._question: Settings | None = None  # the settings to confirm
        written = entries_from_settings(settings)
        self._rows = {
            option.name: Row(option.label, self._entry(option, written[option.name])) for option in FORM_OPTIONS
        }
        self._before = self._entries()  # as displayed: a text field may change characters
        self._selected_name: OptionName = "split"
        self._split_before: str = ""  # before a pattern was typed

    def compose(self) -> ComposeResult:
        with Frame("Settings", _KEYS["choice"]):
            with self._form:
                for group in Group:
                    yield Static(group.value, classes="heading", markup=False)
                    for option in FORM_OPTIONS:
                        if option.group is group:
                            yield self._rows[option.name]
            yield self._message

    def on_mount(self) -> None:
        self._mark_unused()
        self._explain()
        self.watch(self, "focused", self._select)

    def set_focus(self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False) -> None:
        super().set_focus(widget, scroll_visible, from_app_focus)
        self._reveal_selected()

    def action_apply(self) -> None:
        """Close the screen with the changed settings, if they are valid; ask first if merges would be lost."""
        if self._question is not None:
            self.leave(self._question)
            return
        written = {name: text for name, text in self._entries().items() if text != self._before[name]}
        try:
            settings = changed_settings(self._settings, written)
        except OptionError as error:
            self._refuse(error)
            return
        if settings.options != self._settings.options and self._made:
            self._ask(settings)
        else:
            self.leave(settings if settings != self._settings else None)

    def action_enter(self) -> None:
        """Edit the text of the selected row, or apply all rows."""
        if self._question is None and (entry := self._entry_selected) and not entry.is_edited:
            entry.edit()
        else:
            self.action_apply()

    def action_leave(self) -> None:
        """Cancel the question, undo the edit, or close the screen without changes."""
        if self._question is not None:
            self._explain()
        elif (entry := self._entry_selected) and entry.is_edited:
            before, split = self._split_before, self._rows["split"].entry
            entry.take_back()
            if before and isinstance(split, Choice):
                split.take(before)
        else:
            self.leave()

    def action_close(self) -> None:
        """Close the screen without changes: the key that opens it closes it, too."""
        self.leave()

    def action_help(self) -> None:
        """Explain the keys."""
        self.app.push_screen(Sheet(Content.from_markup(_HELP)))

    @property
    def _entry_selected(self) -> Entry | None:
        """The selected row's text field, if it has one."""
        return self.focused if isinstance(self.focused, Entry) else None

    @on(Entry.Edited)
    def _name_keys(self) -> None:
        entry = self._entry_selected
        if entry is None or not entry.is_edited:
            self._split_before = ""
        self.query_one(Frame).name_keys(_KEYS["choice" if entry is None else "edited" if entry.is_edited else "entry"])

    def _entry(self, option: Option, text: str) -> Choice | Entry:
        name = option.name
        if option.choices:
            labels = {choice.value: choice.label or choice.value for choice in option.choices}
            return Choice(labels, text, lambda: self._take(name), id=name)
        entry = Entry(limit=max(_LIMIT, len(text)), lines=True, placeholder=option.empty, id=name)
        entry.set_text(text)
        entry.changed = lambda notes: self._take(name, notes)
        return entry

    def _entries(self) -> dict[OptionName, str]:
        return {name: row.written for name, row in self._rows.items()}

    def _take(self, name: OptionName, notes: tuple[str, ...] = ()) -> None:
        """Update the form after a value or text has changed."""
        split, pattern = self._rows["split"].entry, self._rows["pattern"]
        if name == "pattern" and pattern.written and isinstance(split, Choice) and split.value != PATTERN:
            self._split_before = split.value
            split.take(PATTERN)
        self._mark_unused()
        self._explain()
        if notes:
            self._show_message(Content(visible("; ".join(notes))), "-wrong")

    def _mark_unused(self) -> None:
        self._rows["pattern"].mark_unused(self._rows["split"].written != PATTERN)

    def _select(self, focused: Widget | None) -> None:
        """Mark the row that has the focus, if any: there is none while the terminal has lost it."""
        for name, row in self._rows.items():
            row.select(row.entry is focused)
            if row.entry is focused and name != self._selected_name:
                self._selected_name = name
                self._explain()
        self._name_keys()

    def _reveal_selected(self) -> None:
        """Scroll to the selected row once the form is laid out."""
        self.call_after_refresh(self._reveal)

    def _reveal(self) -> None:
        if self.focused is not None and self._form.is_attached:
            self._form.scroll_to_widget(self.focused, animate=False, immediate=True)

    def _explain(self) -> None:
        self._question = None
        meaning, example = explanation(self._selected_name, self._entries())
        self._show_message(Content.assemble((meaning, "$foreground"), "\n", example))

    def _refuse(self, error: OptionError) -> None:
        if self._selected_name not in error.options:
            self.set_focus(self._rows[error.option].entry)
        if entry := self._entry_selected:
            entry.edit()
        self._show_message(Content(visible(str(error))), "-wrong")

    def _ask(self, settings: Settings) -> None:
        self._question = settings
        discarded = plural(
            self._made, "This discards {n} merge and starts over", "This discards {n} merges and starts over"
        )
        keys = "[@click=screen.apply]enter start over[/] · [@click=screen.leave]esc cancel[/]"
        self._show_message(Content.from_markup(f"{discarded}\n{keys}"), "-asking")

    def _show_message(self, content: Content, kind: str = "") -> None:
        self._message.update_classes({each: each == kind for each in ("-wrong", "-asking")})
        self._message.update(content, layout=bool(kind))
