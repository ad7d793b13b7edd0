"""Vetoes: set and lifted in the lists, and in the sheet that lists them."""

from __future__ import annotations

from tests.tui.explorer.scenes import TOY, text_in_front, until_in_front
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import until


async def test_vetoes_are_listed_and_lifted_in_one_place() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("v")
        await until_in_front(explorer, "There are no vetoes: press x to veto")
        await explorer.until_shown(" any key closes")
        await explorer.press("z", "2", "x", "down", "x")
        await until(explorer.pilot, lambda: len(explorer.run.vetoes) == 2)
        await explorer.press("v")
        await until_in_front(explorer, "▶ a + a")
        await explorer.until_shown("x enter del lift")
        await explorer.press("down", "x")
        await until(explorer.pilot, lambda: explorer.run.vetoes == ((b"a", b"a"),))
        assert "▶ a + a" in text_in_front(explorer)
        await explorer.press("enter")
        await until(explorer.pilot, lambda: explorer.run.vetoes == ())
        await explorer.press("q")
        await until(explorer.pilot, lambda: explorer.in_front)


async def test_vetoes_named_on_the_command_line_are_there_and_survive_a_lost_process() -> None:
    async with exploring(TOY, vetoes=((b"a", b"a"),)) as explorer:
        await until(explorer.pilot, lambda: explorer.run.vetoes == ((b"a", b"a"),))
        await explorer.step("s")
        assert explorer.merges == [(97, 98)]
        process = explorer.app.client._process
        assert process
        process._popen.kill()
        await explorer.until_hint("Restarted")
        await until(explorer.pilot, lambda: explorer.run.made == 1 and explorer.run.vetoes == ((b"a", b"a"),))
