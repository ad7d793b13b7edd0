"""Tests of the line of keys."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import ClassVar

from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.pilot import Pilot
from textual.widget import Widget

from bpetui.tui.widgets.key_line import KeyLine
from tests.tui.keys_and_rows import press, settle, shown


class Box(Widget, can_focus=True):
    """Has a key of its own."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("x", "app.do('box')", "Box")]


class Host(App[None]):
    """Keys, one of them in two ways and one that is not to be shown."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("a", "do('first')", "First"),
        Binding("b,c", "do('second')", "Second"),
        Binding("d", "do('hidden')", "Hidden", show=False),
        Binding("slash", "do('help')", "床", key_display="/"),
        Binding("q", "do('quit')", "Quit"),
    ]
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None

    def __init__(self) -> None:
        super().__init__()
        self.done: list[str] = []

    def compose(self) -> ComposeResult:
        yield Box()
        yield KeyLine()

    def action_do(self, what: str) -> None:
        self.done.append(what)


@asynccontextmanager
async def hosted(width: int) -> AsyncIterator[tuple[Host, Pilot[None]]]:
    host = Host()
    async with host.run_test(size=(width, 3)) as pilot:
        host.query_one(Box).styles.height = 2
        await settle(pilot)
        yield host, pilot


async def test_keys_of_the_focused_widget_come_first() -> None:
    async with hosted(60) as (host, pilot):
        assert shown(pilot)[2].rstrip() == " a First  b Second  / 床  q Quit"
        host.query_one(Box).focus()
        await settle(pilot)
        assert shown(pilot)[2].rstrip() == " x Box  a First  b Second  / 床  q Quit"
        host.screen.set_focus(None)
        await settle(pilot)
        assert shown(pilot)[2].rstrip() == " a First  b Second  / 床  q Quit"


async def test_help_and_back_stay_where_room_is_short() -> None:
    for width, line in (
        (33, " a First  b Second  / 床  q Quit"),
        (32, " a First  / 床  q Quit"),
        (22, " / 床  q Quit"),
        (13, " q Quit"),
        (6, " q Q…"),
    ):
        async with hosted(width) as (_, pilot):
            assert shown(pilot)[2].rstrip() == line


async def test_keys_can_be_clicked() -> None:
    async with hosted(60) as (host, pilot):
        line = shown(pilot)[2]
        for name in ("First", "Second", "床", "Quit"):
            await pilot.click(KeyLine, offset=(cell_len(line[: line.index(name)]), 0))
        for column in (0, 9, 50):
            await pilot.click(KeyLine, offset=(column, 0))
        await settle(pilot)
        assert host.done == ["first", "second", "help", "quit"]


async def test_a_hint_replaces_the_keys() -> None:
    async with hosted(40) as (host, pilot):
        line = host.query_one(KeyLine)
        line.show_hint("[b]床\x1b[2J")
        await settle(pilot)
        assert shown(pilot)[2].rstrip() == " [b]床␛[2J"
        assert line.has_class("-hint")
        await pilot.click(KeyLine, offset=(2, 0))
        await press(pilot, "a")
        assert host.done == ["first"]
        line.show_hint("")
        await settle(pilot)
        assert shown(pilot)[2].startswith(" a First")
