"""The target, going to a merge, and the selected pair."""

from __future__ import annotations

from tests.tui.explorer.scenes import LONG, TOY, running
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import until


async def test_the_target_is_set() -> None:
    async with exploring("sample:english", "gpt2") as explorer:
        await explorer.ask("t", "1,000")
        assert explorer.hint == "Press r to run to a vocabulary of 1,000"
        assert "merge 0/744" in explorer.status
        await explorer.step("s", "s")
        await explorer.ask("t", "257")
        assert explorer.hint == "The vocabulary already has 258 tokens; the target is now 258"
        assert "merge 2/2" in explorer.status
        await explorer.ask("t", "100000")
        assert "This text allows at most" in explorer.hint
        assert "press r to run to the last pair" in explorer.hint
        await explorer.press("t", "escape")
        assert "merge 2/99,744" in explorer.status
        assert explorer.focus == "corpus"


async def test_a_target_set_during_a_run_moves_its_end() -> None:
    async with exploring(LONG, "whitespace") as explorer:
        await running(explorer, 20_000)
        explorer.screen.session.set_target(256 + explorer.run.made + 400)
        end = explorer.run.target
        assert explorer.run.moving
        assert explorer.hint == ""
        await explorer.until_hint(f"Target reached: {end:,} merges")
        assert explorer.run.made == end


async def test_a_target_below_the_merges_made_ends_a_run() -> None:
    async with exploring(LONG, "whitespace") as explorer:
        await running(explorer, 20_000)
        await explorer.ask("t", "256")
        assert "The vocabulary already has" in explorer.hint
        await until(explorer.pilot, lambda: not explorer.run.moving)
        assert explorer.run.made == explorer.run.target < 19_000


async def test_a_target_beyond_the_limit_of_the_text_runs_to_the_last_pair() -> None:
    async with exploring(TOY) as explorer:
        explorer.run.moving, explorer.screen.session._goal.purpose = True, "run"  # as in the middle of a run
        explorer.screen.session.set_target(100_000)
        assert explorer.hint == "This text allows at most 10 merges; the run goes on to the last pair"
        await explorer.until_hint("Stopped after 7 merges: no pairs left")


async def test_going_to_a_merge_by_its_number() -> None:
    async with exploring("sample:english", "gpt2") as explorer:
        await explorer.ask("g", "20")
        await explorer.until_made(20)
        assert explorer.hint == ""
        await explorer.ask("g", "5")
        await explorer.until_made(5)
        assert len(explorer.run.merges) == 20
        await explorer.ask("g", "5")
        await explorer.until_hint("The run is already at merge 5")
        await explorer.ask("g", "x")
        assert explorer.hint == "Enter a whole number from 0 to 999,744"
        await explorer.ask("g", "0")
        await explorer.until_hint("At the start. To return to merge 5, press g, type 5 and press enter")
        await explorer.ask("g", "0")
        await explorer.until_hint("This is the start: no merges yet")
        explorer.screen.session.set_target(270)
        await explorer.ask("g", "60")
        await explorer.until_hint("Merge 60 was beyond the target, which is now a vocabulary of 316")
        await explorer.ask("g", "999,744")
        await explorer.until_hint("no pairs left")


async def test_going_to_the_merge_selected_in_history() -> None:
    async with exploring("sample:english", "gpt2") as explorer:
        await explorer.press("S")
        await explorer.until_made(10)
        await explorer.press("3", *["up"] * 4, "g")
        await explorer.until_made(6)
        assert explorer.focus == "history"
        undone = [row for row in explorer.rows(explorer.history) if "↷" in row]
        assert len(undone) == 5  # four merges, and the line that says so
        await explorer.press("end", "g")
        await explorer.until_made(10)


async def test_a_chosen_pair_replaces_the_undone_merges() -> None:
    async with exploring(TOY) as explorer:
        await explorer.step("s", "s", "b", "b")
        assert len(explorer.run.merges) == 2
        await explorer.press("2", "down", "down")
        chosen = explorer.pairs.selected_pair
        assert chosen
        await explorer.press("m")
        await explorer.until_hint("Your choice replaces 2 undone merges")
        await explorer.until_made(1)
        assert explorer.merges == [(chosen.left, chosen.right)]
        assert len(explorer.run.merges) == 1
        assert explorer.run.merges[0].chosen
        await explorer.press("3")
        assert any("*" in row for row in explorer.rows(explorer.history))
        await explorer.step("s", "b", "b")
        assert explorer.run.made == 0
        await explorer.step("s")
        assert explorer.merges == [(chosen.left, chosen.right)]
        assert explorer.run.merges[0].chosen


async def test_choosing_without_a_pair_is_refused() -> None:
    async with exploring("a") as explorer:
        await explorer.press("m")
        assert explorer.hint == "No pair is selected: press 2 to go to Pairs and select one with the arrow keys"
        await explorer.press("n")
        assert explorer.hint == "Nothing is highlighted: press s to merge, or / in Corpus to find text"
        await explorer.press("s")
        await explorer.until_hint("Stopped after 0 merges: no pairs left")


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
