"""The tokens of the typed text: how they are walked, clicked and copied."""

from __future__ import annotations

import pytest

from bpetui.tui.explorer.token_row import TokenRow
from tests.tui.explorer.hosted_try_it import POEM, hosted, run_after, typed
from tests.tui.explorer.scenes import TEXT, drag, marked
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import press, settle


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


async def test_partial_tokens_have_three_spellings() -> None:
    run = run_after(POEM, 1)  # e6 98, the first two bytes of 明
    async with hosted(run) as (host, pilot):
        await typed(host, pilot, "明 x")
        assert host.row[0] == "⟨e6 98⟩│⟨8e⟩│·│x"
        assert host.tokens.cycle_spelling() == "gpt2"
        assert host.row[0] == "æĺ│İ│Ġ│x"
        assert host.tokens.cycle_spelling() == "characters"
        assert host.row[0] == "明₂│·│x"


async def test_arrow_keys_select_a_token_and_stop_at_the_ends() -> None:
    async with hosted(run_after("the the the", 2)) as (host, pilot):
        await typed(host, pilot, "the end")
        host.tokens.focus()
        seen = []
        for keys in (["home"], ["right"], ["down"], ["end"], ["right"], ["left"], ["up"]):
            await press(pilot, *keys)
            seen.append((host.tokens.selected, host.reversed))
        assert seen == [(0, "the"), (1, "·"), (2, "e"), (4, "d"), (4, "d"), (3, "n"), (2, "e")]
        assert host.sentence == "▸ e id 101, 1 byte 65: e U+0065"


async def test_a_click_selects_a_token() -> None:
    async with hosted(run_after("the the the", 2), 30) as (host, pilot):
        await typed(host, pilot, "the end the end the end the end")
        await pilot.click(TokenRow, offset=(2, 0))
        assert host.sentence.startswith("▸ the id 257")
        await pilot.click(TokenRow, offset=(0, 1))
        second = host.tokens.selected
        assert second > 8
        host.tokens.list_tokens(True)
        await pilot.click(TokenRow, offset=(0, 1))
        assert host.tokens.selected == host.tokens._top + 1


async def test_without_text_no_token_is_selected() -> None:
    async with hosted(run_after("a", 0)) as (host, pilot):
        host.tokens.focus()
        await press(pilot, "right", "end", "left")
        assert host.tokens.selected == 0
        assert host.sentence == ""


async def test_the_selected_token_is_in_view() -> None:
    async with hosted(run_after("a", 0), 20, 6) as (host, pilot):
        await typed(host, pilot, POEM)
        host.tokens.focus()
        for key in ("home", *["right"] * 30, "end", *["left"] * 30):
            await press(pilot, key)
            assert host.reversed.startswith("⟨")


async def test_listed_tokens_have_a_row_each_with_a_description() -> None:
    async with hosted(run_after(POEM, 1), 60, 12) as (host, pilot):
        await typed(host, pilot, "明 x")
        host.tokens.list_tokens(True)
        host.tokens.focus()
        await press(pilot, "home", "down")
        assert host.row[:4] == [
            "  ⟨e6 98⟩ id 256, a prefix: bytes 1–2 of 3 of 明 U+660E",
            "▸ ⟨8e⟩ id 142, a continuation: byte 3 of 3 of 明 U+660E",
            "  · id 32, 1 byte 20: · U+0020 space",
            "  x id 120, 1 byte 78: x U+0078",
        ]
        await typed(host, pilot, POEM)
        await press(pilot, "end")
        assert host.reversed.startswith("⟨82⟩ id 130")


async def test_another_theme_draws_the_tokens_in_its_colors() -> None:
    async with hosted(run_after("abab", 1)) as (host, pilot):
        await typed(host, pilot, "cabc")
        before = [segment.style for segment in host.tokens.render_line(0)]
        host.theme = "textual-light"
        await settle(pilot)
        await pilot.pause()
        assert [segment.style for segment in host.tokens.render_line(0)] != before
