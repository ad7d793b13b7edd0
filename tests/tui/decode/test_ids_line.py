"""Tests of the line of ids: it is scrolled to the next one to decode."""

from __future__ import annotations

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult

from bpetui.tui.decode.decoder_steps import decoder_steps
from bpetui.tui.decode.ids_line import IdsLine

STEPS = decoder_steps([(100 + number, b"a") for number in range(9)])


class LineApp(App[None]):
    """The line alone."""

    def compose(self) -> ComposeResult:
        yield IdsLine()


async def lines(width: int, *done: int, steps: int = 9) -> list[str]:
    """The line in ``width`` cells after so many decoded ids, for each of ``done``."""
    app = LineApp()
    async with app.run_test(size=(width + 2, 1)):
        line = app.query_one(IdsLine)
        found = []
        for number in done:
            line.show(STEPS[:steps], number)
            found.append(line.render().plain)
        return found


async def test_the_next_id_is_marked_and_none_after_the_last() -> None:
    assert await lines(40, 0, 1, 3, steps=3) == ["▸100 101 102", "100 ▸101 102", "100 101 102"]


async def test_an_ellipsis_is_at_each_end_that_is_cut() -> None:
    assert await lines(20, 0, 4, 8) == ["▸100 101 102 103 …", "… 103 ▸104 105 106 …", "… 105 106 107 ▸108"]


async def test_no_ids_are_an_empty_line() -> None:
    assert await lines(20, 0, steps=0) == [""]


async def test_decoded_ids_are_dim_and_the_next_one_is_highlighted() -> None:
    app = LineApp()
    async with app.run_test(size=(40, 1)):
        line = app.query_one(IdsLine)
        line.show(STEPS[:3], 1)
        content = line.render()
        assert [(content.plain[span.start : span.end], span.style) for span in content.spans] == [
            ("100", "dim"),
            ("▸101", "bold reverse"),
        ]


@pytest.mark.parametrize("width", range(12, 34))
async def test_the_next_id_is_in_view_at_every_width(width: int) -> None:
    for done, line in enumerate(await lines(width, *range(9))):
        assert f"▸{100 + done}" in line
        assert cell_len(line) <= width
