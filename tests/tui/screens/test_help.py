"""The help says what is on the screen; a key that does not scroll it closes it, and does nothing else."""

import pytest

from bpetui.tui.screens.help import HelpScreen
from tests.tui.driving import settle, shown
from tests.tui.screens.exploring import exploring


@pytest.mark.parametrize("size", [(80, 24), (40, 8), (1, 1)])
async def test_it_opens_scrolls_and_closes(size: tuple[int, int]) -> None:
    async with exploring("aaabdaaabac", size=size) as explorer:
        for key in ("s", "escape", "q"):
            await explorer.press("?")
            assert isinstance(explorer.app.screen, HelpScreen)
            await explorer.press("down", "pagedown", "up", "end", "home")
            assert isinstance(explorer.app.screen, HelpScreen)
            await explorer.press(key)
            await settle(explorer.pilot)
            assert explorer.in_front
        assert explorer.run.made == 0
        assert not explorer.app._exit


async def test_it_names_every_key() -> None:
    async with exploring("aaabdaaabac", size=(80, 60)) as explorer:
        await explorer.press("?")
        await settle(explorer.pilot)
        text = "\n".join(shown(explorer.pilot))
        for binding in explorer.screen.commands():
            key = {"slash": "/", "question_mark": "?", "escape": "esc"}.get(binding.key, binding.key)
            assert key in text.replace("1 – 4", "1 2 3 4").replace("│", " ").split()
        assert "ctrl+p" in text
