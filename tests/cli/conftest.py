"""Two ways to run a command: in the process of the tests, which is quick, and as a process of its own."""

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
class CommandResult:
    """The exit status of a command, and its output."""

    status: int
    out: str
    err: str


Run = Callable[..., CommandResult]


def shown(terminal: int) -> str:
    """Return everything written to a terminal, after all its writers have ended; closes it."""
    seen = bytearray()
    with suppress(OSError):  # as Linux says that no one is at the other end
        while part := os.read(terminal, 1 << 16):
            seen += part
    os.close(terminal)
    return seen.decode()


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """A function that runs a command in this process, in a temporary folder; ``stdin`` is its standard input."""
    monkeypatch.chdir(tmp_path)

    def run_here(*words: str, stdin: bytes = b"") -> CommandResult:
        out, err = io.BytesIO(), io.BytesIO()
        with monkeypatch.context() as patch:
            # ASCII, as in a locale without UTF-8.
            for name, stream in {"stdin": io.BytesIO(stdin), "stdout": out, "stderr": err}.items():
                patch.setattr(sys, name, io.TextIOWrapper(stream, encoding="ascii"))
            status = main(words)
            return CommandResult(status, out.getvalue().decode(), err.getvalue().decode())

    return run_here


@pytest.fixture
def command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The words that start the program as a process; the test and the program run in a temporary folder."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    return [sys.executable, "-m", "bpetui"]


@pytest.fixture
def process(command: list[str]) -> Run:
    """A function that runs a command as a process to its end; its words can be bytes."""

    def run_process(*words: str | bytes, stdin: bytes = b"", **environment: str) -> CommandResult:
        done = subprocess.run(
            [*command, *words], input=stdin, capture_output=True, env={**os.environ, **environment}, check=False
        )
        return CommandResult(done.returncode, done.stdout.decode(), done.stderr.decode())

    return run_process


@pytest.fixture
def short_time_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """A time limit of 0.2 seconds for patterns."""
    monkeypatch.setattr(Split.blocks, "__kwdefaults__", {"time_limit": 0.2})


@pytest.fixture(scope="session")
def published(vocabularies: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder, for ``XDG_DATA_HOME``, with all tokenizers known by name."""
    home = tmp_path_factory.mktemp("data")
    folder = home / "bpetui" / "tokenizers"
    (folder / "gpt2").mkdir(parents=True)
    for file in (*vocabularies.glob("*.gz"), *vocabularies.glob("gpt2/*.gz")):
        name = str(file.relative_to(vocabularies)).removesuffix(".gz").replace(".tokenizer.json", ".json")
        (folder / name).symlink_to(file)  # files that are compressed are read, too
    return home


@pytest.fixture
def named(published: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with all tokenizers known by name."""
    monkeypatch.setenv("XDG_DATA_HOME", str(published))


@pytest.fixture
def nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine without tokenizers; returns the folder of the user's own."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("TIKTOKEN_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr(local_files, "find_spec", lambda module: None)
    return tmp_path / "data" / "bpetui" / "tokenizers"


@pytest.fixture
def model(tmp_path: Path) -> str:
    """A tokenizer: 256 is "aa", 257 "aaa", 258 the first two bytes of 床, 259 all of it; 260 is special."""
    path = tmp_path / "toy.model"
    path.write_bytes(b"minbpe v1\n\n1\n<|end|> 260\n97 97\n256 97\n229 186\n258 138\n")
    return str(path)


@pytest.fixture
def english(run: Run) -> str:
    """A tokenizer that all formats can hold."""
    words = ["train", "sample:english", "--split", "gpt2", "--vocab-size", "400", "--output", "english.model"]
    assert run(*words).status == 0
    return "english.model"
