"""Tests of the screen that compares tokenizers."""

from __future__ import annotations

import gzip
import json
import unicodedata
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from textual.events import Paste
from textual.pilot import Pilot
from textual.signal import Signal
from textual.widget import Widget
from textual.widgets import Static

from bpetui.core.splitting import NO_SPLIT, Split, split_custom
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import visible
from bpetui.formats import minbpe, tiktoken
from bpetui.tui.compare.aligned_pane import AlignedPane
from bpetui.tui.compare.compare_screen import MAX_TOKENIZERS, ComparedText, CompareScreen
from bpetui.tui.compare.figures_table import FiguresTable
from bpetui.tui.run.compared_tokenizers import ComparedTokenizers
from bpetui.tui.run.run_state import RunState
from bpetui.tui.run.run_state_tokenizer import RunStateTokenizer
from bpetui.tui.widgets.choice import Choice
from bpetui.tui.widgets.key_line import KeyLine
from bpetui.tui.widgets.text_field import TextField
from tests.sample_corpora import corpus_of, opened_of
from tests.tui.hosted_widget import TrainedRun
from tests.tui.keys_and_rows import press, settle, shown
from tests.tui.sample_texts import TEXTS, fewer
from tests.tui.single_screen import ScreenApp, loaded_tokenizers, opened_screen, rows

SENTENCE = "Học sinh đang học sinh học ở trường."


@pytest.fixture(autouse=True)
def no_tokenizers(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """Return the user's folder of tokenizers, which is empty."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return tmp_path / "bpetui" / "tokenizers"


def saved(folder: Path, name: str, pairs: Sequence[tuple[int, int]], split: Split = NO_SPLIT) -> str:
    """Write a tokenizer with these merges; return its path."""
    path = folder / name
    path.write_bytes(minbpe.dumps(BpeTokenizer.from_pairs(pairs, split, {})))
    return str(path)


class CompareScreenUser:
    """A compare screen under test: presses keys and reads what is shown."""

    def __init__(self, host: ScreenApp, pilot: Pilot[Any], screen: CompareScreen, compared: ComparedTokenizers) -> None:
        self.host, self.pilot, self.screen, self.compared = host, pilot, screen, compared

    async def press(self, *keys: str) -> None:
        await press(self.pilot, *keys)

    @property
    def in_front(self) -> str:
        """The class name of the screen in front."""
        return type(self.host.screen).__name__

    async def type(self, text: str) -> None:
        """Replace the text, and leave the field."""
        await self.press("i", "ctrl+u")
        self.host.post_message(Paste(text))
        await self.press("escape")

    @property
    def rows(self) -> list[str]:
        return rows(self.pilot)

    @property
    def figures(self) -> list[list[str]]:
        """The words in each row of the table, with the header first."""
        table = self.screen.query_one(FiguresTable)
        return [table.render_line(y).text.split() for y in range(len(self.screen._rows) + 1)]

    @property
    def tokens(self) -> list[str]:
        pane = self.screen.query_one(AlignedPane)
        lines = [pane.render_line(y).text.rstrip(" │┃") for y in range(pane.size.height)]
        return [line.removeprefix("▸").strip() for line in lines if line]

    @property
    def sentence(self) -> str:
        return str(self.screen.query_one("#sentence", Static).render())

    @property
    def hint(self) -> str:
        return self.screen.query_one(KeyLine).hint

    @property
    def reversed(self) -> str:
        """The text drawn as the selected token."""
        pane = self.screen.query_one(AlignedPane)
        segments = (segment for y in range(pane.size.height) for segment in pane.render_line(y))
        return "".join(segment.text for segment in segments if segment.style and segment.style.reverse)


@asynccontextmanager
async def opened_compare_screen(
    text: str,
    *paths: str,
    size: tuple[int, int] = (80, 24),
    run: RunStateTokenizer | None = None,
    forms: bool = False,
    plain: bool = False,
) -> AsyncIterator[CompareScreenUser]:
    """Open the screen with a run (by default without merges) and the tokenizers of some files."""
    found = loaded_tokenizers(*paths)
    compared = ComparedTokenizers(["", *found.loaded], forms)
    screen = CompareScreen(
        text, compared, found, run or RunStateTokenizer(TrainedRun("a").run), Signal(Widget(), "never published")
    )
    async with opened_screen(screen, size, plain) as (host, pilot):
        found._say = host.say
        yield CompareScreenUser(host, pilot, screen, compared)


# -- figures and tokens --------------------------------------------------------------------------------------------


async def test_the_table_shows_figures_and_marks_the_fewest_tokens(tmp_path: Path) -> None:
    async with opened_compare_screen("abab 床", saved(tmp_path, "ab.model", [(97, 98), (256, 256)])) as seen:
        assert seen.figures == [
            ["tokenizer", "tokens", "bytes/token", "characters/token", "tokens/word"],
            ["▶", "this", "run", "8", "1.00", "0.75", "4.00"],
            ["*ab.model", "5", "1.60", "1.20", "2.50"],
        ]
        assert "* Fewest tokens" in seen.rows[5]
        assert seen.rows[0].rstrip("─").endswith(" 8 bytes · 6 characters · 2 words · typed in NFC ")


async def test_tokens_are_aligned_by_their_bytes(tmp_path: Path) -> None:
    pairs = [(97, 98), (256, 256), (0xBA, 0x8A)]
    async with opened_compare_screen("abab 床", saved(tmp_path, "ab.model", pairs)) as seen:
        assert seen.tokens == [
            "this run a│b│a│b│·│⟨e5⟩│⟨ba⟩│⟨8a⟩",
            "ab.model a b a b│·│⟨e5⟩│⟨ba   8a⟩",
        ]


async def test_a_merge_of_the_run_updates_its_tokens(tmp_path: Path) -> None:
    training = TrainedRun("ab ab ab")
    async with opened_compare_screen("ab ab", run=RunStateTokenizer(training.run)) as seen:
        assert seen.tokens == ["this run a│b│·│a│b"]
        training.step()
        seen.screen.show_run()
        await settle(seen.pilot)
        assert seen.tokens == ["this run ab│·│ab"]
        assert seen.figures[1][3] == "3"


async def test_a_text_that_cannot_be_split_has_a_reason_and_no_figures() -> None:
    run = RunState(opened_of(corpus_of("b", split_custom("(a|aa)+$|b"))), 356)
    async with opened_compare_screen("a" * 40 + "bd", run=RunStateTokenizer(run)) as seen:
        assert "takes over" in seen.sentence
        assert seen.figures[1][3:] == ["–", "–", "–", "–"]
        await seen.press("right", "f", "end", "down")
        assert "takes over" in seen.sentence


# -- selecting ------------------------------------------------------------------------------------------------------


async def test_arrows_select_tokens_and_tokenizers(tmp_path: Path) -> None:
    async with opened_compare_screen("abab 床", saved(tmp_path, "ab.model", [(97, 98), (256, 256)])) as seen:
        assert seen.sentence == "▸ this run: a id 97, 1 byte 61: a U+0061"
        await seen.press("right", "right")
        assert (seen.reversed, seen.sentence) == ("a", "▸ this run: a id 97, 1 byte 61: a U+0061")
        await seen.press("down")
        assert seen.sentence == "▸ ab.model: abab id 257, 4 bytes 61 62 61 62: a U+0061, b U+0062, a U+0061, b U+0062"
        assert seen.reversed == "a b a b"
        await seen.press("end")
        assert seen.sentence == "▸ ab.model: ⟨8a⟩ id 138, a continuation: byte 3 of 3 of 床 U+5E8A"
        await seen.press("up")
        assert seen.sentence.startswith("▸ this run: ⟨8a⟩")
        await seen.press("right", "home", "left")
        assert seen.sentence.startswith("▸ this run: a ")


async def test_a_click_selects_a_token_of_any_row(tmp_path: Path) -> None:
    async with opened_compare_screen("abab", saved(tmp_path, "ab.model", [(97, 98)])) as seen:
        await seen.pilot.click(AlignedPane, offset=(13, 1))
        assert seen.sentence.startswith("▸ ab.model: ab id 256")
        assert seen.figures[2][0] == "▶*ab.model"
        await seen.pilot.click(AlignedPane, offset=(13, 0))
        assert seen.sentence.startswith("▸ this run: b ")
        await seen.pilot.click(AlignedPane, offset=(40, 1))  # right of the last token
        assert seen.sentence.startswith("▸ this run: b ")


async def test_the_selected_token_is_in_view_and_the_text_scrolls() -> None:
    async with opened_compare_screen("床前明月光" * 60) as seen:
        assert "pgdn" in "".join(seen.rows)
        await seen.press("end")
        assert seen.reversed == "⟨89⟩"
        assert "pgup" in "".join(seen.rows)
        before = seen.rows
        await seen.press("pageup")
        assert seen.rows != before
        await seen.press("pagedown", "pagedown")
        assert seen.rows == before


# -- normal forms --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("typed", ["NFC", "NFD"])
async def test_f_shows_both_normal_forms_and_marks_the_typed_one(typed: str, tmp_path: Path) -> None:
    text = unicodedata.normalize(typed, "học")  # type: ignore[arg-type]
    async with opened_compare_screen(text, saved(tmp_path, "o.model", [(0xBB, 0x8D)])) as seen:
        assert f"typed in {typed}" in seen.rows[0]
        await seen.press("f")
        names = ["NFC typed", "NFD"] if typed == "NFC" else ["NFC", "NFD typed"]
        width = len("o.model  ") + max(map(len, names)) + 1
        assert [row[:width].strip().replace("  ", " ") for row in seen.tokens] == [
            f"{name} {form}".replace("o.model", "o.model ").replace("  ", " ")
            for name in ("this run", "o.model")
            for form in names
        ]
        assert [row[width:] for row in seen.tokens] == [
            "h│⟨e1⟩│⟨bb⟩│⟨8d⟩│c",
            "h│o│⟨cc⟩│⟨a3⟩   │c",
            "h│⟨e1⟩│⟨bb   8d⟩│c",
            "h│o│⟨cc⟩│⟨a3⟩   │c",
        ]
        assert [row[-4] for row in seen.figures[1:]] == ["5", "5", "4", "5"]
        await seen.press("f")
        assert len(seen.tokens) == 2


async def test_identical_normal_forms_have_one_row_and_a_note() -> None:
    async with opened_compare_screen("hello", forms=True) as seen:
        assert "NFC and NFD of this text are identical" in " ".join(seen.rows)
        assert seen.tokens == ["this run h│e│l│l│o"]
        await seen.type("é")
        assert len(seen.tokens) == 2


# -- the text ------------------------------------------------------------------------------------------------------


async def test_an_edited_text_is_the_result_of_the_screen() -> None:
    async with opened_compare_screen("ab") as seen:
        await seen.press("i", "c", "x")
        assert seen.tokens == ["this run a│b│c│x"], "letters are text there"
        await seen.press("escape", "escape")
        assert seen.host.left_with == ["abcx"]


async def test_an_empty_text_has_the_focus() -> None:
    async with opened_compare_screen("") as seen:
        assert isinstance(seen.host.focused, ComparedText)
        assert "Type or paste text in any script · enter: new line · esc: done" in seen.rows[1]
        await seen.press(*"hi")
        assert seen.tokens == ["this run h│i"]


async def test_a_pasted_text_over_the_limit_is_cut_with_a_note() -> None:
    async with opened_compare_screen("") as seen:
        seen.host.post_message(Paste("床" * 3000))
        await settle(seen.pilot)
        assert seen.sentence == "Text cut: the field holds 2,000 characters"


# -- adding and removing -------------------------------------------------------------------------------------------


async def test_a_tokenizer_is_added_from_the_list_and_removed(tmp_path: Path, no_tokenizers: Path) -> None:
    first = saved(tmp_path, "ab.model", [(97, 98)])
    async with opened_compare_screen("abab", first) as seen:
        await seen.press("up", "x")
        assert (seen.compared.names, seen.tokens) == (["ab.model"], ["ab.model ab│ab"])
        await seen.press("x")
        assert "This is the only tokenizer" in seen.hint
        await seen.press("a")
        assert seen.in_front == "TokenizersScreen"
        assert "Add a tokenizer to the comparison" in "".join(rows(seen.pilot))
        await seen.press("enter")  # the first tokenizer that is not in the comparison is selected
        assert seen.compared.names == ["ab.model", ""]
        assert seen.tokens == ["ab.model a b│a b", "this run a│b│a│b"]
        assert seen.figures[2][0] == "▶"


async def test_each_form_selects_its_tokenizer(tmp_path: Path) -> None:
    names = ("a.model", "b.model", "c.model")
    async with opened_compare_screen("é", *(saved(tmp_path, name, [(97, 98)]) for name in names), forms=True) as seen:
        assert len(seen.tokens) == 8
        await seen.press("down", "down", "down", "f")  # on the second form of a.model
        assert "".join(seen.figures[2][:2]).replace("*", "") == "▶a.model"
        await seen.press("f")
        assert "".join(seen.figures[3][:2]).replace("*", "").startswith("▶a.model")
        await seen.press("down", "x")
        assert seen.compared.names == ["", "b.model", "c.model"]
        await seen.press("down", "down", "x")
        assert seen.compared.names == ["", "b.model"]
        assert len(seen.tokens) == 4
        await add(seen, str(tmp_path / "b.model"))
        assert "b.model is already in the comparison" in seen.hint
        assert "".join(seen.figures[3][:2]).replace("*", "").startswith("▶b.model")


async def test_a_tokenizer_is_added_by_its_path(tmp_path: Path) -> None:
    async with opened_compare_screen("abab") as seen:
        await add(seen, saved(tmp_path, "ab.model", [(97, 98)]))
        assert seen.tokens == ["this run a│b│a│b", "ab.model a b│a b"]
        await add(seen, str(tmp_path / "ab.model"))
        assert "ab.model is already in the comparison" in seen.hint
        assert len(seen.tokens) == 2


async def test_a_file_without_a_split_is_asked_for_one(tmp_path: Path) -> None:
    path = tmp_path / "ab.tiktoken"
    path.write_bytes(tiktoken.dumps(BpeTokenizer.from_pairs([(97, 32)], NO_SPLIT, {})))
    async with opened_compare_screen("a a") as seen:
        await add(seen, str(path))
        assert seen.in_front == "TokenizersScreen"
        assert isinstance(seen.host.focused, Choice)
        await seen.press("right", "right", "enter")  # whitespace
        assert seen.tokens == ["this run    a│·│a", "ab.tiktoken a│·│a"]


async def test_a_missing_file_is_reported_in_the_list(tmp_path: Path) -> None:
    async with opened_compare_screen("ab") as seen:
        await add(seen, str(tmp_path / "nothing"))
        assert "there is no file" in "".join(rows(seen.pilot))
        await seen.press("escape")
        assert seen.compared.names == [""]


async def test_two_requests_open_the_list_once() -> None:
    async with opened_compare_screen("abab") as seen:
        screens = len(seen.host.screen_stack)
        seen.screen.action_add()
        seen.screen.action_add()
        await settle(seen.pilot)
        assert len(seen.host.screen_stack) == screens + 1
        await seen.press("escape", "a")
        assert seen.in_front == "TokenizersScreen"


async def test_a_tokenizer_over_the_limit_is_refused() -> None:
    async with opened_compare_screen("ab") as seen:
        seen.compared.names[:] = [""] * MAX_TOKENIZERS
        await seen.press("a")
        assert "12 tokenizers are the most that can be compared" in seen.hint


async def add(seen: CompareScreenUser, path: str) -> None:
    """Add a tokenizer by its path or name."""
    await seen.press("a")
    while not isinstance(seen.host.focused, TextField):
        await seen.press("down")
    seen.host.post_message(Paste(path))
    await settle(seen.pilot)
    await seen.press("enter")


# -- the screen ----------------------------------------------------------------------------------------------------


async def test_the_bottom_line_names_the_keys_and_help_opens() -> None:
    async with opened_compare_screen("ab") as seen:
        assert seen.rows[-1].strip() == (
            "a Add  f NFC/NFD  ↑ ↓ Tokenizer  ← → Token  i Type  x Remove  ? Help  esc Back"
        )
        assert "Press a to add a tokenizer to compare with this one" in " ".join(seen.rows)
        await seen.press("?")
        assert seen.in_front == "HelpSheet"
        assert all(len(row.rstrip()) <= 80 for row in rows(seen.pilot))
        await seen.press("x")
        assert seen.in_front == type(seen.screen).__name__


@pytest.mark.parametrize("key", ["escape", "c"])
async def test_escape_and_c_close_the_screen_once(key: str) -> None:
    async with opened_compare_screen("ab") as seen:
        await seen.press(key, key)
        assert seen.host.left_with == ["ab"]


@pytest.mark.parametrize("size", [(80, 24), (200, 50), (40, 12), (10, 4)])
async def test_every_row_fits_the_screen_at_any_size(size: tuple[int, int], tmp_path: Path) -> None:
    path = saved(tmp_path, "a-rather-long-name-of-a-file.model", [(97, 98)])
    async with opened_compare_screen(SENTENCE + "\n[00] foo \x1b[0m 👨\u200d👩 🇻🇳", path, size=size) as seen:
        for keys in (["right"], ["down"], ["end"], ["pageup"], ["f"], ["end"], ["i"]):
            await seen.press(*keys)
            check(seen)


async def test_with_few_colors_blanks_within_a_token_are_underlined(tmp_path: Path) -> None:
    async with opened_compare_screen("ab", saved(tmp_path, "ab.model", [(97, 98)]), plain=True) as seen:
        pane = seen.screen.query_one(AlignedPane)
        blank = [segment for segment in pane.render_line(1) if segment.style and segment.style.underline]
        assert [segment.text for segment in blank] == [" "]
        assert pane.render_line(1).text.rstrip() == "  ab.model a b"


@given(TEXTS, st.booleans(), st.integers(30, 100))
@fewer(25)
async def test_every_row_fits_the_screen_for_any_text(text: str, forms: bool, width: int) -> None:
    run = RunStateTokenizer(TrainedRun(text + "aaé", "none", 5).run)
    async with opened_compare_screen(text, size=(width, 20), run=run, forms=forms) as seen:
        check(seen)
        await seen.press("escape", "end")
        check(seen)


def check(seen: CompareScreenUser) -> None:
    """Check that every row is as wide as the screen, and has no control characters."""
    for row in shown(seen.pilot):
        assert row == visible(row)
        assert cell_len(row) == seen.host.size.width


# -- published tokenizers ------------------------------------------------------------------------------------------


async def test_both_forms_under_a_published_tokenizer(vocabularies: Path, golden: Path, no_tokenizers: Path) -> None:
    expected = json.loads((golden / "encoding.json").read_text("utf-8"))["cl100k_base"]["ids"]
    no_tokenizers.mkdir(parents=True)
    data = gzip.decompress((vocabularies / "cl100k_base.tiktoken.gz").read_bytes())
    (no_tokenizers / "cl100k_base.tiktoken").write_bytes(data)
    async with opened_compare_screen(SENTENCE, forms=True) as seen:
        await add(seen, "cl100k_base")
        nfc, nfd = seen.screen._rows[2:]
        assert [*nfc.tokenization.ids] == expected[SENTENCE]
        assert [*nfd.tokenization.ids] == expected[unicodedata.normalize("NFD", SENTENCE)]
        assert seen.figures[3][:4] == ["▶*cl100k_base", "NFC", "typed", "15"]
        assert seen.figures[4][:3] == ["cl100k_base", "NFD", "31"]
        assert seen.tokens[2].startswith("cl100k_base NFC typed H│ọ")
        assert seen.tokens[3].startswith("cl100k_base NFD       H o│⟨cc⟩│⟨a3⟩   │c│·")
