"""Reading the bytes of a tokenizer's file, also compressed ones."""

import gzip
from pathlib import Path

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.formats import tokenizer_file
from bpetui.formats.registry import FORMATS, dumps, read
from tests.formats.toy_tokenizers import TOY, sentence

TEXT = "the cat sat on the mat, the 床前明月光 cat\n" * 3


def failure(path: Path) -> str:
    """Return the error for the tokenizer at a path."""
    with pytest.raises(BpetuiError) as caught:
        read(path)
    return sentence(caught.value)


def test_gzip_file_is_read(tmp_path: Path) -> None:
    path = tmp_path / "toy.tiktoken.gz"
    path.write_bytes(gzip.compress(dumps(TOY, FORMATS["tiktoken"]).files[""]))
    assert read(path).format == "tiktoken"
    path.write_bytes(path.read_bytes()[:-9])
    assert "toy.tiktoken.gz is not a valid gzip file: it ends too soon" in failure(path)
    path.write_bytes(gzip.compress(b"AA== 0\n") + b"rubbish")
    assert "other data follows the compressed data" in failure(path)
    path.write_bytes(b"\x1f\x8b rubbish")
    assert "toy.tiktoken.gz is not a valid gzip file" in failure(path)


def test_gzip_file_with_several_members_is_read(tmp_path: Path) -> None:
    data = dumps(TOY, FORMATS["tiktoken"]).files[""]
    path = tmp_path / "toy.gz"
    path.write_bytes(gzip.compress(data[:1000]) + gzip.compress(data[1000:]) + b"\0" * 512)
    assert len(read(path).tokenizer) == len(TOY)


def test_gzip_bomb_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tokenizer_file, "MOST_FILE_BYTES", 100_000)
    path = tmp_path / "bomb"
    path.write_bytes(gzip.compress(b"a" * 10_000_000))
    assert "it decompresses to over 100,000 bytes" in failure(path)
