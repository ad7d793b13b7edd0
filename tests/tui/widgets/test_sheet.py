"""Tests of a text to read: some keys scroll it, any other key closes it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from textual.app import App
from textual.content import Content
from textual.pilot import Pilot

from bpetui.tui.widgets.result_screen import ScrolledFrame
from bpetui.tui.widgets.sheet import Sheet
from tests.tui.keys_and_rows import press, settle, shown

LINES = Content("\n".join(f"line {number}" for number in range(20)))


@asynccontextmanager
async def open_sheet(sheet: Sheet) -> AsyncIterator[Pilot[Any]]:
    """A sheet with room for 8 rows in its frame."""
    app: App[Any] = App()
    async with app.run_test(size=(60, 10)) as pilot:
        app.push_screen(sheet)
        await settle(pilot)
        yield pilot


async def first_line_after(pilot: Pilot[Any], *keys: str) -> int:
    """The number of the first line in view after these keys."""
    await press(pilot, *keys)
    sheet = pilot.app.screen
    assert isinstance(sheet, Sheet)
    return int(sheet.query_one(ScrolledFrame).scroll_y)


async def test_keys_scroll_by_rows_and_pages_and_to_the_ends() -> None:
    async with open_sheet(Sheet(LINES)) as pilot:
        assert await first_line_after(pilot, "down") == 1
        assert await first_line_after(pilot, "pagedown") == 8
        assert await first_line_after(pilot, "end") == 12
        assert await first_line_after(pilot, "down") == 12
        assert await first_line_after(pilot, "up") == 11
        assert await first_line_after(pilot, "pageup") == 4
        assert await first_line_after(pilot, "home") == 0


async def test_any_other_key_closes_the_sheet() -> None:
    async with open_sheet(Sheet(LINES)) as pilot:
        sheet = pilot.app.screen
        await press(pilot, "x")
        assert pilot.app.screen is not sheet


async def test_a_drawing_is_below_the_text_and_not_wrapped() -> None:
    async with open_sheet(Sheet(Content("text"), Content("─" * 70))) as pilot:
        above, text, drawing, below = (row for row in shown(pilot) if row.strip())
        assert (above[0], below[0]) == ("╭", "╰")
        assert text.strip("│ ") == "text"
        assert drawing == f"│{'─' * 58}│"


async def test_the_frame_names_the_keys() -> None:
    async with open_sheet(Sheet(LINES)) as pilot:
        assert "↑ ↓ scroll · any other key closes" in shown(pilot)[-1]
