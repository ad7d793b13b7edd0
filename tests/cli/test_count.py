"""``bpetui count``: the table of words of any texts, and what it refuses to count or write."""

import codecs
import os
import pty
import signal
import subprocess
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from bpetui.cli import count, inputs
from bpetui.core.normalization import NORMALIZATIONS, normalized
from bpetui.core.splitting import SPLIT_NAMES, split_custom, split_named
from bpetui.files.word_counts import dumps, loads
from bpetui.worker.counting import parallel_count, segments
from tests.cli.conftest import CommandResult, Run, shown

ENGLISH = "the cat saw\nthe dog, 'twas the cat's dog\n"


def table_of(*texts: str, split: str = "gpt2") -> str:
    """Return the expected table: the words of the texts, in order of first appearance."""
    words = [word for text in texts for word in split_named(split).words(text)]
    return dumps(Counter(words)).decode()


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two processes and small segments, for any text."""
    monkeypatch.setattr(parallel_count, "PARALLEL_BYTES", 1)
    monkeypatch.setattr(parallel_count, "_processors", lambda: 2)
    monkeypatch.setattr(segments, "SEGMENT", 100)


# Counts


def test_the_table_is_in_order_of_first_appearance(run: Run) -> None:
    ended = run("count", "-", "--split", "whitespace", stdin=b"b a b\n\\t\tb")
    assert ended == CommandResult(
        0, "b\t3\n \t2\na\t1\n\\n\t1\n\\\\t\t1\n\\t\t1\n", "bpetui: standard input: 9 words (6 distinct)\n"
    )


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("split", [name for name in SPLIT_NAMES if name != "none"])
def test_several_texts_give_one_table(run: Run, tmp_path: Path, split: str) -> None:
    sample = run("count", "sample:chinese", "--split", split).out
    assert sample
    chinese = (inputs.find_source("sample:chinese", "utf-8").path or Path()).read_text("utf-8")
    assert sample == table_of(chinese, split=split)
    (tmp_path / "a.txt").write_text(ENGLISH * 50)
    (tmp_path / "b.txt").write_text("cat's cradle")  # no word crosses from a text to the next
    ended = run("count", "a.txt", "sample:chinese", "-", "b.txt", "--split", split, stdin=b"standard")
    assert (ended.status, ended.out) == (0, table_of(ENGLISH * 50, chinese, "standard", "cat's cradle", split=split))
    assert ended.err.startswith("bpetui: 4 texts: ")


def test_a_custom_pattern_splits_the_text(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(ENGLISH)
    pattern = "[a-z]+(?= dog)|."
    ended = run("count", "a.txt", "-", "--pattern", pattern, stdin=ENGLISH.encode())
    assert ended.out == dumps(Counter(split_custom(pattern).words(ENGLISH) * 2)).decode()


def test_special_tokens_are_words(run: Run) -> None:
    words = ["count", "-", "--split", "gpt2", "--special", "<|end|>", "--special", "the cat"]
    ended = run(*words, stdin=b"the cat<|end|>the dog<|end|>")
    assert ended.out == "the cat\t1\n<|end|>\t2\nthe\t1\n dog\t1\n"
    assert "contains" in run("count", "-", "--split", "gpt2", "--special", "ab", "--special", "a", stdin=b"aab").err


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("form", NORMALIZATIONS)
def test_the_texts_are_normalized(run: Run, form: str) -> None:
    text = "ye\u0302\u0301u ﬁ ế ệ\u0323\n" * 20
    ended = run("count", "-", "--split", "gpt2", "--normalize", form, stdin=text.encode())
    assert ended.out == table_of(normalized(text, form))


@pytest.mark.parametrize("encoding", ["utf-16", "cp1252", "utf-8-sig"])
def test_a_text_in_another_encoding_is_read(run: Run, tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a.txt").write_bytes("café au lait".encode(encoding))
    ended = run("count", "a.txt", "-", "--split", "gpt2", "--encoding", encoding, stdin="thé".encode(encoding))
    assert (ended.status, ended.out) == (0, table_of("café au lait", "thé"))


def test_a_bom_is_kept_and_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_bytes(codecs.BOM_UTF8 + b"a")
    ended = run("count", "a.txt", "--split", "whitespace")
    assert loads(ended.out.encode(), "")[0] == {"\ufeffa": 1}
    assert ended.err == "bpetui: a.txt begins with a BOM\nbpetui: a.txt: 1 word (1 distinct)\n"


def test_texts_without_words_give_an_empty_table(run: Run, tmp_path: Path) -> None:
    (tmp_path / "empty.txt").touch()
    ended = run("count", "empty.txt", "-", "--split", "gpt2", "--output", "t.tsv")
    assert ended == CommandResult(0, "", "bpetui: 2 texts: 0 words (0 distinct)\nbpetui: wrote t.tsv\n")
    assert (tmp_path / "t.tsv").read_bytes() == b""


def test_a_pipe_is_read(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    writer = threading.Thread(target=path.write_text, args=[ENGLISH])
    writer.start()
    assert run("count", "pipe", "--split", "gpt2").out == table_of(ENGLISH)
    writer.join()


def test_training_on_the_table_gives_the_merges_of_the_text(run: Run) -> None:
    assert run("count", "sample:english", "--split", "gpt2", "--output", "t.tsv").status == 0
    merges = [
        run("train", *words, "--vocab-size", "400", "--json").out.splitlines()[1:-1]
        for words in (["sample:english", "--split", "gpt2"], ["t.tsv", "--word-counts"])
    ]
    assert len(merges[0]) == 144
    assert merges[0] == merges[1]


# Refusals


def test_counting_requires_a_split(run: Run) -> None:
    sentence = (
        "bpetui: without a split the whole text is one word; "
        "choose a split with --split (such as gpt2 or whitespace) or --pattern\n"
    )
    assert run("count", "-") == CommandResult(2, "", sentence)
    assert run("count", "-", "--split", "none") == CommandResult(2, "", sentence)


def test_the_help_says_that_a_split_is_required(run: Run) -> None:
    text = " ".join(run("count", "--help").out.split())
    assert "(--split or --pattern is required): lines, whitespace" in text


def test_wrong_usage_is_reported(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").touch()
    for words, sentence in [
        ([], "the following arguments are required: FILE; see bpetui count --help"),
        (["-", "a.txt", "-"], "standard input can be read only once; name - once"),
        (["a.txt", "--special", ""], "a special token is empty; write at least one character (--special)"),
        (["a.txt", "--encoding", "latin-17"], "unknown text encoding latin-17; try utf-8, utf-16, cp1252, gb18030"),
        (["a.txt", "--output", "-"], "--output needs a file name; without --output the table goes to standard output"),
    ]:
        ended = run("count", "--split", "gpt2", *words)
        assert (ended.status, ended.out) == (2, "")
        assert ended.err.startswith(f"bpetui: {sentence}")


def test_a_table_is_not_counted_again(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    find = inputs.find_source
    monkeypatch.setattr(inputs, "find_source", lambda *words: find(*words, is_table=True))
    ended = run("count", "-", "--split", "gpt2")
    assert ended == CommandResult(2, "", "bpetui: standard input is already a table of word counts; name a text\n")


def no_counting(*_: object) -> None:
    raise AssertionError("it counts before it looks")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("no.txt", "there is no file no.txt"),
        (".", ". is a folder, not a text file"),
        ("/dev/null", "/dev/null is a device or a socket, not a file"),
        ("\x1b[2J", "there is no file ␛[2J"),
        ("a\0b", "a␀b is not a valid file name"),
    ],
)
def test_an_unreadable_path_is_reported_before_any_file_is_read(
    run: Run, name: str, sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(count, "count_segments", no_counting)
    ended = run("count", "sample:english", "-", name, "--split", "gpt2", "--output", "t.tsv")
    assert ended == CommandResult(1, "", f"bpetui: {sentence}\n")


def test_a_file_without_read_permission_is_reported(
    run: Run, common_folder: Callable[[], AbstractContextManager[None]]
) -> None:
    Path("notes.txt").touch(mode=0)
    run("count", "sample:english", "--split", "gpt2")  # loads what nobody may not
    with common_folder():
        ended = run("count", "notes.txt", "--split", "gpt2")
    assert (ended.status, ended.err) == (1, "bpetui: no permission to read notes.txt\n")


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize("size", [10, 200_000])
def test_bytes_that_are_not_utf8_are_reported_with_their_place_and_nothing_is_written(
    run: Run, tmp_path: Path, size: int
) -> None:
    data = b"the cat\n" * size + b"caf\xe9 au lait"
    (tmp_path / "a.txt").write_bytes(data)
    likely = "it looks like windows-1252: read it with --encoding windows-1252"
    place = f"byte 0xe9 at offset {8 * size + 3} (line {size + 1}); {likely}"
    ended = run("count", "sample:english", "a.txt", "--split", "gpt2", "--output", "t.tsv")
    assert ended == CommandResult(1, "", f"bpetui: a.txt is not UTF-8: {place}\n")
    assert run("count", "-", "--split", "gpt2", stdin=data).err == f"bpetui: standard input is not UTF-8: {place}\n"
    assert not (tmp_path / "t.tsv").exists()


@pytest.mark.usefixtures("short_time_limit")
def test_a_pattern_that_cannot_finish_is_stopped(run: Run) -> None:
    ended = run("count", "-", "--pattern", "(?:a|a)+c", stdin=b"a" * 40)
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith("bpetui: the pattern takes over 0.2 s near character 0 (line 1) and may never finish")


@pytest.mark.usefixtures("small")
def test_a_lost_process_is_reported(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bpetui.worker.counting.pool._PROGRAM", "raise MemoryError")
    ended = run("count", "-", "--split", "gpt2", "--output", "t.tsv", stdin=ENGLISH.encode() * 1000)
    assert ended == CommandResult(
        1, "", "bpetui: a process that counts words was killed, possibly because memory ran out; try again\n"
    )
    assert not (tmp_path / "t.tsv").exists()


# The output


def test_the_table_is_written_to_a_file(run: Run, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text(ENGLISH)
    ended = run("count", "a.txt", "--split", "gpt2", "--output", "t.tsv")
    assert (ended.status, ended.out) == (0, "")
    assert ended.err.endswith("bpetui: wrote t.tsv\n")
    assert (tmp_path / "t.tsv").read_text("utf-8") == table_of(ENGLISH)
    again = run("count", "-", "--split", "gpt2", "--output", "t.tsv", "--force", stdin=b"new")
    assert again.status == 0
    assert (tmp_path / "t.tsv").read_text("utf-8") == "new\t1\n"


def test_unwritable_output_is_reported_before_reading(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("a.txt", "b.txt", "old.tsv"):
        (tmp_path / name).write_text(ENGLISH)
    (tmp_path / "link.txt").symlink_to("b.txt")
    (tmp_path / "loop").symlink_to("loop")
    monkeypatch.setattr(count, "count_segments", no_counting)
    for options, status, sentence in [
        (["old.tsv"], 1, "old.tsv already exists; use --force to overwrite it"),
        (["."], 1, ". is a folder; name a file in it"),
        (["no/a.tsv"], 1, "cannot write no/a.tsv: its folder does not exist"),
        (["a.txt/a"], 1, "cannot write a.txt/a: Not a directory"),
        (["loop"], 1, "cannot write loop: Too many levels of symbolic links"),
        (["a\0"], 1, "a␀ is not a valid file name"),
        (["b.txt", "--force"], 2, "b.txt is the corpus itself; choose another output file"),
        (["link.txt", "--force"], 2, "link.txt is the corpus itself; choose another output file"),
    ]:
        ended = run("count", "a.txt", "b.txt", "--split", "gpt2", "--output", *options)
        assert ended == CommandResult(status, "", f"bpetui: {sentence}\n")
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    ended = run("count", "a.txt", "--split", "gpt2", "--output", "t.tsv")
    assert ended == CommandResult(1, "", "bpetui: no permission to write t.tsv\n")
    assert (tmp_path / "b.txt").read_text() == (tmp_path / "old.tsv").read_text() == ENGLISH


def test_a_file_read_as_standard_input_is_not_overwritten(command: list[str], tmp_path: Path) -> None:
    path = tmp_path / "a.txt"
    path.write_text(ENGLISH)
    words = [*command, "count", "-", "--split", "gpt2", "--output", "a.txt", "--force"]
    with path.open("rb") as stdin:
        ended = subprocess.run(words, stdin=stdin, capture_output=True, check=False)
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert ended.stderr.endswith(b"a.txt is the corpus itself; choose another output file\n")
    assert path.read_text() == ENGLISH


def test_the_output_can_be_a_device(run: Run) -> None:
    assert run("count", "sample:english", "--split", "gpt2", "--output", "/dev/null").status == 0
    ended = run("count", "sample:english", "--split", "gpt2", "--output", "/dev/full")
    assert ended.err.endswith("bpetui: cannot write /dev/full: the disk is full\n")
    assert ended.status == 1


def test_a_reader_that_stops_ends_the_command(command: list[str]) -> None:
    counted = subprocess.Popen(
        [*command, "count", "sample:english", "--split", "gpt2"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert counted.stdout is not None
    counted.stdout.close()
    _, err = counted.communicate()
    assert (counted.returncode, err.count(b"\n")) == (141, 1)


# A real process


PARALLEL = """
import sys
from bpetui.worker.counting import parallel_count
parallel_count.PARALLEL_BYTES, parallel_count._processors = 1, lambda: 2
from bpetui.cli.main import main
sys.exit(main())
"""


@pytest.fixture
def parallel(command: list[str]) -> list[str]:
    """The words that start the command with two counting processes, for any text."""
    return [*command[:-2], "-c", PARALLEL, "count", "--split", "gpt2"]


def children_of(process_id: int) -> list[int]:
    """Return the ids of the child processes."""
    lists = Path(f"/proc/{process_id}/task").glob("*/children")
    return [int(child) for path in lists for child in path.read_text().split()]


@pytest.mark.skipif(not Path("/proc/self/task").is_dir(), reason="looks for processes in /proc")
def test_ctrl_c_leaves_no_file_and_no_process(parallel: list[str], tmp_path: Path) -> None:
    # Tests in the background may ignore the interrupt, and their child processes would inherit that.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    counted = subprocess.Popen(
        [*parallel, "-", "--output", "t.tsv"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert counted.stdin is not None
    counted.stdin.write(b"the words " * 200_000)
    counted.stdin.flush()
    helpers: list[int] = []
    while len(helpers) < 2:
        helpers = children_of(counted.pid)
        time.sleep(0.01)
    counted.send_signal(signal.SIGINT)
    out, err = counted.communicate()
    assert CommandResult(counted.returncode, out.decode(), err.decode()) == CommandResult(
        130, "", "bpetui: interrupted; nothing was written\n"
    )
    assert not (tmp_path / "t.tsv").exists()
    assert not any(Path(f"/proc/{process_id}").exists() for process_id in helpers)


@pytest.mark.usefixtures("command")
def test_memory_does_not_grow_with_the_texts() -> None:
    def most(copies: int) -> int:
        """Return the peak memory of the largest process, in KiB."""
        Path("large.txt").write_bytes(b"some words to count, 'twas\n" * 40_000 * copies)
        program = PARALLEL.replace("sys.exit(main())", "main()") + (
            "import resource\n"
            "print(max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))"
        )
        words = [sys.executable, "-c", program, "count", "--split", "lines", "large.txt", "--output", "/dev/null"]
        return int(subprocess.run(words, capture_output=True, check=True).stdout)

    assert most(20) < most(1) + 4096


@pytest.mark.parametrize("is_known", [True, False])
def test_a_terminal_shows_a_progress_bar_and_then_erases_it(
    parallel: list[str], tmp_path: Path, is_known: bool
) -> None:
    path = tmp_path / "a.txt"
    path.write_text(ENGLISH * 100_000)
    ours, theirs = pty.openpty()
    with path.open("rb") as stdin:
        words = [*parallel, "a.txt" if is_known else "-"]
        subprocess.run(words, stdin=stdin, stdout=subprocess.DEVNULL, stderr=theirs, check=True)
    os.close(theirs)
    seen = shown(ours)
    assert ("\rcounting [####" if is_known else "\rcounting ") in seen
    assert f"/{len(ENGLISH) * 100_000:,}" in seen or not is_known
    assert " \rbpetui: " in seen
    assert "\x1b" not in seen


def test_no_progress_bar_is_written_to_a_file(process: Run) -> None:
    assert "counting" not in process("count", "sample:english", "--split", "gpt2").err


def test_control_characters_are_visible_on_a_terminal_and_unchanged_in_a_pipe(process: Run, command: list[str]) -> None:
    text = "\x1b]52;c;eA==\x07 \x9b31m \u202ea"
    path = Path("a.txt")
    path.write_text(text, "utf-8")
    words = ["count", "a.txt", "--split", "whitespace"]
    assert process(*words).out == "\x1b]52;c;eA==\x07\t1\n \t2\n\x9b31m\t1\n\u202ea\t1\n"
    ours, theirs = pty.openpty()
    subprocess.run([*command, *words], stdout=theirs, stderr=subprocess.DEVNULL, check=True)
    os.close(theirs)
    assert shown(ours) == "␛]52;c;eA==␇\t1\r\n \t2\r\nU+009B31m\t1\r\nU+202Ea\t1\r\n"
