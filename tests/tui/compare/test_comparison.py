"""Tests of the rows of a comparison."""

import unicodedata
from collections.abc import Iterable
from dataclasses import replace

import pytest

from bpetui.core.splitting import NO_SPLIT, split_custom
from bpetui.core.tokenization import Tokenization, TokenKind
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.tui.compare.comparison import ComparisonRow, TextForm, fewest_tokens, text_forms

BYTES = BpeTokenizer.from_pairs([], NO_SPLIT, {})
AA = BpeTokenizer.from_pairs([(97, 97)], NO_SPLIT, {})

NFC = "học"
NFD = unicodedata.normalize("NFD", NFC)


def test_figures_count_bytes_characters_and_words_per_token() -> None:
    row = ComparisonRow.from_text("aa", AA, TextForm("aaaa 床"))
    assert row.tokenization.ids == (256, 256, 32, 0xE5, 0xBA, 0x8A)
    assert (row.token_count, row.figures.sizes.words) == (6, 2)
    assert row.figures.bytes_per_token == 8 / 6
    assert row.figures.characters_per_token == 1
    assert row.figures.tokens_per_word == 3


def test_an_empty_text_has_no_figures() -> None:
    row = ComparisonRow.from_text("aa", AA, TextForm(""))
    assert (row.token_count, row.problem) == (0, "")
    assert [
        row.figures.bytes_per_token,
        row.figures.characters_per_token,
        row.figures.tokens_per_word,
    ] == [None] * 3


def test_white_space_alone_has_no_words() -> None:
    row = ComparisonRow.from_text("aa", AA, TextForm(" \n"))
    assert (row.token_count, row.figures.tokens_per_word) == (2, None)


def test_a_text_that_cannot_be_split_has_no_tokens_and_a_problem() -> None:
    row = ComparisonRow.from_text("slow", AA.with_split(split_custom("(a|aa)+$|b")), TextForm("a" * 40 + "bd"))
    assert "takes over" in row.problem
    assert (row.token_count, row.figures.bytes_per_token) == (0, None)


@pytest.mark.parametrize("typed", [NFC, NFD])
def test_both_forms_are_listed_and_the_typed_one_is_labeled(typed: str) -> None:
    assert text_forms(typed, both_forms=False) == [TextForm(typed)]
    names = ["NFC typed", "NFD"] if typed == NFC else ["NFC", "NFD typed"]
    assert text_forms(typed, both_forms=True) == [TextForm(NFC, names[0]), TextForm(NFD, names[1])]


def test_a_text_in_mixed_forms_is_listed_before_both() -> None:
    typed = NFC + NFD
    assert [text_form.label for text_form in text_forms(typed, both_forms=True)] == ["mixed typed", "NFC", "NFD"]


def test_identical_forms_are_listed_once() -> None:
    assert text_forms("hello", both_forms=True) == [TextForm("hello")]


def test_fewest_tokens_is_none_where_all_have_the_same_number() -> None:
    one, other = (ComparisonRow.from_text("", tokenizer, TextForm("aa")) for tokenizer in (AA, BYTES))
    assert fewest_tokens([one, other]) == 1
    assert fewest_tokens([one, one]) is None
    assert fewest_tokens([]) is None


def test_an_unknown_word_is_drawn_as_its_unknown_token() -> None:
    row = ComparisonRow("words", Words(), TextForm("a b"), Words().tokenize("a b"))
    assert row.tokens.text == "a [UNK]"


class Words:
    """A tokenizer of words that knows only "a" and drops white space."""

    special_tokens = ("[UNK]",)
    reason = "its model is WordLevel"
    last_id = 1

    def __len__(self) -> int:
        return 2

    def tokenize(self, text: str, allowed: Iterable[str] = (), time_limit: float | None = None) -> Tokenization:
        words = text.split(" ")
        spans, start = [], 0
        for word in words:
            spans.append((start, start + len(word.encode())))
            start += len(word.encode()) + 1
        ids = tuple(int(word == "a") for word in words)
        return Tokenization(text, ids, tuple(map(self.token, ids)), tuple(spans))

    def token(self, token_id: int) -> bytes:
        return (b"[UNK]", b"a")[token_id]

    def kind(self, token_id: int) -> TokenKind:
        kinds: tuple[TokenKind, ...] = ("unknown", "whole")
        return kinds[token_id]

    def parts(self, token_id: int) -> None:
        return None

    def decode(self, token_ids: Iterable[int]) -> bytes:
        return b""


def test_a_row_with_a_problem_does_not_have_the_fewest_tokens() -> None:
    one = ComparisonRow.from_text("one", BpeTokenizer.from_pairs([], NO_SPLIT, {}), TextForm("abc"))
    two = replace(one, tokenization=replace(one.tokenization, ids=(97, 98)))
    failed = replace(one, tokenization=replace(one.tokenization, ids=()), problem="it has no words")
    assert fewest_tokens([one, two, failed]) == 2
    assert fewest_tokens([one, failed]) is None
