"""Files for the tests of the explorer."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bpetui.core.splitting import NO_SPLIT
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats import minbpe


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A tokenizer that merges ab."""
    path = tmp_path / "toy.model"
    path.write_bytes(minbpe.dumps(BpeTokenizer.from_pairs([(97, 98)], NO_SPLIT, {})))
    return path


@pytest.fixture
def pipe(tmp_path: Path) -> Path:
    """A named pipe: a corpus that is loading until something is written to it."""
    path = tmp_path / "pipe.txt"
    os.mkfifo(path)
    return path


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with two texts in a folder."""
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts/new-one.txt").write_text("xyxyxy")
    (tmp_path / "texts/new-\x1btwo.txt").write_text("ababab")
    monkeypatch.chdir(tmp_path)
    return tmp_path
