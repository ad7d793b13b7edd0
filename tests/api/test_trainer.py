"""A trainer of the library: its merges, its queries and its options, with errors that are sentences."""

import inspect
import pickle
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest

import bpetui
from bpetui.core.errors import UsageError

TEXT = "the theme of the thesis, the theory"


# -- Merges and queries ------------------------------------------------------------------------------------------------


def test_a_trainer_tells_its_state_after_each_merge() -> None:
    trainer = bpetui.Trainer("aaabdaaabac")
    assert (trainer.made, trainer.size, trainer.tokens, trainer.pair_count, trainer.limit) == (0, 256, 11, 6, 10)
    first = trainer.step()
    assert first is not None
    assert (trainer.token(first.id), [*trainer.merges], trainer.change(97, 97)) == (b"aa", [first], -4)
    assert (trainer.made, trainer.size, trainer.tokens) == (1, 257, 9)
    following = trainer.next_pair()
    assert following is not None
    assert (following.left, following.right) == trainer.tied_pairs()[0]
    assert trainer.ties(following.count) == len(trainer.tied_pairs()) == 2
    assert trainer.ranking(0, 1) == [following]
    assert trainer.count(following.left, following.right) == following.count
    assert trainer.back() == first
    assert ([*trainer.merges], [*trainer.undone], trainer.next_pair()) == ([], [first], trainer.ranking(0, 1)[0])
    trainer.seek(99)
    assert (trainer.next_pair(), trainer.step(), trainer.ended) == (None, None, "exhausted")
    assert repr(trainer) == f"<bpetui.Trainer with {trainer.made} merges and {trainer.size} tokens>"


def test_a_trainer_keeps_only_what_passes_a_test() -> None:
    trainer = bpetui.Trainer("ababac")
    assert [(pair.left, pair.right) for pair in trainer.ranking(0, 9, lambda _, right: right == 99)] == [(97, 99)]


def test_queries_about_ids_and_ranks_that_do_not_exist_find_nothing() -> None:
    trainer = bpetui.Trainer("abab cab", split="whitespace")
    assert trainer.count(97, 10**30) == trainer.change(-1, 97) == trainer.ties(-1) == 0
    assert trainer.ranking(-5, 1) == trainer.ranking(0, 1) != []
    assert trainer.ranking(-5, -1) == []
    assert (trainer.tied_pairs(0), trainer.tied_pairs(-1)) == ([], [])
    with pytest.raises(bpetui.BpetuiError, match="there is no token with the id 256"):
        trainer.token(256)


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: bpetui.Trainer("abab").seek(cast(Any, 1.0)), "number must be a whole number, not 1.0"),
        (lambda: bpetui.Trainer("abab").choose(cast(Any, 97.0), 98), "left must be a whole number, not 97.0"),
        (lambda: bpetui.Trainer("abab").count(97, cast(Any, 98.0)), "right must be a whole number, not 98.0"),
        (lambda: bpetui.Trainer("abab").change(cast(Any, "a"), 98), "left must be a whole number, not 'a'"),
        (lambda: bpetui.Trainer("abab").ties(cast(Any, "a")), "count must be a whole number, not 'a'"),
        (lambda: bpetui.Trainer("abab").tied_pairs(cast(Any, None)), "most must be a whole number, not None"),
        (lambda: bpetui.Trainer("abab").ranking(cast(Any, 0.5), 1), "start must be a whole number, not 0.5"),
        (lambda: bpetui.Trainer("abab").ranking(0, cast(Any, "b")), "stop must be a whole number, not 'b'"),
        (lambda: bpetui.Trainer("abab").ranking(0, 1, cast(Any, 3)), "keep must be a function of two token ids, not 3"),
        (lambda: bpetui.Trainer("abab").veto(cast(Any, "ab")), "veto must be a pair of tokens"),
        (lambda: bpetui.Trainer("abab").allow(cast(Any, ("a", 1))), "veto must be a pair of tokens"),
    ],
)
def test_an_argument_of_a_wrong_type_is_an_error_that_names_it(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(UsageError, match=f"^{sentence}"):
        call()


def test_a_trainer_can_be_pickled_between_merges() -> None:
    trainer = bpetui.Trainer(TEXT, split="gpt2", vetoes=[("t", "h")])
    trainer.seek(4)
    copied = pickle.loads(pickle.dumps(trainer))
    assert isinstance(copied, bpetui.Trainer)
    assert (copied.merges, copied.vetoes, copied.ranking(0, 99)) == (
        trainer.merges,
        trainer.vetoes,
        trainer.ranking(0, 99),
    )
    assert copied.step() == trainer.step()
    copied.seek(0)
    assert copied.ranking(0, 99) == bpetui.Trainer(TEXT, split="gpt2", vetoes=[("t", "h")]).ranking(0, 99)
    assert trainer.made == 5, "the copy shares nothing with the original"


def test_vetoes_of_a_trainer_can_be_text_or_bytes() -> None:
    trainer = bpetui.Trainer("abab cdcd")
    trainer.veto(("a", b"b"))
    assert trainer.vetoes == [(b"a", b"b")]
    trainer.allow((b"a", "b"))
    assert trainer.vetoes == []


# -- Training ----------------------------------------------------------------------------------------------------------


def test_train_has_the_options_of_the_trainer() -> None:
    trainer, train = (inspect.signature(each).parameters for each in (bpetui.Trainer, bpetui.train))
    assert {**trainer} == {name: each for name, each in train.items() if name != "size"}


def test_words_and_counts_train_like_their_text() -> None:
    counted = bpetui.train({"low": 5, "lower": 2, "newest": 6}, 259)
    text = bpetui.train("low " * 5 + "lower " * 2 + "newest " * 6, 259, pattern=r"\S+")
    assert [counted.token(at) for at in range(256, 259)] == [text.token(at) for at in range(256, 259)]
    composed = bpetui.train({"e\u0301\u0301x": 1, "\u00e9\u0301x": 2}, 300, normalize="nfc")
    assert composed.tokenize("e\u0301\u0301x").tokens == ("\u00e9\u0301x".encode(),)


def test_vetoes_and_limits_apply_to_the_training() -> None:
    assert bpetui.train("abab cdcd", 258, vetoes=[("a", b"b")]).token(256) != b"ab"
    assert len(bpetui.train("abab", 300, min_count=2)) == 257
    assert len(bpetui.train("aaaaaaaa", 300, max_token_bytes=2)) == 257


def test_a_tokenizer_of_characters_encodes_the_characters_of_its_corpus(tmp_path: Path) -> None:
    counts = {"low": 5, "lower": 2, "床前": 1, "<s>": 1}
    tokenizer = bpetui.train(counts, 11, alphabet="characters", end_of_word="</w>", special=["<s>"])
    assert tokenizer.tokenize("low 床前").tokens == (b"low</w>", "床".encode(), "前".encode(), b"</w>")
    ids = tokenizer.encode("low<s> lower", allowed_special={"<s>"})
    assert (tokenizer.decode(ids), ids[1], len(tokenizer)) == ("low <s>lower ", 11, 12)
    assert pickle.loads(pickle.dumps(tokenizer)).encode("low<s> lower", allowed_special={"<s>"}) == ids
    with pytest.raises(bpetui.BpetuiError, match="the text contains the character 月, which is not in the alphabet"):
        tokenizer.encode("low 月")
    with pytest.raises(bpetui.BpetuiError, match="no format can record a tokenizer of this kind"):
        tokenizer.save(tmp_path / "a.model")
    with pytest.raises(UsageError, match=r"from 8 \(the characters of the corpus\) to 1,000,000, not 7"):
        bpetui.train(counts, 7, alphabet="characters", end_of_word="</w>", special=["<s>"])


def test_garbage_collection_is_on_after_training() -> None:
    program = "import bpetui, gc; bpetui.train('aaab', 257); print(gc.isenabled())"
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "True\n"


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"size": 255}, "the size must be from 256"),
        ({"size": 300.0}, "^size must be a whole number, not 300.0$"),
        ({"size": True}, "^size must be a whole number, not True$"),
        ({"size": -1}, "the size must be from 256"),
        ({"special": "<s>"}, "^special must be a list of strings, not '<s>'$"),
        ({"special": {"<s>"}}, "^special must be a list of strings, not {'<s>'}$"),
        ({"split": 1}, "^split must be the name of a split, or a Split, not 1$"),
        ({"pattern": b"a"}, "^pattern must be a string, not b'a'$"),
        ({"end_of_word": None}, "^end_of_word must be a string, not None$"),
        ({"min_count": 1.5}, "^min_count must be a whole number, not 1.5$"),
        ({"max_token_bytes": 2.5}, "^max_token_bytes must be a whole number, not 2.5$"),
        ({"whole_characters": "no"}, "^whole_characters must be True or False, not 'no'$"),
        ({"corpus": b"abc"}, "^corpus must be a string, or a mapping of words to their counts, not b'abc'$"),
        ({"corpus": {"ab": 1.5}}, r"^corpus\['ab'\] must be a whole number, not 1.5$"),
        ({"corpus": {"ab": True}}, r"^corpus\['ab'\] must be a whole number, not True$"),
        ({"corpus": {b"ab": 1}}, "^each word of corpus must be a string, not b'ab'$"),
        ({"vetoes": ["ab"]}, r"^vetoes\[0\] must be a pair of tokens"),
        ({"normalize": "nfx"}, "there is no normal form 'nfx'"),
        ({"alphabet": "letters"}, "there is no alphabet 'letters'; choose one of bytes, characters"),
        ({"ties": "last"}, "there is no tie rule 'last'"),
        ({"corpus": {"a": 0}}, "the word a has the count 0; a count must be from 1 to"),
        ({"corpus": {"": 1}}, "a word of the corpus is empty"),
        ({"special": ["a", "a"]}, "is listed twice"),
        ({"vetoes": [("x", "y")]}, "can never occur"),
        ({"split": "gpt2", "pattern": "a"}, "remove one"),
    ],
)
def test_training_errors_are_sentences(arguments: dict[str, object], sentence: str) -> None:
    with pytest.raises(bpetui.BpetuiError, match=sentence):
        bpetui.train(**{"corpus": "abc", "size": 300, **arguments})  # type: ignore[arg-type]
