"""Tests of the rows of a form: a text is edited on request only, and a click anywhere selects its row."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import ClassVar

from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.events import Paste
from textual.pilot import Pilot

from bpetui.tui.widgets.choice import Choice
from bpetui.tui.widgets.form import Entry, Form, FormRow, Label
from tests.tui.keys_and_rows import press, settle


class FormApp(App[None]):
    """A form with a text and a choice."""

    AUTO_FOCUS = "Entry"
    BINDINGS: ClassVar[list[BindingType]] = [("up", "leave('up')"), ("down", "leave('down')"), ("x", "leave('x')")]

    def __init__(self) -> None:
        super().__init__()
        self.notes: list[tuple[str, ...]] = []
        self.text, self.choice = Entry(self.notes.append), Choice({"a": "A", "b": "B"}, "b", lambda: None)
        self.text_row, self.choice_row = FormRow("text", self.text), FormRow("choice", self.choice)
        self.edited = self.moved = 0
        self.left: list[str] = []

    def compose(self) -> ComposeResult:
        with Form(self.count_moves):
            yield self.text_row
            yield self.choice_row

    def count_moves(self) -> None:
        self.moved += 1

    def on_entry_edited(self) -> None:
        self.edited += 1

    def action_leave(self, key: str) -> None:
        self.left.append(key)


@asynccontextmanager
async def form() -> AsyncIterator[tuple[FormApp, Pilot[None]]]:
    """The form, with the focus on its text."""
    app = FormApp()
    async with app.run_test(size=(30, 8)) as pilot:
        await settle(pilot)
        yield app, pilot


def label(row: FormRow) -> str:
    """The label of a row as it is shown."""
    return str(row.query_one(Label).render())


async def test_keys_type_into_a_text_only_while_it_is_edited() -> None:
    async with form() as (app, pilot):
        await press(pilot, "x")
        assert (app.text.text, app.text.has_cursor, app.left) == ("", False, ["x"])
        assert "x" in app.screen.active_bindings
        app.text.edit()
        assert "x" not in app.screen.active_bindings
        await press(pilot, "x")
        assert (app.text.text, app.text.has_cursor) == ("x", True)


async def test_editing_begins_at_the_end_and_is_reported_once() -> None:
    async with form() as (app, pilot):
        app.text.set_text("ab")
        app.text.edit()
        app.text.edit()
        await settle(pilot)
        assert (app.text.cursor, app.edited) == (2, 1)


async def test_an_edit_that_is_taken_back_restores_the_text() -> None:
    async with form() as (app, pilot):
        app.text.set_text("ab")
        app.text.edit()
        await press(pilot, "c")
        app.text.take_back()
        assert (app.text.text, app.text.cursor, app.text.is_edited) == ("ab", 0, False)


async def test_editing_ends_with_the_focus_and_keeps_the_text() -> None:
    async with form() as (app, pilot):
        app.text.edit()
        await press(pilot, "c")
        app.screen.set_focus(app.choice)
        await settle(pilot)
        assert (app.text_row.written, app.text.is_edited) == ("c", False)


async def test_a_paste_is_edited_without_its_last_line_break() -> None:
    async with form() as (app, pilot):
        app.post_message(Paste("pasted\r\n"))
        await settle(pilot)
        assert (app.text.text, app.text.is_edited) == ("pasted", True)
        assert app.notes[-1] == ()


async def test_a_click_on_a_text_edits_it() -> None:
    async with form() as (app, pilot):
        await pilot.click(Entry)
        assert app.text.is_edited


async def test_up_and_down_leave_a_text_from_its_first_and_last_line_only() -> None:
    async with form() as (app, pilot):
        app.text.set_text("x" * (app.text.size.width + 1))
        await settle(pilot)
        app.text.edit()
        await press(pilot, "up")
        assert app.left == []
        await press(pilot, "up")
        assert app.left == ["up"]
        await press(pilot, "down")
        assert app.left == ["up"]
        await press(pilot, "down")
        assert app.left == ["up", "down"]


async def test_up_leaves_a_text_that_is_not_edited() -> None:
    async with form() as (app, pilot):
        await press(pilot, "up")
        assert app.left == ["up"]


async def test_a_click_on_a_label_selects_the_row() -> None:
    async with form() as (app, pilot):
        await pilot.click(app.choice_row.query_one(Label))
        assert app.focused is app.choice
        assert app.choice_row.written == "b"


async def test_a_label_shows_whether_its_row_is_selected_and_used() -> None:
    async with form() as (app, _):
        assert label(app.text_row) == "  text"
        app.text_row.select(True)
        assert label(app.text_row) == "▶ text"
        app.text_row.mark_unused(True)
        assert label(app.text_row) == "▶ text (unused)"
        app.text_row.mark_unused(False)
        app.text_row.select(False)
        assert label(app.text_row) == "  text"


async def test_a_text_that_takes_another_row_is_reported() -> None:
    async with form() as (app, pilot):
        app.moved = 0
        app.text.set_text("x" * 30)
        await settle(pilot)
        assert app.moved
