"""The tokens of the typed text: how they are walked, clicked and copied."""

from __future__ import annotations

import pytest

from tests.tui.explorer.scenes import TEXT, drag, marked
from tests.tui.explorer_app import exploring


@pytest.mark.parametrize("spelling", ["hex", "characters"])
async def test_try_it_is_copied_without_the_borders_of_its_tokens(spelling: str) -> None:
    async with exploring(TEXT) as explorer:
        await explorer.press("i", *"the cat", "escape")
        if spelling == "characters":
            await explorer.press("h", "h")
        assert await drag(explorer, explorer.tokens, (0, 0), (7, 0)) == "the "
        assert await drag(explorer, explorer.typed, (1, 0), (4, 0)) == "he c"
        assert marked(explorer.typed) == "he·c"
        await explorer.press("ctrl+c")
        assert explorer.app.clipboard == "he c"
        await explorer.press("i", "x")
        assert explorer.app.screen.get_selected_text() is None
