"""Tests of the choice among a few values."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.pilot import Pilot

from bpetui.tui.widgets.choice import Choice
from tests.tui.keys_and_rows import press

NAMES = {"none": "none", "gpt2": "gpt2", "wide": "床前"}


class Host(App[None]):
    """Shows a choice beside something else; keeps the values that it said it had changed to."""

    def __init__(self, value: str) -> None:
        super().__init__()
        self.choice = Choice(NAMES, value, lambda: self.taken.append(self.choice.value))
        self.other = Choice({"a": "a"}, "a", lambda: self.taken.append("the other"))
        self.taken: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.choice
        yield self.other


@asynccontextmanager
async def hosted(value: str = "none", width: int = 30) -> AsyncIterator[tuple[Host, Pilot[None]]]:
    host = Host(value)
    async with host.run_test(size=(width, 4)) as pilot:
        await pilot.pause()
        yield host, pilot


def drawn(choice: Choice) -> str:
    return choice.render_line(0).text.rstrip()


async def test_the_value_is_drawn_between_arrows() -> None:
    async with hosted("gpt2") as (host, _):
        assert drawn(host.choice) == "‹ gpt2 ›"


@pytest.mark.parametrize(
    ("keys", "value"),
    [
        (["right"], "gpt2"),
        (["space"], "gpt2"),
        (["left"], "wide"),
        (["right", "right", "right"], "none"),
        (["end"], "wide"),
        (["end", "home"], "none"),
        (["g", "enter", "up"], "none"),
    ],
)
async def test_keys_go_round_the_values(keys: list[str], value: str) -> None:
    async with hosted() as (host, pilot):
        await press(pilot, *keys)
        assert host.choice.value == value
        assert drawn(host.choice) == f"‹ {NAMES[value]} ›"


async def test_each_change_is_reported_once() -> None:
    async with hosted() as (host, pilot):
        await press(pilot, "right", "home", "home", "tab", "right")
        assert host.taken == ["gpt2", "none"]
        host.choice.take("none")
        assert host.taken == ["gpt2", "none"]


@pytest.mark.parametrize(
    ("value", "column", "then"),
    [
        ("gpt2", 0, "none"),
        ("gpt2", 1, "none"),
        ("gpt2", 2, "gpt2"),
        ("gpt2", 5, "gpt2"),
        ("gpt2", 6, "wide"),
        ("gpt2", 7, "wide"),
        ("gpt2", 8, "gpt2"),
        ("wide", 5, "wide"),
        ("wide", 7, "none"),
    ],
)
async def test_a_click_on_an_arrow_changes_the_value(value: str, column: int, then: str) -> None:
    async with hosted(value) as (host, pilot):
        await pilot.click(Choice, offset=(column, 0))
        assert host.choice.value == then
        assert host.choice.has_focus


async def test_the_focus_is_visible_without_color() -> None:
    async with hosted() as (host, pilot):
        pilot.app.theme = "ansi-dark"
        await press(pilot, "tab")
        assert not any(each.style and each.style.reverse for each in host.choice.render_line(0))
        assert any(each.style and each.style.reverse for each in host.other.render_line(0))


@pytest.mark.parametrize("width", [1, 2, 3, 5, 7])
async def test_any_width_is_drawn(width: int) -> None:
    async with hosted("wide", width) as (host, pilot):
        for key in ("left", "right", "tab"):
            await press(pilot, key)
            for y in range(2):
                assert cell_len(host.choice.render_line(y).text) == width
