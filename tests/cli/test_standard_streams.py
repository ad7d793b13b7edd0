"""The standard streams: UTF-8 in any locale, and terminal sizes that no terminal has."""

import os

import pytest

from tests.cli.conftest import Run


@pytest.mark.parametrize("columns", ["99999999999", "0", "-5", "", "x"])
def test_an_impossible_terminal_size_is_ignored(
    run: Run, model: str, monkeypatch: pytest.MonkeyPatch, columns: str
) -> None:
    monkeypatch.setenv("COLUMNS", columns)
    monkeypatch.setenv("LINES", columns)
    ended = run("inspect", "aaa", "--tokenizer", model)
    assert (ended.status, len(ended.out.splitlines()), len(ended.out) < 1000) == (0, 2, True)
    assert "COLUMNS" not in os.environ
    assert run("compare", "aaa", "--tokenizer", model).status == 0
    monkeypatch.setenv("COLUMNS", "40")
    assert max(map(len, run("compare", "--help").out.splitlines())) <= 80
    assert os.environ["COLUMNS"] == "40"


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "ascii"},
        {"PYTHONIOENCODING": "utf-16"},
        {"LC_ALL": "C"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
)
def test_output_is_utf8_in_any_locale(process: Run, environment: dict[str, str]) -> None:
    ended = process("train", "-", stdin="床床床".encode(), **environment)
    assert ended.status == 0
    assert "⟨e5 ba⟩" in ended.out
    assert "床床" in ended.out
    assert process("床.txt", **environment).err.startswith("bpetui: there is no file ")
