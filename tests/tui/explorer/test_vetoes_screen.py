"""Vetoes: set and lifted in the lists, and in the sheet that lists them."""

from __future__ import annotations

from tests.tui.explorer.scenes import TOY, text_in_front, until_in_front
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import until


async def test_a_vetoed_pair_is_marked_and_passed_over_until_it_is_allowed() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("2", "x")
        await until(explorer.pilot, lambda: "▶✗    4" in explorer.rows(explorer.pairs)[1])
        assert "a+b leads with 2" in explorer.rows(explorer.pairs)[-2]
        await explorer.step("s")
        assert explorer.merges == [(97, 98)]
        await explorer.press("home", "x")
        await until(explorer.pilot, lambda: explorer.run.vetoes == ())
        await explorer.step("s")
        assert explorer.merges == [(97, 98), (97, 97)]


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


async def test_an_undone_merge_that_is_vetoed_is_forgotten() -> None:
    async with exploring(TOY) as explorer:
        await explorer.step("s", "s")
        await explorer.press("3", "up", "x")  # the first merge, a + a
        await until(explorer.pilot, lambda: explorer.run.vetoes == ((b"a", b"a"),))
        assert explorer.run.made == 2
        await explorer.press("0")
        await explorer.until_made(0)
        assert explorer.run.merges == []
        await explorer.step("s")
        assert explorer.merges == [(97, 98)]


async def test_a_veto_without_a_selected_pair_is_refused() -> None:
    async with exploring("a") as explorer:
        await explorer.press("x")
        assert explorer.hint.startswith("No pair is selected")


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
