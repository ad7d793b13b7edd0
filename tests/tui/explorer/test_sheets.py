"""The sheets that open over the explorer."""

from __future__ import annotations

from bpetui.tui.widgets.key_line import KeyLine
from bpetui.worker.messages import TiedPair, Ties
from tests.tui.explorer.scenes import (
    TOY,
    kill,
    until_back,
)
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import settle, shown, until


async def test_enter_opens_the_selected_token() -> None:
    async with exploring(TOY) as explorer:
        await explorer.step("s", "s")
        for keys, heading in (
            (["1", "enter"], "token 257  aaa"),
            (["3", "enter"], "token 257  aaa"),
            (["i", *"xaaa", "escape", "enter"], "token 257  aaa"),
        ):
            await explorer.press(*keys)
            await explorer.until_shown(heading)
            await explorer.press("x")
            await settle(explorer.pilot)
            assert not any(heading in row for row in shown(explorer.pilot))
        assert explorer.typed.text == "xaaa"


async def test_enter_without_a_selection_is_refused() -> None:
    async with exploring("") as explorer:
        for keys in (["1", "enter"], ["3", "enter"], ["4", "enter"], ["i", "escape", "enter"]):
            await explorer.press(*keys)
            assert explorer.hint.startswith("Nothing is ")


async def test_a_hint_under_a_sheet_is_shown_when_the_sheet_closes() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("question_mark")
        kill(explorer)
        await until(explorer.pilot, lambda: "Restarted" in explorer.screen.query_one(KeyLine).hint)
        await until_back(explorer, 0)
        await explorer.press("escape")
        assert "Restarted at merge 0" in explorer.hint
        await explorer.press("1")
        assert explorer.hint == ""


async def test_ties_are_dropped_when_another_screen_was_opened() -> None:
    async with exploring("one ab cd ab cd", "whitespace") as explorer:
        late = Ties(0, 2, 2, (TiedPair(97, 98, 4, b"", b"ab", b""),))
        for key in ("g", "i", ","):
            await explorer.press(key)
            before = explorer.app.screen
            explorer.screen.show_ties(late, explorer.run)
            assert explorer.app.screen is before
            await explorer.press("escape")
