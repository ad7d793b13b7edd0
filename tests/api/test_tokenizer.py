"""A tokenizer of the library: loading, saving, encoding and decoding, with errors that are sentences."""

import multiprocessing
import pickle
from collections.abc import Callable, Collection
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any, cast

import pytest

import bpetui
from bpetui.api.tokenizer import SpecialTokens
from bpetui.core.errors import UsageError
from tests.conftest import VOCABULARIES

TEXT = "the theme of the thesis, the theory"
TOY = bpetui.train(TEXT, 262, split="gpt2", special=["<s>", "<t>"])


@pytest.fixture(scope="session")
def cl100k(vocabularies: Path) -> bpetui.Tokenizer:
    return bpetui.load(vocabularies / "cl100k_base.tiktoken.gz")


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


def test_a_name_that_is_too_long_is_refused(tmp_path: Path) -> None:
    for name in ("a" * 300 + ".json", "a/" * 3000 + "x.json"):
        with pytest.raises(bpetui.BpetuiError, match="the file name is too long"):
            TOY.save(tmp_path / name)


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
    for empty in (b"", b"<s>"):
        with pytest.raises(UsageError, match=r"^allowed_special must be a set of strings, or 'all', not b'"):
            TOY.encode("a", allowed_special=cast(Any, empty))
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
