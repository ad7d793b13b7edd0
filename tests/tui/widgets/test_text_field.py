"""Tests of the text field: any text, drawn completely, with a cursor that moves by grapheme cluster."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import regex
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.events import Key, Paste
from textual.geometry import Offset
from textual.pilot import Pilot

from bpetui.core.utf8 import visible
from bpetui.rendering.units import MOST_MARKS, marked_characters
from bpetui.tui.widgets.text_field import TextField
from tests.tui.sample_texts import HARD, TEXTS, fewer


class Host(App[None]):
    """Shows a field; keeps the notes of its changes, and what was submitted."""

    CSS = "TextField { height: 100%; }"

    def __init__(self, field: TextField) -> None:
        super().__init__()
        self.field = field
        self.notes: list[tuple[str, ...]] = []
        field.changed = self.notes.append
        self.submitted: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.field

    def on_text_field_submitted(self, message: TextField.Submitted) -> None:
        assert message.control is self.field
        self.submitted.append(message.field.text)


@asynccontextmanager
async def hosted(field: TextField, width: int = 40, height: int = 5) -> AsyncIterator[Pilot[None]]:
    """A field with the focus, on a screen of this size."""
    async with Host(field).run_test(size=(width, height)) as pilot:
        await pilot.pause()
        yield pilot


def lines(field: TextField) -> list[str]:
    return [field.render_line(y).text.rstrip() for y in range(field.size.height)]


def cursor_cells(field: TextField) -> list[tuple[int, int, str]]:
    """The row, the column and the text of each place drawn as the cursor is."""
    found = []
    for y in range(field.size.height):
        x = 0
        for segment in field.render_line(y):
            if segment.style and segment.style.reverse:
                found.append((y, x, segment.text))
            x += cell_len(segment.text)
    return found


def check_drawing(field: TextField) -> None:
    """Every strip is as wide as the field, nothing acts on the terminal, and the cursor is seen, once."""
    for y in range(field.size.height):
        strip = field.render_line(y)
        assert strip.cell_length == cell_len(strip.text) == field.size.width
        assert strip.text == visible(strip.text)
    [(row, column, text)] = cursor_cells(field)
    assert cell_len(text) > 0
    region = field.content_region
    assert field.app.cursor_position == Offset(region.x + column, region.y + row)


# -- the keys, against an editor as plain as it can be -------------------------------------------------------------


class Editor:
    """A text and a cursor, in characters; it moves by the clusters of all that is on its side."""

    def __init__(self, limit: int) -> None:
        self.text, self.cursor, self.limit = "", 0, limit

    def insert(self, text: str) -> None:
        text = "".join("\N{REPLACEMENT CHARACTER}" if 0xD800 <= ord(each) < 0xE000 else each for each in text)
        text = text.replace("\r\n", "\n").replace("\r", "\n")[: self.limit - len(self.text)]
        self.text = self.text[: self.cursor] + text + self.text[self.cursor :]
        self.cursor += len(text)

    def left(self) -> None:
        self.cursor -= len((regex.findall(r"\X", self.text[: self.cursor]) or [""])[-1])

    def right(self) -> None:
        self.cursor += len((regex.findall(r"\X", self.text[self.cursor :]) or [""])[0])

    def backspace(self) -> None:
        stop = self.cursor
        self.left()
        self.text = self.text[: self.cursor] + self.text[stop:]

    def delete(self) -> None:
        start = self.cursor
        self.right()
        self.text, self.cursor = self.text[:start] + self.text[self.cursor :], start

    def home(self) -> None:
        while self.cursor and self.text[self.cursor - 1] != "\n":
            self.cursor -= 1

    def end(self) -> None:
        while self.cursor < len(self.text) and self.text[self.cursor] != "\n":
            self.cursor += 1

    def clear(self) -> None:
        self.text, self.cursor = "", 0


ACTIONS: dict[str, Callable[[TextField], None]] = {
    "left": lambda field: field.action_move(-1),
    "right": lambda field: field.action_move(1),
    "backspace": lambda field: field.action_delete(-1),
    "delete": lambda field: field.action_delete(1),
    "home": lambda field: field.action_move_to(False),
    "end": lambda field: field.action_move_to(True),
    "clear": lambda field: field.action_clear(),
}
INSERTED = st.one_of(TEXTS, st.sampled_from(HARD), st.text(st.characters(), max_size=4), st.just("\r\n"))
STEPS = st.lists(
    st.one_of(
        INSERTED.map(lambda text: ("insert", text)),
        st.sampled_from([name for name in ACTIONS if name != "clear"]).map(lambda name: (name, "")),
        st.just(("clear", "")),
    ),
    max_size=30,
)


@given(STEPS, st.integers(10, 30), st.integers(1, 5))
@fewer(8)
async def test_edits_match_a_plain_editor(steps: list[tuple[str, str]], width: int, height: int) -> None:
    field, editor = TextField(limit=40, lines=True), Editor(40)
    async with hosted(field, width, height):
        for name, text in steps:
            if name == "insert":
                field.insert(text)
                editor.insert(text)
            else:
                ACTIONS[name](field)
                getattr(editor, name)()
            assert (field.text, field.cursor) == (editor.text, editor.cursor)
            check_drawing(field)


@given(TEXTS.map(lambda text: text * 2), st.integers(10, 30), st.integers(1, 5), st.integers(0, 100))
@fewer(8)
async def test_up_and_down_move_by_rows_to_either_end(text: str, width: int, height: int, start: int) -> None:
    field = TextField(lines=True)
    async with hosted(field, width, height):
        field.set_text(text)
        text = field.text
        bounds = {0, *(found.end() for found in regex.finditer(r"\X", text))}
        for _ in range(start):
            field.action_move(-1)
        for by in (1, -1, 1):
            for _ in range(len(text) + 1):
                before = field.cursor
                field.action_move_row(by)
                assert field.cursor in bounds
                assert (field.cursor - before) * by >= 0
                check_drawing(field)
                if field.cursor == before:
                    break
            assert field.cursor == (len(text) if by > 0 else 0)


@given(TEXTS, st.integers(10, 40))
@fewer(12)
async def test_all_of_the_text_is_drawn(text: str, width: int) -> None:
    field = TextField(lines=True)
    async with hosted(field, width, 60):
        field.set_text(text)
        drawn = "".join(shown for shown, *_ in marked_characters(field.text))
        cells = "".join(lines(field))
        assert cells.rstrip() == drawn.rstrip()  # a spacing mark at the end has room after it, which is blank
        assert field.get_content_height(field.size, field.size, width) == 1 + cells.count("↵") + sum(
            not line.endswith("↵") for line in lines(field)[: cursor_cells(field)[0][0]]
        )


# -- worked by hand ------------------------------------------------------------------------------------------------


async def test_letters_are_text_and_arrows_move() -> None:
    field = TextField()
    async with hosted(field) as pilot:
        await pilot.press(
            *"hoc", "left", "left", "ọ", "delete", "home", "x", "end", "y", "space", "backspace", "question_mark"
        )
        assert field.text == "xhọcy?"
        await pilot.press("ctrl+u")
        assert (field.text, field.cursor) == ("", 0)


async def test_a_mark_moves_with_its_letter() -> None:
    field = TextField()
    async with hosted(field):
        field.set_text("ho\u0323c")
        field.action_move(-1)
        field.action_move(-1)
        assert field.cursor == 1
        assert cursor_cells(field) == [(0, 1, "o\u0323")]
        field.action_delete(1)
        assert field.text == "hc"


async def test_a_joined_emoji_is_one_step_and_shows_its_joiners() -> None:
    field = TextField()
    async with hosted(field):
        field.set_text("a👨\u200d👩\u200d👧b")
        assert lines(field)[0] == "a👨U+200D👩U+200D👧b"
        field.action_move(-1)
        field.action_move(-1)
        assert field.cursor == 1
        field.action_delete(1)
        assert field.text == "ab"


async def test_a_flag_can_be_typed_before_another() -> None:
    field = TextField()
    async with hosted(field) as pilot:
        field.set_text("🇩🇪")
        await pilot.press("home")
        for letter in "🇻🇳":
            field.post_message(Key(letter, letter))
        await pilot.pause()
        assert (field.text, field.cursor) == ("🇻🇳🇩🇪", 2)
        await pilot.press("right")
        assert field.cursor == 4


async def test_a_mark_without_a_letter_is_drawn_on_a_circle() -> None:
    field = TextField(lines=True)
    async with hosted(field):
        field.set_text("\u0323a\n\u0301b")
        assert lines(field)[:2] == ["◌\u0323a↵", "◌\u0301b"]


async def test_home_and_end_go_to_the_ends_of_an_unwrapped_line() -> None:
    field = TextField(lines=True)
    async with hosted(field, 10) as pilot:
        field.set_text("one two three four\nfive")
        await pilot.press("up", "home")
        assert field.cursor == 0
        await pilot.press("end")
        assert field.cursor == len("one two three four")
        await pilot.press("right", "end")
        assert field.cursor == len(field.text)


async def test_a_word_is_deleted_with_the_space_after_it() -> None:
    field = TextField()
    async with hosted(field) as pilot:
        field.set_text("one two  three")
        for left in ("one two  ", "one ", "", ""):
            await pilot.press("ctrl+w")
            assert field.text == left


async def test_pasted_line_breaks_are_normalized() -> None:
    field = TextField(lines=True)
    async with hosted(field) as pilot:
        field.post_message(Paste("a\r\nb\rc\nd"))
        await pilot.pause()
        assert field.text == "a\nb\nc\nd"
        assert lines(field)[:4] == ["a↵", "b↵", "c↵", "d"]


async def test_a_field_of_one_line_takes_the_first_line() -> None:
    field = TextField()
    async with hosted(field) as pilot:
        field.post_message(Paste("sample:english\nmore"))
        await pilot.press("enter")
        assert field.text == "sample:english"
        assert isinstance(pilot.app, Host)
        assert pilot.app.submitted == ["sample:english"]


async def test_enter_inserts_a_line_break_in_a_field_of_lines() -> None:
    field = TextField(lines=True)
    async with hosted(field) as pilot:
        await pilot.press("a", "enter", "b")
        assert field.text == "a\nb"


async def test_text_over_the_limit_is_cut_with_a_note() -> None:
    field = TextField(limit=2000, lines=True)
    async with hosted(field) as pilot:
        assert isinstance(pilot.app, Host)
        field.insert("床" * 2001)
        await pilot.pause()
        assert len(field.text) == 2000
        assert pilot.app.notes[-1] == ("Text cut: the field holds 2,000 characters",)
        await pilot.press("a")
        assert len(field.text) == 2000
        assert pilot.app.notes[-1]
        await pilot.press("backspace", "a")
        assert not pilot.app.notes[-1]


async def test_text_up_to_the_limit_is_not_cut() -> None:
    field = TextField(limit=5, lines=True)
    async with hosted(field) as pilot:
        assert isinstance(pilot.app, Host)
        for text, taken in (("abcd", "abcd"), ("e", "abcde"), ("", "abcde")):
            field.insert(text)
            assert (field.text, pilot.app.notes[-1]) == (taken, ())
        field.insert("f")
        assert field.text == "abcde"
        assert pilot.app.notes[-1] == ("Text cut: the field holds 5 characters",)
        field.action_move_to(False)
        await pilot.press("delete")
        field.insert("xyz")  # only the first has room, before what is there
        assert (field.text, field.cursor) == ("xbcde", 1)


@pytest.mark.parametrize(("marks", "drawn"), [(MOST_MARKS, 1), (MOST_MARKS + 1, 2)])
async def test_marks_over_the_limit_are_drawn_on_a_circle(marks: int, drawn: int) -> None:
    text = "a" + "\u0301" * marks
    assert [(cells, first) for _, cells, first, _ in marked_characters(text)] == [(1, 0), (1, MOST_MARKS + 1)][:drawn]
    field = TextField()
    async with hosted(field):
        field.set_text(text)
        assert lines(field)[0].count("◌") == drawn - 1
        assert cursor_cells(field) == [(0, drawn, " ")]


async def test_a_lone_surrogate_is_replaced_with_a_note() -> None:
    field = TextField()
    async with hosted(field) as pilot:
        assert isinstance(pilot.app, Host)
        field.insert("a\ud800b")
        await pilot.pause()
        assert field.text == "a\ufffdb"
        assert pilot.app.notes == [("U+FFFD replaces a lone surrogate, which is not a character",)]


async def test_the_placeholder_is_legible_under_the_cursor() -> None:
    field = TextField(placeholder="press i and type")
    async with hosted(field):
        assert lines(field)[0] == "press i and type"
        assert cursor_cells(field) == [(0, 0, "p")]
        field.insert("x")
        assert lines(field)[0] == "x"


async def test_a_click_moves_the_cursor_before_the_character() -> None:
    field = TextField(lines=True)
    async with hosted(field, 20) as pilot:
        field.set_text("床前明月光\nabc")
        for x, y, expected in ((3, 0, 1), (4, 0, 2), (19, 0, 5), (1, 1, 7), (19, 1, 9), (5, 4, 9)):
            await pilot.click(TextField, offset=(x, y))
            assert field.cursor == expected


async def test_a_focused_field_moves_the_terminal_cursor() -> None:
    field = TextField(lines=True)
    async with hosted(field) as pilot:
        pilot.app.set_focus(None)
        field.set_text("床\nab")
        await pilot.pause()
        pilot.app.cursor_position = Offset(0, 0)
        field.focus()
        await pilot.pause()
        assert pilot.app.cursor_position == Offset(2, 1)
        check_drawing(field)


async def test_without_the_focus_there_is_no_cursor() -> None:
    field = TextField()
    async with hosted(field) as pilot:
        field.set_text("abc")
        pilot.app.set_focus(None)
        await pilot.pause()
        assert cursor_cells(field) == []


@pytest.mark.parametrize("width", [1, 2, 3])
async def test_any_width_is_drawn(width: int) -> None:
    field = TextField(lines=True)
    async with hosted(field, width, 3):
        field.set_text("床a🏽\n\u0323b")
        for _ in range(6):
            for y in range(3):
                strip = field.render_line(y)
                assert cell_len(strip.text) == width
            field.action_move(-1)
