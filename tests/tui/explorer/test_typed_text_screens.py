"""The screens that show the typed text are opened with it, and give it back."""

from pathlib import Path

from textual.events import Key, Paste
from textual.keys import _character_to_key, key_to_character
from textual.widgets import Static

from bpetui.tui.decode.decode_screen import DecodeScreen
from tests.tui.explorer.scenes import compare_with, compared, kind_in_front
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import settle, until


async def test_the_typed_text_is_compared_and_returns_edited(toy: Path) -> None:
    async with exploring("cd cd") as explorer:
        await explorer.step("s")
        await explorer.press("i", *"abcd", "escape", "c")
        assert kind_in_front(explorer) == "CompareScreen"
        assert compared(explorer) == ["this run a│b│cd"]
        await compare_with(explorer, toy)
        await until(explorer.pilot, lambda: kind_in_front(explorer) == "CompareScreen")
        await settle(explorer.pilot)
        assert compared(explorer) == ["this run  a│b│c d", "toy.model a b│c│d"]
        await explorer.press("i", "x", "escape", "escape")
        assert explorer.in_front
        assert (explorer.typed.text, explorer.rows(explorer.tokens)[0]) == ("abcdx", "a│b│cd│x")
        await explorer.press("c")
        assert compared(explorer) == ["this run  a│b│c d│x", "toy.model a b│c│d│x"], "it is as it was left"


async def test_the_run_goes_on_under_another_screen() -> None:
    async with exploring("ab ab ab", vocab_size=258) as explorer:
        await explorer.press("i", *"ab", "escape", "r", "c")
        await until(explorer.pilot, lambda: explorer.run.made == 2)
        await settle(explorer.pilot)
        assert compared(explorer) == ["this run ab"]


async def test_a_tokenizer_that_cannot_be_loaded_is_reported_where_it_was_named(tmp_path: Path) -> None:
    async with exploring("ab") as explorer:
        await explorer.press("i", "a", "escape", "c")
        await compare_with(explorer, tmp_path / "nothing.model")
        await explorer.until_shown("there is no file")
        await explorer.press("escape", "escape")
        assert explorer.in_front


async def test_the_tokens_of_the_text_typed_are_decoded_one_at_a_time() -> None:
    async with exploring("中国中文中华") as explorer:
        await explorer.step("s", "s")
        await explorer.press("i")
        explorer.app.post_message(Paste("中国"))
        await explorer.press("escape", "d")
        assert kind_in_front(explorer) == "DecodeScreen"
        await explorer.press("right", "right")
        screen = explorer.app.screen
        assert isinstance(screen, DecodeScreen)
        assert screen.text == "中"
        assert "⟨e5⟩ held back" in str(screen.query_one("#released-pane Static", Static).render())
        await explorer.press("escape")
        assert explorer.in_front


async def test_the_next_key_clears_a_hint() -> None:
    async with exploring("ab") as explorer:
        await explorer.press("i", "a", "escape", "c", "x")
        assert "This is the only tokenizer" in explorer.bottom
        await explorer.press("right")
        assert "a Add" in explorer.bottom


async def test_keys_faster_than_the_screens_act_in_order() -> None:
    async with exploring("ab ab") as explorer:
        await explorer.press("i", "a", "escape")
        for key in ("c", "x", "f", "escape", "d", "right", "escape", "c", "a", "escape", "escape", "s", "c"):
            name = _character_to_key(key) if len(key) == 1 else key
            explorer.app.post_message(Key(name, key if len(key) == 1 else key_to_character(key)))
        await until(explorer.pilot, lambda: explorer.app._type_ahead.is_idle)
        await until(explorer.pilot, lambda: kind_in_front(explorer) == "CompareScreen" and explorer.run.made == 1)
        await settle(explorer.pilot)
        assert compared(explorer) == ["this run a"]
