"""A run knows its next merge and its limit, and refuses merges that cannot be repeated."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core import trainer as trainer_module
from bpetui.core.errors import BpetuiError
from bpetui.core.pieces import PIECE_TOKENS
from bpetui.core.vocabulary import Merge
from bpetui.worker.training_run import TrainingRun
from tests.worker.trainer_session import trainer_on


def run_on(text: str, split: str = "none", piece_tokens: int = PIECE_TOKENS) -> TrainingRun:
    """A run on a text without merges."""
    return TrainingRun(trainer_on(text, split, piece_tokens))


def test_the_limit_is_one_merge_less_than_the_bytes_of_each_distinct_word() -> None:
    assert run_on("").trainer.limit == 0
    assert run_on("abcab").trainer.limit == 4
    assert run_on("low low  lower", "whitespace").trainer.limit == 2 + 0 + 1 + 4
    assert run_on("月").trainer.limit == 2


def test_a_run_ends_at_the_largest_vocabulary(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer_module, "MAX_VOCABULARY", 258)
    run = run_on("abcabcabc")
    assert run.trainer.limit == 2
    assert [run.step(), run.step(), run.step()] == [True, True, False]
    with pytest.raises(BpetuiError, match="no more merges"):
        run.choose(257, 257)


def test_a_pair_that_no_longer_occurs_cannot_be_chosen() -> None:
    run = run_on("aaabdaaabac")
    assert run.step()
    run.choose(98, 100)
    with pytest.raises(BpetuiError, match=r"98 \+ 100 does not occur in the corpus now"):
        run.choose(98, 100)
    assert run.made == 2


def test_back_at_the_start_changes_nothing() -> None:
    run = run_on("aab")
    assert not run.back()
    assert run.made == 0


@given(st.text("ab \n月", max_size=30), st.sampled_from(["none", "whitespace"]), st.lists(st.booleans(), max_size=12))
def test_the_next_pair_is_the_one_a_step_merges(text: str, split: str, directions: list[bool]) -> None:
    run = run_on(text, split, piece_tokens=3)
    trainer = run.trainer
    for forward in directions:
        next_pair = trainer.next_pair()
        if not trainer.undone:
            assert next_pair == next(iter(trainer.ranking(0, 1)), None)
        if not forward:
            run.back()
        elif next_pair is None:
            assert not run.step()
        else:
            ties = trainer.ties(next_pair.count)
            assert next_pair.change == trainer.change(next_pair.left, next_pair.right)
            assert run.step()
            merge = trainer.merges[-1]
            assert (merge.left, merge.right) == (next_pair.left, next_pair.right)
            assert (merge.count, merge.ties) == (next_pair.count, ties)


@pytest.mark.parametrize("pair", [(97, 99), (256, 97), (97, 5_000_000), (-1, 97)])
def test_an_impossible_redo_is_refused_and_discards_the_undone_merges(pair: tuple[int, int]) -> None:
    run = run_on("abab")
    run.trainer.undone = [Merge(2, 256, 256, 257, 1, 1, False, 1), Merge(1, *pair, 256, 2, 1, False, 2)]
    with pytest.raises(BpetuiError, match=r"merge 1 \(.*\) cannot be repeated"):
        run.step()
    assert run.trainer.undone == []
    assert run.step(), "the run goes on by the rule"


def test_the_bytes_of_the_tokens_follow_the_run() -> None:
    run = run_on("aaabdaaabac")
    run.step()
    run.step()
    assert (run.trainer.vocabulary[256], run.trainer.vocabulary[257]) == (b"aa", b"aaa")
    run.back()
    assert len(run.trainer.vocabulary) == 257
    run.choose(97, 98)
    assert run.trainer.vocabulary[257] == b"ab"


def test_words_are_ordered_by_count_and_then_by_first_place() -> None:
    run = run_on("b a b c a d", "whitespace")
    words = run.trainer.corpus.words
    assert [words[index] for index in run.words_by_count] == [" ", "b", "a", "c", "d"]


def test_words_with_tokens_are_found() -> None:
    run = run_on("ab xb abab x", "whitespace")
    words = run.trainer.corpus.words
    run.choose(97, 98)

    def words_with(*token_ids: int) -> set[str]:
        return {words[index] for index in run.trainer.words_with(*token_ids)}

    assert words_with(256) == {"ab", "abab"}
    assert words_with(98) == {"xb"}
    assert words_with(97) == set()
    assert words_with(256, 256) == {"abab"}
    assert words_with(97, 98) == set()
