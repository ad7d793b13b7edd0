"""The command line as a whole: the choice of the command, errors, and the standard streams."""

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from bpetui.cli import samples
from tests.cli.conftest import ROOT, CommandResult, Run

COMMANDS = ["train", "count", "encode", "decode", "inspect", "compare", "convert", "samples", "tokenizers"]


# The choice of the command


def test_the_first_word_selects_the_command(run: Run, tmp_path: Path) -> None:
    (tmp_path / "train").write_text("aaa")
    assert run("train", "./train").status == 0
    assert run("./train").err == "bpetui: the explorer needs a terminal to draw on; bpetui train works without one\n"


def test_a_word_that_is_not_a_command_is_a_file(run: Run) -> None:
    assert run("trian").err == "bpetui: there is no file trian\n"


def test_the_help_lists_the_commands(run: Run) -> None:
    ended = run("--help")
    assert ended.status == 0
    assert ended.err == ""
    for name in COMMANDS:
        assert f"\n  {name} " in ended.out


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_fits_80_columns(run: Run, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    ended = run(name, "--help")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith(f"usage: bpetui {name} ")
    assert max(map(len, ended.out.splitlines())) <= 80


def test_the_version_is_written(process: Run) -> None:
    ended = process("--version")
    assert (ended.status, ended.err) == (0, "")
    assert ended.out.startswith("bpetui ")


def test_an_internal_error_is_one_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(words: object) -> int:
        raise IndexError("odd \x1b[2J one")

    monkeypatch.setattr(samples, "run", fail)
    ended = run("samples")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith("bpetui: internal error: IndexError in test_commands.py line ")
    assert ": odd ␛[2J one; set BPETUI_TRACEBACK=1 " in ended.err
    monkeypatch.setenv("BPETUI_TRACEBACK", "1")
    with pytest.raises(IndexError):
        run("samples")


# Wrong usage


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["train"], "the following arguments are required: CORPUS; see bpetui train --help"),
        (["a", "b"], "unrecognized arguments: b; see bpetui --help"),
        (["train", "a", "--vocab", "300"], "unrecognized arguments: --vocab 300; see bpetui train --help"),
        (["encode", "a"], "the following arguments are required: --tokenizer; see bpetui encode --help"),
        (["samples", "[/b]\x1b[31m\n"], "unrecognized arguments: [/b]␛[31m␊; see bpetui samples --help"),
    ],
)
def test_wrong_usage_is_one_sentence(run: Run, words: list[str], sentence: str) -> None:
    ended = run(*words)
    assert (ended.status, ended.out, ended.err) == (2, "", f"bpetui: {sentence}\n")


@pytest.mark.parametrize("command", [[], ["train"]])
@pytest.mark.parametrize("size", ["255", "-1", "abc", "1_000", "1e3", "300.0", "", "1000001", "1000000000", "9" * 5000])
def test_a_vocabulary_size_outside_the_limits_is_reported(run: Run, command: list[str], size: str) -> None:
    ended = run(*command, "sample:english", f"--vocab-size={size}")
    assert (ended.status, ended.out) == (2, "")
    least = "256 (the bytes)" if size == "255" else "1"  # an alphabet of characters can be small
    shown = size if len(size) < 40 else size[:40] + "…"
    assert ended.err == (
        f"bpetui: vocabulary size must be a whole number from {least} to 1,000,000, not {shown} (--vocab-size)\n"
    )


@pytest.mark.parametrize("command", [[], ["train"]])
@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (["--split", "gpt5"], "there is no split gpt5; choose one of none, lines"),
        (["--split", "none", "--pattern", "a"], "argument --pattern: not allowed with argument --split"),
        (["--pattern", ""], "the pattern is empty"),
        (["--pattern", "a(b"], "the pattern does not compile: missing ) at position 3"),
        (["--pattern", "[z-a]"], "the pattern does not compile: bad character range at position 4"),
        (["--pattern", "a\udcff"], "the pattern contains a byte that is not UTF-8"),
        (
            ["--normalize", "nfx"],
            "there is no normal form nfx; choose one of none, nfc, nfd, nfkc, nfkd (--normalize)",
        ),
        (["--encoding", "utf-9"], "unknown text encoding utf-9"),
    ],
)
def test_a_wrong_option_value_is_reported(run: Run, command: list[str], options: list[str], sentence: str) -> None:
    ended = run(*command, "sample:english", *options)
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith(f"bpetui: {sentence}")
    assert ended.err.count("\n") == 1


def test_an_unknown_sample_is_wrong_usage(run: Run) -> None:
    ended = run("train", "sample:\x1bx")
    assert (ended.status, ended.out) == (2, "")
    assert ended.err.startswith("bpetui: there is no sample ␛x; the samples are english, ")


@pytest.mark.parametrize("command", [[], ["train"], ["train", "sample:english", "--held-out"]])
def test_an_empty_file_name_is_wrong_usage(run: Run, command: list[str]) -> None:
    sentence = "the file name is empty; name a file, - (standard input) or sample:NAME"
    assert run(*command, "") == CommandResult(2, "", f"bpetui: {sentence}\n")


# Interrupts, and streams that cannot be used


def test_a_reader_that_stops_ends_the_command_quietly(command: list[str]) -> None:
    train = subprocess.Popen(
        [*command, "train", "sample:english", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert train.stdout is not None
    train.stdout.close()
    _, err = train.communicate()
    assert (train.returncode, err) == (141, b"")


@pytest.mark.parametrize(
    "words",
    [["samples"], ["--help"], ["--version"], ["train", "sample:english"], ["train", "sample:english", "--json"]],
)
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_full_disk_is_reported(
    command: list[str], words: list[str], unbuffered: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    with Path("/dev/full").open("wb") as full:
        ended = subprocess.run([*command, *words], stdout=full, stderr=subprocess.PIPE, check=False)
    assert ended.returncode == 1
    sentences = ended.stderr.decode().splitlines()
    assert sentences[-1] == "bpetui: cannot write to standard output: No space left on device"
    assert all(line.startswith("bpetui: ") for line in sentences)


@pytest.mark.parametrize("place", ["2>/dev/full", "2>&-"])
def test_a_message_that_cannot_be_written_is_dropped(command: list[str], place: str) -> None:
    ended = subprocess.run(["/bin/sh", "-c", f'"$@" {place}', "sh", *command, "nope"], capture_output=True, check=False)
    assert (ended.returncode, ended.stdout) == (1, b"")


@pytest.mark.parametrize(
    ("words", "place", "sentence"),
    [
        ("samples", ">&-", "standard output is closed; leave it open for the result"),
        ("train -", "<&-", "standard input is closed; pipe a text into it or name a file"),
    ],
)
def test_a_closed_stream_is_reported(command: list[str], words: str, place: str, sentence: str) -> None:
    shell = ["/bin/sh", "-c", f'"$@" {words} {place}', "sh", *command]
    ended = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (1, "", f"bpetui: {sentence}\n")


def test_missing_memory_is_one_sentence(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    def swell(words: list[str]) -> int:
        raise MemoryError

    monkeypatch.setattr(samples, "run", swell)
    ended = run("samples")
    assert (ended.status, ended.err) == (1, "bpetui: not enough memory; try a smaller text\n")


def test_typed_text_is_read_until_ctrl_d(command: list[str]) -> None:
    ours, theirs = pty.openpty()
    os.write(ours, b"aa\n\x04")
    ended = subprocess.run([*command, "train", "-"], stdin=theirs, capture_output=True, text=True, check=True)
    os.close(ours)
    os.close(theirs)
    assert ended.stderr.startswith(
        "bpetui: reading what you type; press ctrl+d on an empty line to finish\nbpetui: standard input: 3 bytes, "
    )


# Locale, and the modules that load


HEAVY = {"textual", "platformdirs", "multiprocessing", "asyncio", "concurrent", "subprocess", "importlib.metadata"}


@pytest.mark.parametrize(
    ("more", "heavy"), [(["--output", "x.model"], {*HEAVY, "rich"}), (["--json"], {*HEAVY, "rich"}), ([], HEAVY)]
)
def test_training_loads_nothing_that_only_the_screen_needs(more: list[str], heavy: set[str], tmp_path: Path) -> None:
    """Compare with the modules loaded before the command. Only the table of merges needs rich, for widths."""
    program = (
        "import sys; before = set(sys.modules)\n"
        "from bpetui.cli.main import main\n"
        f"status = main(['train', 'sample:aaabdaaabac', *{more}])\n"
        "print(*{name.partition('.')[0] for name in set(sys.modules) - before}, file=sys.stderr)\n"
        "sys.exit(status)"
    )
    ended = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    loaded = set(ended.stderr.splitlines()[-1].split())
    assert {"bpetui", "regex"} <= loaded
    assert not loaded & heavy


def test_a_misspelled_command_gets_a_suggestion(run: Run, tmp_path: Path) -> None:
    for word, meant in {"trian": "train", "inspct": "inspect", "tokenizer": "tokenizers", "covnert": "convert"}.items():
        ended = run(word, "notes.txt", "--vocab-size", "300")
        assert (ended.status, ended.out) == (2, "")
        assert (
            ended.err == f"bpetui: there is no command {word}; did you mean {meant}? bpetui --help lists the commands\n"
        )
    (tmp_path / "trian").write_text("a text")
    assert "unrecognized arguments: notes.txt" in run("trian", "notes.txt").err
