"""``bpetui train``: its output for good and bad input, and after an interrupt."""

import codecs
import json
import os
import pty
import random
import re
import signal
import subprocess
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from bpetui.cli import train
from bpetui.formats.minbpe import MinbpeModel, read_model
from tests.cli.conftest import CommandResult, Run, shown
from tests.cli.training_events import events

# The merges, and the report on them


def test_the_merges_go_to_standard_output_and_messages_to_standard_error(run: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("床 \n床 \n", encoding="utf-8")
    ended = run("train", "notes.txt", "--vocab-size", "260")
    assert ended.out == (
        "   merge       id     left    right        count  ties  token\n"
        "       1      256      229      186            2     4  ⟨e5 ba⟩\n"
        "       2      257      256      138            2     3  床\n"
        "       3      258      257       32            2     2  床·\n"
        "       4      259      258       10            2     1  床·↵\n"
    )
    said = ended.err.splitlines()
    assert said[0] == "bpetui: notes.txt: 10 bytes, 6 characters, 1 word"
    assert re.fullmatch(r"bpetui: 4 merges in \d+\.\d\d s: vocabulary size 260, 2 tokens in the text", said[1])
    assert ended.status == 0


def test_a_custom_pattern_splits_the_text(run: Run) -> None:
    merges = events(run("train", "-", "--pattern", "[abc]", "--json", stdin=b"aaxybcxy"))[1:-1]
    assert [merge["bytes"] for merge in merges] == ["7879"]


def test_counts_are_those_of_the_normalized_text(run: Run) -> None:
    corpus = events(run("train", "-", "--normalize", "nfc", "--json", stdin="e\u0301".encode()))[0]
    assert (corpus["bytes"], corpus["characters"]) == (2, 1)


def test_the_merges_are_those_of_minbpe(run: Run, golden: Path) -> None:
    cases = json.loads((golden / "training.json").read_text("utf-8"))
    toys = [case for case in cases if case["oracle"] == "minbpe BasicTokenizer" and "text" in case]
    assert toys
    for case in toys:
        ended = run("train", "-", "--vocab-size", str(case["vocab_size"]), "--json", stdin=case["text"].encode())
        _, *merges, end = events(ended)
        assert [[merge["left"], merge["right"], merge["count"]] for merge in merges] == case["merges"], case["name"]
        assert end["tokens"] == case["final_tokens"]


def test_a_target_beyond_the_limit_of_the_text_is_reported_before_and_after(run: Run) -> None:
    ended = run("train", "-", "--vocab-size", "300", "--json", stdin=b"aaa")
    assert ended.status == 0
    assert {**events(ended)[-1], "seconds": 0} == {
        "event": "end", "reason": "exhausted", "vocab_size": 258, "tokens": 1, "seconds": 0,
    }  # fmt: skip
    assert ended.err == (
        "bpetui: standard input allows at most 2 merges; the target was 44\n"
        "bpetui: stopped after 2 merges: standard input has no pairs left\n"
    )


@pytest.mark.parametrize("text", ["", "a", "床"])
def test_a_tiny_text_ends_normally(run: Run, tmp_path: Path, text: str) -> None:
    (tmp_path / "small.txt").write_text(text, encoding="utf-8")
    ended = run("train", "small.txt", "--json", "--output", "small.model")
    assert ended.status == 0
    made = max(0, len(text.encode()) - 1)
    end = events(ended)[-1]
    assert (end["reason"], end["vocab_size"], end["tokens"]) == ("exhausted", 256 + made, len(text))
    assert len(read_model((tmp_path / "small.model").read_bytes(), "small.model").merges) == made


def test_a_target_of_256_makes_no_merges(run: Run) -> None:
    assert events(run("train", "-", "--vocab-size", "256", "--json", stdin=b"aaa"))[-1]["reason"] == "target"


def test_a_line_of_5_mb_is_trained_on(run: Run) -> None:
    ended = run("train", "-", "--vocab-size", "258", "--json", stdin=b"ab" * 2_500_000)
    assert [merge["count"] for merge in events(ended)[1:-1]] == [2_500_000, 2_499_999]


@pytest.mark.parametrize("split", ["none", "lines", "whitespace"])
def test_control_characters_are_text_like_any_other(run: Run, tmp_path: Path, split: str) -> None:
    name = "\x1b]0;x\x07[b].txt"
    text = "\x1b[31m\0[/foo]\u202e\x9b\r\n" * 3
    (tmp_path / name).write_bytes(text.encode())
    ended = run("train", name, "--split", split)
    assert ended.status == 0
    assert all(line.isprintable() for line in (ended.out + ended.err).splitlines())
    assert "␛]0;x␇[b].txt: " in ended.err
    assert "␛[31m␀[/foo]U+202EU+009B" in ended.out
    assert events(run("train", name, "--split", split, "--json"))[0]["bytes"] == len(text.encode())


# Input that cannot be read


def test_a_missing_file_or_a_folder_is_reported(run: Run) -> None:
    for name, sentence in {
        "no.txt": "there is no file no.txt",
        ".": ". is a folder, not a text file",
        "[b]\x1b[2J\udcff": "there is no file [b]␛[2JU+DCFF",
    }.items():
        ended = run("train", name)
        assert (ended.status, ended.out, ended.err) == (1, "", f"bpetui: {sentence}\n")


def test_a_file_without_read_permission_is_reported(
    run: Run, common_folder: Callable[[], AbstractContextManager[None]]
) -> None:
    Path("notes.txt").touch(mode=0)
    run("train", "no.txt")  # loads what nobody may not
    with common_folder():
        ended = run("train", "notes.txt")
    assert (ended.status, ended.err) == (1, "bpetui: no permission to read notes.txt\n")


def test_a_file_whose_name_is_not_utf8_is_read(process: Run, tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/a\xff.txt"
    Path(os.fsdecode(name)).write_text("aaa")
    ended = process("train", name, "--json", "--output", name + b".model")
    assert ended.status == 0
    assert ended.err.endswith("/aU+DCFF.txt.model (minbpe)\n")
    assert Path(os.fsdecode(name + b".model")).exists()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (
            b"\n" * 30 + b"a" * 1174 + b"\xe9t\xe9",
            "byte 0xe9 at offset 1204 (line 31); it looks like windows-1252: read it with --encoding windows-1252",
        ),
        (
            "Học".encode("utf-16"),
            "byte 0xff at offset 0 (line 1); it looks like utf-16: read it with --encoding utf-16",
        ),
    ],
)
def test_a_file_in_another_encoding_is_reported(run: Run, tmp_path: Path, data: bytes, sentence: str) -> None:
    (tmp_path / "notes.txt").write_bytes(data)
    ended = run("train", "notes.txt")
    assert (ended.status, ended.out, ended.err) == (1, "", f"bpetui: notes.txt is not UTF-8: {sentence}\n")
    encoding = "utf-16" if data.startswith(codecs.BOM_UTF16) else "latin-1"
    assert run("train", "notes.txt", "--encoding", encoding).status == 0


def test_a_bom_is_kept_and_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_bytes(codecs.BOM_UTF8 + b"a")
    ended = run("train", "notes.txt", "--json", "--vocab-size", "256")
    assert ended.err == "bpetui: notes.txt begins with a BOM\n"
    assert events(ended)[0]["bytes"] == 4


@pytest.mark.usefixtures("short_time_limit")
def test_a_pattern_that_cannot_finish_is_stopped(run: Run) -> None:
    ended = run("train", "-", "--pattern", "(?:a|a)+c", "--json", stdin=b"a" * 40)
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith("bpetui: the pattern takes over 0.2 s near character 0 (line 1) and may never finish")


def test_a_pattern_with_endless_recursion_is_stopped(run: Run) -> None:
    ended = run("train", "-", "--pattern", "(?R)|a", "--json", stdin=b"\nbaa")
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith("bpetui: the pattern runs out of memory near character 0 (line 1); write it ")


# The file of the tokenizer


def test_the_tokenizer_is_written_in_the_format_of_minbpe(run: Run, tmp_path: Path) -> None:
    ended = run("train", "sample:aaabdaaabac", "--vocab-size", "258", "--split", "gpt2-simple", "--output", "toy.model")
    assert (ended.status, ended.out) == (0, "")
    assert ended.err.endswith("bpetui: wrote toy.model (minbpe)\n")
    model = read_model((tmp_path / "toy.model").read_bytes(), "toy.model")
    assert model.merges == [(97, 97), (256, 97)]
    assert model.pattern.startswith("'s|'t|'re")


def test_a_trained_tokenizer_encodes(run: Run, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("床前床前", encoding="utf-8")
    run("train", "notes.txt", "--output", "notes.model")
    assert run("encode", "床前床前", "--tokenizer", "notes.model").out == "261\n"
    assert run("decode", "261", "--tokenizer", "notes.model").out == "床前床前"


def no_training(*_: object) -> None:
    raise AssertionError("it trains before it looks where to write")


def test_unwritable_output_is_reported_before_training(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "notes.txt").write_text("aaa")
    (tmp_path / "link.txt").symlink_to("notes.txt")
    (tmp_path / "old.model").write_text("old")
    (tmp_path / "loop").symlink_to("loop")
    monkeypatch.setattr(train, "load", no_training)
    minbpe, way_out = "cannot be written in the minbpe format: ", "; --format huggingface can hold it"
    for options, status, sentence in [
        (["--output", "old.model"], 1, "old.model already exists; use --force to overwrite it"),
        (["--output", "."], 1, ". is a folder; name a file in it"),
        (["--output", "no/a.model"], 1, "cannot write no/a.model: its folder does not exist"),
        (["--output", "notes.txt/a"], 1, "cannot write notes.txt/a: Not a directory"),
        (["--output", "loop"], 1, "cannot write loop: Too many levels of symbolic links"),
        (["--output", "a" * 300], 1, f"cannot write {'a' * 300}: File name too long"),
        (["--output", "notes.txt", "--force"], 2, "notes.txt is the corpus itself; choose another output file"),
        (["--output", "link.txt", "--force"], 2, "link.txt is the corpus itself; choose another output file"),
        (
            ["--output", "-"],
            2,
            "--output needs a file name; without --output the merges go to standard output",
        ),
        (
            ["--output", "a", "--split", "deepseek-v3"],
            1,
            f"{minbpe}the split deepseek-v3 has 3 patterns, but the format holds one{way_out}",
        ),
        (
            ["--output", "a", "--pattern", " ?a "],
            1,
            f'{minbpe}the split pattern " ?a " begins or ends with white space{way_out}',
        ),
    ]:
        ended = run("train", "notes.txt", *options)
        assert (ended.status, ended.out, ended.err) == (status, "", f"bpetui: {sentence}\n")
    assert (tmp_path / "old.model").read_text() == "old"


def test_a_folder_without_write_permission_is_reported_before_training(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(train, "load", no_training)
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    ended = run("train", "sample:english", "--output", "a.model")
    assert (ended.status, ended.err) == (1, "bpetui: no permission to write a.model\n")


# ctrl+c


@pytest.fixture
def long_text() -> bytes:
    """Return random letters, which take much longer than a test to merge completely."""
    return "".join(random.Random(1).choices("abcdefghijklmnop ", k=400_000)).encode()


def interrupted(command: list[str], text: bytes, *options: str) -> CommandResult:
    """Train on a text, and press ctrl+c after the first merges."""
    Path("long.txt").write_bytes(text)
    # Tests in the background may ignore the interrupt, and their child processes would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    words = [*command, "train", "long.txt", "--vocab-size", "100000", *options]
    training = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert training.stdout is not None
    first = training.stdout.readline() + training.stdout.readline()
    training.send_signal(signal.SIGINT)
    out, err = training.communicate()
    return CommandResult(training.returncode, (first + out).decode(), err.decode())


def test_ctrl_c_keeps_the_merges_made(command: list[str], tmp_path: Path, long_text: bytes) -> None:
    ended = interrupted(command, long_text, "--json", "--output", "long.model")
    assert ended.status == 130
    _, *merges, end = events(ended)
    assert (end["event"], end["reason"]) == ("end", "interrupted")
    assert (end["vocab_size"], end["tokens"]) == (256 + len(merges), merges[-1]["tokens"])
    model = read_model((tmp_path / "long.model").read_bytes(), "long.model")
    assert model == MinbpeModel(merges=[(merge["left"], merge["right"]) for merge in merges])
    s = "s" * (len(merges) > 1)
    assert (
        ended.err
        == f"bpetui: interrupted after {len(merges):,} merge{s} of 99,744\nbpetui: wrote long.model (minbpe)\n"
    )


def test_ctrl_c_leaves_whole_rows(command: list[str], long_text: bytes) -> None:
    ended = interrupted(command, long_text)
    assert ended.status == 130
    assert ended.out.endswith("\n")
    said = ended.err.splitlines()
    made = len(ended.out.splitlines()) - 1
    assert said[-1].startswith(f"bpetui: interrupted after {made:,} merge")


def test_ctrl_c_while_loading_writes_no_tokenizer(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(train, "load", interrupt)
    ended = run("train", "sample:english", "--json", "--output", "a.model")
    assert ended.status == 130
    [end] = events(ended)
    assert (end["reason"], end["vocab_size"], end["tokens"]) == ("interrupted", 0, 0)
    assert ended.err == "bpetui: interrupted after 0 merges of 256\n"
    assert not (tmp_path / "a.model").exists()
    assert run("train", "sample:english").err == ended.err


# Progress


def terminal_output(words: list[str], out: int) -> str:
    """Return what a terminal gets of standard error; standard output goes to ``out``."""
    ours, theirs = pty.openpty()
    subprocess.run(words, stdout=theirs if out == -1 else out, stderr=theirs, check=True)
    os.close(theirs)
    return shown(ours)


def test_a_terminal_shows_a_progress_bar_and_then_erases_it(command: list[str]) -> None:
    words = [*command, "train", "sample:english", "--vocab-size", "300"]
    seen = terminal_output([*words, "--json"], subprocess.DEVNULL)
    assert "\rmerging [" in seen
    assert "/44" in seen
    assert "\x1b" not in seen
    assert seen.endswith(" \r")
    assert "\rmerging [" in terminal_output([*words, "--output", "english.model"], subprocess.DEVNULL)


def test_no_progress_bar_interrupts_the_list_of_merges(command: list[str]) -> None:
    assert "merging" not in terminal_output([*command, "train", "sample:english", "--vocab-size", "260"], -1)


def test_no_progress_bar_is_written_to_a_file(process: Run) -> None:
    assert "merging" not in process("train", "sample:english", "--json").err


def test_character_sets_in_a_pattern_mean_the_same_as_in_rust(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("ab月落ab月落", "utf-8")
    pattern = r"[\p{L}&&[^\p{Han}]]+"
    words = ("train", "a.txt", "--vocab-size", "300", "--pattern", pattern, "--output", "a.json")
    assert run(*words).status == 0
    assert run("encode", "ab月", "--tokenizer", "a.json").out.split()[0] == "256"
    ended = run(*words[:-3], "[a[b]", "--output", "b.json")
    assert ended.status == 2
    assert r"[ inside a set opens another set, which is not closed; write \[ for a literal [" in ended.err
