"""Text that is typed, and the tokens it becomes with the merges so far."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.content import Content
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget
from textual.widgets import Static

from bpetui.core.alphabet import UNKNOWN
from bpetui.core.errors import BpetuiError
from bpetui.core.utf8 import Character, characters, clusters, normal_form
from bpetui.files.text import normalized
from bpetui.tui.colours import colours, ground
from bpetui.tui.describing import describe, touched_by
from bpetui.tui.painting import SPELLINGS, Spelling, units
from bpetui.tui.panes.cells import cut
from bpetui.tui.panes.text_field import TextField
from bpetui.tui.run import Run

TIME_LIMIT = 0.25
"""Seconds that a custom split pattern may take over the text at each key."""


@dataclass(frozen=True)
class Typed:
    """A text and its tokens.

    ``text`` is what was typed, in ``form`` (or from one form to another); ``ids`` are its tokens and ``tokens`` their
    bytes. They stand behind each other in a text of ``characters``, with end marks if there are any, at ``marks``;
    each token starts at one of ``starts``, in bytes. ``newest`` is the last merge's id, ``base`` the first merge's.
    """

    text: str = ""
    form: str = ""
    ids: tuple[int, ...] = ()
    tokens: tuple[bytes, ...] = ()
    starts: tuple[int, ...] = (0,)  # and where the last one stops
    characters: tuple[Character, ...] = ()
    marks: frozenset[int] = frozenset()
    newest: int = -1
    base: int = 0

    @classmethod
    def of(cls, text: str, words: Sequence[str] | None, run: Run) -> Typed:
        """The tokens that a text, cut into ``words``, becomes; without words it has none."""
        form = normal_form(text)
        text = normalized(text, run.opened.options.normalization)
        if normal_form(text) != form:
            form = f"{form} → {normal_form(text)}"
        ids: list[int] = []
        tokens: list[bytes] = []
        starts = [0]
        marks: set[int] = set()
        mark = len(run.opened.alphabet.mark.encode())
        for word in words or ():
            end = starts[-1] + len(word.encode())
            for token_id in run.encoder.encode_word(word):
                ids.append(token_id)
                tokens.append(run.vocabulary[token_id])
                unknown = token_id == UNKNOWN  # it stands for the one character that is there
                size = len(word.encode()[starts[-1] - end :].decode()[0].encode()) if unknown else len(tokens[-1])
                starts.append(starts[-1] + size)
            if mark:
                marks.add(end - mark)
        shown = tuple(characters("".join(words or ()).encode()))
        newest = run.last.id if run.last else -1
        return cls(text, form, tuple(ids), tuple(tokens), tuple(starts), shown, frozenset(marks), newest, run.base)

    def describe(self, index: int) -> str:
        """A sentence on one of the tokens."""
        start, stop = self.starts[index : index + 2]
        touched = touched_by(start, stop, self.characters)
        return describe(self.ids[index], self.tokens[index], start, touched, self.marks)

    @property
    def figures(self) -> str:
        """Tokens, bytes, characters (grapheme clusters too where they differ) and the normal form."""
        if not self.text:
            return ""
        size, points = len(self.text.encode()), len(self.text)
        counts = [_count(len(self.ids), "token")] if self.ids else []
        counts += [_count(size, "byte"), _count(points, "character")]
        if (seen := clusters(self.text)) != points:
            counts.append(_count(seen, "cluster"))
        return " · ".join([*counts, self.form])


class TypedText(TextField):
    """The field for the text; escape leaves it for the tokens."""

    BINDINGS = [Binding("escape", "screen.leave", "Leave the text", id="text.leave")]


class TokenRow(Widget, can_focus=True):
    """The tokens of the text, a border between them, wrapped; the arrow keys walk them."""

    BINDINGS = [
        Binding("left,up", "walk(-1)", show=False, id="tokens.left"),
        Binding("right,down", "walk(1)", show=False, id="tokens.right"),
        Binding("home", "walk(-1000000)", show=False, id="tokens.home"),
        Binding("end", "walk(1000000)", show=False, id="tokens.end"),
    ]

    class Walked(Message):
        """Another token is selected."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.spelling: Spelling = "hex"
        self.typed = Typed()
        self.selected = 0
        self._listing = False
        self._top = 0
        self._rows: list[list[tuple[Segment, int]]] = []  # what is drawn, and the token that it is of
        self._ground = ("", Style.null())  # what they are drawn on

    def show_typed(self, typed: Typed, offset: int | None = None) -> None:
        """Draw the tokens of a text, and select the one that holds the byte at ``offset``, if given."""
        selected = self.selected if offset is None else sum(start <= offset for start in typed.starts[:-1]) - 1
        selected = max(0, min(selected, len(typed.ids) - 1))
        if (typed, selected) != (self.typed, self.selected):
            self.typed, self.selected = typed, selected
            self._lay_out()

    def cycle_spelling(self) -> Spelling:
        """Draw partial tokens the next way; returns which."""
        self.spelling = SPELLINGS[(SPELLINGS.index(self.spelling) + 1) % len(SPELLINGS)]
        self._lay_out()
        return self.spelling

    def list_tokens(self, listing: bool) -> None:
        """Draw a row for each token, with all that is said of it, or the tokens one behind another."""
        self._listing = listing
        self._lay_out()

    def action_walk(self, by: int) -> None:
        """Select a token further on, or back."""
        self.selected = max(0, min(self.selected + by, len(self.typed.ids) - 1))
        self._lay_out()
        self.post_message(self.Walked())

    def on_click(self, event: events.Click) -> None:
        row, index = event.y + self._top, self.selected
        if self._listing:
            index = row
        elif row < len(self._rows):
            ends = accumulate(segment.cell_length for segment, _ in self._rows[row])
            index = next((token for end, (_, token) in zip(ends, self._rows[row], strict=True) if event.x < end), index)
        self.action_walk(index - self.selected)

    def on_resize(self) -> None:
        self._lay_out()

    def watch_has_focus(self, has_focus: bool) -> None:
        super().watch_has_focus(has_focus)
        self._lay_out()

    def notify_style_update(self) -> None:
        super().notify_style_update()
        if self.is_attached and ground(self) != self._ground:
            self._lay_out()

    def _lay_out(self) -> None:
        if not self.is_attached:
            return
        if self._listing:
            self._rows, selected_row = [], self.selected
        else:
            selected_row = self._wrap()
        height, rows = max(1, self.size.height), len(self.typed.ids) if self._listing else len(self._rows)
        self._top = min(selected_row, max(self._top, selected_row - height + 1, 0))
        self._top = max(0, min(self._top, rows - height))
        self.refresh()

    def _wrap(self) -> int:
        """Lay the tokens out one behind another; returns the row where the selected one begins."""
        self._ground = _, base = ground(self)
        palette, width = colours(self.app, self.typed.base), max(1, self.size.width)
        border = Segment("│", base + Style(dim=True))
        row: list[tuple[Segment, int]] = []
        self._rows = [row]
        used, ids, selected_row = 0, self.typed.ids, -1
        for unit in units(self.typed.tokens, self.spelling):
            style = palette.newest if ids[unit.token] == self.typed.newest else palette.token(ids[unit.token])
            at_cursor = unit.token <= self.selected <= unit.last
            if at_cursor:
                style = palette.place if self.has_focus else style + Style(bold=True)
            segment = Segment(cut(unit.text, width), base + style)
            has_border = not unit.joined and unit.last < len(ids) - 1
            if row and used + segment.cell_length + has_border > width:
                self._rows.append(row := [])
                used = 0
            if at_cursor and selected_row < 0:
                selected_row = len(self._rows) - 1
            row.append((segment, unit.token))
            used += segment.cell_length
            if has_border and used < width:
                row.append((border, unit.token))
                used += 1
            if unit.ends_line:
                self._rows.append(row := [])
                used = 0
        return max(0, selected_row)

    def _listed(self, index: int) -> Strip:
        """One token in a row of its own, with all that is said of it."""
        typed, base = self.typed, self.rich_style
        sentence = typed.describe(index)
        if index != self.selected:
            return Strip([Segment(f"  {sentence}", base)])
        return Strip([Segment("▸ ", base), Segment(sentence, base + Style(bold=True, reverse=self.has_focus))])

    def render_line(self, y: int) -> Strip:
        style = self.rich_style
        at = y + self._top
        if self._listing:
            strip = self._listed(at) if at < len(self.typed.ids) else Strip.blank(0)
            return strip.adjust_cell_length(self.size.width, style)
        segments = [segment for segment, _ in self._rows[at]] if at < len(self._rows) else []
        return Strip(segments).adjust_cell_length(self.size.width, style)


class TryItPane(Vertical):
    """The text field, the tokens of its text, and a line on the selected token."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._run: Run | None = None
        self._words: list[str] | None = []  # of the text, by the run's split; none where it cannot be split
        self._note = ""
        self._sentence = ""  # the one that is shown: on the selected token, or the note
        self._title = ""

    def compose(self) -> ComposeResult:
        yield TypedText(
            self._take_text, id="typed", lines=True, placeholder="press i and type, or paste: any text, any script"
        )
        yield TokenRow(id="tokens")
        yield Static(id="token", markup=False)

    def on_mount(self) -> None:
        self._show_title("")

    def show_run(self, run: Run) -> None:
        """Tokenise the text with the merges of the run."""
        before, self._run = self._run, run
        if before is None or before.opened.options != run.opened.options:
            self._split()
        self._tokenise()

    @property
    def typed(self) -> Typed:
        """The text and its tokens."""
        return self.query_one(TokenRow).typed

    @property
    def selected_token(self) -> int | None:
        """The id of the selected token."""
        row = self.query_one(TokenRow)
        return row.typed.ids[row.selected] if row.typed.ids else None

    def _take_text(self, notes: tuple[str, ...]) -> None:
        """Tokenise at each key."""
        self._note = "; ".join(notes)
        self._split()
        self._tokenise()

    def on_token_row_walked(self, message: TokenRow.Walked) -> None:
        """Say what the selected token is."""
        message.stop()
        self._note = ""
        self._describe()

    def _split(self) -> None:
        """Cut the text into words. Merges do not change them, so that a pattern is tried once on each text."""
        self._words = None
        if self._run is not None:
            try:
                self._words = self._run.words(self.query_one(TextField).text, TIME_LIMIT)
            except BpetuiError as error:
                self._note = str(error)

    def _tokenise(self) -> None:
        field, row, run = self.query_one(TextField), self.query_one(TokenRow), self._run
        if run is None:
            return
        typed = Typed.of(field.text, self._words, run)
        row.show_typed(typed, self._offset(field, run) if field.has_focus else None)
        self._show_title(typed.figures)
        self._describe()

    def _offset(self, field: TextField, run: Run) -> int:
        """Where the character before the cursor is in the text that is tokenised, in bytes."""
        with suppress(BpetuiError):
            return max(0, len(run.prepared(field.text[: field.cursor]).encode()) - 1)
        return 0

    def _describe(self) -> None:
        typed, selected = self.typed, self.query_one(TokenRow).selected
        sentence = self._note or ("▸ " + typed.describe(selected) if typed.ids else "")
        if sentence != self._sentence:
            self._sentence = sentence
            self.query_one("#token", Static).update(Content(sentence), layout=False)

    def _show_title(self, figures: str) -> None:
        width = self.size.width - 4
        title = "Try it"
        fill = width - cell_len(title) - cell_len(figures) - 2
        shown = f"{title} {'─' * fill} {figures}" if figures and fill > 0 else figures or title
        if shown != self._title:
            self._title = shown
            self.border_title = Content(shown)

    def on_resize(self) -> None:
        self._show_title(self.typed.figures)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
