"""Models: the encoding of a word and its trace, with merges and with ranks."""

from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.alphabet import BYTES
from bpetui.core.models import MergeModel, Model, RankModel, WordTrace

RANKS = {**{bytes([value]): 255 - value for value in range(256)}, b"bc": 256, b"ab": 257, b"abc": 258, b"abcde": 259}


def replayed(trace: WordTrace) -> list[int]:
    """Return the tokens that the merges of a trace give."""
    tokens: dict[int, int] = dict(enumerate(trace.base_ids))
    for merge in trace.merges:
        assert (tokens[merge.at], tokens.pop(merge.second)) == (merge.left, merge.right)
        tokens[merge.at] = merge.id
    return [*tokens.values()]


def test_the_ids_of_a_rank_model_are_its_ranks() -> None:
    model = RankModel(RANKS)
    assert model.encode_word("a") == (158,)
    assert model.encode_word("xab") == (135, 257)


def test_a_word_that_is_a_token_becomes_it_without_merges() -> None:
    model = RankModel(RANKS)
    assert model.encode_word("abcde") == (259,)
    assert model.encode_word("abcdex") == (258, 155, 154, 135)


def test_a_whole_word_becomes_its_token_in_a_merge_model_with_whole_words() -> None:
    merges = [(98, 99, 256), (97, 98, 257)]
    assert MergeModel(merges=merges).encode_word("abc") == (97, 256)
    assert MergeModel(merges=merges, whole={b"abc": 300}).encode_word("abc") == (300,)


def test_merges_can_make_any_id_and_share_one() -> None:
    model = MergeModel(merges=[(97, 98, 5000), (5000, 99, 7), (98, 99, 6), (97, 6, 7)])
    assert model.encode_word("abc") == (7,)
    assert model.encode_word("xbc") == (120, 6)


def test_the_first_of_two_merges_of_a_pair_is_used() -> None:
    model = MergeModel(merges=[(97, 98, 256), (97, 98, 257)])
    assert model.encode_word("ab") == (256,)
    model.truncate(1)
    assert model.encode_word("ab") == (256,)
    model.truncate(0)
    assert model.encode_word("ab") == (97, 98)


def test_a_trace_has_the_rank_and_place_of_each_merge() -> None:
    trace = MergeModel(merges=[(98, 99, 256), (97, 256, 257)]).trace("abcbc")
    assert trace.base_ids == [97, 98, 99, 98, 99]
    assert trace.merges == [(0, 98, 99, 256, 1, 2), (0, 98, 99, 256, 3, 4), (1, 97, 256, 257, 0, 1)]
    assert trace.ids == (257, 256)


def test_a_trace_of_a_whole_word_has_its_token() -> None:
    trace = RankModel(RANKS).trace("abcde")
    assert replayed(trace) == [258, 155, 154]
    assert trace.ids == (259,)


def test_the_parts_of_a_token_are_those_of_its_last_merge() -> None:
    # The token abc is of a lower rank than bc, which it is made of: merging gets there all the same.
    model = RankModel({**RANKS, b"xyz": 261, b"yz": 300, b"wxyz": 262})
    assert model.parts(b"bc") == (157, 156)
    assert model.parts(b"abc") == (158, 256)
    assert model.parts(b"xyz") == (135, 300)
    assert model.parts(b"wxyz") == (136, 261)
    assert model.parts(b"abcde") is None
    assert model.parts(b"a") is None
    assert model.parts(b"") is None


@given(st.text("abcde", max_size=40))
def test_replaying_a_trace_gives_the_tokens_of_the_word(word: str) -> None:
    ranks = RankModel({token: rank for token, rank in RANKS.items() if token != b"abcde"})
    models: list[Model] = [ranks, MergeModel.from_pairs([(98, 99), (97, 98), (97, 256), (258, 258)])]
    for model in models:
        assert replayed(model.trace(word)) == [*model.encode_word(word)]


def test_a_cached_word_is_encoded_again_after_a_merge_is_added() -> None:
    model = MergeModel(BYTES.symbols)
    assert model.encode_word("ab") == (97, 98)
    model.append(97, 98, 256)
    assert model.encode_word("ab") == (256,)
