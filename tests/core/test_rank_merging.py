"""Merging by rank: the same as a plain loop for any ranks, in short and in long words."""

from collections.abc import Mapping, Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core import rank_merging
from bpetui.core.models import MergeModel, RankModel
from bpetui.core.rank_merging import Join, joins, merge, merges_of_ranks
from bpetui.core.splitting import NO_SPLIT
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.trainer import BpeTrainer
from tests.sample_corpora import corpus_of


def merged_plainly(parts: Sequence[str], ranks: Mapping[str, int], made: Sequence[str] = ()) -> list[str]:
    """Merge the leftmost pair with the lowest rank until no pair has one."""
    parts = list(parts)
    while True:
        found = [(ranks[left + right], at) for at, (left, right) in enumerate(pairwise(parts)) if left + right in ranks]
        if not found:
            return parts
        rank, at = min(found)
        parts[at : at + 2] = [made[rank] if made else parts[at] + parts[at + 1]]


WORDS = st.text("abc", min_size=1, max_size=30)
RANKS = st.lists(st.text("abc", min_size=2, max_size=6), unique=True, max_size=30).map(
    lambda joined: {text: rank for rank, text in enumerate(joined)}
)


@st.composite
def merge_lists(draw: st.DrawFn) -> tuple[dict[str, int], list[str]]:
    """Return merges of letters into letters; merges can make the parts of earlier or later merges."""
    made = draw(st.lists(st.sampled_from("abcdefgh"), max_size=20))
    pairs = draw(
        st.lists(st.text("abcdefgh", min_size=2, max_size=2), unique=True, min_size=len(made), max_size=len(made))
    )
    # What a merge makes is longer than its parts: letters only ever grow.
    kept = [(pair, new) for pair, new in zip(pairs, made, strict=True) if new > max(pair)]
    return {pair: rank for rank, (pair, _) in enumerate(kept)}, [new for _, new in kept]


@pytest.mark.parametrize("long_word", [0, 1000])
@given(WORDS, RANKS)
def test_two_parts_whose_concatenation_has_a_rank_are_merged(long_word: int, word: str, ranks: dict[str, int]) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rank_merging, "LONG_WORD", long_word)
        assert merge(word, ranks) == merged_plainly(word, ranks)


@pytest.mark.parametrize("long_word", [0, 1000])
@given(WORDS, merge_lists())
def test_a_merge_makes_the_part_in_its_list(
    long_word: int, word: str, merges: tuple[dict[str, int], list[str]]
) -> None:
    ranks, made = merges
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rank_merging, "LONG_WORD", long_word)
        assert merge(word, ranks, made) == merged_plainly(word, ranks, made)


@pytest.mark.parametrize("long_word", [0, 1000])
def test_a_lower_rank_that_a_merge_makes_possible_goes_first(long_word: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rank_merging, "LONG_WORD", long_word)
    # Once the first ab is merged, aba outranks the second ab.
    assert merge("abab", {"aba": 0, "ab": 1}) == ["aba", "b"]


@pytest.mark.parametrize("long_word", [0, 1000])
@pytest.mark.parametrize(
    ("word", "ranks", "parts"),
    [
        ("abc", {"bc": 0, "abc": 1}, ["abc"]),  # joined to what stands at the very start
        ("xabc", {"bc": 0, "abc": 1}, ["x", "abc"]),
        ("abcd", {"ab": 0, "cd": 1, "abcd": 2}, ["abcd"]),  # to what a join before it has made
        ("xabcdy", {"ab": 0, "cd": 1, "abcd": 2, "xabcd": 3, "xabcdy": 4}, ["xabcdy"]),
        ("abcdef", {"cd": 0, "ab": 1, "ef": 2, "cdef": 3, "abcdef": 4}, ["abcdef"]),
        ("aaaa", {"aa": 0, "aaa": 1, "aaaa": 2}, ["aaaa"]),
        ("aaaaa", {"aa": 1, "aaa": 0}, ["aaa", "aa"]),
    ],
)
def test_a_new_part_is_joined_to_the_part_on_either_side(
    long_word: int, word: str, ranks: dict[str, int], parts: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rank_merging, "LONG_WORD", long_word)
    assert merge(word, ranks) == merged_plainly(word, ranks) == parts


def test_the_leftmost_of_equal_ranks_goes_first() -> None:
    assert merge("aaa", {"aa": 0}) == ["aa", "a"]


def test_each_join_has_the_indices_of_its_parts() -> None:
    parts = list("abcab")
    assert list(joins(parts, {"ab": 0, "cab": 1})) == [Join(0, 0, 1), Join(0, 3, 4), Join(1, 2, 3)]
    assert parts == ["ab", "", "cab", "", ""]


def test_one_part_or_no_parts_stay_unchanged() -> None:
    assert merge("a", {"aa": 0}) == ["a"]
    assert merge("", {"aa": 0}) == []


TEXTS = st.text("ab 月", max_size=80)


def trained(text: str, split: str, merges: int) -> BpeTokenizer:
    """Return the tokenizer after some merges on a text."""
    trainer = BpeTrainer(corpus_of(text, split))
    trainer.seek(merges)
    return BpeTokenizer.from_pairs(trainer.vocabulary.pairs, NO_SPLIT, {})


@given(TEXTS, st.sampled_from(["none", "gpt2", "lines"]), st.integers(0, 40))
def test_the_ranks_of_a_training_give_its_merges(text: str, split: str, merges: int) -> None:
    tokenizer = trained(text, split, merges)
    found = [(left, right, made) for made, (left, right) in merges_of_ranks(tokenizer.tokens)]
    assert found == tokenizer.merges


@given(TEXTS, st.integers(0, 40), TEXTS)
def test_ranks_and_merges_of_a_training_encode_alike(text: str, merges: int, other: str) -> None:
    tokenizer = trained(text, "none", merges)
    by_rank = RankModel(tokenizer.ids)
    by_merges = MergeModel.from_pairs([merge[:2] for merge in tokenizer.merges or ()])
    assert by_rank.encode_word(other) == by_merges.encode_word(other)


def test_a_token_that_no_two_tokens_make_has_all_its_parts() -> None:
    tokens = {**{value: bytes([value]) for value in range(256)}, 256: b"bc", 257: b"abcd"}
    assert list(merges_of_ranks(tokens)) == [(256, (98, 99)), (257, (97, 256, 100))]
