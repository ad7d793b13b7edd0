"""The sheet of tied pairs: the place of each, and the rule that chooses."""

from __future__ import annotations

from bpetui.core.options import Options
from tests.tui.explorer.scenes import TOY, text_in_front, until_in_front
from tests.tui.explorer_app import exploring


async def test_ties_are_explained_with_the_place_of_each() -> None:
    async with exploring("one ab cd ab cd", "whitespace") as explorer:
        await explorer.press("=")
        await until_in_front(explorer, "2 pairs tie at 2")
        text = text_in_front(explorer)
        assert "▶ a + b  first at byte 4: one·▏ab▕·cd·ab·cd" in text
        assert "  c + d  first at byte 7: one·ab·▏cd▕·ab·cd" in text


async def test_the_sheet_names_the_rule_of_the_smallest_ids() -> None:
    async with exploring("zy ab zy ab", options=Options(ties="smallest-id")) as explorer:
        assert "smallest ids" in " ".join(explorer.rows(explorer.pairs))
        await explorer.press("=")
        await until_in_front(explorer, "the smallest ids is merged")
        assert "▶ · + a  first at byte 2" in text_in_front(explorer)


async def test_a_pair_that_is_alone_does_not_tie() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("=")
        await until_in_front(explorer, "One pair occurs 4 times, more often than all others")
