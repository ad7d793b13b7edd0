"""The tokenizer for Try it is chosen by its name or path, and the last choice counts."""

from pathlib import Path

import bpetui
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import settle, until


async def test_a_tokenizer_is_used_and_the_run_again(toy: Path) -> None:
    async with exploring("cd cd") as explorer:
        choice = explorer.screen.tokenizer_choice
        choice.choose(str(toy))
        await explorer.until_hint("Try it now uses toy.model; press i to type text")
        await explorer.press("i", *"ab", "escape")
        choice.choose("")
        assert explorer.hint == "Try it now uses this run"


async def test_a_tokenizer_without_a_split_needs_one(tmp_path: Path) -> None:
    bpetui.train("ab ab", 257, split="gpt2").save(tmp_path / "toy.tiktoken")
    async with exploring("cd cd") as explorer:
        explorer.screen.tokenizer_choice.choose(str(tmp_path / "toy.tiktoken"))
        await explorer.until_hint("toy.tiktoken does not record its split; press k, select it again and choose one")
        assert explorer.screen._try_it.chosen is None


async def test_a_choice_that_is_loaded_after_another_one_is_not_used(toy: Path) -> None:
    async with exploring("cd cd") as explorer:
        choice = explorer.screen.tokenizer_choice
        choice.choose(str(toy))
        choice.choose("")
        await until(explorer.pilot, lambda: "toy.model" in [offer.title for offer in choice.offers])
        await settle(explorer.pilot)
        assert explorer.screen._try_it.chosen is None
