"""What is selected with the mouse is copied as it is in the text, and not as it is drawn."""

from __future__ import annotations

import pytest
from textual.geometry import Offset
from textual.widget import Widget

from bpetui.tui.widgets.selectable_lines import SelectableLines
from tests.tui.explorer_app import Explorer, exploring
from tests.tui.keys_and_rows import settle, until

TEXT = "The cat\tsat on 床前明月光 và\u0323 e\u0302 chào\n" * 40


async def drag(explorer: Explorer, widget: Widget, start: tuple[int, int], stop: tuple[int, int]) -> str | None:
    """Press the mouse on one cell of a widget's content and release it on another; returns what is selected."""
    origin = widget.content_region.offset
    first, last = origin + Offset(*start), origin + Offset(*stop)
    await explorer.pilot.mouse_down(offset=first)
    await explorer.pilot.hover(offset=last)
    await explorer.pilot.mouse_up(offset=last)
    await settle(explorer.pilot)
    return explorer.app.screen.get_selected_text()


def marked(widget: SelectableLines) -> str:
    """What stands out as selected."""
    ground = widget.screen.get_component_rich_style("screen--selection", partial=True).bgcolor
    lines = [widget.render_line(y) for y in range(widget.size.height)]
    return "".join(text for line in lines for text, style, _ in line if style and style.bgcolor == ground)


async def test_the_corpus_is_copied_with_its_tabs_and_line_ends() -> None:
    async with exploring(TEXT) as explorer:
        assert await drag(explorer, explorer.corpus, (4, 0), (8, 0)) == "cat\ts"
        assert marked(explorer.corpus) == "cat→s"
        assert await drag(explorer, explorer.corpus, (8, 0), (4, 0)) == "cat\ts"
        assert await drag(explorer, explorer.corpus, (16, 0), (18, 0)) == "床前"
        selected = await drag(explorer, explorer.corpus, (4, 0), (2, 3))
        assert selected
        assert TEXT.startswith(f"The {selected}")
        assert "va\u0323\u0300 e\u0302 chào\n" in selected or "và\u0323 e\u0302 chào\n" in selected
        await explorer.press("ctrl+c")
        assert explorer.app.clipboard == selected
        assert explorer.hint == f"Sent {len(selected)} characters to the terminal's clipboard"


async def test_a_selection_survives_scrolling_and_a_click_ends_it() -> None:
    async with exploring(TEXT) as explorer:
        selected = await drag(explorer, explorer.corpus, (4, 0), (8, 0))
        await explorer.press("pagedown", "pagedown")
        assert explorer.app.screen.get_selected_text() == selected
        assert marked(explorer.corpus) == ""
        await explorer.pilot.click(explorer.corpus, offset=(3, 3))
        assert explorer.app.screen.get_selected_text() is None
        await explorer.press("ctrl+c")
        assert explorer.hint == "Press q to quit"


async def test_a_drag_does_not_go_to_a_place_and_stays_in_its_pane() -> None:
    async with exploring(TEXT) as explorer:
        assert explorer.corpus.place is None
        selected = await drag(explorer, explorer.corpus, (4, 0), (60, 2))
        assert explorer.corpus.place is None
        assert selected is not None
        assert TEXT.startswith(f"The {selected}")
        assert not explorer.pairs.is_selected


async def test_pairs_are_copied_by_the_text_that_they_are() -> None:
    async with exploring("床前床前 ab ab\n") as explorer:
        second = await until(explorer.pilot, lambda: explorer.pairs.row(1))
        first = explorer.pairs.row(0)
        assert first is not None
        assert second is not None
        texts = [(row.left + row.right).decode(errors="replace") for row in (first, second)]
        assert await drag(explorer, explorer.pairs, (3, 1), (9, 2)) == "\n".join(texts)
        assert await drag(explorer, explorer.pairs, (3, 1), (9, 1)) == texts[0]
        assert "count" not in marked(explorer.pairs)


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
