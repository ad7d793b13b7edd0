"""Tests of the bottom line: hints, and questions that stay open until they are answered or canceled."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

from textual.app import App, ComposeResult
from textual.events import Paste
from textual.pilot import Pilot
from textual.widget import Widget

from bpetui.core.errors import BpetuiError
from bpetui.tui.widgets.answer_field import AnswerField
from bpetui.tui.widgets.bottom_bar import BottomBar, LongHint
from tests.tui.keys_and_rows import press, settle, shown


class Pane(Widget, can_focus=True):
    """Something that has the focus before a question."""

    DEFAULT_CSS = "Pane { height: 1; }"


class BarApp(App[None]):
    """A pane, and the bottom line; ``answers`` are those that were taken."""

    def __init__(self) -> None:
        super().__init__()
        self.bar = BottomBar()
        self.answers: list[str] = []

    def compose(self) -> ComposeResult:
        yield Pane()
        yield Pane(id="other")
        yield self.bar
        yield LongHint()

    def take(self, text: str) -> None:
        """Take an answer, or refuse ``wrong``."""
        if text == "wrong":
            raise BpetuiError("wrong is not an answer")
        self.answers.append(text)


class Names(NamedTuple):
    """A completion."""

    added: str
    sentence: str

    def describe(self, width: int) -> str:
        return f"{self.sentence} in {width}" if self.sentence else ""


@asynccontextmanager
async def bar_app(width: int = 60) -> AsyncIterator[tuple[BarApp, Pilot[None]]]:
    """The app, with the focus on its pane."""
    app = BarApp()
    async with app.run_test(size=(width, 5)) as pilot:
        app.query(Pane).first().focus()
        await settle(pilot)
        yield app, pilot


def last_rows(pilot: Pilot[None], number: int = 2) -> list[str]:
    """The last rows of the screen, without spaces around them."""
    return [row.strip() for row in shown(pilot)[-number:]]


async def asked(app: BarApp, pilot: Pilot[None], text: str = "", **options: object) -> AnswerField:
    """Ask a question; return its field."""
    app.bar.ask("Which?", app.take, text, **options)  # type: ignore[arg-type]
    await settle(pilot)
    return app.query_one(AnswerField)


async def test_an_answer_is_taken_and_the_focus_returns() -> None:
    async with bar_app() as (app, pilot):
        field = await asked(app, pilot, "a")
        assert app.focused is field
        assert last_rows(pilot, 1) == ["Which? a"]
        await press(pilot, "b", "enter")
        assert app.answers == ["ab"]
        assert isinstance(app.focused, Pane)
        assert not app.bar.asking


async def test_escape_cancels_the_question() -> None:
    async with bar_app() as (app, pilot):
        canceled: list[bool] = []
        await asked(app, pilot, canceled=lambda: canceled.append(app.bar.asking))
        await press(pilot, "escape")
        assert (app.answers, canceled) == ([], [False])
        assert isinstance(app.focused, Pane)


async def test_a_refused_answer_stays_open_with_its_text_and_the_reason() -> None:
    async with bar_app() as (app, pilot):
        field = await asked(app, pilot, "wrong")
        await press(pilot, "enter")
        assert (app.bar.asking, field.text) == (True, "wrong")
        assert last_rows(pilot) == ["wrong is not an answer", "Which? wrong"]
        await press(pilot, "ctrl+u", "x", "enter")
        assert app.answers == ["x"]
        assert isinstance(app.focused, Pane)


async def test_a_question_that_stays_is_canceled_as_before() -> None:
    async with bar_app() as (app, pilot):
        canceled: list[bool] = []
        await asked(app, pilot, "wrong", canceled=lambda: canceled.append(True), limit=6)
        await press(pilot, "enter", "x", "y")
        assert app.query_one(AnswerField).text == "wrongx"
        await press(pilot, "escape")
        assert canceled == [True]


async def test_a_question_that_replaces_another_returns_to_the_same_focus() -> None:
    async with bar_app() as (app, pilot):
        await asked(app, pilot)
        await asked(app, pilot)
        await press(pilot, "escape")
        assert isinstance(app.focused, Pane)


async def test_a_question_that_is_left_keeps_the_new_focus() -> None:
    async with bar_app() as (app, pilot):
        await asked(app, pilot)
        other = app.query_one("#other")
        app.screen.set_focus(other)
        app.bar.leave()
        await settle(pilot)
        assert (app.focused, app.bar.asking, app.answers) == (other, False, [])


async def test_a_hint_waits_for_the_end_of_a_question() -> None:
    async with bar_app() as (app, pilot):
        await asked(app, pilot)
        app.bar.hint("later")
        await settle(pilot)
        assert "later" not in "".join(shown(pilot))
        await press(pilot, "escape")
        assert last_rows(pilot, 1) == ["later"]
        app.bar.clear_hint()
        await asked(app, pilot)
        await press(pilot, "escape")
        assert "later" not in "".join(shown(pilot))


async def test_a_hint_still_waits_after_a_refused_answer() -> None:
    async with bar_app() as (app, pilot):
        await asked(app, pilot, "wrong")
        app.bar.hint("later")
        await press(pilot, "enter")
        assert last_rows(pilot) == ["wrong is not an answer", "Which? wrong"]
        await press(pilot, "escape")
        assert last_rows(pilot, 1) == ["later"]


async def test_a_hint_that_waited_and_one_of_the_answer_are_both_shown() -> None:
    async with bar_app() as (app, pilot):
        app.bar.ask("Which?", lambda _: app.bar.hint("now"))
        app.bar.hint("before")
        await press(pilot, "enter")
        assert last_rows(pilot, 1) == ["before; now"]
        app.bar.clear_hint()
        await settle(pilot)
        assert "now" not in "".join(shown(pilot))


async def test_a_question_is_asked_with_a_hint_above_it() -> None:
    async with bar_app() as (app, pilot):
        await asked(app, pilot, hint="of two")
        assert last_rows(pilot) == ["of two", "Which?"]


async def test_a_hint_longer_than_the_line_covers_the_rows_above() -> None:
    async with bar_app(20) as (app, pilot):
        app.bar.hint("x" * 18)
        await settle(pilot)
        assert last_rows(pilot) == ["", "x" * 18]
        app.bar.hint("x" * 19)
        await settle(pilot)
        assert last_rows(pilot) == ["x" * 18, "x"]


async def test_control_characters_of_a_hint_are_visible() -> None:
    async with bar_app() as (app, pilot):
        app.bar.hint("a\x1b[2J")
        await settle(pilot)
        assert last_rows(pilot, 1) == ["a␛[2J"]


async def test_only_y_confirms() -> None:
    async with bar_app() as (app, pilot):
        for answer in ("y", "Y"):
            app.bar.confirm("Quit?", lambda: app.answers.append("done"))
            await press(pilot, answer)
        assert app.answers == ["done", "done"]
        for answer in ("n", "enter"):
            app.bar.confirm("Quit?", lambda: app.answers.append("done"))
            await press(pilot, answer)
            assert last_rows(pilot, 1) == ["Canceled; nothing changed"]
        assert app.answers == ["done", "done"]


async def test_a_question_after_a_confirmation_takes_whole_answers() -> None:
    async with bar_app() as (app, pilot):
        app.bar.confirm("Quit?", lambda: None)
        await press(pilot, "n")
        await asked(app, pilot)
        await press(pilot, "y", "e", "enter")
        assert app.answers == ["ye"]


async def test_tab_completes_the_text_before_the_cursor() -> None:
    async with bar_app() as (app, pilot):
        seen: list[str] = []

        def complete(text: str) -> Names:
            seen.append(text)
            return Names("mple", "" if len(seen) == 1 else "two names")

        field = await asked(app, pilot, "sa.txt", complete=complete)
        await press(pilot, "home", "right", "right", "tab")
        assert (seen, field.text, field.cursor) == (["sa"], "sample.txt", 6)
        assert last_rows(pilot) == ["", "Which? sample.txt"]
        await press(pilot, "tab")
        assert last_rows(pilot)[0] == "two names in 58"


async def test_tab_without_a_completion_and_shift_tab_name_the_keys_that_leave() -> None:
    for key in ("tab", "shift+tab"):
        async with bar_app() as (app, pilot):
            field = await asked(app, pilot)
            await press(pilot, key)
            assert app.focused is field
            assert last_rows(pilot) == ["Press enter to answer or esc to cancel", "Which?"]


async def test_a_question_mark_alone_is_explained() -> None:
    async with bar_app(90) as (app, pilot):
        await asked(app, pilot)
        await press(pilot, "?")
        sentence = "? is a character of the answer: press enter to answer, esc to cancel"
        assert last_rows(pilot) == [sentence, "Which? ?"]


async def test_a_text_over_the_limit_is_refused_with_a_note() -> None:
    async with bar_app() as (app, pilot):
        field = await asked(app, pilot, limit=3)
        app.post_message(Paste("four"))
        await settle(pilot)
        assert field.text == ""
        assert last_rows(pilot)[0] == "Too long: the field holds 3 characters"


async def test_pasted_line_breaks_are_replaced() -> None:
    async with bar_app() as (app, pilot):
        field = await asked(app, pilot, between=" ")
        app.post_message(Paste("1\n2\r\n3\n"))
        await settle(pilot)
        assert field.text == "1 2 3"


async def test_typing_replaces_the_selected_text() -> None:
    async with bar_app() as (app, pilot):
        field = await asked(app, pilot, "old", selects=True)
        await press(pilot, "n")
        assert field.text == "n"
