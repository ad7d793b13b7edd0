"""The palette offers the commands of all keys, and tokenizers."""

from bpetui.tui.compare.compare_screen import CompareScreen
from bpetui.tui.decode.decode_screen import DecodeScreen
from bpetui.tui.keys.commands import Scope, commands_of
from tests.tui.explorer.scenes import TOY, compared
from tests.tui.explorer_app import exploring


async def test_the_palette_offers_the_command_of_every_key() -> None:
    async with exploring(TOY) as explorer:
        for command in commands_of(Scope.EXPLORER):
            assert any(title.startswith(f"{command.name} (") for title in explorer.offered)
        assert {"Step (s)", "Find (/)", "Ten back (B)"} <= explorer.offered
        await explorer.press("ctrl+p")
        await explorer.until_shown("Search")
        await explorer.press(*"ten steps")
        await explorer.until_shown("Ten steps (")
        await explorer.press("enter", "enter")
        await explorer.until_hint("no pairs left")


async def test_compare_and_decode_need_a_text_in_the_palette() -> None:
    async with exploring("ab") as explorer:
        assert {"Compare (c)", "Decode (d)"} <= explorer.offered
        await explorer.press("c")
        screen = explorer.app.screen
        assert isinstance(screen, CompareScreen)
        await explorer.press(*"hi")
        assert compared(explorer) == ["this run h│i"]
        await explorer.press("escape", "escape", "d", "end")
        decoding = explorer.app.screen
        assert isinstance(decoding, DecodeScreen)
        assert decoding.text == "hi"
