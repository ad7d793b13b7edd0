"""Tests of lines whose text is selected with the mouse: what is selected is kept, highlighted and copied."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.geometry import Offset
from textual.pilot import Pilot
from textual.strip import Strip
from textual.widgets import Static

from bpetui.tui.terminal.screen import BaseScreen
from bpetui.tui.widgets.selectable_lines import SelectableLines
from tests.tui.keys_and_rows import settle


class Letters(SelectableLines):
    """A text of five letters in each line, drawn with a dot after each letter; the first line is a title."""

    text = "abcdefghij"

    @property
    def text_lines(self) -> range:
        return range(1, 3)

    def offset_at(self, cell: Offset) -> int | None:
        return 5 * (cell.y - 1) + min(cell.x // 2, 4)

    def text_between(self, first: int, last: int) -> str:
        return self.text[first : last + 1]

    def content_lines(self, style: Style) -> Sequence[Strip]:
        rows = ("title", *(".".join([*self.text[at : at + 5], ""]) for at in (0, 5)))
        return [Strip([Segment(row, style)]) for row in rows]


class Neighbor(Static):
    """A widget below the letters."""

    DEFAULT_CSS = "Neighbor { dock: bottom; height: 1; }"


@asynccontextmanager
async def letters() -> AsyncIterator[tuple[Letters, Pilot[None]]]:
    """The letters on a screen of 14 by 5 cells, above another widget."""
    widget = Letters()

    class LettersScreen(BaseScreen[None]):
        def compose(self) -> ComposeResult:
            yield widget
            yield Neighbor("neighbor")

    app: App[None] = App()
    async with app.run_test(size=(14, 5)) as pilot:
        app.push_screen(LettersScreen())
        await settle(pilot)
        yield widget, pilot


async def drag(pilot: Pilot[None], start: tuple[int, int], stop: tuple[int, int]) -> None:
    """Drag the mouse from one cell to another."""
    await pilot.mouse_down(offset=start)
    await pilot.hover(offset=stop)
    await pilot.mouse_up(offset=stop)
    await settle(pilot)


def highlighted(widget: Letters, y: int) -> str:
    """The cells of a line that are drawn in another style than the title."""
    plain = next(iter(widget.render_line(0))).style
    return "".join(segment.text for segment in widget.render_line(y) if segment.style != plain)


async def test_a_drag_selects_the_text_and_not_what_is_drawn() -> None:
    async with letters() as (widget, pilot):
        assert widget.screen.get_selected_text() is None
        await drag(pilot, (4, 1), (3, 2))
        assert widget.has_selection
        assert widget.screen.get_selected_text() == "cdefg"
        assert [highlighted(widget, y) for y in (0, 1, 2)] == ["", "c.d.e.", "f.g."]


async def test_a_drag_beyond_the_lines_ends_at_the_nearest_one() -> None:
    async with letters() as (widget, pilot):
        await drag(pilot, (4, 1), (13, 0))
        assert widget.screen.get_selected_text() == "cde"
        await drag(pilot, (2, 2), (0, 3))
        assert widget.screen.get_selected_text() == "fg"


async def test_a_drag_into_another_widget_stays_in_the_lines() -> None:
    async with letters() as (widget, pilot):
        await drag(pilot, (4, 1), (3, 4))
        assert widget.screen.get_selected_text() == "cdefg"


async def test_cells_outside_the_text_are_at_the_nearest_offset() -> None:
    async with letters() as (widget, _):
        assert widget.text_offset_at(Offset(-3, 1)) == Offset(0, 0)
        assert widget.text_offset_at(Offset(99, 99)) == Offset(0, 9)
        assert widget.text_offset_at(Offset(2, 0)) == Offset(0, 1)


async def test_the_selected_text_is_kept_when_the_lines_change() -> None:
    async with letters() as (widget, pilot):
        await drag(pilot, (0, 1), (2, 1))
        widget.text = "0123456789"
        widget.lay_out()
        assert widget.screen.get_selected_text() == "ab"


async def test_a_double_click_selects_nothing() -> None:
    async with letters() as (widget, pilot):
        await pilot.click(offset=(2, 1), times=2)
        assert not widget.has_selection
