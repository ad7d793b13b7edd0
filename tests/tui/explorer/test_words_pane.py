"""The distinct words, cut into the tokens that they are now."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpetui.core.options import Options
from bpetui.tui.explorer.words_pane import WordsPane
from bpetui.worker.messages import WordRow, WordRows
from tests.tui.explorer.scenes import TOY
from tests.tui.explorer_app import exploring
from tests.tui.hosted_widget import PaintRecorder, TrainedRun, check_widths, hosted, lines, segments
from tests.tui.keys_and_rows import until

TEXT = "the cat the dog the cow"


async def test_a_word_is_cut_into_its_tokens() -> None:
    training = TrainedRun(TEXT, split="gpt2")
    pane = WordsPane()
    async with hosted(pane, 30, 12):
        pane.show_view(training.view(), training.run)
        assert lines(pane)[:4] == [
            "  count  word",
            "▶     2  ·│t│h│e",
            "      1  t│h│e",
            "      1  ·│c│a│t",
        ]
        training.step(2)
        pane.show_view(training.view(), training.run)
        assert lines(pane)[1:3] == ["▶     2  ·│the", "      1  the"]


async def test_the_newest_token_is_highlighted_without_color() -> None:
    training = TrainedRun(TEXT, split="gpt2", merges=1)
    pane = WordsPane()
    async with hosted(pane, 30, 12):
        pane.show_view(training.view(), training.run)
        for row in lines(pane)[1:3]:
            styles = {segment.text: segment.style for segment in segments(pane, row)}
            assert styles["th"] is not None
            assert styles["th"].bold
            assert styles["th"].underline
            assert not any(style.underline for text, style in styles.items() if style and text != "th")


async def test_partial_tokens_are_in_hex_or_in_gpt2s_alphabet() -> None:
    training = TrainedRun("床 床", split="whitespace")
    pane = WordsPane()
    async with hosted(pane, 30, 12):
        pane.show_view(training.view(), training.run)
        assert lines(pane)[1] == "▶     2  ⟨e5⟩│⟨ba⟩│⟨8a⟩"
        pane.cycle_spelling()
        assert lines(pane)[1] == "▶     2  å│º│Ĭ"


async def test_words_without_a_split_are_one_word() -> None:
    training = TrainedRun(TEXT)
    pane = WordsPane()
    async with hosted(pane, 80, 12):
        pane.show_view(training.view(), training.run)
        assert lines(pane)[-1] == " No split: the whole text is one word; press , to set a split"


async def test_the_title_of_words_has_the_number_of_words() -> None:
    training = TrainedRun(TEXT, split="gpt2")
    pane = WordsPane()
    async with hosted(pane, 40, 12):
        pane.show_view(training.view(), training.run)
        assert lines(pane)[-1] == " 5 words"
        pane.show_view(training.view(words_filter="c"), training.run)
        assert lines(pane)[-1] == ' 2 of 5 words contain "c"'
    async with hosted(pane := WordsPane(), 40, 6) as pilot:
        pane.show_view(training.view(), training.run)
        assert lines(pane)[-2:] == ["      1  ·│d│o│g                       ┃", " 4 of 5 words"]
        await pilot.press("end")
        assert lines(pane)[-1] == " 2–5 of 5 words"


async def test_a_long_word_is_cut() -> None:
    training = TrainedRun("ab" * 10, split="gpt2")
    pane = WordsPane()
    async with hosted(pane, 20, 12):
        pane.show_view(training.view(), training.run)
        assert lines(pane)[1] == "▶     1  a│b│a│b│a…"


async def test_a_word_of_many_bytes_is_cut() -> None:
    training = TrainedRun("ab" * 50_000, split="gpt2")
    view = training.view()
    pane = WordsPane()
    async with hosted(pane, 60, 12):
        for _ in range(100):
            pane.show_view(view, training.run)
        training.step(16)  # tokens of tens of thousands of bytes
        pane.show_view(training.view(), training.run)
        assert lines(pane)[1].endswith("…")


async def test_a_step_paints_only_the_words_that_it_changes() -> None:
    training = TrainedRun("low lower newest widest zoo", split="gpt2", merges=1)
    pane = WordsPane()
    async with hosted(pane, 40, 12):
        pane.show_view(training.view(), training.run)
        painted, before = PaintRecorder(pane), lines(pane)
        training.step()
        pane.show_view(training.view(), training.run)
        changed = [y for y, line in enumerate(lines(pane)) if line != before[y]]
        assert set(changed) <= set(painted.taken()) <= {1, 2, 3, 4}


@pytest.mark.parametrize("width", [4, 24, 38, 60, 100])
async def test_no_text_breaks_the_pane(width: int) -> None:
    text = "\x1b[31m [/b]x [bold] \u202ea\u200db 👩\u200d👩\u200d👧 ọ\u0323 床前明月光\u3000疑 e\u0301e\u0301\r\n"
    training = TrainedRun(text * 3, split="gpt2")
    pane = WordsPane()
    async with hosted(pane, width, 24):
        for _ in range(10):
            pane.show_view(training.view(), training.run)
            check_widths(pane)
            pane.cycle_spelling()
            check_widths(pane)
            training.step(3)


@given(st.text(min_size=1, max_size=200), st.integers(10, 100), st.integers(0, 12))
@settings(max_examples=20)
async def test_no_line_is_wider_than_the_pane(text: str, width: int, merges: int) -> None:
    training = TrainedRun(text.encode(errors="replace").decode(), split="gpt2", merges=merges)
    pane = WordsPane()
    async with hosted(pane, width, 30):
        pane.show_view(training.view(), training.run)
        check_widths(pane)
        pane.cycle_spelling()
        check_widths(pane)


async def test_words_of_a_window_are_in_their_rows() -> None:
    training = TrainedRun(TEXT, split="gpt2")
    view = training.view()
    pane = WordsPane()
    async with hosted(pane, 40, 12):
        rows = WordRows(3, (WordRow(7, (ord("x"),)),), 8)
        pane.show_view(type(view)(**{**vars(view), "words": rows}), training.run)
        assert lines(pane)[1:6] == ["", "", "", "      7  x", ""]


async def test_a_sample_of_weighted_words_shows_words_counts_and_pieces() -> None:
    async with exploring(TOY) as explorer:
        await explorer.ask("o", "sample:seven-syllables")
        await until(explorer.pilot, lambda: explorer.run.opened.source.name == "seven-syllables.tsv")
        await explorer.step("s")
        await explorer.press("4")
        rows = ["▶     8  ng│ư│ờ│i│_", "      7  n│h│à│_"]
        await until(explorer.pilot, lambda: explorer.rows(explorer.words)[1:3] == rows)
        assert explorer.rows(explorer.corpus)[:2] == ["người_", "ngành_"]
        assert "characters · end mark _" in explorer.status
        assert "vocab 14" in explorer.status
        await explorer.ask("o", "sample:english")
        await until(explorer.pilot, lambda: explorer.run.opened.source.name == "english.txt")
        assert explorer.run.opened.options == Options(), "what a sample asked for is for that sample"
