"""Tokenizers are told from texts by the beginning of their files."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from bpetui.files.samples import samples
from bpetui.formats.recognition import is_tokenizer
from bpetui.formats.registry import FORMATS, WRITTEN, dumps
from tests.formats.sentencepiece_models import model
from tests.tui.sample_tokenizers import tokenizer_from_merges

WITHOUT_SPECIAL = replace(tokenizer_from_merges(), special={})


@pytest.mark.parametrize("format_name", WRITTEN)
def test_every_format_that_is_written_is_recognized(tmp_path: Path, format_name: str) -> None:
    files = dumps(WITHOUT_SPECIAL, FORMATS[format_name]).files
    for name, data in files.items():
        (tmp_path / (name or "anything")).write_bytes(data)
    for path in [tmp_path / "anything"] if "" in files else [tmp_path, *tmp_path.iterdir()]:
        assert is_tokenizer(path)


@pytest.mark.parametrize("name", ["tokenizer.json", "tokenizer.model", "tiktoken.model", "x.tiktoken"])
def test_a_folder_is_recognized_by_the_file_in_it(tmp_path: Path, name: str) -> None:
    format_name = {"tokenizer.json": "huggingface", "tokenizer.model": "minbpe"}.get(name, "tiktoken")
    (tmp_path / name).write_bytes(dumps(WITHOUT_SPECIAL, FORMATS[format_name]).files[""])
    (tmp_path / "README.md").touch()
    assert is_tokenizer(tmp_path)


def test_the_keys_of_a_large_tokenizer_json_are_found_before_its_model(tmp_path: Path) -> None:
    path = tmp_path / "t.json"
    added = ",".join(f'{{"id": {number}, "content": "<{number}>"}}' for number in range(10_000))
    path.write_text(
        f'{{"version": "1.0", "truncation": null, "padding": null, "added_tokens": [{added}], "model": {{}}}}'
    )
    assert is_tokenizer(path)


@pytest.mark.parametrize("kind", ["unigram", "bpe"])
def test_sentencepiece_models_are_recognized(tmp_path: Path, kind: str) -> None:
    pytest.importorskip("sentencepiece", reason="SentencePiece's package is not installed")
    (tmp_path / "toy").write_bytes(model(kind))
    assert is_tokenizer(tmp_path / "toy")


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"the cat\n",
        b"{}",
        b'{"model": "gpt-4", "messages": []}',
        b'{"the": 5, "of": 4}',
        b"that 5\nwith 4\nfrom 3\n",
        b"that\t5\nwith\t4\n",
        b"#version: 0.2\ne s\n",
        b"\n\x05\x0a\x03abc and so on\n",
        "床前明月光".encode("utf-16"),
        "床前明月光".encode("gb18030"),
        b"\x00" * 100,
    ],
)
def test_texts_tables_and_other_files_are_none(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "file").write_bytes(data)
    assert not is_tokenizer(tmp_path / "file")


def test_samples_are_none() -> None:
    assert not any(is_tokenizer(sample.path) for sample in samples())


def test_a_missing_path_and_a_pipe_are_no_tokenizers(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (
        tmp_path / "missing",
        tmp_path / "pipe",
        tmp_path,
        Path("a\0b"),
        Path("a" * 5000),
    ):
        assert not is_tokenizer(path)
