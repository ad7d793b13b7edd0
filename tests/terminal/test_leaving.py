"""Tests of the ends of the program: the terminal is restored, no process remains, a dead trainer is restarted."""

from __future__ import annotations

import os
import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.terminal import sequences
from tests.terminal.conftest import OpenPty, OpenTmux
from tests.terminal.screens import figures
from tests.terminal.terminals import PATIENCE, PROGRAM, Pty, Tmux, children, kill, wait_for_end_of

LEFT = {
    "line wrap": True,
    "cursor": True,
    "alternate screen": False,
    "mouse clicks": False,
    "mouse movement": False,
    "mouse coordinates": False,
    "mouse coordinates, urxvt": False,
    "focus": False,
    "bracketed paste": False,
}
"""How the modes must be left that the program sets."""


def assert_left_as_it_was(terminal: Pty) -> None:
    """The terminal's modes, keyboard protocol and settings are those from before the program."""
    left = sequences.modes(terminal.sent)
    assert {name: left.get(name, state) for name, state in LEFT.items()} == LEFT
    assert set(left) == set(LEFT)
    assert terminal.sent.count(b"\x1b[<u") == terminal.sent.count(b"\x1b[>25u")
    assert terminal.settings == terminal.settings_before


@pytest.mark.parametrize("keys", ["rq", "\x11"], ids=["q while the trainer runs", "ctrl+q"])
def test_quitting_restores_the_terminal_and_leaves_no_process(pty_with: OpenPty, keys: str) -> None:
    terminal = pty_with("sample:english")
    terminal.wait_for(" next")
    below = children(terminal.process.pid)
    assert below
    terminal.press(*keys)
    assert terminal.wait() == 0
    assert_left_as_it_was(terminal)
    assert wait_for_end_of(below) == []


def test_keys_after_q_are_ignored(pty_with: OpenPty) -> None:
    terminal = pty_with("sample:english")
    terminal.wait_for(" next")
    for key in "sqsssiq":
        terminal.type(key)
        time.sleep(0.005)
    assert terminal.wait() == 0
    assert_left_as_it_was(terminal)
    assert "Traceback" not in sequences.text(terminal.sent)


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP], ids=lambda number: number.name)
def test_a_signal_ends_the_program_with_the_terminal_restored(pty_with: OpenPty, number: signal.Signals) -> None:
    terminal = pty_with("sample:english")
    terminal.wait_for(" next")
    terminal.press("r")
    below = children(terminal.process.pid)
    os.kill(terminal.process.pid, number)
    status = terminal.wait()
    assert status in {-number, 128 + number}
    assert_left_as_it_was(terminal)
    assert wait_for_end_of(below) == []


def test_sigcont_without_a_suspension_is_ignored(pty_with: OpenPty) -> None:
    """SIGSTOP and SIGCONT, as job control of a supervisor sends them, or SIGCONT alone."""
    for numbers in ((signal.SIGCONT,), (signal.SIGSTOP, signal.SIGCONT)):
        terminal = pty_with("sample:english")
        terminal.wait_for(" next")
        below = children(terminal.process.pid)
        for number in numbers:
            os.kill(terminal.process.pid, number)
            time.sleep(0.2)
        terminal.press("s")
        terminal.wait_for("merge 1/256")
        terminal.press("q")
        assert terminal.wait() == 0
        assert_left_as_it_was(terminal)
        assert wait_for_end_of(below) == []


SHELL = 'set -m; "$@"; echo "[stopped]"; stty -a; read answer; fg >/dev/null'
"""A shell with job control, which resumes its job when it is told to."""


def test_ctrl_z_suspends_and_the_shell_resumes(tmp_path: Path) -> None:
    command = ["sh", "-c", SHELL, "sh", *PROGRAM, "sample:english"]
    with Tmux(command, tmp_path, env={"XDG_CONFIG_HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path)}) as terminal:
        terminal.wait_for(" next")
        terminal.press("C-z")
        shown = terminal.wait_for("[stopped]")
        assert "Corpus" not in shown
        assert [terminal.ask(name) for name in ("alternate_on", "cursor_flag", "mouse_any_flag")] == list("010")
        terminal.wait_for(" icanon")
        terminal.press("Enter")
        terminal.wait_for("1 Corpus")
        terminal.press("s")
        terminal.wait_for("merge 1/256")
        terminal.press("q")
        assert terminal.wait_for_end()[0] == 0


def test_ctrl_z_without_a_shell_shows_a_reason(tmux_with: OpenTmux) -> None:
    terminal = tmux_with("sample:english")
    terminal.wait_for(" next")
    terminal.press("C-z")
    terminal.wait_for("Cannot suspend the program: no shell started it that can resume it")
    terminal.press("s")
    terminal.wait_for("merge 1/256")


WITH_A_FAULT = """
import sys
from bpetui.cli.main import main
from bpetui.tui.explorer.explorer_screen import ExplorerScreen

def fail(self, *_):
    raise IndexError("odd \\x1b[2J one")

ExplorerScreen.action_help = fail
sys.exit(main())
"""


def test_an_internal_error_is_one_sentence(pty_with: OpenPty) -> None:
    for env, is_long in (({}, False), ({"BPETUI_TRACEBACK": "1"}, True)):
        terminal = pty_with("sample:english", command=(sys.executable, "-c", WITH_A_FAULT), env=env)
        terminal.wait_for(" next")
        below = children(terminal.process.pid)
        terminal.press("?")
        assert terminal.wait() == 1
        assert_left_as_it_was(terminal)
        assert wait_for_end_of(below) == []
        said = sequences.text(terminal.sent)
        assert ("Traceback" in said) == is_long
        if not is_long:
            assert "bpetui: internal error: IndexError in <string> line 7: odd ␛[2J one" in said


def die(terminal: Pty) -> None:
    kill(terminal.process.pid)


def lose_terminal(terminal: Pty) -> None:
    terminal.close_terminal()


@pytest.mark.parametrize("end", [die, lose_terminal], ids=["kill -9", "the terminal closed"])
def test_no_process_remains(pty_with: OpenPty, end: Callable[[Pty], None]) -> None:
    terminal = pty_with("sample:english", "--vocab-size", "2000")
    terminal.wait_for(" next")
    terminal.press("r")
    below = children(terminal.process.pid)
    assert below
    end(terminal)
    terminal.process.wait(PATIENCE)
    assert wait_for_end_of(below, 5) == []


def words(terminal: Pty) -> list[list[str]]:
    """What the screen shows but for the bottom line, whatever the columns' widths."""
    return [row.split() for row in terminal.rows[:-1]]


def test_a_killed_trainer_is_reported_and_restarted_at_the_same_merge(pty_with: OpenPty) -> None:
    terminal = pty_with("sample:english")
    terminal.wait_for(" next")
    terminal.press("S", "S", "b", "b", "1", *["down"] * 10)
    terminal.wait_for("merge 18/256")
    terminal.wait_until(lambda shown: "The·Printer·and" not in shown, "a place further down")
    terminal.wait_for_quiet()
    before = words(terminal)
    (trainer,) = children(terminal.process.pid)
    kill(trainer)
    terminal.wait_for("SIGKILL")
    terminal.wait_until(lambda _: children(terminal.process.pid), "another process")
    shown = terminal.wait_for("merge 18/256")
    assert "at merge 18" in shown
    terminal.press("1")  # what is said lies over the screen until the next key
    terminal.wait_for_quiet(0.3)
    assert words(terminal) == before, "the screen shows another place"
    terminal.press("3")
    terminal.wait_for("2 undone")
    terminal.press("s", "s", "s")
    terminal.wait_for("merge 21/256")
    terminal.press("q")
    assert terminal.wait() == 0
    assert_left_as_it_was(terminal)


def test_a_trainer_killed_during_a_run_continues_on_request(pty_with: OpenPty) -> None:
    terminal = pty_with("sample:english", "--vocab-size", "3000")
    terminal.wait_for(" next")
    terminal.press("r")
    terminal.wait_until(lambda shown: figures(shown.split("\n"))[0] > 10, "some merges")
    (trainer,) = children(terminal.process.pid)
    kill(trainer)
    said = re.search(r"at merge ([\d,]+)", terminal.wait_for("SIGKILL"))
    assert said
    made = int(said[1].replace(",", ""))
    assert made > 10
    terminal.wait_until(lambda shown: f" merge {made:,}/" in shown and "▶ merge" not in shown, "the same place")
    terminal.press("r")
    terminal.wait_until(lambda shown: figures(shown.split("\n"))[0] > made, "more merges")


def test_a_trainer_that_always_dies_ends_the_program_with_a_sentence(pty_with: OpenPty) -> None:
    terminal = pty_with("sample:english")
    terminal.wait_for(" next")
    dead: set[int] = set()
    deadline = time.monotonic() + PATIENCE
    while terminal.process.poll() is None and time.monotonic() < deadline and len(dead) < 40:
        for trainer in set(children(terminal.process.pid)) - dead:
            kill(trainer)
            dead.add(trainer)
    if terminal.process.poll() is None:  # it was opened in between: then it goes on
        terminal.wait_for("started again")
        return
    assert terminal.wait() == 1
    assert_left_as_it_was(terminal)
    assert "does not stay alive" in sequences.text(terminal.sent.rpartition(b"\x1b[?1049l")[2])
