"""Tests of the palette of commands."""

import pytest
from textual.command import CommandList, CommandPalette
from textual.events import Paste
from textual.widgets import Input

from bpetui.core.utf8 import visible
from tests.tui.explorer_app import Explorer, exploring
from tests.tui.keys_and_rows import settle, shown, until

TOY = "aaabdaaabac"


async def test_control_characters_pasted_into_the_palette_are_visible() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("ctrl+p")
        await until(explorer.pilot, lambda: isinstance(explorer.app.focused, Input))
        field = explorer.app.focused
        assert isinstance(field, Input)
        explorer.app.post_message(Paste("a\x1b]0;x\x07\u202e"))
        await until(explorer.pilot, lambda: field.value)
        assert field.value == visible(field.value)
        await explorer.press("escape")
        await until(explorer.pilot, lambda: explorer.in_front)


def palette_is_open(explorer: Explorer) -> bool:
    return isinstance(explorer.app.screen, CommandPalette)


async def test_the_palette_is_refused_on_a_small_screen() -> None:
    async with exploring(TOY) as explorer:
        for size in ((80, 3), (4, 24), (60, 7), (19, 24), (1, 1)):
            await explorer.pilot.resize_terminal(80, 24)
            for command in ("", "theme"):
                await explorer.press("ctrl+p", *command)
                if command:
                    await until(explorer.pilot, lambda: "Theme" in "".join(shown(explorer.pilot)))
                    await explorer.press("down", "enter")
                await until(explorer.pilot, lambda: palette_is_open(explorer))
                await explorer.pilot.resize_terminal(*size)
                await explorer.press("pagedown", "end")
                assert not palette_is_open(explorer)
                await explorer.press("ctrl+p")
                assert "The screen is too small for the palette" in explorer.hint
                explorer.app.action_change_theme()
                assert not palette_is_open(explorer)
                await explorer.pilot.resize_terminal(80, 24)
                assert not palette_is_open(explorer)


async def test_the_palette_survives_keys_before_its_layout() -> None:
    async with exploring(TOY) as explorer:
        for key in ("pagedown", "pageup", "end", "home", "down", "enter"):
            explorer.app.action_command_palette()
            await settle(explorer.pilot)
            explorer.app.screen.query_one(CommandList)._index_to_line.clear()  # as it is then
            await explorer.press(key)
            if key != "enter":  # which leaves it
                assert palette_is_open(explorer)
                await explorer.press("escape", "escape")
            await until(explorer.pilot, lambda: explorer.in_front)
            assert explorer.run.made == 0
        await explorer.press("ctrl+p", *"ten steps")
        await explorer.until_shown("Ten steps (")
        await explorer.press("enter", "enter")
        await explorer.until_hint("Stopped after 7 merges: no pairs left")


@pytest.mark.parametrize(
    ("sought", "found"),
    [
        ("held-out", "Held-out text (u)"),
        ("light", "Theme"),
        ("special tokens", "Settings (,)"),
        ("SETTINGS", "Settings (,)"),
        ("redraw", "Redraw (ctrl+l)"),
    ],
)
async def test_the_palette_searches_names_and_explanations(sought: str, found: str) -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("ctrl+p", *sought)
        await until(explorer.pilot, lambda: any(found in row for row in shown(explorer.pilot)))


@pytest.mark.parametrize("themes", [False, True])
async def test_the_palette_shows_nothing_found(themes: bool) -> None:
    async with exploring(TOY) as explorer:
        if themes:
            explorer.app.action_change_theme()
        else:
            await explorer.press("ctrl+p")
        await until(explorer.pilot, lambda: palette_is_open(explorer))
        await explorer.press(*"qqqzzz")
        await until(explorer.pilot, lambda: any("Nothing found" in row for row in shown(explorer.pilot)))
        await explorer.press("enter")
        await until(explorer.pilot, lambda: not palette_is_open(explorer))
        assert explorer.in_front
