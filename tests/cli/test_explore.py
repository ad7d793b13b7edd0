"""``bpetui [CORPUS]``: the arguments and checks before the screen opens."""

import os
import pty
import subprocess
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from bpetui.cli import explore
from bpetui.core.options import Options
from bpetui.core.splitting import split_custom, split_named
from bpetui.files.samples import sample
from bpetui.files.source import Source
from bpetui.tui.run.session import Start
from tests.cli.conftest import Run, shown


class App:
    """A substitute for the app: records its start, and ends at once."""

    opened: list[Start]
    failure = ""
    fault: Exception | None = None
    return_code: int | None = None

    def __init__(self, start: Start) -> None:
        self.opened.append(start)

    def run(self) -> None:
        pass


@pytest.fixture
def app(monkeypatch: pytest.MonkeyPatch) -> type[App]:
    """The substitute for the app, with a terminal that passes all checks."""
    module: Any = ModuleType("bpetui.tui.app")
    module.BpetuiApp = type("BpetuiApp", (App,), {"opened": []})
    monkeypatch.setitem(sys.modules, "bpetui.tui.app", module)
    monkeypatch.setattr(explore, "_keyboard", lambda: None)
    stand_in: type[App] = module.BpetuiApp
    return stand_in


# The start of the app


def test_without_arguments_a_sample_opens_with_a_hint_on_the_first_keys(run: Run, app: type[App]) -> None:
    assert run().status == 0
    [start] = app.opened
    assert start.source == Source("english.txt", sample("english").path)
    assert (start.options, start.vocab_size) == (Options(), 512)
    assert start.welcome == "Sample english: press s to merge, o to open another text, ? for help"


def test_word_counts_are_ignored_with_a_note_for_a_sample_that_is_a_text(run: Run, app: type[App]) -> None:
    assert run("sample:english", "--word-counts").status == 0
    assert run("sample:seven-syllables", "--word-counts").status == 0
    text, table = app.opened
    assert text.welcome == "sample:english is a text, not a table of word counts; --word-counts is ignored"
    assert (text.source.is_table, table.source.is_table, table.welcome) == (False, True, "")


def test_a_file_opens_with_its_options(run: Run, app: type[App], tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("aaa")
    options = ["--vocab-size", "300", "--split", "gpt2", "--normalize", "nfc", "--encoding", "latin-1"]
    assert run("notes.txt", *options).status == 0
    assert run(*options, "notes.txt").status == 0
    source = Source("notes.txt", Path("notes.txt"), encoding="latin-1")
    assert app.opened == [Start(source, Options(split_named("gpt2"), "nfc"), 300)] * 2
    run("notes.txt", "--pattern", "a+")
    assert app.opened[-1].options == Options(split_custom("a+"))


def test_every_training_option_reaches_the_app(run: Run, app: type[App], tmp_path: Path) -> None:
    (tmp_path / "words.tsv").write_text("low\t5\n")
    (tmp_path / "other.txt").write_text("lower")
    options = ["--alphabet", "characters", "--end-of-word", "</w>", "--ties", "smallest-id", "--min-count", "2"]
    options += ["--max-token-bytes", "9", "--special", "<a>", "--special", "<b>", "--held-out", "other.txt"]
    options += ["--word-counts", "--veto", "l", "o", "--veto", "0xe4", "0xba82"]
    assert run("words.tsv", *options).status == 0
    [start] = app.opened
    assert start == Start(
        Source("words.tsv", Path("words.tsv"), is_table=True),
        Options(
            split_named("none"),
            alphabet="characters",
            end_of_word="</w>",
            ties="smallest-id",
            min_count=2,
            max_token_bytes=9,
        ).with_special(("<a>", "<b>")),
        512,
        ((b"l", b"o"), (b"\xe4", b"\xba\x82")),
        Source("other.txt", Path("other.txt")),
    )


def test_a_sample_has_its_own_alphabet_unless_one_is_given(run: Run, app: type[App]) -> None:
    assert run("sample:seven-syllables").status == 0
    assert run("sample:seven-syllables", "--alphabet", "bytes").status == 0
    assert [start.source.is_table for start in app.opened] == [True, True]
    assert [start.options for start in app.opened] == [Options(alphabet="characters", end_of_word="_"), Options()]


def test_standard_input_is_read_unchanged(run: Run, app: type[App]) -> None:
    run("-", stdin=b"\xef\xbb\xbfa\r\n\xff")
    assert app.opened[0].source == Source("standard input", data=b"\xef\xbb\xbfa\r\n\xff")


def test_a_pipe_is_read_once_by_the_command(run: Run, app: type[App]) -> None:
    ours, theirs = os.pipe()
    os.write(theirs, b"aaa")
    os.close(theirs)
    run(f"/dev/fd/{ours}")
    os.close(ours)
    assert app.opened[0].source == Source(str(ours), data=b"aaa")


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("a" * 300, "the file name is too long: aaa"),
        ("no.txt", "there is no file no.txt"),
        (".", ". is a folder, not a text file"),
        ("/dev/zero", "/dev/zero is a device"),
    ],
)
def test_an_unreadable_corpus_is_reported_before_the_screen_opens(
    run: Run, app: type[App], name: str, sentence: str
) -> None:
    ended = run(name)
    assert (ended.status, ended.out) == (1, "")
    assert ended.err.startswith(f"bpetui: {sentence}")
    assert not app.opened


def test_a_file_without_read_permission_is_reported_before_the_screen_opens(
    run: Run, app: type[App], common_folder: Callable[[], AbstractContextManager[None]]
) -> None:
    Path("notes.txt").touch(mode=0)
    run("no.txt")  # loads what nobody may not
    with common_folder():
        assert run("notes.txt").err == "bpetui: no permission to read notes.txt\n"
    assert not app.opened


def test_a_later_failure_is_reported_after_the_screen_closes(run: Run, app: type[App]) -> None:
    app.failure = "notes.txt is not UTF-8"
    ended = run("sample:english")
    assert (ended.status, ended.err) == (1, "bpetui: notes.txt is not UTF-8\n")


def test_the_status_of_the_app_is_that_of_the_command(run: Run, app: type[App]) -> None:
    app.return_code = 3
    assert run("sample:english").status == 3


# The terminal

IN_A_TERMINAL = f"""
import os, sys, types
sys.path.insert(0, {str(Path(__file__).parents[2])!r})
if "alone" not in sys.argv:
    os.close(os.open(os.ttyname(1), os.O_RDWR))  # the leader of a session gets the terminal that it opens

class BpetuiApp:
    failure, fault, return_code = "", None, None
    def __init__(self, start):
        self.source = start.source
    def run(self):
        print(self.source.data, os.read(sys.__stdin__.fileno(), 10), sys.stdin is sys.__stdin__)

app = sys.modules["bpetui.tui.app"] = types.ModuleType("bpetui.tui.app")
app.BpetuiApp = BpetuiApp
from bpetui.cli.main import main
sys.exit(main(sys.argv[1].split()))
"""


def in_a_terminal(words: str, *options: str, redirect: str = "", term: str = "xterm") -> tuple[int, str]:
    """Run the program on a terminal of its own; returns its status and the output on the terminal.

    Standard input is a pipe that holds ``abc``, and the key ``k`` is typed. ``alone``: there is nothing to type on.
    """
    ours, theirs = pty.openpty()
    os.write(ours, b"k\n")
    with subprocess.Popen(
        ["/bin/sh", "-c", f'exec "$@" {redirect}', "sh", sys.executable, "-c", IN_A_TERMINAL, words, *options],
        stdin=subprocess.PIPE,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": term},
        start_new_session=True,
    ) as program:
        program.communicate(b"abc")
    os.close(theirs)
    return program.returncode, shown(ours).replace("\r\n", "\n").removeprefix("k\n")


@pytest.mark.parametrize(("words", "data"), [("-", b"abc"), ("sample:english", None)])
def test_keys_come_from_the_terminal_if_standard_input_is_not_one(words: str, data: bytes | None) -> None:
    assert in_a_terminal(words) == (0, f"{data!r} b'k\\n' True\n")


def test_keys_come_from_the_terminal_if_standard_input_is_closed() -> None:
    assert in_a_terminal("sample:english", redirect="<&-") == (0, "None b'k\\n' True\n")


def test_a_missing_keyboard_is_reported() -> None:
    sentence = "bpetui: the explorer needs a terminal to read keys from; bpetui train works without one\n"
    assert in_a_terminal("-", "alone") == (1, sentence)


def test_standard_error_must_be_the_terminal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert in_a_terminal("sample:english", redirect="2>err") == (1, "")
    assert Path("err").read_text().startswith("bpetui: the explorer draws on standard error; do not redirect it")


@pytest.mark.parametrize(("term", "what"), [("dumb", "dumb"), ("unknown", "unknown"), ("", "not set")])
def test_a_terminal_without_cursor_control_is_reported(term: str, what: str) -> None:
    sentence = (
        f"bpetui: the explorer cannot draw on this terminal (TERM is {what}); bpetui train works without a screen\n"
    )
    assert in_a_terminal("sample:english", term=term) == (1, sentence)


def test_a_missing_terminal_is_reported(process: Run) -> None:
    for words in ([], ["sample:english"], ["-"]):
        ended = process(*words)
        assert (ended.status, ended.out) == (1, "")
        assert ended.err == "bpetui: the explorer needs a terminal to draw on; bpetui train works without one\n"


@pytest.mark.parametrize(
    ("name", "value", "used"),
    [
        ("TEXTUAL_FPS", "0", "240"),
        ("TEXTUAL_FPS", "-1", "240"),
        ("TEXTUAL_FPS", "fast", "240"),
        ("TEXTUAL_FPS", "30", "30"),
        ("TEXTUAL_COLOR_SYSTEM", "zzz", None),
        ("TEXTUAL_COLOR_SYSTEM", "", None),
        ("TEXTUAL_COLOR_SYSTEM", "256", "256"),
    ],
)
def test_variables_that_textual_cannot_use_are_removed(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str, used: str | None
) -> None:
    monkeypatch.setenv("TEXTUAL_FPS", "60")
    monkeypatch.setenv(name, value)
    explore._prepare_environment()
    assert os.environ.get(name) == used
