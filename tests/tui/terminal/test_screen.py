"""The app's screen: the keys of the user's own beside a text field, and the text that is copied."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, ClassVar

import pytest
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.pilot import Pilot

from bpetui.tui.terminal.bindings import binding
from bpetui.tui.terminal.screen import BaseScreen
from bpetui.tui.widgets.text_field import TextField
from tests.tui.keys_and_rows import press


class FieldScreen(BaseScreen[None]):
    """A text field, and two commands whose default keys type text."""

    AUTO_FOCUS = "TextField"
    BINDINGS: ClassVar[list[BindingType]] = [binding("step", "record('step')"), binding("back", "record('back')")]

    def __init__(self) -> None:
        super().__init__()
        self.calls: list[str] = []

    def compose(self) -> ComposeResult:
        yield TextField()

    def action_record(self, name: str) -> None:
        self.calls.append(name)


@asynccontextmanager
async def field_screen(**keymap: str) -> AsyncIterator[tuple[FieldScreen, Pilot[Any]]]:
    """The screen in an app with this key map."""
    app: App[Any] = App()
    screen = FieldScreen()
    async with app.run_test() as pilot:
        app.set_keymap(keymap)
        await app.push_screen(screen)
        yield screen, pilot


async def test_a_key_that_types_nothing_acts_while_a_text_field_has_the_focus() -> None:
    async with field_screen(step="f2") as (screen, pilot):
        await press(pilot, "f2")
        await press(pilot, "s")
        assert screen.calls == ["step"]
        assert screen.query_one(TextField).text == "s"


@pytest.mark.parametrize("keymap", [{}, {"step": "y"}, {"step": "f2", "back": "s"}])
async def test_a_letter_is_no_command_while_a_text_field_has_the_focus(keymap: dict[str, str]) -> None:
    async with field_screen(**keymap) as (screen, pilot):
        for letter in "sby":
            await press(pilot, letter)
        assert screen.calls == []
        assert screen.query_one(TextField).text == "sby"
        assert not {*"sby"} & {*screen.active_bindings}


async def test_a_letter_is_a_command_without_a_text_field() -> None:
    async with field_screen(step="f2", back="s") as (screen, pilot):
        screen.set_focus(None)
        for key in ("s", "b", "f2"):
            await press(pilot, key)
        assert screen.calls == ["back", "step"]
