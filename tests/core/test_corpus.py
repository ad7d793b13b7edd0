"""A corpus: distinct words, their counts, and their places in the text."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core import splitting
from bpetui.core.corpus import Corpus
from bpetui.core.errors import BpetuiError
from bpetui.core.options import Options
from bpetui.core.splitting import SPLIT_NAMES
from tests.sample_corpora import corpus_of


def test_distinct_words_are_in_order_of_first_occurrence() -> None:
    corpus = corpus_of("the cat the dog the", "gpt2")
    assert corpus.words == ["the", " cat", " the", " dog"]
    assert corpus.counts == [1, 1, 2, 1]
    assert corpus.word_count == 5


def test_special_tokens_split_the_words_of_a_table() -> None:
    options = Options(alphabet="characters", end_of_word="_").with_special(["<s>", "- -"])
    corpus = Corpus.from_word_counts({"ab<s>é": 2, "ab": 3, "x- -ab": 5}, options)
    assert dict(zip(corpus.words, corpus.counts, strict=True)) == {"ab_": 10, "<s>": 2, "é_": 2, "x_": 5, "- -": 5}
    assert (corpus.byte_count, corpus.character_count) == (2 * 7 + 3 * 2 + 5 * 6, 2 * 6 + 3 * 2 + 5 * 6)
    with pytest.raises(BpetuiError, match="the word a b contains white space"):
        Corpus.from_word_counts({"a b": 1}, options)


def test_sizes_are_in_bytes_and_in_code_points() -> None:
    corpus = corpus_of("yếu ye\u0302\u0301u 月 👨‍👩‍👧", "none")
    assert corpus.character_count == 3 + 1 + 5 + 1 + 1 + 1 + 5
    assert corpus.byte_count == 5 + 1 + 7 + 1 + 3 + 1 + 18
    assert (corpus.words, corpus.counts) == ([corpus.data.decode()], [1])


@pytest.mark.parametrize("split", SPLIT_NAMES)
def test_an_empty_text_has_no_words_and_no_blocks(split: str) -> None:
    corpus = corpus_of("", split)
    assert (corpus.words, corpus.word_count, corpus.byte_count, corpus.block_count) == ([], 0, 0, 0)


@given(st.text("ab \n'!1é月😀", max_size=60), st.sampled_from(SPLIT_NAMES), st.integers(1, 20))
def test_blocks_have_the_offset_of_each_word(text: str, split: str, block: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(splitting, "BLOCK_BYTES", block)
        corpus = corpus_of(text, split)
        data, end = text.encode(), 0
        for number in range(corpus.block_count):
            words, starts = corpus.block(number)
            assert len(words) == len(starts) > 0
            for index, start in zip(words, starts, strict=True):
                word = corpus.words[index].encode()
                assert start == end
                assert data[start : start + len(word)] == word
                assert corpus.block_at(start) == corpus.block_at(start + len(word) - 1) == number
                end += len(word)
        assert end == corpus.byte_count == len(data)
        assert corpus.block_at(end) == max(0, corpus.block_count - 1)


@given(st.text("ab \n'!1é月😀", max_size=60), st.sampled_from(SPLIT_NAMES), st.integers(1, 20))
def test_the_word_and_character_at_any_byte_are_found(text: str, split: str, block: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(splitting, "BLOCK_BYTES", block)
        corpus = corpus_of(text, split)
        words = list(corpus.words_from(0))
        assert "".join(corpus.words[index] for index, _ in words) == text
        assert b"".join(map(corpus.block_data, range(corpus.block_count))) == text.encode()
        offset = 0
        for character in text:
            for byte in range(offset, offset + len(character.encode())):
                assert corpus.character_start(byte) == offset
                rest = list(corpus.words_from(byte))
                assert rest == words[len(words) - len(rest) :]
                assert rest[0][1] <= byte < rest[0][1] + len(corpus.words[rest[0][0]].encode())
            offset += len(character.encode())
        assert corpus.character_start(offset) == corpus.character_start(offset + 9) == offset


def test_loading_reports_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splitting, "BLOCK_BYTES", 10)
    said: list[tuple[int, int]] = []
    corpus_of("some words " * 10, "whitespace", lambda done, of: said.append((done, of)))
    assert len(said) > 5
    assert said == sorted(said)
    assert said[-1] == (110, 110)


def test_loading_can_be_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(splitting, "BLOCK_BYTES", 10)

    def stop(done: int, _of: int) -> None:
        if done > 30:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        corpus_of("some words " * 10, "whitespace", stop)


def test_pickled_corpus_has_the_same_words_and_places() -> None:
    text = corpus_of("the cat the dog", "gpt2")
    text.block(0)  # which is kept
    table = Corpus.from_word_counts({"low": 3, "new": 2}, Options())
    for corpus in (text, table):
        copied = pickle.loads(pickle.dumps(corpus))
        assert (copied.words, copied.counts, copied.data) == (corpus.words, corpus.counts, corpus.data)
        assert [*copied.words_from(0)] == [*corpus.words_from(0)] != []
        assert copied.block(0) is copied.block(0), "a block is kept"
