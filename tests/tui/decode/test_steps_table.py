"""Tests of the table of decoded tokens: its marks, and the note below it."""

from __future__ import annotations

from textual.app import App, ComposeResult

from bpetui.tui.decode.decoder_steps import DecoderStep, decoder_steps
from bpetui.tui.decode.steps_table import StepsTable

SPLIT_CHARACTER = decoder_steps([(7, b"a"), (8, b"\xe5\xba"), (9, b"\x8a")])
INVALID_END = decoder_steps([(7, b"a"), (8, b"\xe5")])


class TableApp(App[None]):
    """The table alone."""

    def compose(self) -> ComposeResult:
        yield StepsTable()


async def seen(steps: list[DecoderStep], done: int) -> tuple[list[str], str]:
    """The rows of the table after so many steps, with one space between words; and the note below them."""
    app = TableApp()
    async with app.run_test(size=(80, 8)):
        table = app.query_one(StepsTable)
        table.show_steps(steps, done)
        lines = [" ".join(table.render_line(y).text.split()) for y in range(table.size.height)]
    return [line for line in lines[1:-1] if line], lines[-1]


async def test_held_back_bytes_have_a_mark_and_a_note() -> None:
    rows, note = await seen(SPLIT_CHARACTER, 2)
    assert rows == ['1 7 61 released: "a"', "▶… 2 8 e5 ba held back: e5 ba, 2 of 3 bytes"]
    assert note == "… Held back: these bytes may begin a character"


async def test_a_released_character_ends_the_note() -> None:
    rows, note = await seen(SPLIT_CHARACTER, 3)
    assert rows[-1].endswith('9 8a released: "床"')
    assert note == "End of the text; no bytes are held back"


async def test_an_incomplete_character_at_the_end_needs_one_more_key_and_is_invalid() -> None:
    rows, note = await seen(INVALID_END, 2)
    assert note == "Press → to end the text: e5 is not a complete character"
    rows, note = await seen(INVALID_END, 3)
    assert rows[-1].split()[:3] == ["▶✗", "3", "end"]


async def test_a_step_that_holds_nothing_back_has_no_note() -> None:
    assert (await seen(SPLIT_CHARACTER, 1))[1] == ""


async def test_notes_name_the_keys_to_begin() -> None:
    assert await seen(SPLIT_CHARACTER, 0) == ([], "Press → to decode the next token, ← to undo")
    assert (await seen([], 0))[1].startswith("No ids yet: press i to type ids")
