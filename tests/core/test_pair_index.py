"""The index of pairs: counts, places, ranks and ties, when first counted and after changes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.constraints import Constraints
from bpetui.core.corpus import Corpus
from bpetui.core.options import TIES, Options, Ties
from bpetui.core.pair_index import PairIndex
from bpetui.core.pieces import PIECE_TOKENS, Pieces
from bpetui.core.trainer import BpeTrainer
from bpetui.core.vocabulary import Merge, Vocabulary
from tests import reference
from tests.sample_corpora import corpus_of, options_of


def indexed(corpus: Corpus, piece_tokens: int = PIECE_TOKENS) -> tuple[PairIndex, Pieces, Vocabulary]:
    """Return an index, its pieces and its vocabulary, to make a merge by hand."""
    vocabulary = Vocabulary((), corpus.alphabet, corpus.options.special)
    pieces = Pieces(corpus, vocabulary, piece_tokens)
    return PairIndex(pieces, Constraints(corpus.options, vocabulary), corpus.options), pieces, vocabulary


def index_on(
    text: str, split: str = "none", piece_tokens: int = PIECE_TOKENS, options: Options | None = None
) -> PairIndex:
    """Return the index of a text with options."""
    return indexed(corpus_of(text, options=options_of(split, options)), piece_tokens)[0]


# -- as they are first counted -----------------------------------------------------------------------------------------


def test_a_count_includes_overlaps_and_the_count_of_the_word() -> None:
    index = index_on("aaab aaab ab", "whitespace")
    assert (index.count("aa"), index.count("ab"), index.count("b "), len(index)) == (4, 3, 0, 2)


def test_a_pair_across_a_seam_is_in_the_piece_on_its_left() -> None:
    index = index_on("abcab", piece_tokens=2)  # ab, ca, b
    assert [index.pieces_with(pair) for pair in ("ab", "bc", "ca", "ac")] == [[0, 1], [0], [1], []]


def test_counts_do_not_overflow() -> None:
    corpus = corpus_of("ab cd cd", "whitespace")
    corpus.counts[0] = 3_000_000_000
    index, _, _ = indexed(corpus)
    assert (index.best(), index.count("ab")) == ("ab", 3_000_000_000)


def test_counting_reports_progress_and_can_be_interrupted() -> None:
    told: list[tuple[int, int]] = []

    def progress(done: int, total: int) -> None:
        told.append((done, total))
        if done:
            raise KeyboardInterrupt

    corpus = corpus_of("ab" * 100)
    vocabulary = Vocabulary()
    with pytest.raises(KeyboardInterrupt):
        PairIndex(Pieces(corpus, vocabulary, 2), Constraints(corpus.options, vocabulary), corpus.options, progress)
    assert told == [(0, 100), (64, 100)]


@given(
    st.text("abc ", max_size=150),
    st.sampled_from(["none", "whitespace"]),
    st.integers(1, 5) | st.just(60),  # some pieces are long enough to be counted in another way
    st.integers(0, 20),
)
def test_the_ranking_has_all_pairs_in_order_of_first_occurrence(
    text: str, split: str, piece_tokens: int, start: int
) -> None:
    corpus = corpus_of(text, split)
    index, _, _ = indexed(corpus, piece_tokens)
    met = reference.count_pairs([list(word.encode()) for word in corpus.words], corpus.counts)
    counts = {chr(left) + chr(right): count for (left, right), count in met.items()}
    ranked = sorted(counts, key=counts.__getitem__, reverse=True)
    assert index.ranking(0, len(index)) == ranked
    assert index.ranking(start, start + 2) == ranked[start : start + 2]
    assert index.ranking(0, 2, lambda left, _: left == 97) == [pair for pair in ranked if pair[0] == "a"][:2]
    assert {pair: index.count(pair) for pair in ranked} == counts
    assert index.best() == next(iter(ranked), None)
    assert index.has_allowed == bool(ranked)


# -- ties --------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ties", "best"), [("first", ["ca", "bc", "ab"]), ("smallest-id", ["ab", "bc", "ca"])])
@pytest.mark.parametrize("piece_tokens", [1, 2, PIECE_TOKENS])
def test_the_rule_for_ties_decides_the_best_pair(ties: Ties, best: list[str], piece_tokens: int) -> None:
    index = index_on("cadbceabgcahbciab", piece_tokens=piece_tokens, options=Options(ties=ties))
    assert (index.ties(2), index.best()) == (3, best[0])
    assert (index.tied_pairs(9), index.tied_pairs(2), index.tied_pairs(1)) == (best, best[:2], best[:1])
    assert index.tied_pairs(9) == best, "asking changes nothing"


def test_a_count_that_no_pair_has_has_no_ties() -> None:
    assert index_on("abab").ties(17) == 0


def test_a_pair_below_the_minimum_count_is_allowed_but_not_the_best() -> None:
    index = index_on("abc", options=Options(min_count=2))
    assert (index.best(), index.tied_pairs(9), index.ties(1), index.has_allowed) == (None, [], 2, True)


def test_a_forbidden_pair_is_ranked_and_does_not_tie() -> None:
    index = index_on("abxab bc")
    assert (index.best(), index.ties(2)) == ("ab", 1)
    index.veto((b"a", b"b"))
    index.veto((b"a", b"b"))
    index.veto((b"c", b"a"))  # stands nowhere
    assert (index.best(), index.ties(2), index.ranking(0, 1)) == ("bx", 0, ["ab"])
    index.allow((b"a", b"b"))
    index.allow((b"c", b"a"))
    assert (index.best(), index.ties(2)) == ("ab", 1)


def test_no_pair_is_allowed_if_all_are_forbidden() -> None:
    index = index_on("ab", options=Options(max_token_bytes=1))
    assert (len(index), index.best(), index.has_allowed) == (1, None, False)


# -- as they are kept --------------------------------------------------------------------------------------------------


def test_a_merge_and_its_undo_change_the_pairs_around_it() -> None:
    index, pieces, vocabulary = indexed(corpus_of("abcabc"))
    at_start = {pair: index.count(pair) for pair in index.ranking(0, 9)}
    holders = index.pieces_with("ab")
    new = chr(vocabulary.append(97, 98))
    pieces.tokens[0] = f"{new}c{new}c"
    index.add_merge("ab", new, [("ca", f"c{new}", [0]), ("bc", f"{new}c", [0, 0])])
    assert {pair: index.count(pair) for pair in index.ranking(0, 9)} == {f"{new}c": 2, f"c{new}": 1}
    assert (index.best(), index.ties(2)) == (f"{new}c", 1)
    assert (index.pieces_with(f"{new}c"), index.pieces_with("bc")) == ([0], [])
    last = Merge(1, 97, 98, 256, count=2, ties=2, chosen=False, tokens=4)
    changed = {pair: index.change(pair, last) for pair in ("ab", "bc", "ca", f"{new}c", f"c{new}", "xy")}
    assert changed == {"ab": -2, "bc": -2, "ca": -1, f"{new}c": 2, f"c{new}": 1, "xy": 0}

    vocabulary.truncate(0)
    pieces.tokens[0] = "abcabc"
    index.remove_merge("ab", new, 2, holders, [f"c{new}", f"{new}c"])
    assert {pair: index.count(pair) for pair in index.ranking(0, 9)} == at_start
    assert (index.best(), index.tied_pairs(9), index.pieces_with("bc")) == ("ab", ["ab", "bc"], [0])


def test_a_restored_place_is_the_first_again() -> None:
    trainer = BpeTrainer(corpus_of("abc bd bd bc", "whitespace"))
    trainer.choose(97, 98)
    assert trainer._index.ranking(2, 3) == ["bc"], "its first place is looked for"
    trainer.back()
    assert trainer._index.tied_pairs(9) == ["bc", "bd"]


@given(
    st.text("ab ", max_size=80) | st.text("a", max_size=30),
    st.sampled_from(["none", "whitespace"]),
    st.integers(1, 8),
    st.builds(
        Options,
        ties=st.sampled_from(TIES),
        min_count=st.sampled_from([1, 2]),
        max_token_bytes=st.sampled_from([None, None, 3]),
    ),
    st.lists(st.integers(0, 20), max_size=8),
)
def test_the_index_equals_a_fresh_count(
    text: str, split: str, piece_tokens: int, options: Options, numbers: list[int]
) -> None:
    corpus = corpus_of(text, options=options_of(split, options))
    trainer = BpeTrainer(corpus, piece_tokens=piece_tokens)
    kept = trainer._index
    for number in numbers:
        trainer.seek(number)
        words = Pieces(corpus, trainer.vocabulary, len(text) + 1)  # each in one piece
        words.tokens = ["".join(run for _, run in trainer.pieces.word_runs(at)) for at in range(len(corpus.words))]
        afresh = PairIndex(words, Constraints(corpus.options, trainer.vocabulary), corpus.options)
        ranking = afresh.ranking(0, len(afresh))
        assert kept.ranking(0, len(kept)) == ranking
        for pair in ranking:
            count = afresh.count(pair)
            assert (kept.count(pair), kept.ties(count)) == (count, afresh.ties(count))
        assert (kept.best(), kept.tied_pairs(5), kept.has_allowed) == (
            afresh.best(),
            afresh.tied_pairs(5),
            afresh.has_allowed,
        )
