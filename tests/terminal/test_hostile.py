"""Tests that no text controls the terminal: every byte sent is parsed."""

from __future__ import annotations

from pathlib import Path

import pytest
import regex

from tests.terminal import sequences
from tests.terminal.conftest import OpenPty
from tests.terminal.screens import figures
from tests.terminal.terminals import Pty

ESCAPES = (
    "\x1b]0;title\x07",  # OSC: the window's title
    "\x1b]52;c;aGk=\x1b\\",  # OSC: the clipboard
    "\x1b]8;;http://x.invalid\x1b\\x\x1b]8;;\x1b\\",  # OSC: a link
    "\x1b[6n",  # DSR: the terminal answers as if it were typed
    "\x1b[>c",  # DA
    "\x1b[2J\x1b[77;77H",  # ED, CUP
    "\x1b[35;45;5mx\x1b[0m",  # SGR
    "\x1b[?1049l\x1b[?25h",  # DECRST
    "\x1bP+q544e\x1b\\",  # DCS
    "\x1b_Gi=1\x1b\\",  # APC
    "\x1bc",  # RIS
    "\x9b6n\x9d0;title\x9c\x90q\x9c",  # the same by C1
)
CONTROLS = "".join(map(chr, [*range(0x20), *range(0x7F, 0xA0)])).replace("\r", "").replace("\n", "")
HIDDEN = (
    "\u202eabc\u202c\u2066d\u2069\u200b\u200c\u200d\u200e\u200f\u061c\ufeff\u00ad\u2028\u2029\u2060\U000e0041\ufe0f"
)
MARKUP = "[b]x[/b] [/foo] [@click=app.quit]q[/] [red on blue]r[/] \\[ [link=http://x.invalid]l[/link] [[]] [a=b"
EVERYTHING = "\n".join([*ESCAPES, CONTROLS, HIDDEN, MARKUP])

NAME = "a\x1b]0;t\x07\x1b[6n\x9b6n\u202e[b].txt"


def harm(sent: bytes) -> list[object]:
    """What was sent that no screen of plain text needs, or that only the payload can have brought in."""
    found: list[object] = [*sequences.strange(sent), *sequences.hidden(sent)]
    found += [payload for payload in (b"\x1b[77;77H", b"\x1b[35;45;5m") if payload in sent]
    # Once at the start and once at the end, whatever the payload says.
    found += [mode for mode in (b"\x1b[?1049l", b"\x1b[?1049h", b"\x1b[?25h") if sent.count(mode) > 1]
    return found


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    """A text that is full of it, under a name that is, too."""
    path = tmp_path / NAME
    path.write_text((EVERYTHING + "\n") * 6, "utf-8", newline="")
    return path


@pytest.mark.parametrize(("split", "columns", "rows"), [("lines", 80, 24), ("none", 120, 36)])
def test_no_text_controls_the_terminal(pty_with: OpenPty, hostile: Path, split: str, columns: int, rows: int) -> None:
    terminal = pty_with(str(hostile), "--split", split, columns=columns, rows=rows)
    terminal.wait_for(" next")
    look_at_all(terminal)
    if columns == 120:  # where the status line has room for the name
        assert "a␛]0;t␇" in terminal.rows[0]
    if columns == 80:
        answer_questions(terminal)
    paste_and_type(terminal)
    terminal.wait_for_quiet()
    figures(terminal.rows)
    terminal.press("q")
    assert terminal.wait() == 0
    assert harm(terminal.sent) == []


def look_at_all(terminal: Pty) -> None:
    """At every pane, with every spelling, and at tokens."""
    terminal.press("S", "S", "b", "b")
    terminal.wait_for("merge 18/256")
    shown = terminal.text
    assert "␛]0;title␇" in regex.sub(r"[│₀-₉]", "", shown)
    for pane in "1234":
        terminal.press(pane)
        for key in ("h", "down", "down", "end", "enter"):
            terminal.press(key)
            terminal.wait_for_quiet(0.03)
        if "made by merge" in terminal.text or "one of the 256" in terminal.text:
            terminal.press("escape")
            terminal.wait_until(lambda shown: "made by merge" not in shown, "the end of the look at a token")
        terminal.press("h", "home")
    terminal.press("r")
    terminal.wait_for("merge 256/256")
    terminal.press("1", "n", "z", "z", "2", "z", "z")


def answer_questions(terminal: Pty) -> None:
    """What is asked for is answered with it; then hints say so."""
    for pane, key in (("1", "/"), ("2", "/"), ("1", "o"), ("1", "g")):
        terminal.press(pane, key)
        terminal.wait_for(": ")
        for text in EVERYTHING.split("\n"):
            terminal.paste(text)
        terminal.type("\x00\x7f\x9b6n\u202e")
        terminal.wait_for_quiet(0.05)
        terminal.press("enter")
        terminal.wait_for_quiet(0.1)
        terminal.press("escape", "escape")


def paste_and_type(terminal: Pty) -> None:
    """It is the text to tokenize."""
    terminal.press("i")
    terminal.wait_for("eave the text")
    terminal.paste(EVERYTHING)
    terminal.wait_for(" characters")
    terminal.wait_for("[a=b")
    terminal.type("\x9b6n\x85\x00\x7f\u202e\u200d[b]")
    terminal.wait_for_quiet(0.05)
    terminal.press("up", "up", "left", "backspace", "escape")
    terminal.wait_for_quiet(0.05)
    terminal.press("home", *["right"] * 40)
    terminal.press("h", "h", "z")
    terminal.wait_for_quiet(0.05)
    terminal.press("end", "enter")
    terminal.wait_for("in UTF-8")
    terminal.press("escape")
    terminal.wait_until(lambda shown: "in UTF-8" not in shown, "the end of the look at a token")
    terminal.press("z")


def test_no_text_controls_the_terminal_from_the_palette(pty_with: OpenPty) -> None:
    terminal = pty_with("sample:english")
    terminal.wait_for(" next")
    terminal.press("ctrl+p")
    terminal.wait_for("Search for commands")
    for text in ("x\x1b[6n", "\x1b]0;title\x07", "\x9b6n\x00\x7f", "\u202ex", "[b]x[/] [/foo]"):
        terminal.paste(text)
        terminal.wait_for_quiet(0.2)
    terminal.press("escape")
    terminal.wait_for_quiet()
    terminal.press("s")
    terminal.wait_for("merge 1/")
    terminal.press("q")
    assert terminal.wait() == 0
    assert harm(terminal.sent) == []


def test_unknown_sequences_from_the_keyboard_are_ignored(pty_with: OpenPty) -> None:
    terminal = pty_with("sample:english")
    terminal.wait_for(" next")
    terminal.press("i")
    terminal.wait_for("eave the text")
    for keys in (
        b"a\x00b",
        b"\x1b[200;1;",  # a sequence that never ends
        b"\x1b[3;3R\x1b[?62c\x1b]11;rgb:0/0/0\x07\x1b[?2026;2$y",  # answers to questions that nobody asked
        b"\x1bOx\x1b[[A\x1b[<99;999;999M\x1b[M   ",
    ):
        terminal.type(keys)
        terminal.wait_for_quiet(0.3)
        terminal.press("x", "x", "x")
    assert_well(terminal)


def test_typed_bytes_outside_utf_8_do_not_end_the_program(pty_with: OpenPty) -> None:
    """A terminal sends such bytes if it is not set to UTF-8, or pastes them unchanged."""
    terminal = pty_with("sample:english")
    terminal.wait_for(" next")
    terminal.press("i")
    terminal.wait_for("eave the text")
    for keys in (
        b"a\xffb",
        b"a\xe6\x9cb",  # a character cut off
        b"a\xed\xa0\x80b",  # a lone surrogate
        b"\x1b[200~\xfe\xed\xa0\x80\xe6 well\x1b[201~",
    ):
        terminal.type(keys)
        terminal.wait_for_quiet(0.1)
    assert_well(terminal)


def assert_well(terminal: Pty) -> None:
    """The program still obeys."""
    terminal.press("x", "escape")
    terminal.wait_for("Step")
    terminal.press("s")
    terminal.wait_for("merge 1/256")
    terminal.press("q")
    assert terminal.wait() == 0
    assert harm(terminal.sent) == []
