"""In any environment a command works or ends with one sentence, whichever command it is."""

import os
import sys
import zipfile
from pathlib import Path
from subprocess import check_output

import pytest

from bpetui.cli import explore
from tests.cli.conftest import ROOT, Run


@pytest.mark.parametrize(
    "words",
    [
        ("train", "{}"),
        ("train", "sample:aaabdaaabac", "--held-out", "{}"),
        ("train", "sample:aaabdaaabac", "--output", "{}"),
        ("count", "{}", "--split", "gpt2"),
        ("encode", "a", "--tokenizer", "{}"),
        ("convert", "gpt2", "--output", "{}"),
        ("{}",),
        ("{}", "--split", "gpt2"),
    ],
)
def test_a_name_that_is_too_long_is_reported(run: Run, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]) -> None:
    monkeypatch.setattr(explore, "_keyboard", lambda: None)
    ended = run(*(word.format("x" * 300) for word in words))
    assert ended.status in {1, 2}
    assert ended.err.startswith("bpetui: ")
    assert ended.err.count("\n") == 1
    assert "fault" not in ended.err


@pytest.fixture
def zipped(tmp_path: Path) -> Path:
    """The program in a zip, with its assets."""
    path = tmp_path / "bpetui.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for folder, inside in ((ROOT / "bpetui", "bpetui"), (ROOT / "assets", "bpetui/assets")):
            for file in folder.rglob("*"):
                if file.is_file() and "__pycache__" not in file.parts:
                    archive.write(file, f"{inside}/{file.relative_to(folder)}")
    return path


def test_the_samples_are_found_in_a_zip(zipped: Path, run: Run) -> None:
    def from_zip(*words: str) -> str:
        command = [sys.executable, "-m", "bpetui", *words]
        return check_output(command, env={**os.environ, "PYTHONPATH": str(zipped)}, cwd=zipped.parent, text=True)

    assert from_zip("samples") == run("samples").out
    words = ("train", "sample:low-lower-newest-widest", "--vocab-size", "12")
    assert from_zip(*words) == run(*words).out
