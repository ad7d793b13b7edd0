"""Keys pressed while a corpus loads act when it is open."""

from pathlib import Path

from bpetui.tui.compare.compare_screen import CompareScreen
from tests.tui.explorer.scenes import TOY, loading
from tests.tui.explorer_app import opening
from tests.tui.keys_and_rows import until


async def test_keys_pressed_while_the_corpus_loads_wait(pipe: Path) -> None:
    async with opening(pipe, vocab_size=258) as explorer:
        with loading(pipe, TOY):
            await explorer.press("2", "m", "s", "b", "i", *"aaa", "escape")
            await explorer.ask("t", "300")
            assert explorer.screen.session.run is None
            assert explorer.focus == "tokens"
        await until(explorer.pilot, lambda: not explorer.screen.session.opening)
        # The first pair by choice, then one by the rule, which is undone.
        await until(explorer.pilot, lambda: len(explorer.run.merges) == 2 and explorer.run.made == 1)
        assert explorer.merges == [(97, 97)]
        assert [merge.chosen for merge in explorer.run.merges] == [True, False]
        assert explorer.run.target == 44
        assert explorer.rows(explorer.tokens)[0] == "aa│a"


async def test_the_first_screen_requested_while_loading_opens_after_it(pipe: Path) -> None:
    async with opening(pipe) as explorer:
        with loading(pipe, TOY):
            await explorer.press("i", *"aaa", "escape", "w")
            assert explorer.hint.startswith("The corpus is still loading; wait")
            await explorer.press("c")
            assert explorer.hint == "This waits until the text is open"
            await explorer.press("d", "e", "c")
        await until(explorer.pilot, lambda: isinstance(explorer.app.screen, CompareScreen))
        await explorer.press("escape")
        assert explorer.in_front
        await explorer.press("1")
        assert explorer.bottom.startswith("s Step")


async def test_a_run_requested_while_loading_begins_after_it(pipe: Path) -> None:
    async with opening(pipe, vocab_size=259) as explorer:
        with loading(pipe, TOY):
            await explorer.press("r")
        await explorer.until_hint("Target reached: 3 merges")
