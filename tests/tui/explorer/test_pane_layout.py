"""Which panes are shown, and which one has the focus."""

from __future__ import annotations

from tests.tui.explorer.scenes import TOY
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import settle, shown


async def test_number_keys_and_tab_move_between_panes() -> None:
    async with exploring(TOY, "gpt2", size=(120, 36)) as explorer:
        for key, pane in (("2", "pairs"), ("4", "words"), ("1", "corpus"), ("3", "history")):
            await explorer.press(key)
            await explorer.until_focus(pane)
        await explorer.press("1")
        for pane in ("corpus", "pairs", "history", "words", "typed", "tokens", "corpus"):
            await explorer.until_focus(pane)
            await explorer.press("tab")
        await explorer.press("shift+tab", "shift+tab")
        await explorer.until_focus("tokens")


async def test_zoom_shows_the_pane_alone_and_back() -> None:
    async with exploring(TOY) as explorer:
        for key, title in (("1", "1 Corpus"), ("2", "2 Pairs")):
            await explorer.press(key, "z")
            await settle(explorer.pilot)
            assert title in shown(explorer.pilot)[1]
            assert not any("Try it" in row for row in shown(explorer.pilot))
            await explorer.press("escape")
            await settle(explorer.pilot)
            assert any("Try it" in row for row in shown(explorer.pilot))
        await explorer.press("i", *"abc", "escape", "z")
        await settle(explorer.pilot)
        rows = shown(explorer.pilot)
        assert "Try it" in rows[1]
        assert [row.strip("│ ")[:12] for row in rows[3:6]] == ["a id 97, 1 b", "b id 98, 1 b", "▸ c id 99, 1"]
        await explorer.press("z")
        await settle(explorer.pilot)
        assert "1 Corpus" in shown(explorer.pilot)[1]


async def test_letters_are_text_while_the_field_has_the_focus() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("i", *"sbr/?q12", "enter", "z")
        assert explorer.typed.text == "sbr/?q12\nz"
        assert explorer.run.made == 0
        await explorer.press("escape")
        await explorer.until_focus("tokens")
        await explorer.step("s")
        assert explorer.typed.text == "sbr/?q12\nz"
