"""The library interface: its functions, their results and their errors."""

import doctest
import inspect
import multiprocessing
import pickle
import re
import subprocess
import sys
from collections.abc import Callable, Collection
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, cast

import pytest

import bpetui
from bpetui.api import SpecialTokens
from bpetui.core.errors import UsageError
from tests.conftest import VOCABULARIES

TEXT = "the theme of the thesis, the theory"
TOY = bpetui.train(TEXT, 262, split="gpt2", special=["<s>", "<t>"])
README = Path(__file__).parent.parent / "README.md"


@pytest.fixture(scope="session")
def cl100k(vocabularies: Path) -> bpetui.Tokenizer:
    return bpetui.load(vocabularies / "cl100k_base.tiktoken.gz")


# -- The package -------------------------------------------------------------------------------------------------------


def test_the_examples_of_the_package_run() -> None:
    tested = doctest.testmod(bpetui, optionflags=doctest.ELLIPSIS)
    assert (tested.failed, tested.attempted > 10) == (0, True)


def test_the_examples_of_the_readme_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    examples = "".join(re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, "README.md", None, None)
    tried = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert (tried.failed, tried.attempted > 10) == (0, True)


def test_the_package_has_the_exported_names_and_no_others() -> None:
    assert all(getattr(bpetui, name) for name in bpetui.__all__)
    assert {*bpetui.__all__} <= {*dir(bpetui)}
    with pytest.raises(AttributeError, match="no attribute 'tokenizer'"):
        bpetui.tokenizer  # type: ignore[attr-defined]  # noqa: B018


def test_importing_the_package_imports_no_other_module() -> None:
    program = "import sys; before = {*sys.modules}; import bpetui; print(*{*sys.modules} - before)"
    assert subprocess.check_output([sys.executable, "-c", program], text=True).split() == ["bpetui"]


def test_training_imports_neither_textual_nor_rich() -> None:
    program = "import bpetui, sys; bpetui.train('aaab', 257); print({'textual', 'rich'} & {*sys.modules})"
    assert subprocess.check_output([sys.executable, "-c", program], text=True) == "set()\n"


def test_the_package_is_typed() -> None:
    assert (Path(bpetui.__file__).parent / "py.typed").is_file()


# -- Loading and saving ------------------------------------------------------------------------------------------------


def test_a_saved_file_loads_as_the_same_tokenizer(tmp_path: Path) -> None:
    for name in ("toy.model", "toy.json"):
        assert TOY.save(tmp_path / name) == ()
        loaded = bpetui.load(tmp_path / name)
        assert loaded.name == name
        assert loaded.encode(TEXT + "<t>", allowed_special="all") == TOY.encode(TEXT + "<t>", allowed_special="all")
    assert bpetui.load(str(tmp_path / "toy.model")).encode(TEXT) == TOY.encode(TEXT)


def test_a_folder_in_the_gpt2_format_needs_a_split_to_encode(tmp_path: Path) -> None:
    lost = "the gpt2 format does not record the split"
    assert TOY.save(f"{tmp_path}/toy/") == (lost,)
    assert TOY.save(tmp_path / "toy", force=True) == (lost,)
    assert TOY.save(tmp_path / "other", format="gpt2") == (lost,)
    bare = bpetui.load(tmp_path / "toy")
    assert bare.split is None
    assert bare.decode(TOY.encode(TEXT)) == TEXT
    with pytest.raises(bpetui.BpetuiError, match=r"^toy does not record its split; load it with split= or pattern="):
        bare.encode("the")
    assert bpetui.load(tmp_path / "toy", split="gpt2").encode(TEXT) == TOY.encode(TEXT)
    assert bpetui.load(tmp_path / "toy", split=TOY.split).encode(TEXT) == TOY.encode(TEXT)
    assert bpetui.load(tmp_path / "toy", pattern=r"\S+|\s+").encode("the the") == [*TOY.encode("the"), 32, 257]


def test_an_existing_file_is_overwritten_only_with_force(tmp_path: Path) -> None:
    (tmp_path / "a.model").write_text("mine")
    with pytest.raises(bpetui.BpetuiError, match=r"a\.model already exists; use force=True to overwrite it$"):
        TOY.save(tmp_path / "a.model")
    assert TOY.save(tmp_path / "a.model", force=True) == ()


def test_loading_and_saving_errors_are_sentences(tmp_path: Path) -> None:
    with pytest.raises(bpetui.BpetuiError, match="there is no file nosuch"):
        bpetui.load("nosuch")
    TOY.save(tmp_path / "a.model")
    with pytest.raises(UsageError, match="remove one"):
        bpetui.load(tmp_path / "a.model", split="gpt2", pattern="a")
    with pytest.raises(UsageError, match="there is no split gpt9"):
        bpetui.load(tmp_path / "a.model", split="gpt9")
    with pytest.raises(UsageError, match="there is no format"):
        TOY.save(tmp_path / "b", format="pickle")


def test_a_tokenizer_of_another_package_has_the_same_interface(tmp_path: Path) -> None:
    tokenizers = pytest.importorskip("tokenizers", reason="Hugging Face's tokenizers are not installed")
    theirs = tokenizers.Tokenizer(tokenizers.models.WordLevel({"the": 0, "cat": 1, "<unk>": 2}, unk_token="<unk>"))
    theirs.pre_tokenizer = tokenizers.pre_tokenizers.Whitespace()
    theirs.save(str(tmp_path / "tokenizer.json"))
    tokenizer = bpetui.load(tmp_path)
    assert (tokenizer.encode("the cat"), tokenizer.split) == ([0, 1], None)
    assert pickle.loads(pickle.dumps(tokenizer)).encode("the cat") == [0, 1]
    with pytest.raises(bpetui.BpetuiError, match="cannot be saved"):
        tokenizer.save(tmp_path / "a.model")
    with pytest.raises(bpetui.BpetuiError, match="has its own way of splitting text"):
        bpetui.load(tmp_path, split="gpt2")


# -- Texts and tokens --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("allowed", "disallowed", "ids"),
    [
        ("all", "all", [97, 262, 98, 263]),
        ({"<s>", "<t>"}, "all", [97, 262, 98, 263]),
        ({"<s>"}, (), [97, 262, 98, *b"<t>"]),
        ((), (), [*b"a<s>b<t>"]),
        ((), {"<x>"}, [*b"a<s>b<t>"]),
    ],
)
def test_allowed_special_tokens_are_found(allowed: SpecialTokens, disallowed: SpecialTokens, ids: list[int]) -> None:
    assert TOY.encode("a<s>b<t>", allowed_special=allowed, disallowed_special=disallowed) == ids
    assert [*TOY.tokenize("a<s>b<t>", allowed_special=allowed, disallowed_special=disallowed).ids] == ids


@pytest.mark.parametrize(("allowed", "disallowed"), [((), "all"), ({"<s>"}, "all"), ((), {"<t>"}), ({"<s>"}, {"b"})])
def test_a_disallowed_special_token_is_an_error(allowed: Collection[str], disallowed: SpecialTokens) -> None:
    with pytest.raises(bpetui.BpetuiError, match="the text contains the special token"):
        TOY.encode("a<s>b<t>", allowed_special=allowed, disallowed_special=disallowed)


def test_special_tokens_are_allowed_as_in_tiktoken(vocabularies: Path, cl100k: bpetui.Tokenizer) -> None:
    tiktoken = pytest.importorskip("tiktoken", reason="tiktoken is not installed")
    special = {"<|endoftext|>": 100257, "<|fim_prefix|>": 100258}
    ranks = {cl100k.token(token_id): token_id for token_id in range(100256)}
    theirs = tiktoken.Encoding(
        "cl100k_base",
        pat_str=cl100k.split.patterns[0] if cl100k.split else "",
        mergeable_ranks=ranks,
        special_tokens=special,
    )
    choices: list[SpecialTokens] = ["all", set(), {"<|endoftext|>"}]
    for text in ("Học sinh <|endoftext|>!", "<|fim_prefix|>a<|endoftext|>", "plain \ud83d"):
        for allowed in choices:
            for disallowed in choices:
                asked = {"allowed_special": allowed, "disallowed_special": disallowed}
                try:
                    ids = theirs.encode(text, **asked)
                except ValueError:
                    with pytest.raises(bpetui.BpetuiError):
                        cl100k.encode(text, allowed_special=allowed, disallowed_special=disallowed)
                else:
                    assert cl100k.encode(text, allowed_special=allowed, disallowed_special=disallowed) == ids


def test_a_string_or_an_unknown_special_token_is_refused() -> None:
    with pytest.raises(UsageError, match=r"^allowed_special must be a set of strings, or 'all', not '<s>'"):
        TOY.encode("a", allowed_special="<s>")
    with pytest.raises(UsageError, match=r"^disallowed_special must be a set of strings, or 'all', not '<s>'"):
        TOY.encode("a", disallowed_special="<s>")
    with pytest.raises(UsageError, match="<x> is not a special token"):
        TOY.encode("a", allowed_special={"<x>"})


def test_surrogates_and_partial_characters_become_replacement_characters() -> None:
    assert TOY.encode("a\ud83d") == TOY.encode("a\ufffd")
    assert (TOY.decode([0xE4, 97]), TOY.decode_bytes([0xE4, 97])) == ("\ufffda", b"\xe4a")
    with pytest.raises(bpetui.BpetuiError, match="there is no token with the id 264"):
        TOY.decode([264])
    assert (len(TOY), TOY.special_tokens, TOY.token(257)) == (264, ("<s>", "<t>"), b"the")


def test_the_repr_has_the_name_and_the_number_of_tokens() -> None:
    assert repr(TOY) == "<bpetui.Tokenizer trained with 264 tokens>"


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        (lambda: TOY.encode(cast(Any, b"a")), "text must be a string, not b'a'"),
        (lambda: TOY.tokenize(cast(Any, None)), "text must be a string, not None"),
        (lambda: TOY.decode([97, True]), r"ids\[1\] must be a whole number, not True"),
        (lambda: TOY.decode_bytes(cast(Any, [97.0])), r"ids\[0\] must be a whole number, not 97.0"),
        (lambda: TOY.token(True), "token_id must be a whole number, not True"),
        (lambda: TOY.save(cast(Any, 5)), "path must be a string or a path, not 5"),
        (lambda: TOY.save("toy.model", format=cast(Any, 5)), "format must be a string, not 5"),
        (lambda: TOY.save("toy.model", force=cast(Any, "no")), "force must be True or False, not 'no'"),
        (lambda: bpetui.load(cast(Any, 5)), "name_or_path must be a string or a path, not 5"),
        (lambda: bpetui.StreamingDecoder().feed(cast(Any, "a")), "token must be bytes, not 'a'"),
        (lambda: bpetui.Trainer("abab").seek(cast(Any, 1.0)), "number must be a whole number, not 1.0"),
        (lambda: bpetui.Trainer("abab").choose(cast(Any, 97.0), 98), "left must be a whole number, not 97.0"),
        (lambda: bpetui.Trainer("abab").count(97, cast(Any, 98.0)), "right must be a whole number, not 98.0"),
        (lambda: bpetui.Trainer("abab").change(cast(Any, "a"), 98), "left must be a whole number, not 'a'"),
        (lambda: bpetui.Trainer("abab").ties(cast(Any, "a")), "count must be a whole number, not 'a'"),
        (lambda: bpetui.Trainer("abab").tied_pairs(cast(Any, None)), "most must be a whole number, not None"),
        (lambda: bpetui.Trainer("abab").ranking(cast(Any, 0.5), 1), "start must be a whole number, not 0.5"),
        (lambda: bpetui.Trainer("abab").ranking(0, cast(Any, "b")), "stop must be a whole number, not 'b'"),
        (lambda: bpetui.Trainer("abab").ranking(0, 1, cast(Any, 3)), "keep must be a function of two token ids, not 3"),
        (lambda: bpetui.Trainer("abab").words_with(cast(Any, "a")), "token_id must be a whole number, not 'a'"),
        (lambda: bpetui.Trainer("abab").words_with(97, cast(Any, "b")), "right must be a whole number, not 'b'"),
        (lambda: bpetui.Trainer("abab").words_with(), "words_with takes one token id or two, not 0"),
        (lambda: bpetui.Trainer("abab").words_with(97, 98, 97), "words_with takes one token id or two, not 3"),
        (lambda: bpetui.Trainer("abab").replay(cast(Any, "a"), 98), "left must be a whole number, not 'a'"),
        (
            lambda: bpetui.Trainer("abab").replay(97, 256),
            "the pair 97 \\+ 256 cannot be merged: all token ids are below 256",
        ),
        (lambda: bpetui.Trainer("abab").veto(cast(Any, "ab")), "veto must be a pair of tokens"),
        (lambda: bpetui.Trainer("abab").allow(cast(Any, ("a", 1))), "veto must be a pair of tokens"),
    ],
)
def test_an_argument_of_a_wrong_type_is_an_error_that_names_it(call: Callable[[], object], sentence: str) -> None:
    with pytest.raises(UsageError, match=f"^{sentence}"):
        call()


# -- Processes ---------------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not VOCABULARIES.is_dir(), reason="no published vocabularies")
def test_a_used_tokenizer_works_in_a_process_pool(cl100k: bpetui.Tokenizer) -> None:
    texts = ["Học sinh đang học", "床前明月光" * 3, "hello"]
    ids = [cl100k.encode(text) for text in texts]
    assert pickle.loads(pickle.dumps(cl100k)).encode(texts[1]) == ids[1]
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert [*pool.map(cl100k.encode, texts)] == ids


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
