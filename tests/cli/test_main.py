"""The entry point ends with a status."""

import sys

import pytest

from bpetui.cli import samples
from bpetui.cli.main import main
from tests.cli.conftest import Run


def test_ctrl_c_is_status_130(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(words: list[str]) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(samples, "run", interrupt)
    assert run("samples").status == 130


def test_the_status_is_that_of_the_command(run: Run) -> None:
    assert run("samples").status == 0
    assert run("train", "missing.txt").status == 1
    assert run("train", "--no-such-option").status == 2


def test_the_words_of_the_command_line_are_used_without_arguments(
    monkeypatch: pytest.MonkeyPatch, capsysbinary: pytest.CaptureFixture[bytes]
) -> None:
    monkeypatch.setattr(sys, "argv", ["bpetui", "--version"])
    assert main() == 0
    assert capsysbinary.readouterr().out.startswith(b"bpetui ")
