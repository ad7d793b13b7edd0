"""Questions that a number answers."""

from tests.tui.explorer.scenes import TOY
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import shown


async def test_a_wrong_number_is_refused_with_the_range() -> None:
    async with exploring(TOY) as explorer:
        for answer in ("abc", "-300", "3.5", "255", "1,000,001", "9" * 40, "٣٠٠"):
            await explorer.ask("t", answer)
            assert explorer.hint == "Enter a whole number from 256 to 1,000,000"
            assert shown(explorer.pilot)[-2].strip() == explorer.hint, "above the question"
            assert explorer.bottom == f"Target vocabulary size: {answer}"
            assert "merge 0/44" in explorer.status
        await explorer.press(*["backspace"] * 40)
        assert explorer.hint == ""
        await explorer.press(*"300", "enter")
        assert "merge 0/44" in explorer.status
        assert explorer.hint == "This text allows at most 10 merges; press r to run to the last pair"
        await explorer.press("t", "enter")
        assert explorer.bottom.startswith("s Step")
