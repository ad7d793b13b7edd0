"""A view equals that part of the whole run."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.alphabet import NO_TOKEN
from bpetui.core.corpus import Corpus
from bpetui.core.options import Options
from bpetui.core.pieces import PIECE_TOKENS
from bpetui.core.trainer import BpeTrainer, RankedPair
from bpetui.core.vocabulary import Vocabulary
from bpetui.worker import views
from bpetui.worker.messages import MOST_WORD_TOKENS, PairRows, Passage, ViewRequest, WordRow, WordRows
from bpetui.worker.training_run import TrainingRun
from tests.sample_corpora import corpus_of
from tests.worker.trainer_session import trainer_on

TEXTS = st.one_of(st.text("ab \n", max_size=40), st.text("aé月👩 ", max_size=20))
SPLITS = st.sampled_from(["none", "whitespace", "gpt2"])
PIECES = st.sampled_from([1, 2, 3, 7, 1024])


def run_on(text: str, split: str = "none", merges: int = 0, piece_tokens: int = PIECE_TOKENS) -> TrainingRun:
    """A run on a text after a number of merges."""
    run = TrainingRun(trainer_on(text, split, piece_tokens))
    for _ in range(merges):
        run.step()
    return run


def tokens_of(run: TrainingRun) -> list[tuple[int, int, int, bool]]:
    """Every token of the corpus: where it begins, where it ends, its id, and whether it begins a word."""
    vocabulary = Vocabulary((merge.left, merge.right) for merge in run.trainer.merges)
    corpus = run.trainer.corpus
    index = {word: number for number, word in enumerate(corpus.words)}
    tokens = []
    end = 0
    for word in corpus.options.split.words(corpus.data.decode()):
        for place, token in enumerate(run.trainer.pieces.word_tokens(index[word])):
            begin, end = end, end + len(vocabulary[token])
            tokens.append((begin, end, token, place == 0))
    return tokens


@given(TEXTS, SPLITS, st.integers(0, 12), PIECES, st.integers(0, 60), st.integers(1, 30))
def test_a_passage_is_the_tokens_that_cover_its_bytes(
    text: str, split: str, merges: int, piece_tokens: int, offset: int, size: int
) -> None:
    run = run_on(text, split, merges, piece_tokens=piece_tokens)
    covering = [token for token in tokens_of(run) if token[1] > offset and token[0] < offset + size]
    passage = views.build_passage(run, offset, size)
    assert list(passage.ids) == [token for _, _, token, _ in covering]
    assert passage.start == (covering[0][0] if covering else min(offset, len(text.encode())))
    assert list(passage.words) == [place for place, (_, _, _, begins) in enumerate(covering) if begins]
    assert list(passage.sizes) == [end - begin for begin, end, _, _ in covering]
    assert passage.data == text.encode()[passage.start : passage.start + sum(passage.sizes)]


@given(TEXTS, st.integers(5, 30), st.integers(0, 60), st.integers(1, 9), st.integers(4, 12))
def test_a_token_far_longer_than_the_passage_is_cut_to_some_characters(
    text: str, merges: int, offset: int, size: int, margin: int
) -> None:
    run = run_on(text, merges=merges)
    covering = [token for token in tokens_of(run) if token[1] > offset and token[0] < offset + size]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(views, "MARGIN", margin)
        passage = views.build_passage(run, offset, size)
    assert list(passage.ids) == [token for _, _, token, _ in covering]
    assert len(passage.data) == sum(passage.sizes)
    assert text.encode()[passage.start :].startswith(passage.data)
    if covering:
        begin, end = covering[0][0], covering[-1][1]
        assert max(begin, offset - margin - 3) <= passage.start <= max(begin, offset - margin)
        assert min(end, offset + size) <= passage.start + len(passage.data) <= min(end, offset + size + margin)


def test_the_passage_of_one_long_token_has_a_margin_around_it(monkeypatch: pytest.MonkeyPatch) -> None:
    run = run_on("ab" * 32, merges=6)  # one token of 64 bytes
    assert run.trainer.tokens == 1
    monkeypatch.setattr(views, "MARGIN", 4)
    passage = views.build_passage(run, 30, 2)
    assert (passage.start, len(passage.data), list(passage.sizes)) == (26, 10, [10])


def test_a_passage_begins_with_the_token_that_covers_its_offset() -> None:
    passage = views.build_passage(run_on("aaabdaaabac", merges=1), 1, 3)  # aa a b d aa a b a c
    assert (passage.start, list(passage.ids), list(passage.words)) == (0, [256, 97, 98], [0])


def test_a_passage_marks_where_words_begin() -> None:
    passage = views.build_passage(run_on("ab ab", "whitespace"), 1, 10)
    assert (passage.start, list(passage.ids), list(passage.words)) == (1, [98, 32, 97, 98], [1, 2])


def test_bytes_between_the_words_of_a_table_are_no_token_and_begin_a_word() -> None:
    run = TrainingRun(BpeTrainer(Corpus.from_word_counts({"ab": 2, "c": 1}, Options())))
    seen = views.build_passage(run, 0, 10)
    assert (seen.data, list(seen.ids)) == (b"ab\nc\n", [97, 98, NO_TOKEN, 99, NO_TOKEN])
    assert (list(seen.sizes), list(seen.words)) == ([1, 1, 1, 1, 1], [0, 2, 3, 4])
    for offset, ids, words in [(2, [NO_TOKEN, 99], [0, 1]), (3, [99, NO_TOKEN], [0, 1]), (4, [NO_TOKEN], [0])]:
        seen = views.build_passage(run, offset, 2)
        assert (seen.start, list(seen.ids), list(seen.words)) == (offset, ids, words)


def test_a_view_has_an_end_reason_only_when_no_pair_follows() -> None:
    run = TrainingRun(BpeTrainer(corpus_of("ababc", options=Options(min_count=2))))
    assert views.build_view(run, ViewRequest()).ended is None
    run.step()
    assert views.build_view(run, ViewRequest()).ended == "minimum-count"


def test_an_empty_corpus_has_an_empty_view() -> None:
    seen = views.build_view(run_on(""), ViewRequest(passage=(0, 100), pairs=(0, 10), words=(0, 10)))
    assert seen.next_pair is None
    assert (seen.ties, seen.is_redo, seen.pair_count) == (0, False, 0)
    assert isinstance(seen.passage, Passage)
    assert (seen.passage.start, len(seen.passage.ids)) == (0, 0)
    assert seen.pairs == PairRows(0, (), 0)
    assert seen.words == WordRows(0, (), 0)


def test_a_view_contains_only_what_is_requested() -> None:
    seen = views.build_view(run_on("abab"), ViewRequest())
    assert (seen.passage, seen.pairs, seen.words) == (None, None, None)
    assert seen.made == 0


def test_a_view_has_the_following_pair_and_its_ties() -> None:
    run = run_on("abcabc")  # ab and bc stand twice, ca once
    seen = views.build_view(run, ViewRequest())
    assert seen.next_pair == RankedPair(97, 98, count=2, change=0)
    assert (seen.ties, seen.is_redo, seen.pair_count) == (2, False, 3)
    run.choose(99, 97)
    run.back()
    seen = views.build_view(run, ViewRequest())
    assert seen.next_pair == RankedPair(99, 97, count=1, change=0)
    assert (seen.ties, seen.is_redo) == (1, True)


@given(TEXTS, st.integers(0, 8), st.sampled_from(["", "a", "ab", " ", "月", "e6", "e6 9c", "61 62", "é", "zz"]))
def test_filtered_pairs_contain_the_text_or_the_hex_bytes(text: str, merges: int, sought: str) -> None:
    run = run_on(text, merges=merges)
    vocabulary = run.trainer.vocabulary
    found = [sought.encode()]
    if sought in ("e6", "e6 9c", "61 62"):
        found.append(bytes.fromhex(sought))
    ranking = run.trainer.ranking(0, 10**6)
    kept = [pair for pair in ranking if any(part in vocabulary[pair.left] + vocabulary[pair.right] for part in found)]
    assert views.build_pair_rows(run, 0, 10**6, sought) == PairRows(0, tuple(kept), len(kept))
    assert views.build_pair_rows(run, 1, 3, sought) == PairRows(1, tuple(kept[1:3]), len(kept))


def test_a_filter_of_hex_digits_also_matches_as_text() -> None:
    rows = views.build_pair_rows(run_on("be ¾"), 0, 9, "be")  # ¾ is c2 be
    assert [(row.left, row.right) for row in rows.rows] == [(0x62, 0x65), (0xC2, 0xBE)]


def test_incomplete_hex_and_lone_surrogates_match_nothing() -> None:
    run = run_on("月月")
    assert views.build_pair_rows(run, 0, 9, "e6 9").total == 0
    assert views.build_pair_rows(run, 0, 9, "\udc80").total == 0
    assert views.build_word_rows(run, 0, 9, "\udc80").total == 0


def test_word_rows_are_ordered_by_count_and_have_the_current_tokens() -> None:
    run = run_on("low lower low", "whitespace", merges=1)
    rows = views.build_word_rows(run, 0, 9, "")
    assert rows == WordRows(0, (WordRow(2, (256, 119)), WordRow(2, (32,)), WordRow(1, (256, 119, 101, 114))), total=3)


def test_filtered_words_contain_the_text() -> None:
    run = run_on("low lower new", "whitespace")
    words = [bytes(row.ids).decode() for row in views.build_word_rows(run, 0, 9, "w").rows]
    assert words == ["low", "lower", "new"]
    rows = views.build_word_rows(run, 1, 2, "lo")
    assert (rows.start, [bytes(row.ids) for row in rows.rows], rows.total) == (1, [b"lower"], 2)


@given(st.integers(0, 3))
def test_a_long_word_is_cut_and_the_rest_of_its_tokens_counted(merges: int) -> None:
    run = run_on("ab" * 3000, merges=merges)
    (row,) = views.build_word_rows(run, 0, 9, "").rows
    assert list(row.ids) == run.trainer.pieces.word_tokens(0)[:MOST_WORD_TOKENS]
