"""The panes at the right: all, or one with tabs for the others."""

from tests.tui.explorer.scenes import TOY, panes
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import settle, shown, until


async def test_on_a_narrow_screen_one_pane_at_the_right_is_shown() -> None:
    async with exploring(TOY) as explorer:
        for key, pane in (("3", explorer.history), ("4", explorer.words), ("2", explorer.pairs)):
            await explorer.press(key)
            await settle(explorer.pilot)
            assert [each.id for each in (explorer.pairs, explorer.history, explorer.words) if each.size.width] == [
                pane.id
            ]
        await explorer.press("1")
        for name in ("corpus", "pairs", "typed", "tokens", "corpus"):
            await explorer.until_focus(name)
            await explorer.press("tab")


async def test_a_wide_screen_without_a_split_has_no_words_pane() -> None:
    async with exploring(TOY, size=(120, 36)) as explorer:
        await explorer.press("4")
        assert explorer.hint.startswith("No split: the whole text is one word")
        for name in ("corpus", "pairs", "history", "typed", "tokens", "corpus"):
            await explorer.until_focus(name)
            await explorer.press("tab")


async def test_the_tabs_name_all_panes_and_can_be_clicked() -> None:
    async with exploring("sample:english", "gpt2") as explorer:
        title = shown(explorer.pilot)[1]
        assert "2 Pairs │ 3 History │ 4 Words" in title
        await explorer.pilot.click(offset=(title.index("3 History") + 2, 1))
        await settle(explorer.pilot)
        assert explorer.focus == "history"
        assert panes(explorer) == {"corpus", "history", "try"}
        await explorer.pilot.resize_terminal(120, 36)
        await settle(explorer.pilot)
        await until(explorer.pilot, lambda: "2 Pairs │" not in shown(explorer.pilot)[1])
