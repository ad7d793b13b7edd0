"""Folders are read as models are published: whatever tokenizer files they hold."""

import json
from pathlib import Path

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.core.notes import sentences
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats.registry import FORMATS, dumps, read
from tests.formats.toy_tokenizers import TOY, sentence

FILES = {name: dumps(TOY, FORMATS[name]).files for name in ("minbpe", "tiktoken", "huggingface", "gpt2")}
PAIR = FILES["gpt2"]


def folder(path: Path, files: dict[str, bytes]) -> Path:
    path = path / "toy"
    path.mkdir()
    for name, data in files.items():
        (path / name).write_bytes(data)
    return path


def failure(path: Path) -> str:
    with pytest.raises(BpetuiError) as caught:
        read(path)
    return sentence(caught.value)


@pytest.mark.parametrize(
    ("name", "into"),
    [
        ("tokenizer.json", "huggingface"),
        ("tokenizer.model", "tiktoken"),  # as Meta names its ranks
        ("tokenizer.model", "minbpe"),
        ("tiktoken.model", "tiktoken"),
        ("qwen.tiktoken", "tiktoken"),
    ],
)
def test_single_file_opens_the_folder(name: str, into: str, tmp_path: Path) -> None:
    loaded = read(folder(tmp_path, {name: FILES[into][""], "config.json": b"{}", "README.md": b"toy"}))
    assert (loaded.name, loaded.format, loaded.notes) == ("toy", into, ())
    assert len(loaded.tokenizer) == len(TOY)


def test_tokenizer_json_precedes_tokenizer_model_with_a_note(tmp_path: Path) -> None:
    files = {"tokenizer.json": FILES["huggingface"][""], "tokenizer.model": b"not looked at"}
    loaded = read(folder(tmp_path, {**files, **PAIR}))
    assert (loaded.format, sentences(loaded.notes, "it")) == (
        "huggingface",
        ("it also holds tokenizer.model; bpetui reads tokenizer.json",),
    )


def test_gpt2_files_precede_tokenizer_model(tmp_path: Path) -> None:
    assert read(folder(tmp_path, {**PAIR, "tokenizer.model": FILES["tiktoken"][""]})).format == "gpt2"


def test_path_of_a_gpt2_file_opens_the_pair(tmp_path: Path) -> None:
    path = folder(tmp_path, {**PAIR, "tokenizer.json": FILES["huggingface"][""]})
    assert read(path).format == "huggingface"
    assert [read(path / name).format for name in PAIR] == ["gpt2", "gpt2"]


@pytest.mark.parametrize("file", ["", "tiktoken.model"])
def test_config_gives_the_special_tokens_of_tiktoken_model(file: str, tmp_path: Path) -> None:
    added = {"97": {"content": "a"}, "259": {"content": "[BOS]", "special": True}, "300": {"content": "<|x|>"}}
    config = json.dumps({"added_tokens_decoder": added, "bos_token": "[BOS]"}).encode()
    path = folder(tmp_path, {"tiktoken.model": FILES["tiktoken"][""], "tokenizer_config.json": config})
    tokenizer = read(path / file).tokenizer
    assert isinstance(tokenizer, BpeTokenizer)
    assert tokenizer.special == {"[BOS]": 259, "<|x|>": 300}
    assert tokenizer.decode([258, 259]) == b"aaab[BOS]"


@pytest.mark.parametrize(
    ("config", "why"),
    [
        (b"[]", ": it is not an object"),
        (b"{", ", line 1: "),
        (b'{"added_tokens_decoder": []}', ": added_tokens_decoder is not an object"),
        (b'{"added_tokens_decoder": {"x": {}}}', ": added_tokens_decoder: x is not a token id"),
        (b'{"added_tokens_decoder": {"259": {}}}', ": added_tokens_decoder.259.content is missing"),
        (b'{"added_tokens_decoder": {"97": {"content": "<x>"}}}', ": <x> and a have the same id 97"),
        (b'{"added_tokens_decoder": {"259": {"content": ""}}}', ": a special token is empty"),
    ],
)
def test_damage_in_the_config_is_named(config: bytes, why: str, tmp_path: Path) -> None:
    path = folder(tmp_path, {"tiktoken.model": FILES["tiktoken"][""], "tokenizer_config.json": config})
    said = failure(path)
    assert said.startswith("toy")
    assert f"is not a valid tokenizer_config.json{why}" in said


def test_config_without_special_tokens_changes_nothing(tmp_path: Path) -> None:
    path = folder(tmp_path, {"tiktoken.model": FILES["tiktoken"][""], "tokenizer_config.json": b"{}"})
    assert read(path).tokenizer.special_tokens == ()


def test_folder_without_a_tokenizer_error_names_the_files(tmp_path: Path) -> None:
    path = folder(tmp_path, {"a.tiktoken": b"", "b.tiktoken": b"", "vocab.json": b"{}"})
    assert "toy holds no tokenizer; it needs tokenizer.json, tokenizer.model, tiktoken.model, or vocab.json" in (
        failure(path)
    )


def test_git_lfs_pointer_in_a_folder_is_named(tmp_path: Path) -> None:
    path = folder(tmp_path, {**PAIR, "tokenizer.json": b"version https://git-lfs.github.com/spec/v1\n"})
    assert "tokenizer.json is a Git LFS pointer, not the file itself; run git lfs pull" in failure(path)
