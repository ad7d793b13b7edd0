"""Fixtures of the tests of the app: a terminal with many colors, no user settings, and a large vocabulary."""

import gzip
from pathlib import Path

import pytest

from bpetui.formats.registry import LoadedTokenizer, loads


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder where the program looks for settings and tokenizers."""
    config = tmp_path_factory.mktemp("config")
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "TIKTOKEN_CACHE_DIR"):
        monkeypatch.setenv(name, str(config))
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLORTERM", "truecolor")
    return config


@pytest.fixture(autouse=True)
def children_without_coverage(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run trainers without coverage, which would double their start; their own tests measure it."""
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)


@pytest.fixture(scope="session")
def o200k_file(vocabularies: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of o200k_base, in a folder for tokenizers."""
    folder = tmp_path_factory.mktemp("data") / "bpetui" / "tokenizers"
    folder.mkdir(parents=True)
    path = folder / "o200k_base.tiktoken"
    path.write_bytes(gzip.decompress((vocabularies / "o200k_base.tiktoken.gz").read_bytes()))
    return path


@pytest.fixture(scope="session")
def o200k(o200k_file: Path) -> LoadedTokenizer:
    """The tokenizer o200k_base."""
    return loads({"": o200k_file.read_bytes()}, "o200k_base")
