"""The program run in two ways: in this process, which is quick, and as a process of its own, which is real."""

import io
import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from bpetui.cli.main import main
from bpetui.core.splitting import Split
from bpetui.formats import local_files

ROOT = Path(__file__).parent.parent.parent


@dataclass(frozen=True)
class Ended:
    """How a command ended, and what it wrote."""

    status: int
    out: str
    err: str


Run = Callable[..., Ended]


def shown(terminal: int) -> str:
    """All that a terminal was shown, once the last who could write to it has gone; closes it."""
    seen = bytearray()
    with suppress(OSError):  # as Linux says that no one is at the other end
        while part := os.read(terminal, 1 << 16):
            seen += part
    os.close(terminal)
    return seen.decode()


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run a command in this process, in a folder of its own; ``stdin`` is what it can read."""
    monkeypatch.chdir(tmp_path)

    def run_here(*words: str, stdin: bytes = b"") -> Ended:
        out, err = io.BytesIO(), io.BytesIO()
        with monkeypatch.context() as patch:
            # In ASCII, as in a locale without UTF-8.
            for name, stream in {"stdin": io.BytesIO(stdin), "stdout": out, "stderr": err}.items():
                patch.setattr(sys, name, io.TextIOWrapper(stream, encoding="ascii"))
            status = main(words)
            return Ended(status, out.getvalue().decode(), err.getvalue().decode())

    return run_here


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words that start the program as a process, in a folder of its own, which is where the test is, too."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    return [sys.executable, "-m", "bpetui"]


@pytest.fixture
def process(command: list[str]) -> Run:
    """Run a command as a process to its end; words may be bytes."""

    def run_process(*words: str | bytes, stdin: bytes = b"", **environment: str) -> Ended:
        done = subprocess.run(
            [*command, *words], input=stdin, capture_output=True, env={**os.environ, **environment}, check=False
        )
        return Ended(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run_process


@pytest.fixture
def little_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A pattern is stopped after 0.2 seconds, where no limit is named."""
    monkeypatch.setattr(Split.blocks, "__kwdefaults__", {"time_limit": 0.2})


@pytest.fixture(scope="session")
def published(vocabularies: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder, as ``XDG_DATA_HOME`` names it, in which all tokenizers with a name are."""
    home = tmp_path_factory.mktemp("data")
    folder = home / "bpetui" / "tokenizers"
    (folder / "gpt2").mkdir(parents=True)
    for file in (*vocabularies.glob("*.gz"), *vocabularies.glob("gpt2/*.gz")):
        name = str(file.relative_to(vocabularies)).removesuffix(".gz").replace(".tokenizer.json", ".json")
        (folder / name).symlink_to(file)  # files that are compressed are read, too
    return home


@pytest.fixture
def named(published: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tokenizers with a name are on this machine."""
    monkeypatch.setenv("XDG_DATA_HOME", str(published))


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """None of the tokenizers with a name is on this machine; returns where they could be put."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(local_files, "find_spec", lambda module: None)
    return tmp_path / "data" / "bpetui" / "tokenizers"


@pytest.fixture
def model(tmp_path: Path) -> str:
    """A tokenizer: 256 is "aa", 257 "aaa", 258 the first two bytes of 床, 259 the whole; 260 is special."""
    path = tmp_path / "toy.model"
    path.write_bytes(b"minbpe v1\n\n1\n<|end|> 260\n97 97\n256 97\n229 186\n258 138\n")
    return str(path)
