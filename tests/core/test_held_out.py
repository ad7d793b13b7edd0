"""Held-out text: its tokens after each merge of a run, and its figures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.encoding import Encoder
from bpetui.core.held_out import HeldOut, HeldOutFigures
from bpetui.core.models import MergeModel
from bpetui.core.options import Options
from bpetui.core.trainer import BpeTrainer
from tests.sample_corpora import corpus_of


@given(
    st.text("ab ", max_size=60),
    st.text("abc ", max_size=60),
    st.sampled_from(["none", "whitespace"]),
    st.lists(st.booleans(), max_size=12),
)
def test_the_tokens_match_encoding_after_each_merge(text: str, other: str, split: str, directions: list[bool]) -> None:
    trainer = BpeTrainer(corpus_of(text, split))
    held_out = HeldOut(other.encode(), trainer.corpus)
    for forward in directions:
        if not forward:
            if trainer.back():
                held_out.back()
        elif merge := trainer.step():
            held_out.merge(merge.left, merge.right)
        assert len(held_out.tokens) == trainer.made + 1
        encoder = Encoder(trainer.corpus.options.split, MergeModel.from_pairs(trainer.vocabulary.pairs))
        assert held_out.tokens[-1] == len(encoder.encode(other))


def test_unseen_characters_are_counted() -> None:
    trained = corpus_of("a b a", options=Options(alphabet="characters", end_of_word="_"))
    held_out = HeldOut("bab\ncéé".encode(), trained)
    assert (held_out.byte_count, held_out.character_count, held_out.unseen) == (9, 7, 3)
    assert held_out.tokens == [3 + 1 + 3 + 1]
    figures = HeldOutFigures.from_held_out(held_out)
    assert figures.unseen_share == pytest.approx(3 / 7)
    assert figures.tokens_per_byte == pytest.approx(8 / 9)
    assert figures.characters_per_token == pytest.approx(7 / 8)


def test_characters_of_the_end_of_word_mark_are_unseen() -> None:
    trained = corpus_of("a b <s>", options=Options(alphabet="characters", end_of_word="</w>").with_special(["<s>"]))
    assert HeldOut(b"a<b a s w <s>", trained).unseen == 3  # <, s and w


def test_each_place_of_an_unseen_word_counts() -> None:
    trained = corpus_of("ab", "whitespace")
    assert HeldOut(b"xay xay\tz xay", trained).unseen == 2 * 3 + 1 + 3


def test_only_the_text_of_the_corpus_is_marked_as_trained_on() -> None:
    trained = corpus_of("ab ab", "whitespace")
    assert HeldOut(b"ab ab", trained).is_trained_on
    assert not HeldOut(b"ab ab ", trained).is_trained_on


def test_the_limits_of_the_run_do_not_forbid_its_merges() -> None:
    trained = corpus_of("aa月", options=Options(max_token_bytes=2, whole_characters=True))
    held_out = HeldOut("aaaa月".encode(), trained)
    held_out.merge(97, 97)
    held_out.merge(256, 256)
    held_out.back()
    held_out.merge(256, 0xE6)
    assert held_out.tokens == [7, 5, 4]


def test_special_tokens_are_single_tokens() -> None:
    held_out = HeldOut(b"ab<s>ab", corpus_of("abab", options=Options().with_special(["<s>"])))
    assert held_out.tokens == [5]
    held_out.merge(97, 98)
    assert held_out.tokens == [5, 3]


def test_a_merge_without_places_is_undone() -> None:
    held_out = HeldOut(b"abc", corpus_of("bcbcabab"))
    held_out.merge(98, 99)
    held_out.merge(97, 98)  # it has a + bc now
    held_out.back()
    held_out.back()
    held_out.merge(97, 98)
    assert held_out.tokens == [3, 2]


def test_figures_of_an_empty_text_are_zero() -> None:
    figures = HeldOutFigures(0, 0, 0, 0)
    assert (figures.tokens_per_byte, figures.characters_per_token, figures.unseen_share) == (0, 0, 0)
