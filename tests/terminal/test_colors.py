"""Tests of terminals with many colors, sixteen, none, and of those that the program refuses."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.terminal import sequences
from tests.terminal.conftest import OpenPty
from tests.terminal.screens import assert_framed
from tests.terminal.terminals import PROGRAM, ROOT, Pty, environment

SIXTEEN = {str(base + number) for base in (30, 40, 90, 100) for number in range(8)}


def walk(pty_with: OpenPty, term: str, env: dict[str, str]) -> bytes:
    """Most of what can be drawn; returns what was sent."""
    terminal = begin(pty_with, term, env)
    for key in ("2", "down", "h", "3", "4", "b", "n"):
        terminal.press(key)
        terminal.wait_for_quiet(0.05)
    assert_framed(terminal.rows, 80, 24)
    terminal.press("i")
    terminal.wait_for("Leave the text")
    terminal.type("Học sinh")
    terminal.wait_for("8 characters")
    terminal.press("escape")
    terminal.wait_for("Step")
    terminal.press("left", "enter")
    close(terminal, "bytes that every")
    terminal.press("?")
    close(terminal, "Byte-pair encoding")
    terminal.press("o")
    close(terminal, "open a file")
    terminal.press("ctrl+p")
    close(terminal, "Search for commands")
    return end(terminal)


def begin(pty_with: OpenPty, term: str, env: dict[str, str]) -> Pty:
    """The program after ten merges."""
    terminal = pty_with("sample:vietnamese", "--split", "gpt2", term=term, env=env)
    terminal.wait_for(" next")
    terminal.press("S")
    terminal.wait_for("merge 10/256")
    return terminal


def end(terminal: Pty) -> bytes:
    """Quit, and return what was sent."""
    terminal.press("q")
    assert terminal.wait() == 0
    assert sequences.strange(terminal.sent) == []
    return terminal.sent


def close(terminal: Pty, text: str) -> None:
    """Wait for what shows a text, and close it."""
    terminal.wait_for(text)
    terminal.press("escape")
    terminal.wait_until(lambda shown: text not in shown, f"the end of {text!r}")


def test_256_colors(pty_with: OpenPty) -> None:
    sent = walk(pty_with, "xterm-256color", {})
    assert {color.rpartition(";")[0] for color in sequences.colors(sent) - SIXTEEN} == {"38;5", "48;5"}


def test_millions_of_colors(pty_with: OpenPty) -> None:
    sent = end(begin(pty_with, "xterm-256color", {"COLORTERM": "truecolor"}))
    assert any(color.startswith("48;2;") for color in sequences.colors(sent))


def test_sixteen_colors(pty_with: OpenPty) -> None:
    colors = sequences.colors(walk(pty_with, "xterm", {}))
    assert colors
    assert colors <= SIXTEEN
    assert not colors & {f"9{number}" for number in range(8)}, "bright text is pale on a white ground"


def test_sixteen_colors_in_screen(pty_with: OpenPty) -> None:
    assert sequences.colors(end(begin(pty_with, "screen", {}))) <= SIXTEEN


def test_no_colors(pty_with: OpenPty) -> None:
    sent = walk(pty_with, "xterm-256color", {"NO_COLOR": "1"})
    assert sequences.colors(sent) == set()
    assert {"1", "4", "7"} <= sequences.styles(sent), "what stands out must be seen without color"


@pytest.mark.parametrize("term", ["dumb", "", "unknown"])
def test_a_dumb_terminal_is_refused_with_a_sentence(pty_with: OpenPty, term: str) -> None:
    terminal = pty_with("sample:english", term=term)
    assert terminal.wait() == 1
    sentence = terminal.sent.decode()
    assert sentence.startswith("bpetui: the explorer cannot draw on this terminal")
    assert sentence.count("\n") == 1
    assert sequences.strange(terminal.sent) == []


@pytest.mark.parametrize("corpus", [[], ["sample:english"], ["-"]], ids=["nothing", "a sample", "standard input"])
def test_output_to_a_file_is_refused_with_a_sentence(corpus: list[str]) -> None:
    done = subprocess.run(
        [*PROGRAM, *corpus],
        cwd=ROOT,
        env=environment("xterm-256color"),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        start_new_session=True,
        timeout=30,
        check=False,
    )
    assert done.returncode == 1
    assert done.stdout == b""
    assert done.stderr.decode() == "bpetui: the explorer needs a terminal to draw on; bpetui train works without one\n"


def test_input_without_a_terminal_is_refused_with_a_sentence(pty_with: OpenPty) -> None:
    # setsid takes the program away from its terminal, which it can still write to.
    detached = "import os, sys; os.fork() and os._exit(os.waitstatus_to_exitcode(os.wait()[1])); os.setsid(); "
    detached += "os.execv(sys.argv[1], sys.argv[1:])"
    terminal = pty_with("-", command=(sys.executable, "-c", detached, *PROGRAM), stdin=b"a text")
    assert terminal.wait() == 1
    sentence = "bpetui: the explorer needs a terminal to read keys from; bpetui train works without one\r\n"
    assert terminal.sent.decode() == sentence
