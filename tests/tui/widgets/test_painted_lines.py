"""Tests of widgets that paint only changed lines, and of their scroll bar."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from rich.segment import Segment
from rich.style import Style
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.strip import Strip

from bpetui.tui.widgets.painted_lines import PaintedLines, ScrollBar
from tests.tui.keys_and_rows import settle


class Words(PaintedLines):
    """A word in each line; counts how often they are drawn."""

    def __init__(self) -> None:
        super().__init__()
        self.words = ["one", "two", "three"]
        self.times_drawn = 0
        self.painted: list[tuple[Region, ...]] = []

    def content_lines(self, style: Style) -> Sequence[Strip]:
        self.times_drawn += 1
        return [Strip([Segment(word, style)]) for word in self.words]

    def refresh(self, *regions: Region, repaint: bool = True, layout: bool = False, recompose: bool = False) -> Words:
        self.painted.append(regions)
        return super().refresh(*regions, repaint=repaint, layout=layout, recompose=recompose)


class Host(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.words = Words()

    def compose(self) -> ComposeResult:
        yield self.words


def rows(words: Words) -> list[str]:
    return [words.render_line(y).text for y in range(words.size.height)]


async def test_only_changed_lines_are_painted() -> None:
    host = Host()
    async with host.run_test(size=(8, 4)) as pilot:
        await settle(pilot)
        words = host.words
        assert rows(words) == ["one     ", "two     ", "three   ", "        "]
        words.painted.clear()
        words.words = ["one", "2", "three", "four", "five"]
        words.repaint()
        assert words.painted == [(Region(0, 1, 8, 1), Region(0, 3, 8, 1))]
        words.repaint()
        assert len(words.painted) == 1
        assert rows(words) == ["one     ", "2       ", "three   ", "four    "]


async def test_lines_are_drawn_once_per_size_and_theme() -> None:
    host = Host()
    async with host.run_test(size=(8, 4)) as pilot:
        await settle(pilot)
        words = host.words
        before = words.times_drawn
        words.refresh()
        await settle(pilot)
        assert words.times_drawn == before
        style = next(iter(words.render_line(0))).style
        host.theme = "textual-light"
        await settle(pilot)
        assert next(iter(words.render_line(0))).style != style
        await pilot.resize_terminal(5, 2)
        assert rows(words) == ["one  ", "two  "]


@pytest.mark.parametrize(
    ("bar", "thumb"),
    [
        (ScrollBar(0, 10, 100, 10), range(1)),
        (ScrollBar(45, 55, 100, 10), range(4, 6)),
        (ScrollBar(90, 100, 100, 10), range(9, 10)),
        (ScrollBar(99_999, 100_000, 100_000, 10), range(9, 10)),
    ],
)
def test_the_thumb_covers_the_items_in_view(bar: ScrollBar, thumb: range) -> None:
    assert bar.is_needed
    assert bar.thumb == thumb


def test_a_cell_of_the_bar_maps_to_an_item() -> None:
    bar = ScrollBar(0, 5, 100, 5, top=1)
    assert [bar.at(line) for line in range(7)] == [None, 0, 20, 40, 60, 80, None]
    assert ScrollBar(0, 5, 5, 5).at(0) is None
    assert not ScrollBar(0, 5, 5, 5).is_needed
