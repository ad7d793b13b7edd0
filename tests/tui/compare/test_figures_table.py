"""Tests of the table of compared tokenizers: its columns, marks and note."""

from __future__ import annotations

from textual.app import App, ComposeResult

from bpetui.core.splitting import NO_SPLIT
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.tui.compare.comparison import ComparisonRow, text_forms
from bpetui.tui.compare.figures_table import FiguresTable

BYTES = BpeTokenizer.from_pairs([], NO_SPLIT, {})
PAIR = BpeTokenizer.from_pairs([(97, 98)], NO_SPLIT, {})


class TableApp(App[None]):
    """The table alone."""

    def compose(self) -> ComposeResult:
        yield FiguresTable()


def row(text: str, tokenizer: BpeTokenizer = BYTES, name: str = "bytes") -> ComparisonRow:
    """The text as it was typed, under a tokenizer."""
    return ComparisonRow.from_text(name, tokenizer, text_forms(text, both_forms=False)[0])


async def lines(rows: list[ComparisonRow], note: str = "", height: int = 16) -> list[str]:
    """The lines of the table with one space between words."""
    app = TableApp()
    async with app.run_test(size=(90, height)) as pilot:
        table = app.query_one(FiguresTable)
        table.note = note
        table.show_rows(rows)
        await pilot.pause()
        return [" ".join(table.render_line(y).text.split()) for y in range(table.size.height)]


async def test_figures_are_averages_and_the_fewest_tokens_are_marked() -> None:
    assert await lines([row("abab é"), row("abab é", PAIR, "pair")]) == [
        "tokenizer tokens bytes/token characters/token tokens/word",
        "▶ bytes 7 1.00 0.86 3.50",
        "*pair 5 1.40 1.20 2.50",
        "* Fewest tokens",
    ]


async def test_equal_numbers_of_tokens_have_no_mark() -> None:
    _, *figures, note = await lines([row("xy"), row("xy", PAIR, "pair")])
    assert [line.split()[:3] for line in figures] == [["▶", "bytes", "2"], ["pair", "2", "1.00"]]
    assert note == ""


async def test_a_note_replaces_the_explanation_of_the_mark() -> None:
    assert (await lines([row("ab"), row("ab", PAIR, "pair")], note="Only this"))[-1] == "Only this"


async def test_a_low_screen_has_no_room_for_a_note() -> None:
    assert len(await lines([row("ab")], note="Only this", height=15)) == 2
    assert len(await lines([row("ab")], note="Only this", height=16)) == 3


async def test_a_row_without_tokens_has_a_dash_and_no_mark() -> None:
    problem = ComparisonRow("slow", BYTES, row("ab").text_form, row("").tokenization, "it takes too long")
    found = await lines([problem, row("ab"), row("ab", PAIR, "pair")])
    assert [line.split()[:3] for line in found[1:4]] == [
        ["▶", "slow", "–"],
        ["bytes", "2", "1.00"],
        ["*pair", "1", "2.00"],
    ]


async def test_normal_forms_have_a_column_of_their_own() -> None:
    forms = text_forms("é", both_forms=True)
    found = await lines([ComparisonRow.from_text("bytes", BYTES, form) for form in forms])
    assert found[:3] == [
        "tokenizer form tokens bytes/token characters/token tokens/word",
        "▶*bytes NFC typed 2 1.00 0.50 2.00",
        "bytes NFD 3 1.00 0.67 3.00",
    ]


async def test_control_characters_of_a_name_are_visible() -> None:
    assert "a␛" in (await lines([row("ab", name="a\x1b")]))[1]
