"""The screen of settings: a form with the options of a run."""

from __future__ import annotations

from textual import on
from textual.app import ComposeResult
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Static

from bpetui.core.option_table import PATTERN, Group, Option
from bpetui.core.options import OptionError, OptionName
from bpetui.core.plurals import plural
from bpetui.core.utf8 import visible
from bpetui.tui.keys.commands import Scope, commands_of
from bpetui.tui.run.settings import Settings
from bpetui.tui.settings.entries import FORM_OPTIONS, changed_settings, entries_from_settings
from bpetui.tui.settings.explanations import explanation
from bpetui.tui.terminal.bindings import binding, keys_of, markup_keys
from bpetui.tui.widgets.choice import Choice
from bpetui.tui.widgets.form import Entry, Form, FormRow
from bpetui.tui.widgets.help_sheet import HelpSheet, command_lines
from bpetui.tui.widgets.result_screen import Dialog, Frame

_LIMIT = 10_000
"""The most characters of a text, unless its first value is longer."""

_ROW, _CHANGE = "{keys[settings.up]} {keys[settings.down]} row", "{keys[choice.left]} {keys[choice.right]} change"
_APPLY, _APPLY_ALL = (
    "[@click=screen.apply]{keys[settings.enter]} apply[/]",
    "[@click=screen.apply]{keys[settings.apply]} apply[/]",
)
_EDIT = "[@click=screen.enter]{keys[settings.enter]} edit[/]"
_HELP_KEY = "[@click=screen.help]{keys[settings.help]} help[/]"
_LEAVE, _UNDO = (
    "[@click=screen.leave]{keys[settings.leave]} leave[/]",
    "[@click=screen.leave]{keys[settings.leave]} undo[/]",
)
_KEYS = {
    "choice": (f"{_ROW} · {_CHANGE} · {_APPLY} · {_HELP_KEY} · {_LEAVE}", f"{_APPLY} · {_LEAVE}"),
    "entry": (f"{_ROW} · {_EDIT} · {_APPLY_ALL} · {_HELP_KEY} · {_LEAVE}", f"{_EDIT} · {_LEAVE}"),
    "edited": (f"{_ROW} · {_APPLY} · {_UNDO}", f"{_APPLY} · {_UNDO}"),
}
"""The keys of a choice, of a text, and of a text being edited: in full, and for a narrow screen."""

_ANSWERS = (
    "[@click=screen.apply]{keys[settings.enter]} start over[/] · [@click=screen.leave]{keys[settings.leave]} cancel[/]"
)

_HELP = """\
Each row is an option of the run. The lines below the rows explain the one
that is selected."""


class SettingsScreen(Dialog[Settings]):
    """Edits the settings of a run; the result is None if they do not change.

    ``discarded`` is the number of merges that other options would discard: the screen asks first.
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
        binding("settings.up", "app.focus_previous"),
        binding("settings.down", "app.focus_next"),
        binding("settings.enter", "enter"),
        binding("settings.apply", "apply"),
        binding("settings.leave", "leave"),
        binding("settings.close", "close"),
        binding("settings.help", "help"),
    ]

    def __init__(self, settings: Settings, discarded: int) -> None:
        super().__init__()
        self._settings = settings
        self._discarded = discarded
        self._form = Form(self._reveal_selected)
        self._message = Static(id="message", markup=False)
        self._question: Settings | None = None  # the settings to confirm
        written = entries_from_settings(settings)
        self._rows = {
            option.name: FormRow(option.label, self._entry(option, written[option.name])) for option in FORM_OPTIONS
        }
        self._before = self._entries()  # as displayed: a text field may change characters
        self._selected_name: OptionName = "split"
        self._split_before: str = ""  # before a pattern was typed

    def compose(self) -> ComposeResult:
        with Frame("Settings", self._wordings("choice")):
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
        if settings.options != self._settings.options and self._discarded:
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
        commands = command_lines(keys_of(self), commands_of(Scope.SETTINGS, Scope.CHOICE))
        self.app.push_screen(HelpSheet((Content.from_markup(_HELP), commands)))

    @property
    def _entry_selected(self) -> Entry | None:
        """The selected row's text field, if it has one."""
        return self.focused if isinstance(self.focused, Entry) else None

    @on(Entry.Edited)
    def _name_keys(self) -> None:
        entry = self._entry_selected
        if entry is None or not entry.is_edited:
            self._split_before = ""
        where = "choice" if entry is None else "edited" if entry.is_edited else "entry"
        self.query_one(Frame).name_keys(self._wordings(where))

    def _wordings(self, where: str) -> list[str]:
        """The keys on a row of this kind, the longest wording first."""
        return [markup_keys(self).format(wording) for wording in _KEYS[where]]

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
            self._discarded, "This discards {n} merge and starts over", "This discards {n} merges and starts over"
        )
        answers = Content.from_markup(markup_keys(self).format(_ANSWERS))
        self._show_message(Content.assemble(f"{discarded}\n", answers), "-asking")

    def _show_message(self, content: Content, kind: str = "") -> None:
        self._message.update_classes({each: each == kind for each in ("-wrong", "-asking")})
        self._message.update(content, layout=bool(kind))
