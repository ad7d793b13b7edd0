"""Encoding and decoding: the same as minbpe and as the reference, also for long words."""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core import rank_merging
from bpetui.core.encoding import Encoder
from bpetui.core.errors import BpetuiError
from bpetui.core.models import MergeModel
from bpetui.core.splitting import NO_SPLIT, SPLIT_NAMES, Split, split_custom, split_named
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.trainer import BpeTrainer
from tests import reference
from tests.sample_corpora import corpus_of


def encoder_of(split: str | Split, pairs: Iterable[reference.Pair] = ()) -> Encoder:
    """Return the encoder of a split and merges."""
    return Encoder(split_named(split) if isinstance(split, str) else split, MergeModel.from_pairs(pairs))


def decoded(ids: Iterable[int], pairs: Iterable[reference.Pair]) -> bytes:
    """Return the joined bytes of token ids."""
    return BpeTokenizer.from_pairs(pairs, NO_SPLIT, {}).decode(ids)


def trained_pairs(text: str, split: Split, merges: int) -> list[reference.Pair]:
    """Return the pairs that a training merges."""
    trainer = BpeTrainer(corpus_of(text, split))
    trainer.seek(merges)
    return [(merge.left, merge.right) for merge in trainer.merges]


def test_encoding_matches_minbpe(golden_training: dict[str, Any]) -> None:
    case = golden_training
    encoder = encoder_of(case["split"], [(left, right) for left, right, _ in case["merges"]])
    for probe, ids in case["probes"].items():
        assert encoder.encode(probe) == ids
    assert len(encoder.encode(case["text"])) == case["final_tokens"]


def test_the_lowest_merge_is_made_first_at_any_place() -> None:
    encoder = encoder_of("none", [(98, 99), (97, 98)])  # bc, then ab
    assert encoder.encode("abc") == [97, 256]
    assert encoder.encode("ab") == [257]
    assert encoder.encode("aabbcc") == [97, 257, 256, 99]


def test_a_run_is_merged_from_the_left() -> None:
    encoder = encoder_of("none", [(97, 97), (256, 256)])
    assert encoder.encode("a" * 7) == [257, 256, 97]


def test_words_are_encoded_independently() -> None:
    pairs = [(98, 32), (97, 98)]  # "b ", ab
    assert encoder_of("none", pairs).encode("ab ab") == [97, 256, 257]
    assert encoder_of("whitespace", pairs).encode("ab ab") == [257, 32, 257]


MERGES = st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 10**6)), max_size=25)


def some_pairs(drawn: list[tuple[int, int]], text: str) -> list[reference.Pair]:
    """Return arbitrary merges of the text's bytes and of earlier merges, each pair once."""
    base = sorted(set(text.encode())) or [0]
    pairs: dict[reference.Pair, None] = {}
    for left, right in drawn:
        ids = [*base, *range(256, 256 + len(pairs))]
        pairs[ids[left % len(ids)], ids[right % len(ids)]] = None
    return list(pairs)


TEXTS = st.sampled_from(["ab", "ab c\n", "aé月"]).flatmap(lambda letters: st.text(letters, max_size=60)) | st.text()


@pytest.mark.parametrize("long_word", [0, rank_merging.LONG_WORD], ids=["as long words", "as short words"])
@given(TEXTS, st.sampled_from(SPLIT_NAMES), MERGES, st.integers(0, 25))
def test_encoding_matches_the_reference(
    long_word: int, text: str, name: str, drawn: list[tuple[int, int]], kept: int
) -> None:
    pairs, split = some_pairs(drawn, text), split_named(name)

    def expected(pairs: list[reference.Pair]) -> list[int]:
        return [token for word in split.words(text) for token in reference.encode(word.encode(), pairs)]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rank_merging, "LONG_WORD", long_word)
        model = MergeModel.from_pairs(pairs)
        encoder = Encoder(split, model)
        assert encoder.encode(text) == expected(pairs)
        assert decoded(encoder.encode(text), pairs) == text.encode()
        model.truncate(kept)
        assert encoder.encode(text) == expected(pairs[:kept])
        for made, pair in enumerate(pairs[kept:], 256 + kept):
            model.append(*pair, made)
        assert encoder.encode(text) == expected(pairs)


@given(TEXTS, st.sampled_from(SPLIT_NAMES))
def test_encoding_the_corpus_gives_its_tokens_after_any_merge(text: str, name: str) -> None:
    split = split_named(name)
    trainer, model = BpeTrainer(corpus_of(text, split)), MergeModel.from_pairs(())
    encoder = Encoder(split, model)
    assert len(encoder.encode(text)) == trainer.tokens
    while merge := trainer.step():
        model.append(merge.left, merge.right, merge.id)
        assert len(encoder.encode(text)) == merge.tokens
        assert [list(model.encode_word(word)) for word in trainer.corpus.words] == [
            trainer.pieces.word_tokens(index) for index in range(len(trainer.corpus.words))
        ]


@pytest.mark.parametrize("name", ["none", "lines", "gpt2", "o200k_base", "deepseek-v3"])
def test_a_real_corpus_encodes_to_the_tokens_it_was_trained_to(name: str, corpora: Path) -> None:
    text = (corpora / "udhr_vie.txt").read_bytes().decode()
    trainer = BpeTrainer(corpus_of(text, name))
    trainer.seek(600)
    pairs = [(merge.left, merge.right) for merge in trainer.merges]
    for number in (len(pairs), len(pairs) - 1, 300, 17, 1):
        encoder = encoder_of(name, pairs[:number])
        assert len(encoder.encode(text)) == trainer.merges[number - 1].tokens


def test_special_tokens_decode_to_their_text() -> None:
    tokenizer = BpeTokenizer.from_pairs([(97, 98)], NO_SPLIT, {"<|end|>": 257})
    assert tokenizer.decode([256, 257, 33]) == b"ab<|end|>!"


@pytest.mark.parametrize("token_id", [257, -1])
def test_an_unknown_id_is_an_error_with_the_id(token_id: int) -> None:
    with pytest.raises(BpetuiError, match=str(token_id)):
        decoded([97, token_id], [(97, 98)])


def test_a_pattern_that_cannot_finish_is_stopped() -> None:
    with pytest.raises(BpetuiError, match="pattern"):
        encoder_of(split_custom("(a|aa)+c")).encode("a" * 80 + "b", time_limit=0.1)


LETTERS = "thequickbrownfoxjumpsoverthelazydog"
LONG_WORDS: dict[str, Callable[[int], str]] = {
    "one letter": lambda size: "a" * size,
    "one sign": lambda size: "^" * size,
    "letters without a space": lambda size: (LETTERS * size)[:size],
    "Chinese without a break": lambda size: "".join(chr(0x4E00 + place * place % 997) for place in range(size)),
}


def check_round_trip(text: str, pairs: list[reference.Pair]) -> None:
    """Check that the tokens of a text decode to it."""
    assert decoded(encoder_of("gpt2", pairs).encode(text), pairs) == text.encode()


@pytest.mark.parametrize("kind", LONG_WORDS)
def test_long_words_are_encoded(kind: str) -> None:
    text = LONG_WORDS[kind](26_000)
    check_round_trip(text, trained_pairs(text[:5000], split_named("gpt2"), 500))


@pytest.mark.long
@pytest.mark.parametrize("kind", LONG_WORDS)
def test_a_word_of_a_million_characters_is_encoded(kind: str) -> None:
    check_round_trip(LONG_WORDS[kind](1_000_000), trained_pairs(LONG_WORDS[kind](20_000), split_named("gpt2"), 2000))
