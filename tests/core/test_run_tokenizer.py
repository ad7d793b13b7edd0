"""The tokenizer of a run: its tokens with either alphabet, and special tokens with the ids after the merges."""

import pickle

import pytest

from bpetui.core.alphabet import UNKNOWN
from bpetui.core.errors import BpetuiError
from bpetui.core.options import Options
from bpetui.core.run_tokenizer import FixedRun, RunTokenizer
from bpetui.core.splitting import split_custom, split_named
from bpetui.core.trainer import BpeTrainer
from tests.sample_corpora import corpus_of

SPECIAL = Options(split_named("gpt2")).with_special(["<s>"])
MARKED = Options(split_named("whitespace"), alphabet="characters", end_of_word="_")


def tokenizer_of(text: str, merges: int, options: Options = SPECIAL) -> RunTokenizer:
    """The tokenizer of a run after some merges."""
    trainer = BpeTrainer(corpus_of(text, options=options))
    trainer.seek(merges)
    return RunTokenizer(FixedRun(options, trainer.corpus.alphabet, [*trainer.vocabulary.pairs]))


def test_special_tokens_have_the_ids_after_the_merges() -> None:
    tokenizer = tokenizer_of("the the", 2)
    assert (len(tokenizer), tokenizer.last_id, tokenizer.special_tokens) == (259, 258, ("<s>",))
    assert (tokenizer.token(258), tokenizer.kind(258)) == (b"<s>", "special")
    assert tokenizer.kind(257) == "whole"
    assert tokenizer.decode([257, 258]) == b"the<s>"


def test_special_tokens_are_found_only_if_allowed() -> None:
    tokenizer = tokenizer_of("the the", 2)
    assert tokenizer.tokenize("the<s>", ["<s>"]).ids == (257, 258)
    assert tokenizer.tokenize("the<s>").ids == (257, *b"<s>")
    assert tokenizer.tokenize("the<s>", ["<s>"]).spans == ((0, 3), (3, 6))


def test_a_token_has_the_two_tokens_that_merged() -> None:
    tokenizer = tokenizer_of("the the", 2)
    assert tokenizer.parts(257) == (256, 101)
    assert [tokenizer.parts(token_id) for token_id in (97, 258)] == [None, None]


@pytest.mark.parametrize("token_id", [-1, 259])
def test_an_unknown_id_is_an_error(token_id: int) -> None:
    with pytest.raises(BpetuiError, match=f"there is no token with the id {token_id}; ids go up to 258"):
        tokenizer_of("the the", 2).token(token_id)


def test_a_character_that_is_not_in_the_corpus_is_unknown() -> None:
    tokenizer = tokenizer_of("low low", 2, MARKED)
    found = tokenizer.tokenize("lox")
    assert found.ids[-2] == UNKNOWN
    assert (tokenizer.token(UNKNOWN), tokenizer.kind(UNKNOWN)) == (b"<unk>", "unknown")
    assert found.text == "lox_"


def test_a_mark_decodes_to_a_space() -> None:
    tokenizer = tokenizer_of("low low", 9, MARKED)
    ids = tokenizer.tokenize("low low").ids
    assert tokenizer.decode(ids) == b"low low "
    assert [*tokenizer.marks_in("low_low_")] == [3, 7]


def test_a_pattern_runs_once_on_a_text(monkeypatch: pytest.MonkeyPatch) -> None:
    tokenizer = tokenizer_of("the the", 2)
    words = tokenizer.words("the cat")
    assert tokenizer.words("the cat") is words
    assert tokenizer.words("the cat", ("<s>",)) is not words


def test_a_pattern_that_cannot_finish_fails_again_without_running() -> None:
    options = Options(split_custom(r"(a|aa)+$"))
    tokenizer = tokenizer_of("b", 0, options)
    errors = []
    for _ in range(2):
        with pytest.raises(BpetuiError, match="the pattern takes over") as caught:
            tokenizer.tokenize("a" * 60 + "b", time_limit=0.05)
        errors.append(caught.value)
    assert errors[0] is errors[1]


def test_a_tokenizer_pickles_without_its_last_text() -> None:
    tokenizer = tokenizer_of("the the", 2)
    tokenizer.tokenize("a text that is not kept")
    data = pickle.dumps(tokenizer)
    assert b"not kept" not in data
    assert pickle.loads(data).tokenize("the").ids == (257,)
