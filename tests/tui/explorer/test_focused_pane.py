"""The keys that act on the pane that has the focus."""

from __future__ import annotations

from tests.tui.explorer.scenes import POEM, TOY
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import until


async def test_the_spelling_key_acts_on_the_focused_pane() -> None:
    async with exploring(POEM) as explorer:
        assert "床₃" in explorer.rows(explorer.corpus)[0]
        await explorer.press("h")
        assert explorer.hint.startswith("Hex: ")
        assert "⟨e5⟩" in explorer.rows(explorer.corpus)[0]
        await explorer.press("h")
        assert explorer.hint.startswith("GPT-2 alphabet")
        assert "åºĬ" in explorer.rows(explorer.corpus)[0]
        await explorer.press("h")
        assert explorer.hint.startswith("Characters")
        for key, pane in (("2", explorer.pairs), ("3", explorer.history), ("4", explorer.words)):
            await explorer.press(key, "h")
            assert pane.spelling == "gpt2"
            assert explorer.hint
        await explorer.press("i", *"hi", "escape", "h")
        assert explorer.tokens.spelling == "gpt2"
        assert explorer.typed.text == "hi"


async def test_the_find_key_asks_about_the_focused_pane() -> None:
    async with exploring(TOY, "gpt2") as explorer:
        for key, question in (
            ("1", "Find in the corpus:"),
            ("2", "Show pairs that contain (text or hex bytes):"),
            ("3", "Find in the corpus:"),
            ("4", "Show words that contain:"),
        ):
            await explorer.press(key, "/")
            assert explorer.bottom == question
            await explorer.press("escape")


async def test_enter_in_pairs_goes_to_the_next_place_of_the_pair() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("2", "enter")
        await until(explorer.pilot, lambda: explorer.corpus.place == (0, 2))
        await explorer.press("2", "enter")
        await until(explorer.pilot, lambda: explorer.corpus.place == (1, 3))
        assert explorer.in_front


async def test_escape_leaves_the_text_then_the_zoom_then_a_filter() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("2")
        await explorer.ask("/", "zz")
        await until(explorer.pilot, lambda: explorer.pairs.total == 0)
        await explorer.press("z", "i", "escape")
        await explorer.until_focus("tokens")
        assert explorer.screen.has_class("-alone")
        await explorer.press("2", "escape")
        assert not explorer.screen.has_class("-alone")
        assert explorer.pairs.total == 0
        await explorer.press("escape")
        await until(explorer.pilot, lambda: explorer.pairs.total == 6)
