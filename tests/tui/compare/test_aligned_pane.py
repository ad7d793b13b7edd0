"""Tests of the aligned tokens: bands of rows, the selected token, scrolling, and clicks."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.app import App, ComposeResult
from textual.pilot import Pilot

from bpetui.core.splitting import NO_SPLIT
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.tui.compare.aligned_pane import AlignedPane
from bpetui.tui.compare.comparison import ComparisonRow, text_forms
from tests.tui.keys_and_rows import settle

BYTES = BpeTokenizer.from_pairs([], NO_SPLIT, {})
PAIR = BpeTokenizer.from_pairs([(97, 98)], NO_SPLIT, {})


class PaneApp(App[None]):
    """The pane alone; ``clicked`` are the rows and tokens that were clicked."""

    CSS = "AlignedPane { height: 100%; }"

    def __init__(self) -> None:
        super().__init__()
        self.clicked: list[tuple[int, int]] = []

    def compose(self) -> ComposeResult:
        yield AlignedPane()

    def on_aligned_pane_clicked(self, message: AlignedPane.Clicked) -> None:
        self.clicked.append((message.row, message.token))


@asynccontextmanager
async def pane_of(
    text: str, width: int = 61, height: int = 6, *, forms: bool = False
) -> AsyncIterator[tuple[AlignedPane, PaneApp, Pilot[None]]]:
    """A pane with a text under two tokenizers; the first token of the first one is selected."""
    app = PaneApp()
    async with app.run_test(size=(width, height)) as pilot:
        pane = app.query_one(AlignedPane)
        tokenizers = [("bytes", BYTES), ("p", PAIR)]
        rows = [
            ComparisonRow.from_text(name, tokenizer, form)
            for name, tokenizer in tokenizers
            for form in text_forms(text, forms)
        ]
        pane.show(text, rows, 0, 0)
        await settle(pilot)
        yield pane, app, pilot


def lines(pane: AlignedPane) -> list[str]:
    """The lines of the pane without its scroll bar."""
    return [pane.render_line(y).text[:-1].rstrip() for y in range(pane.size.height)]


async def test_names_are_at_the_left_where_there_is_room_and_else_above() -> None:
    async with pane_of("abab", 60) as (pane, _, _):
        assert lines(pane)[:2] == ["▸ bytes a│b│a│b", "  p     a b│a b"]
    async with pane_of("abab", 59) as (pane, _, _):
        assert lines(pane)[:4] == ["▸ bytes", "a│b│a│b", "  p", "a b│a b"]


async def test_a_blank_line_is_between_bands() -> None:
    async with pane_of("x" * 40) as (pane, _, _):
        found = lines(pane)
        assert found[2] == ""
        assert found[3].startswith("▸ bytes x│")


async def test_normal_forms_are_named_in_one_column() -> None:
    async with pane_of("é", forms=True) as (pane, _, _):
        assert [line[:18].rstrip() for line in lines(pane)[:4]] == [
            "▸ bytes NFC typed",
            "  bytes NFD",
            "  p     NFC typed",
            "  p     NFD",
        ]


async def test_the_selected_row_is_marked() -> None:
    async with pane_of("abab") as (pane, _, _):
        pane.select(1, 1)
        assert lines(pane)[:2] == ["  bytes a│b│a│b", "▸ p     a b│a b"]
        assert pane.row == 1


async def test_the_token_at_the_same_place_is_that_of_another_row() -> None:
    async with pane_of("abab") as (pane, _, _):
        assert [pane.aligned_token(0, token, 1) for token in range(4)] == [0, 0, 1, 1]
        assert [pane.aligned_token(1, token, 0) for token in range(2)] == [0, 2]


async def test_the_lines_out_of_view_are_counted() -> None:
    async with pane_of("x" * 60) as (pane, _, _):  # 3 bands of 2 rows, and a blank line between bands: 8 lines
        assert pane.hidden == (0, 2)
        pane.scroll_rows(1)
        assert pane.hidden == (1, 1)
        pane.page(1)
        assert pane.hidden == (2, 0)
        pane.page(-1)
        assert pane.hidden == (0, 2)


async def test_pages_share_a_line() -> None:
    async with pane_of("x" * 200) as (pane, _, _):
        pane.page(2)
        assert pane.hidden[0] == 2 * (pane.size.height - 1)


async def test_another_text_replaces_every_line() -> None:
    async with pane_of("abab") as (pane, _, _):
        assert lines(pane)[1] == "  p     a b│a b"
        rows = [ComparisonRow.from_text("p", PAIR, text_forms("abc", both_forms=False)[0])] * 2
        pane.show("abc", rows, 0, 0)
        assert lines(pane)[:2] == ["▸ p ab│c", "  p ab│c"]


async def test_the_selected_token_is_scrolled_into_view_with_its_band() -> None:
    async with pane_of("x" * 60) as (pane, _, _):
        pane.select(0, 59)
        assert pane.hidden == (2, 0)
        pane.select(1, 0)
        assert pane.hidden == (0, 2)


async def test_a_row_is_in_view_even_where_its_band_is_higher_than_the_pane() -> None:
    async with pane_of("x" * 60, height=1) as (pane, _, _):
        pane.select(1, 0)
        assert lines(pane)[0].startswith("▸ p")
        pane.select(0, 0)
        assert lines(pane)[0].startswith("▸ bytes")


async def test_a_click_is_on_a_token_or_on_nothing() -> None:
    async with pane_of("abab") as (_, app, pilot):
        for place in ((8, 0), (10, 0), (9, 1), (12, 1)):
            await pilot.click(AlignedPane, offset=place)
        assert app.clicked == [(0, 0), (0, 1), (1, 0), (1, 1)]
        app.clicked.clear()
        for place in ((2, 0), (40, 0), (8, 2), (8, 5)):  # a name, after the text, the blank line, below the text
            await pilot.click(AlignedPane, offset=place)
        assert app.clicked == []


async def test_a_click_is_on_the_token_that_is_seen() -> None:
    async with pane_of("x" * 60) as (pane, app, pilot):
        pane.scroll_rows(2)
        await pilot.click(AlignedPane, offset=(8, 1))
        [(row, token)] = app.clicked
        assert row == 0
        assert token > 0


async def test_a_click_on_a_name_above_the_tokens_is_on_nothing() -> None:
    async with pane_of("abab", 59) as (_, app, pilot):
        await pilot.click(AlignedPane, offset=(0, 2))
        assert app.clicked == []
        await pilot.click(AlignedPane, offset=(0, 3))
        assert app.clicked == [(1, 0)]


async def test_an_empty_text_and_no_rows_have_no_lines_out_of_view() -> None:
    async with pane_of("") as (pane, _, _):
        assert pane.hidden == (0, 0)
        pane.show("", [], 0, 0)
        assert lines(pane) == [""] * 6
