"""Tests with random keys, clicks, pastes and resizes, and with a long run back and forth."""

from __future__ import annotations

import random
import re
import time
from pathlib import Path

import pytest

from tests.terminal.conftest import OpenPty
from tests.terminal.screens import figures
from tests.terminal.terminals import KEYS, Pty, children, wait_for_end_of
from tests.terminal.test_hostile import EVERYTHING, harm
from tests.terminal.test_leaving import assert_left_as_it_was

SECONDS = 60
SIZES = [(80, 24), (120, 36), (200, 50), (60, 20), (40, 12), (20, 5), (1, 1), (300, 8), (10, 60)]

# No q and no ctrl+q, which quit, and no ctrl+p, where enter may quit too.
LETTERS = "sbSB0rgtmi1234hznN/o?kwe x\u00e9\u6708\u0323"
NAMED = [name for name in KEYS if name not in {"ctrl+p", "ctrl+q"}]
ANSWERS = ["7", "300", "99999999", "-1", "the", "e5 ba", "sample:chinese", "sample:english", "nowhere/x", "", "[/foo]"]


def act(terminal: Pty, chance: random.Random, columns: int, rows: int) -> None:
    """One thing that a person may do."""
    what = chance.random()
    if what < 0.55:
        terminal.type("".join(chance.choices(LETTERS, k=chance.choice((1, 1, 1, 4)))))
    elif what < 0.80:
        terminal.type(KEYS[chance.choice(NAMED)])
    elif what < 0.86:
        terminal.type(chance.choice(ANSWERS) + "\r")
    elif what < 0.90:
        terminal.paste(chance.choice([EVERYTHING, "Học sinh\n床前明月光", "x" * 3000, "\x1b", ""]))
    elif (
        what < 0.97 and rows >= 12
    ):  # no click far down, where the bottom line of an earlier size may be, with its "Quit"
        x, y, button = chance.randint(1, columns), chance.randint(2, 4), chance.choice((0, 0, 64, 65))
        terminal.type(f"\x1b[<{button};{x};{y}M" + (f"\x1b[<0;{x};{y}m" if not button else ""))
    else:
        terminal.type("\x1b")


def come_back(terminal: Pty) -> None:
    """Out of questions, texts and zooms, and of what lies above the explorer, maybe in several layers."""
    for _ in range(50):
        terminal.press("escape", "escape", "escape")
        terminal.wait_for_quiet(0.2)
        if not re.search("Byte-pair encoding|in UTF-8:", terminal.text):
            return


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
def test_random_keys(pty_with: OpenPty, mixed: Path, tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    columns, rows = SIZES[seed % 4]
    split = ("none", "gpt2")[seed % 2]
    terminal = pty_with(str(mixed), "--split", split, columns=columns, rows=rows, cwd=tmp_path)  # some keys write files
    terminal.wait_for("merge 0/")
    deadline = time.monotonic() + SECONDS
    while time.monotonic() < deadline:
        for _ in range(chance.randint(5, 60)):
            act(terminal, chance, columns, rows)
            time.sleep(chance.choice((0, 0.005, 0.05)))
            assert terminal.process.poll() is None, terminal.text
        if chance.random() < 0.3:
            columns, rows = chance.choice(SIZES)
            terminal.resize(columns, rows)
    terminal.resize(80, 24)
    terminal.wait_for_quiet(1, 2 * SECONDS)  # on a busy machine it may be behind
    come_back(terminal)
    terminal.press("1", "0")
    terminal.wait_for(" merge 0/", 60)
    terminal.press("s")
    terminal.wait_for(" merge 1/")
    figures(terminal.rows)
    below = children(terminal.process.pid)
    terminal.press("ctrl+q")  # q would ask about choices and vetoes
    assert terminal.wait() == 0
    assert_left_as_it_was(terminal)
    assert wait_for_end_of(below) == []
    assert harm(terminal.sent) == []


@pytest.mark.long
@pytest.mark.parametrize("keys", ["s", "2s3", "?", "z1"])
def test_simultaneous_resizes_and_keys_come_to_rest(pty_with: OpenPty, keys: str) -> None:
    """Two sizes that wait to be drawn, with a key between them, must not call for one another for ever."""
    terminal = pty_with("sample:english")
    terminal.wait_for(" next")
    for pause in (0.005, 0.02) * 3:
        for number in range(40):
            terminal.resize(80 + number % 7, 24 + number % 5)
            time.sleep(pause)
            terminal.type(keys)
            time.sleep(pause)
        terminal.resize(100, 30)
        terminal.wait_for_quiet(0.3)
    come_back(terminal)
    terminal.press("0")
    terminal.wait_for("merge 0/")


def resident(pid: int) -> int:
    """The memory of a process, in MiB."""
    status = Path(f"/proc/{pid}/status").read_text("utf-8")
    return int(status.partition("VmRSS:")[2].split()[0]) // 1024


@pytest.mark.long
def test_long_seeking_uses_constant_memory(pty_with: OpenPty, corpora: Path) -> None:
    terminal = pty_with(str(corpora / "truyen-kieu.vi.txt"), "--vocab-size", "4000")
    terminal.wait_for("merge 0/")
    (trainer,) = children(terminal.process.pid)
    sizes: list[tuple[int, int]] = []
    for _ in range(25):
        terminal.press("r")
        terminal.wait_for(" merge 3,744/3,744", 60)
        terminal.press("2", "down", "down", "3", "end", "1", "pagedown", "0")
        terminal.wait_for(" merge 0/3,744", 60)
        sizes.append((resident(terminal.process.pid), resident(trainer)))
    (app_then, trainer_then), (app_now, trainer_now) = sizes[5], sizes[-1]
    assert app_now <= app_then * 1.1 + 5, sizes
    assert trainer_now <= trainer_then * 1.1 + 5, sizes
