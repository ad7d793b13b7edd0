"""Tests of the list of tokenizers: its selected row, the rows in view, and its columns."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import ClassVar

from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.containers import Vertical
from textual.pilot import Pilot

from bpetui.tui.run.offers import Offer
from bpetui.tui.tokenizers.offer_list import OfferList
from tests.tui.keys_and_rows import press, settle

OFFERS = [
    Offer("", "the merges made here", "300 tokens", ""),
    Offer("gpt2", "GPT-2", "loaded", ""),
    Offer("a\x1b", "4 tokens", "not on this machine", "", is_here=False),
    Offer("床" * 20, "5 tokens", "loaded", ""),
]


class ListApp(App[None]):
    """A list; ``selected`` are the rows that were selected, ``taken`` those that were clicked, ``left`` the keys."""

    CSS = "OfferList { max-height: 100%; }"
    BINDINGS: ClassVar[list[BindingType]] = [("down", "leave('down')"), ("end", "leave('end')")]

    def __init__(self) -> None:
        super().__init__()
        self.list = OfferList(OFFERS, self.keep_selected, self.keep_taken)
        self.selected: list[str] = []
        self.taken: list[str] = []
        self.left: list[str] = []

    def compose(self) -> ComposeResult:
        with Vertical():
            yield self.list

    def keep_selected(self) -> None:
        self.selected.append(self.list.selected.title)

    def keep_taken(self) -> None:
        self.taken.append(self.list.selected.title)

    def action_leave(self, key: str) -> None:
        self.left.append(key)


@asynccontextmanager
async def offer_list(width: int = 80, height: int = 6) -> AsyncIterator[tuple[ListApp, Pilot[None]]]:
    """The list on a screen of this size."""
    app = ListApp()
    async with app.run_test(size=(width, height)) as pilot:
        await settle(pilot)
        yield app, pilot


def rows(app: ListApp) -> list[str]:
    """The rows in view."""
    return [app.list.render_line(y).text.rstrip() for y in range(app.list.size.height)]


def drawn_offers(app: ListApp) -> list[tuple[str, Offer]]:
    """The rows in view, with their tokenizers."""
    return list(zip(rows(app), OFFERS, strict=True))


async def test_arrows_select_a_row_and_down_leaves_the_last_one() -> None:
    async with offer_list() as (app, pilot):
        await press(pilot, "up")
        assert app.list.selected is OFFERS[0]
        await press(pilot, "down", "down", "up")
        assert app.list.selected is OFFERS[1]
        await press(pilot, "end")
        assert (app.list.selected, app.left) == (OFFERS[3], [])
        await press(pilot, "down", "end")
        assert (app.list.selected, app.left) == (OFFERS[3], ["down", "end"])
        await press(pilot, "home")
        assert app.list.selected is OFFERS[0]


async def test_each_selected_row_is_reported() -> None:
    async with offer_list() as (app, pilot):
        await press(pilot, "down", "down")
        assert (app.selected, app.taken) == (["gpt2", "a␛"], [])


async def test_a_row_is_selected_by_name_and_an_unknown_name_changes_nothing() -> None:
    async with offer_list() as (app, _):
        app.list.select("gpt2")
        assert app.list.selected is OFFERS[1]
        app.list.select("gpt3")
        assert app.list.selected is OFFERS[1]


async def test_a_click_takes_its_row() -> None:
    async with offer_list() as (app, pilot):
        await pilot.click(OfferList, offset=(5, 1))
        assert app.taken == ["gpt2"]


async def test_the_selected_row_is_in_view_and_a_click_takes_the_row_that_is_seen() -> None:
    async with offer_list(height=2) as (app, pilot):
        await press(pilot, "down", "down")
        assert [row[2:5] for row in rows(app)] == ["gpt", "a␛ "]
        await pilot.click(OfferList, offset=(5, 0))
        assert app.taken == ["gpt2"]
        await press(pilot, "home")
        assert rows(app)[0].startswith("▶ this run")


async def test_columns_are_aligned_and_long_names_are_cut() -> None:
    async with offer_list() as (app, _):
        columns = [(cell_len(row[: row.index(offer.about)]), offer.where in row) for row, offer in drawn_offers(app)]
        assert columns == [(28, True)] * 4
        assert rows(app)[3].startswith("  " + "床" * 11 + "…")


async def test_a_narrow_list_leaves_out_the_description_first() -> None:
    async with offer_list(width=50) as (app, _):
        assert "GPT-2" not in rows(app)[1]
        assert "loaded" in rows(app)[1]
    async with offer_list(width=30) as (app, _):
        assert rows(app)[1].strip() == "gpt2"


async def test_a_tokenizer_that_is_not_here_is_dim() -> None:
    async with offer_list() as (app, _):
        dim = [any(bool(each.style and each.style.dim) for each in app.list.render_line(y)) for y in range(4)]
        assert dim == [False, False, True, False]
