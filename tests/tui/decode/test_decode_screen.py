"""Ids fed to a decoder one at a key: what is seen of what they release, hold back and give up."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.events import Paste
from textual.pilot import Pilot
from textual.widgets import Static

from bpetui.core.splitting import NO_SPLIT
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import visible
from bpetui.tui.decode.decode_screen import DecodeScreen
from bpetui.tui.decode.ids_line import IdsLine
from bpetui.tui.decode.steps_table import StepsTable
from bpetui.tui.widgets.key_line import KeyLine
from tests.tui.keys_and_rows import press, settle, shown
from tests.tui.sample_texts import fewer
from tests.tui.single_screen import ScreenApp, opened_screen, rows

TWO_MERGES = BpeTokenizer.from_pairs([(0xE4, 0xB8), (256, 0xAD)], NO_SPLIT, {})
"""What two merges make of "中国中文中华"."""


class DecodeScreenUser:
    """A decode screen under test: presses keys and reads what is shown."""

    def __init__(self, host: ScreenApp, pilot: Pilot[Any], screen: DecodeScreen) -> None:
        self.host, self.pilot, self.screen = host, pilot, screen

    async def press(self, *keys: str) -> None:
        await press(self.pilot, *keys)

    @property
    def in_front(self) -> str:
        """The class name of the screen in front."""
        return type(self.host.screen).__name__

    async def type(self, text: str) -> None:
        """Replace the ids."""
        await self.press("i", "ctrl+u")
        self.host.post_message(Paste(text))
        await settle(self.pilot)
        await self.press("enter")

    @property
    def table(self) -> list[str]:
        """The rows of the table with one space between words, without the header and empty ones."""
        table = self.screen.query_one(StepsTable)
        lines = [" ".join(table.render_line(y).text.split()) for y in range(1, table.size.height)]
        return [line for line in lines[:-1] if line]

    @property
    def note(self) -> str:
        table = self.screen.query_one(StepsTable)
        return table.render_line(table.size.height - 1).text.strip()

    @property
    def ids(self) -> str:
        return str(self.screen.query_one(IdsLine).render())

    @property
    def text(self) -> str:
        return str(self.screen.query_one("#released-pane Static", Static).render())

    @property
    def hint(self) -> str:
        return self.screen.query_one(KeyLine).hint


@asynccontextmanager
async def opened_decode_screen(
    ids: Sequence[int], size: tuple[int, int] = (80, 24), tokenizer: AnyTokenizer = TWO_MERGES, plain: bool = False
) -> AsyncIterator[DecodeScreenUser]:
    screen = DecodeScreen(ids, tokenizer, "toy.model")
    async with opened_screen(screen, size, plain) as (host, pilot):
        yield DecodeScreenUser(host, pilot, screen)


# -- decoding ------------------------------------------------------------------------------------------------------


async def test_a_character_in_three_tokens_is_held_back_and_released() -> None:
    async with opened_decode_screen(TWO_MERGES.tokenize("中国").ids) as seen:
        assert (seen.table, seen.text, seen.ids) == ([], "", "▸257 229 155 189")
        await seen.press("right", "space", "right")
        assert seen.table == [
            '1 257 e4 b8 ad released: "中"',
            "… 2 229 e5 held back: e5, 1 of 3 bytes",
            "▶… 3 155 9b held back: e5 9b, 2 of 3 bytes",
        ]
        assert seen.text == "中⟨e5 9b⟩ held back"
        assert seen.note == "… Held back: these bytes may begin a character"
        await seen.press("right")
        assert seen.table[-1] == '▶ 4 189 bd released: "国"'
        assert (seen.text, seen.ids) == ("中国", "257 229 155 189")
        assert seen.note == "End of the text; no bytes are held back"
        assert "toy.model · 4 of 4 tokens decoded" in rows(seen.pilot)[0]


async def test_left_undoes_a_token() -> None:
    async with opened_decode_screen(TWO_MERGES.tokenize("中国").ids) as seen:
        await seen.press("end", "left")
        assert (len(seen.table), seen.text) == (3, "中⟨e5 9b⟩ held back")
        await seen.press("home", "left")
        assert (seen.table, seen.text) == ([], "")
        assert seen.note == "Press → to decode the next token, ← to undo"


async def test_bytes_that_cannot_become_a_character_are_invalid_at_once() -> None:
    async with opened_decode_screen([0xED, 0xA0, 0x41]) as seen:
        await seen.press("end")
        assert seen.table == [
            "… 1 237 ed held back: ed, 1 of 3 bytes",
            '✗ 2 160 a0 released: "\ufffd\ufffd"; invalid: ed a0',
            '▶ 3 65 41 released: "A"',
        ]
        assert seen.text == "\ufffd\ufffdA"


async def test_bytes_held_back_at_the_end_are_invalid_after_one_more_key() -> None:
    async with opened_decode_screen([0x41, 0xF0, 0x9F]) as seen:
        await seen.press("right", "right", "right")
        assert seen.note == "Press → to end the text: f0 9f is not a complete character"
        assert seen.ids == "65 240 159 ▸end"
        await seen.press("right")
        assert seen.table[-1] == '▶✗ 4 end released: "\ufffd"; invalid: f0 9f'
        assert seen.text == "A\ufffd"


async def test_the_last_decoded_of_many_tokens_is_in_view() -> None:
    async with opened_decode_screen([97] * 300) as seen:
        await seen.press("end")
        assert seen.table[-1].startswith("▶ 300 97 61")
        assert seen.ids.startswith("… 97")
        await seen.press("pageup")
        assert seen.table[-1].startswith("▶ 290")
        assert "▸97" in seen.ids
        assert seen.ids.endswith("97")


# -- ids typed here -----------------------------------------------------------------------------------------------


async def test_typed_ids_are_decoded() -> None:
    async with opened_decode_screen([97]) as seen:
        await seen.press("right", "i", "end", "space", *"228", "comma", *"184", "enter")
        assert (seen.ids, seen.table) == ("▸97 228 184 end", [])
        await seen.press("end")
        assert seen.text == "a\ufffd"


async def test_typed_ids_replace_those_before() -> None:
    async with opened_decode_screen([97, 98]) as seen:
        await seen.press("i", *"99", "space", *"100", "enter")
        assert seen.ids == "▸99 100"
        await seen.press("i", "enter")
        assert seen.ids == "▸99 100"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("97 300", "there is no token with the id 300; ids go up to 257"),
        ("97 abc", '"abc" is not a token id: type whole numbers, separated by spaces or commas'),
        ("97 " + "9" * 40, "9999999999999999999… is too large for a token id"),
    ],
)
async def test_a_wrong_id_is_reported_and_can_be_corrected(text: str, sentence: str) -> None:
    async with opened_decode_screen([97]) as seen:
        await seen.type(text)
        assert (seen.hint, seen.ids) == (sentence, "▸97")
        await seen.press(*["backspace"] * len(text.split()[1]), *"98", "enter", "end")
        assert seen.text == "ab"
        await seen.press("i", "end", "space", *"97", "enter", "end")
        assert seen.text == "aba"


async def test_ids_pasted_on_many_lines_are_all_taken() -> None:
    async with opened_decode_screen([97]) as seen:
        await seen.type("\n".join(["97 98"] * 3000))
        await seen.press("end")
        assert seen.text == "ab" * 3000
        await seen.press("i")
        seen.host.post_message(Paste("97 " * 40_000))
        await settle(seen.pilot)
        assert seen.hint == "Too long: the field holds 100,000 characters"


async def test_a_screen_without_ids_says_how_to_type_them() -> None:
    async with opened_decode_screen([]) as seen:
        assert "press i to type ids" in seen.note
        await seen.press("right", "left", "end")
        assert seen.table == []
        await seen.type("104 105")
        await seen.press("end")
        assert seen.text == "hi"


# -- the screen ----------------------------------------------------------------------------------------------------


async def test_the_bottom_line_names_the_keys_and_help_opens() -> None:
    async with opened_decode_screen([97]) as seen:
        assert rows(seen.pilot)[-1].strip() == (
            "→ Decode  ← Undo  home Undo all  end Decode all  i Type ids  ? Help  esc Back"
        )
        await seen.press("?")
        assert seen.in_front == "HelpSheet"
        await seen.press("x")
        assert seen.in_front == type(seen.screen).__name__


@pytest.mark.parametrize("key", ["escape", "d"])
async def test_escape_and_d_close_the_screen_once(key: str) -> None:
    async with opened_decode_screen([97]) as seen:
        await seen.press(key, key)
        assert seen.host.left_with == [None]


@given(st.lists(st.integers(0, 257), max_size=40), st.integers(20, 100), st.integers(8, 30), st.booleans())
@fewer(16)
async def test_any_ids_decode_to_their_text(ids: list[int], width: int, height: int, plain: bool) -> None:
    async with opened_decode_screen(ids, (width, height), plain=plain) as seen:
        for key in ("right", "right", "end", "left"):
            await seen.press(key)
            for row in shown(seen.pilot):
                assert row == visible(row)
                assert cell_len(row) == width
        await seen.press("end")
        assert seen.screen.text == TWO_MERGES.decode(ids).decode(errors="replace")


async def test_an_empty_token_releases_nothing() -> None:
    tokenizer = replace(TWO_MERGES, tokens={**TWO_MERGES.tokens, 900: b""})
    async with opened_decode_screen([97, 900, 98], tokenizer=tokenizer) as seen:
        await seen.press("end")
        assert seen.table == [
            '1 97 61 released: "a"',
            "2 900 an empty token: no text",
            '▶ 3 98 62 released: "b"',
        ]
        assert seen.text == "ab"


async def test_an_added_token_outside_ascii_is_released_unchanged() -> None:
    tokenizer = replace(TWO_MERGES, added={"đem": 900})
    async with opened_decode_screen([900], tokenizer=tokenizer) as seen:
        await seen.press("end")
        assert seen.text == "đem"
