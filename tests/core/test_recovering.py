"""Ranks and merges: the merges that a training made are those that its tokens, by rank, stand for."""

from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.models import MergeModel, RankModel
from bpetui.core.recovering import recovered
from bpetui.core.splitting import NO_SPLIT
from bpetui.core.tokenizer import Tokenizer
from bpetui.core.trainer import Trainer
from tests.sample_corpora import corpus_of

TEXTS = st.text("ab 月", max_size=80)


def trained(text: str, split: str, merges: int) -> Tokenizer:
    trainer = Trainer(corpus_of(text, split))
    trainer.seek(merges)
    return Tokenizer.of_pairs(trainer.vocabulary.pairs, NO_SPLIT, {})


@given(TEXTS, st.sampled_from(["none", "gpt2", "lines"]), st.integers(0, 40))
def test_the_merges_of_a_training_are_recovered(text: str, split: str, merges: int) -> None:
    tokenizer = trained(text, split, merges)
    assert [(left, right, made) for made, (left, right) in recovered(tokenizer.tokens)] == tokenizer.merges


@given(TEXTS, st.integers(0, 40), TEXTS)
def test_then_ranks_and_merges_encode_alike(text: str, merges: int, other: str) -> None:
    tokenizer = trained(text, "none", merges)
    by_rank, by_merges = RankModel(tokenizer.ids), MergeModel.of_pairs([merge[:2] for merge in tokenizer.merges or ()])
    assert by_rank.encode_word(other) == by_merges.encode_word(other)


def test_a_token_that_no_two_others_make_shows_all_it_is_made_of() -> None:
    tokens = {**{value: bytes([value]) for value in range(256)}, 256: b"bc", 257: b"abcd"}
    assert list(recovered(tokens)) == [(256, (98, 99)), (257, (97, 256, 100))]
