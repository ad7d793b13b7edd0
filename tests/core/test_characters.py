"""Character-level byte-pair encoding on word counts: worked examples, with counts and ties.

Across modules: the alphabet of a corpus, end-of-word marks, training and encoding.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from bpetui.core.alphabet import UNKNOWN, Alphabet
from bpetui.core.corpus import Corpus
from bpetui.core.errors import BpetuiError
from bpetui.core.models import MergeModel
from bpetui.core.options import Options
from bpetui.core.trainer import BpeTrainer
from tests.sample_corpora import corpus_of


def trainer_on(table: dict[str, int], mark: str | None) -> BpeTrainer:
    """Return the trainer of word counts, with an end-of-word mark or none."""
    return BpeTrainer(Corpus.from_word_counts(table, Options(alphabet="characters", end_of_word=mark or "")))


def test_published_examples_give_the_published_merges(golden: Path) -> None:
    for case in json.loads((golden / "weighted.json").read_text("utf-8")).values():
        check(case)


def check(case: dict[str, Any]) -> None:
    """Check the merges, counts and ties of a worked example."""
    trainer = trainer_on(case["words"], case["end"])
    assert len(trainer.corpus.alphabet) == case["initial_vocab"]
    wanted = case["merges_with_count_and_ties"]
    trainer.seek(len(wanted))
    token = [data.decode() for data in map(trainer.vocabulary.__getitem__, range(len(trainer.vocabulary)))]
    made = [[token[merge.left], token[merge.right], merge.count, merge.ties] for merge in trainer.merges]
    assert made == wanted
    for word, pieces in case["final"].items():
        at = trainer.corpus.words.index(word + (case["end"] or ""))
        assert [token[token_id] for token_id in trainer.pieces.word_tokens(at)] == pieces


def test_sennrichs_example_gives_the_merges_found_by_hand() -> None:
    # e s 6 + 3 and s t 6 + 3 tie at 9; e s is met first. Then es t alone at 9; l o (5 + 2), which ties with o w.
    trainer = trainer_on({"low": 5, "lower": 2, "newest": 6, "widest": 3}, None)
    trainer.seek(3)
    assert [(trainer.vocabulary[merge.id], merge.count, merge.ties) for merge in trainer.merges] == [
        (b"es", 9, 2),
        (b"est", 9, 1),
        (b"lo", 7, 2),
    ]
    assert trainer.tokens == 5 * 2 + 2 * 4 + 6 * 4 + 3 * 4


def test_the_end_of_word_mark_is_one_symbol() -> None:
    trainer = trainer_on({"ab": 2, "abc": 1}, "</w>")
    trainer.seek(2)
    assert [trainer.vocabulary[merge.id] for merge in trainer.merges] == [b"ab", b"ab</w>"]


def test_the_data_of_a_text_are_its_words_with_marks() -> None:
    options = Options(alphabet="characters", end_of_word="_")
    corpus = corpus_of("low  low\nlower", options=options)
    assert (corpus.words, corpus.counts) == (["low_", "lower_"], [2, 1])
    assert corpus.data == b"low_low_lower_"
    assert (corpus.byte_count, corpus.character_count) == (14, 14)
    assert BpeTrainer(corpus).tokens == 14


def test_word_counts_train_like_their_text() -> None:
    options = Options(alphabet="characters", end_of_word="_")
    text = BpeTrainer(corpus_of("low low lower newest low newest", options=options))
    table = BpeTrainer(Corpus.from_word_counts({"low": 3, "lower": 1, "newest": 2}, options))
    text.seek(99)
    table.seek(99)
    assert text.merges == table.merges


def test_white_space_in_a_word_of_a_table_is_refused_with_a_mark() -> None:
    with pytest.raises(BpetuiError, match="the word New York contains white space"):
        trainer_on({"low": 1, "New York": 3}, "_")
    assert trainer_on({"New York": 3}, None).step() is not None


def test_characters_that_are_not_in_the_corpus_are_unknown() -> None:
    trainer = trainer_on({"low": 5, "lower": 2}, "_")
    trainer.seek(2)
    model = MergeModel.from_pairs(trainer.vocabulary.pairs, trainer.corpus.alphabet)
    ids = model.encode_word("slow_")
    assert [trainer.vocabulary[token_id] for token_id in ids] == [b"<unk>", b"low", b"_"]
    assert ids[0] == UNKNOWN


def test_an_empty_corpus_has_an_empty_alphabet() -> None:
    trainer = trainer_on({}, None)
    assert trainer.corpus.alphabet == Alphabet("")
    assert trainer.step() is None


def test_counts_do_not_overflow() -> None:
    trainer = trainer_on({"ab": 2**62, "cd": 2**62, "bcd": 1}, None)
    merge = trainer.step()
    assert merge is not None
    assert (trainer.vocabulary[merge.id], merge.count) == (b"cd", 2**62 + 1)
    assert trainer.corpus.byte_count == 2**64 + 3
