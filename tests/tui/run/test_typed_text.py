"""A typed text with its tokens: which token an offset is in, what a token holds, and the figures of the text."""

import unicodedata
from dataclasses import replace

import pytest

from bpetui.core.options import Options
from bpetui.tui.run.run_state_tokenizer import RunStateTokenizer
from bpetui.tui.run.typed_text import TypedText
from tests.tui.run.run_states import run_after
from tests.tui.sample_tokenizers import WordPiece, tokenizer_from_merges


def typed(text: str) -> TypedText:
    """A text in the tokens of he, hel, hell, hello."""
    tokenizer = tokenizer_from_merges()
    return TypedText.from_text(text, tokenizer.tokenize(text), tokenizer)


def test_an_offset_is_in_the_token_that_holds_the_byte() -> None:
    text = typed("hello he")
    assert text.ids == (259, 32, 256)
    assert [text.at(offset) for offset in (0, 4, 5, 6, 7, 99)] == [0, 0, 1, 2, 2, 2]


def test_a_text_without_tokens_has_only_figures() -> None:
    tokenizer = tokenizer_from_merges()
    text = TypedText.from_text("hé", None, tokenizer)
    assert text.ids == ()
    assert text.at(0) == 0
    assert text.figures == ["3 bytes", "2 characters", "NFC"]
    assert TypedText().figures == []
    assert TypedText().describe(0) == ""


def test_figures_name_clusters_only_if_they_differ_from_characters() -> None:
    assert typed("hello").figures[:3] == ["1 token", "5 bytes", "5 characters"]
    decomposed = unicodedata.normalize("NFD", "é")
    assert typed(decomposed).figures == ["3 tokens", "3 bytes", "2 characters", "NFD", "1 cluster"]


def test_the_normal_form_of_the_tokenizer_is_named() -> None:
    tokenizer = replace(tokenizer_from_merges(), normalization="nfc")
    decomposed = unicodedata.normalize("NFD", "é")
    text = TypedText.from_text(decomposed, tokenizer.tokenize(decomposed), tokenizer)
    assert (text.text, text.form) == ("é", "NFD → NFC")


def test_a_token_is_described_with_the_characters_that_it_holds() -> None:
    assert typed("hello").describe(0).startswith("hello id 259, 5 bytes 68 65 6c 6c 6f: h U+0068")
    part = typed("é").describe(1)
    assert "byte 2 of 2 of é U+00E9" in part


def test_the_newest_token_is_that_of_the_last_merge() -> None:
    run = run_after(3)
    tokenizer = RunStateTokenizer(run)
    text = TypedText.from_text("aaab", tokenizer.tokenize("aaab"), tokenizer)
    assert (text.ids, text.newest, text.base) == ((258,), 258, 256)
    assert TypedText.from_text("", None, RunStateTokenizer(run_after(0))).newest == -1


def test_an_end_of_word_mark_is_no_character_of_its_token() -> None:
    options = Options(alphabet="characters", end_of_word="_")
    run = run_after(9, "low low low", options=replace(options, split=typed("x").tokenizer.split))  # type: ignore[union-attr]
    tokenizer = RunStateTokenizer(run)
    text = TypedText.from_text("low", tokenizer.tokenize("low"), tokenizer)
    assert text.tokenization.text.endswith("_")
    assert "".join(part.character.text for part in text.parts(len(text.ids) - 1)) in "low"
    assert "the end of a word" in text.describe(len(text.ids) - 1)


@pytest.mark.parametrize("spelling", ["characters", "hex"])
def test_tokens_that_leave_out_text_are_drawn_without_it(spelling: str) -> None:
    tokenizer = WordPiece()
    text = TypedText.from_text("unable x", tokenizer.tokenize("unable x"), tokenizer)
    assert "".join(unit.text for unit in text.units(spelling)) == "unable[UNK]"  # type: ignore[arg-type]
