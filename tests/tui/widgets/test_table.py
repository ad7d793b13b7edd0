"""Tests of the table that holds a window of its rows."""

import os
from collections.abc import Iterator, Sequence
from typing import overload

import pytest
from textual.events import MouseScrollDown, MouseScrollUp
from textual.pilot import Pilot

from bpetui.rendering.cells import StyledText
from bpetui.tui.widgets.columns import Column
from bpetui.tui.widgets.table import Table
from tests.tui.hosted_widget import PaintRecorder, check_widths, hosted, lines, messages, segments


class Squares(Table[int]):
    """Numbers, their squares, and a name."""

    def __init__(self, notes: Sequence[str] = ()) -> None:
        super().__init__()
        self._notes = notes

    def columns(self) -> Sequence[Column[int]]:
        return (
            Column("n", 0, lambda number, _: f"{number:,}"),
            Column("square", 2, lambda number, _: f"{number * number:,}"),
            Column("name", 1, lambda number, width: [StyledText("x" * min(number, width))], 5, 20),
        )

    def notes(self) -> Sequence[StyledText]:
        return [StyledText(note) for note in self._notes]

    def fetch(self, total: int) -> None:
        """Hold what is in view."""
        first, last = self.window
        self.show(first, range(first, min(last, total)), total)


class Counted(Sequence[int]):
    """A million rows; counts how often one is looked at."""

    looks = 0

    def __len__(self) -> int:
        return 1_000_000

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[int]: ...
    def __getitem__(self, index: int | slice) -> int | Sequence[int]:
        assert isinstance(index, int)
        self.looks += 1
        return index

    def __iter__(self) -> Iterator[int]:
        raise AssertionError("all rows are looked at")


async def press(pilot: Pilot[None], *keys: str) -> None:
    await pilot.press(*keys)
    await pilot.pause()


async def test_a_table_of_one_row_shows_that_of_the_cursor() -> None:
    table = Squares(["a note"])
    async with hosted(table, 40, 1) as pilot:
        table.show(0, range(5), 5)
        await press(pilot, "down", "down")
        assert lines(table)[0].split() == ["▶", "2", "4", "xx", "┃"]
        await pilot.resize_terminal(40, 2)
        await pilot.pause()
        assert [line.split()[0] for line in lines(table)] == ["n", "▶"]


async def test_numbers_are_aligned_right_and_text_left() -> None:
    table = Squares()
    async with hosted(table, 40, 10):
        table.show(0, [7, 100, 2000], 3)
        assert lines(table)[:4] == [
            "      n     square  name",
            "▶     7         49  xxxxxxx",
            "    100     10,000  xxxxxxxxxxxxxxxxxxx",
            "  2,000  4,000,000  xxxxxxxxxxxxxxxxxxx",
        ]


async def test_a_column_of_numbers_never_shrinks() -> None:
    table = Squares()
    async with hosted(table, 40, 10):
        table.show(0, [2000], 1)
        table.show(0, [7], 1)
        assert lines(table)[0] == "      n     square  name"
        table.forget()
        table.show(0, [7], 1)
        assert lines(table)[0] == "  n  square  name"


@pytest.mark.parametrize(
    ("width", "titles"), [(40, "  n  square  name"), (19, "  n  square  name"), (18, "  n  name"), (10, "  n")]
)
async def test_less_important_columns_are_left_out_first(width: int, titles: str) -> None:
    table = Squares()
    async with hosted(table, width, 10):
        table.show(0, [3], 1)
        assert lines(table)[0] == titles


async def test_rows_are_blank_until_they_are_held() -> None:
    table = Squares()
    async with hosted(table, 30, 8):
        assert table.window == (0, 5)
        table.show(2, [2, 3], 5)
        assert [line.split() for line in lines(table)[1:6]] == [[], [], ["2", "4", "xx"], ["3", "9", "xxx"], []]
        assert table.row(1) is None
        assert table.row(2) == 2
        assert table.selected is None


async def test_a_message_reports_other_rows_in_view() -> None:
    table = Squares()
    async with hosted(table, 30, 8) as pilot:
        assert messages(pilot) == ["ViewChanged"]
        table.fetch(100)
        await pilot.pause()
        assert messages(pilot) == ["Selected"]
        await press(pilot, "down")
        assert messages(pilot) == ["Selected"]
        await press(pilot, "pagedown")
        assert set(messages(pilot)) == {"ViewChanged", "Selected"}
        await pilot.resize_terminal(30, 20)
        await pilot.pause()
        assert "ViewChanged" in messages(pilot)


async def test_a_message_reports_new_content_of_the_selected_row() -> None:
    table = Squares()
    async with hosted(table) as pilot:
        table.show(0, [1, 2, 3], 3)
        await pilot.pause()
        messages(pilot)
        table.show(0, [1, 5, 3], 3)
        await pilot.pause()
        assert messages(pilot) == []
        table.show(0, [9, 5, 3], 3)
        await pilot.pause()
        assert messages(pilot) == ["Selected"]


async def test_keys_move_the_cursor_and_the_window() -> None:
    table = Squares()
    async with hosted(table, 30, 14) as pilot:  # ten rows
        table.fetch(100)
        seen = []
        for keys in ("up", "down", "pagedown", "end", "up", "pageup", "home"):
            await press(pilot, keys)
            seen.append((table.cursor, table.window))
        assert seen == [
            (0, (0, 10)),
            (1, (0, 10)),
            (10, (8, 18)),
            (99, (90, 100)),
            (98, (90, 100)),
            (89, (82, 92)),
            (0, (0, 10)),
        ]


async def test_rows_around_the_cursor_stay_in_view() -> None:
    table = Squares()
    async with hosted(table, 30, 14) as pilot:
        table.fetch(100)
        await press(pilot, *["down"] * 8)
        assert (table.cursor, table.window) == (8, (1, 11))
        await press(pilot, *["up"] * 6)
        assert (table.cursor, table.window) == (2, (0, 10))


async def test_a_click_selects_and_a_double_click_enters() -> None:
    table = Squares()
    async with hosted(table, 30, 14) as pilot:
        table.fetch(100)
        await pilot.click(table, offset=(5, 10))
        assert (table.cursor, table.window) == (9, (0, 10))
        await pilot.click(table, offset=(5, 0))
        assert table.cursor == 9
        messages(pilot)
        await pilot.double_click(table, offset=(5, 3))
        assert table.cursor == 2
        assert messages(pilot)[-1] == "Entered"
        table.show(0, [1], 1)
        await pilot.click(table, offset=(5, 5))
        assert table.cursor == 0


async def test_the_wheel_scrolls_without_the_cursor() -> None:
    table = Squares()
    async with hosted(table, 30, 14) as pilot:
        table.fetch(100)
        await pilot._post_mouse_events([MouseScrollDown], table, offset=(3, 3))
        assert (table.cursor, table.window) == (0, (3, 13))
        await pilot._post_mouse_events([MouseScrollUp], table, offset=(3, 3))
        assert (table.cursor, table.window) == (0, (0, 10))


async def test_a_click_on_the_scroll_bar_scrolls() -> None:
    table = Squares()
    async with hosted(table, 30, 14) as pilot:
        table.fetch(100)
        await pilot.click(table, offset=(29, 6))
        assert (table.cursor, table.window) == (0, (50, 60))


async def test_the_scroll_bar_is_drawn_only_if_rows_are_out_of_view() -> None:
    table = Squares()
    async with hosted(table, 30, 8) as pilot:
        table.fetch(5)
        assert not any(line.endswith(("│", "┃")) for line in lines(table))
        table.fetch(10)
        assert [line[-1] for line in lines(table)[1:6]] == ["┃", "┃", "┃", "│", "│"]
        await press(pilot, "end")
        assert [line[-1] for line in lines(table)[1:6]] == ["│", "│", "┃", "┃", "┃"]


async def test_fewer_rows_move_the_cursor_and_the_window_back() -> None:
    table = Squares()
    async with hosted(table, 30, 14) as pilot:
        table.fetch(100)
        await press(pilot, "end")
        table.show(0, range(20), 20)
        assert (table.cursor, table.window, table.selected) == (19, (10, 20), 19)
        table.show(0, [], 0)
        assert (table.cursor, table.window, table.selected) == (0, (0, 10), None)


async def test_a_million_rows_read_only_those_in_view() -> None:
    table = Squares()
    async with hosted(table, 30, 14) as pilot:
        rows = Counted()
        table.show(0, rows, len(rows))
        await press(pilot, "end", "up", "pageup")
        table.show(0, rows, len(rows))
        assert table.window == (999_982, 999_992)
        assert rows.looks < 200


async def test_only_changed_rows_are_painted() -> None:
    table = Squares()
    async with hosted(table, 30, 14) as pilot:
        table.show(0, list(range(10)), 10)
        painted = PaintRecorder(table)
        table.show(0, list(range(10)), 10)
        assert painted.taken() == []
        table.show(0, [0, 1, 2, 9, 4, 5, 6, 7, 8, 9], 10)
        assert painted.taken() == [4]
        await press(pilot, "down")
        assert painted.taken() == [1, 2]


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light", "ansi-dark"])
async def test_the_cursor_is_visible_with_and_without_the_focus(theme: str) -> None:
    table = Squares()
    async with hosted(table) as pilot:
        pilot.app.theme = theme
        await pilot.pause()
        table.show(0, [7, 7], 2)
        cursor, other = segments(table, "▶")[0].style, segments(table, "7")[-1].style
        assert cursor is not None
        assert other is not None
        assert cursor.bold
        assert cursor.reverse or cursor.bgcolor != other.bgcolor
        table.blur()
        await pilot.pause()
        assert lines(table)[1].startswith("▶")
        blurred = segments(table, "▶")[0].style
        assert blurred is not None
        assert not blurred.bold


async def test_without_colors_the_cursor_is_reversed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(os.environ, "NO_COLOR", "1")
    table = Squares()
    async with hosted(table):
        table.show(0, [7, 7], 2)
        style = segments(table, "▶")[0].style
        assert style is not None
        assert style.reverse


async def test_another_theme_repaints_every_row() -> None:
    table = Squares()
    async with hosted(table) as pilot:
        table.show(0, [7], 1)
        dark = segments(table, "square")[0].style
        pilot.app.theme = "textual-light"
        await pilot.pause()
        assert segments(table, "square")[0].style != dark


async def test_notes_are_at_the_bottom() -> None:
    table = Squares(["this is why it is so", "8 of 9"])
    async with hosted(table, 30, 12) as pilot:
        assert lines(table)[-3:] == ["", " this is why it is so", " 8 of 9"]
        await pilot.resize_terminal(14, 12)
        await pilot.pause()
        assert lines(table)[-3:] == [" this is why", " it is so", " 8 of 9"]
        await pilot.resize_terminal(14, 8)
        await pilot.pause()
        assert lines(table)[-2:] == [" this is why…", " 8 of 9"]


@pytest.mark.parametrize("height", [1, 2, 3, 4])
async def test_the_smallest_pane_is_drawn(height: int) -> None:
    table = Squares(["a note"])
    async with hosted(table, 8, height) as pilot:
        table.show(0, [7, 8, 9, 10], 4)
        for width in (5, 4, 3, 2, 1):
            await press(pilot, "end", "pageup")
            await pilot.resize_terminal(width, height)
            await pilot.pause()
            assert table.size == (width, height)
            check_widths(table)


def test_a_table_can_be_filled_before_it_is_mounted() -> None:
    table = Squares()
    table.show(0, [1, 2], 2)
    assert table.selected == 1
