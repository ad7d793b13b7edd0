"""One text under several tokenizers, in figures and in both normal forms."""

import unicodedata
from collections.abc import Iterable
from dataclasses import replace

import pytest

from bpetui.core.splitting import NO_SPLIT, split_custom
from bpetui.core.tokenization import Tokenization, TokenKind
from bpetui.core.tokenizer import Tokenizer
from bpetui.tui.compare.comparison import Compared, Version, fewest, versions

BYTES = Tokenizer.from_pairs([], NO_SPLIT, {})
AA = Tokenizer.from_pairs([(97, 97)], NO_SPLIT, {})

NFC = "học"
NFD = unicodedata.normalize("NFD", NFC)


def test_the_figures_of_a_text() -> None:
    compared = Compared.of("aa", AA, Version("aaaa 床"))
    assert compared.tokenization.ids == (256, 256, 32, 0xE5, 0xBA, 0x8A)
    assert (compared.count, compared.figures.sizes.words) == (6, 2)
    assert compared.figures.bytes_per_token == 8 / 6
    assert compared.figures.characters_per_token == 1
    assert compared.figures.tokens_per_word == 3


def test_without_a_text_there_are_no_figures() -> None:
    compared = Compared.of("aa", AA, Version(""))
    assert (compared.count, compared.problem) == (0, "")
    assert [
        compared.figures.bytes_per_token,
        compared.figures.characters_per_token,
        compared.figures.tokens_per_word,
    ] == [None] * 3


def test_white_space_alone_has_no_words() -> None:
    compared = Compared.of("aa", AA, Version(" \n"))
    assert (compared.count, compared.figures.tokens_per_word) == (2, None)


def test_a_text_that_cannot_be_split_has_no_tokens_and_a_reason() -> None:
    compared = Compared.of("slow", AA.with_split(split_custom("(a|aa)+$|b")), Version("a" * 40 + "bd"))
    assert "takes over" in compared.problem
    assert (compared.count, compared.figures.bytes_per_token) == (0, None)


@pytest.mark.parametrize("typed", [NFC, NFD])
def test_both_forms_stand_side_by_side_and_one_was_typed(typed: str) -> None:
    assert versions(typed, forms=False) == [Version(typed)]
    names = ["NFC typed", "NFD"] if typed == NFC else ["NFC", "NFD typed"]
    assert versions(typed, forms=True) == [Version(NFC, names[0]), Version(NFD, names[1])]


def test_a_text_in_neither_form_is_listed_with_both() -> None:
    typed = NFC + NFD
    assert [version.form for version in versions(typed, forms=True)] == ["mixed typed", "NFC", "NFD"]


def test_where_the_forms_are_the_same_there_is_one_version() -> None:
    assert versions("hello", forms=True) == [Version("hello")]


def test_the_fewest_tokens_are_only_marked_where_there_are_more() -> None:
    one, other = (Compared.of("", tokenizer, Version("aa")) for tokenizer in (AA, BYTES))
    assert fewest([one, other]) == 1
    assert fewest([one, one]) is None
    assert fewest([]) is None


def test_what_is_unknown_is_drawn_as_the_token_that_stands_for_it() -> None:
    compared = Compared("words", Words(), Version("a b"), Words().tokenize("a b"))
    assert compared.tokens.text == "a [UNK]"


class Words:
    """Knows the word "a", as tokenizers of words know theirs, and leaves out white space."""

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


def test_a_row_that_has_no_tokens_for_a_problem_has_not_the_fewest() -> None:
    one = Compared.of("one", Tokenizer.from_pairs([], NO_SPLIT, {}), Version("abc"))
    two = replace(one, tokenization=replace(one.tokenization, ids=(97, 98)))
    failed = replace(one, tokenization=replace(one.tokenization, ids=()), problem="it has no words")
    assert fewest([one, two, failed]) == 2
    assert fewest([one, failed]) is None
