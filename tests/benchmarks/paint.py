"""How soon the real program answers on a terminal, and how many bytes that takes.

Run: python -m tests.benchmarks.paint [FILE]     (a large text to train on; tinyshakespeare by default)

The program runs on a pseudo-terminal of 80x24, TERM=xterm-256color. Keys are sent at random intervals; every byte that
comes back is kept with its time, and drawn afterward on a screen of our own: a key's time ends when what it should do
is to be seen there. The times are of one machine, and only worth something while it does nothing else.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pyte

from tests.terminal.terminals import KEYS, PROGRAM, ROOT, Pty

CORPORA = Path(os.environ.get("BPETUI_CORPORA") or ROOT.parent / "shared" / "corpora")
LARGE = CORPORA / "tinyshakespeare.txt"
TANG = CORPORA / "tang-regulated-2000.zh-Hans.txt"
COLUMNS, ROWS = 80, 24
TARGET = 20_000
RUNS, KEYSTROKES, STEPS = 10, 200, 30
INTERVAL = (0.05, 0.25)
SAMPLE = "sample:english"
LINE = "to be or not to be, that is "

FIRST_PAINT, P95, WORST, STEP = 0.6, 0.030, 0.060, 16 * 1024

STATUS = re.compile("(▶ )?merge [0-9,]+/".encode())
TRY_IT = re.compile(r"Try it.* ([\d,]+) bytes?")


# -- what the screen shows ---------------------------------------------------------------------------------------------


def rows_of_corpus(screen: pyte.Screen) -> list[str]:
    """The text of the Corpus pane, row by row."""
    return ["".join(screen.buffer[row][column].data for column in range(1, 38)) for row in range(2, 15)]


def typed_bytes(screen: pyte.Screen) -> int:
    """The number of bytes in Try it, from its border."""
    for row in range(ROWS):
        if screen.buffer[row][3].data == "T":  # of its title
            found = TRY_IT.search(screen.display[row])
            return int(found[1].replace(",", "")) if found else 0
    return 0


def side_pane(screen: pyte.Screen) -> str:
    """The key of the pane at the right, told by the header of its table."""
    header = "".join(screen.buffer[2][column].data for column in range(41, 79))
    return "3" if "#" in header else "2" if "Δ" in header else ""


def running(terminal: Pty) -> bool:
    """Whether the status line, as it was painted last, says that the trainer runs."""
    tail = b"".join(chunk.data for chunk in terminal.chunks[-400:])
    *_, last = [b"", *STATUS.findall(tail)]
    return bool(last)


# -- keys --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Key:
    """A key that was sent at a time, maybe while the trainer ran; ``effect`` is what it should do to the screen."""

    at: float
    effect: int | str
    running: bool


Judge = Callable[[pyte.Screen, Sequence[Key]], int]
"""Told the screen and the keys that wait to be shown, says how many of them are shown now."""


@dataclass
class Latencies:
    """Seconds from the writing of a key to the arrival of what shows it, and the keys that were never shown."""

    seconds: list[float] = field(default_factory=list)
    unseen: int = 0

    @property
    def median(self) -> float:
        return statistics.median(self.seconds)

    @property
    def p95(self) -> float:
        return sorted(self.seconds)[int(0.95 * (len(self.seconds) - 1))]

    @property
    def worst(self) -> float:
        return max(self.seconds)


def latencies(terminal: Pty, keys: Sequence[Key], judge: Judge, train: bool) -> Latencies:
    """The times of the keys that were sent while the trainer ran, or while it did not."""
    found = Latencies()
    shown = sent = 0
    screen = pyte.Screen(COLUMNS, ROWS)
    stream = pyte.ByteStream(screen)
    for chunk in terminal.chunks:
        stream.feed(chunk.data)
        while sent < len(keys) and keys[sent].at < chunk.at:
            sent += 1
        now = judge(screen, keys[shown:sent])
        found.seconds += [chunk.at - key.at for key in keys[shown : shown + now] if key.running == train]
        shown += now
    found.unseen = sum(key.running == train for key in keys[shown:])
    return found


def judge_by(look: Callable[[pyte.Screen], int | str]) -> Judge:
    """All keys are shown up to the last one whose effect is what is seen."""

    def judge(screen: pyte.Screen, keys: Sequence[Key]) -> int:
        seen = look(screen)
        return max((number for number, key in enumerate(keys, 1) if key.effect == seen), default=0)

    return judge


def judge_scrolling() -> Judge:
    """As many keys are shown as it takes to scroll by what the rows have moved."""
    before: list[str] = []

    def judge(screen: pyte.Screen, keys: Sequence[Key]) -> int:
        nonlocal before
        rows = rows_of_corpus(screen)
        moved = next((by for by in range(len(rows)) if rows[: len(rows) - by] == before[by:]), len(rows))
        if moved and before and rows[-1] == before[-1]:
            return 0  # not all of it is painted yet
        before = rows
        shown = 0
        while keys and moved > 0 and shown < len(keys):
            moved -= int(keys[shown].effect)
            shown += 1
        return shown

    return judge


class Keyboard:
    """Sends keys at random intervals, and remembers them."""

    def __init__(self, terminal: Pty) -> None:
        self._terminal = terminal
        self.sent: list[Key] = []

    def press(self, key: str, effect: int | str) -> None:
        time.sleep(random.uniform(*INTERVAL))
        is_running = running(self._terminal)
        self.sent.append(Key(time.perf_counter(), effect, is_running))
        self._terminal.type(KEYS.get(key, key))


def keep_running(terminal: Pty) -> None:
    """Let the trainer run, once more from the start if it has come to its target."""
    if not running(terminal):
        terminal.press("0")
        time.sleep(0.3)
        while running(terminal):
            time.sleep(0.1)
        terminal.press("r")
        time.sleep(0.5)


def typing(terminal: Pty, train: bool) -> Latencies:
    """Letters typed in Try it; each line of them is deleted at its end by one key."""
    keyboard = Keyboard(terminal)
    while len(keyboard.sent) < KEYSTROKES:
        if train:
            keep_running(terminal)
        terminal.press("i")
        time.sleep(0.2)
        for number, letter in enumerate(LINE, 1):
            keyboard.press(letter, number)
        keyboard.press("ctrl+u", 0)
        time.sleep(0.5)
        terminal.press("escape")
    return latencies(terminal, keyboard.sent, judge_by(typed_bytes), train)


def scrolling(terminal: Pty, train: bool) -> Latencies:
    """Down, and page down, in Corpus."""
    keyboard = Keyboard(terminal)
    while len(keyboard.sent) < KEYSTROKES // 2:
        if train:
            keep_running(terminal)
        terminal.press("1")
        time.sleep(0.2)
        for number in range(25):
            by = 1 if number % 5 else 12
            keyboard.press("down" if by == 1 else "pagedown", by)
        time.sleep(0.5)
    return latencies(terminal, keyboard.sent, judge_scrolling(), train)


def switching(terminal: Pty, train: bool) -> Latencies:
    """2 and 3 in turn."""
    keyboard = Keyboard(terminal)
    while len(keyboard.sent) < KEYSTROKES // 2:
        if train:
            keep_running(terminal)
        for number in range(20):
            name = "32"[number % 2]
            keyboard.press(name, name)
        time.sleep(0.5)
    return latencies(terminal, keyboard.sent, judge_by(side_pane), train)


def opened(corpus: str, *options: str) -> Pty:
    """The program with a corpus open."""
    terminal = Pty([*PROGRAM, corpus, *options], columns=COLUMNS, rows=ROWS)
    terminal.wait_for("merge 0/", 60)
    terminal.wait_for_quiet(0.3)
    return terminal


def at_keys(measure: Callable[[Pty, bool], Latencies], large: Path, train: bool) -> Latencies:
    with opened(str(large), "--vocab-size", str(TARGET)) as terminal:
        return measure(terminal, train)


# -- bytes, and the start ----------------------------------------------------------------------------------------------


def first_paint() -> float:
    """Seconds from the command to the status line with the sample's name and figures."""
    with Pty([*PROGRAM, SAMPLE], columns=COLUMNS, rows=ROWS) as terminal:
        terminal.wait_for("merge 0/")
        sent = b""
        for chunk in terminal.chunks:
            sent += chunk.data
            if re.search(rb"english[^\x1b]*merge 0/", sent):
                return chunk.at - terminal.started_at
    raise AssertionError("the status line was not painted")


def bytes_at_start() -> int:
    with opened(SAMPLE) as terminal:
        return len(terminal.sent)


def bytes_of_steps(corpus: str, *options: str) -> list[int]:
    """Bytes sent for each of some steps."""
    with opened(corpus, *options) as terminal:
        sizes = []
        for number in range(1, STEPS + 1):
            before = len(terminal.sent)
            terminal.press("s")
            terminal.wait_for(f"merge {number}/")
            terminal.wait_for_quiet(0.2)
            sizes.append(len(terminal.sent) - before)
        return sizes


def bytes_per_second(large: Path, seconds: float = 4.0) -> float:
    """Bytes a second while the trainer runs and nobody presses a key."""
    with opened(str(large), "--vocab-size", str(TARGET)) as terminal:
        terminal.press("r")
        time.sleep(0.5)
        before, began = len(terminal.sent), time.perf_counter()
        while running(terminal) and time.perf_counter() < began + seconds:
            time.sleep(0.1)
        return (len(terminal.sent) - before) / (time.perf_counter() - began)


# -- the table ---------------------------------------------------------------------------------------------------------


def row(what: str, figures: str, met: bool | None = None, required: str = "") -> None:
    verdict = {True: "met", False: "MISSED", None: ""}[met]
    print(f"{what:<44} {figures:<44} {required:<26} {verdict}", flush=True)


def row_of_keys(what: str, times: Latencies, required: bool) -> None:
    ms = [1000 * seconds for seconds in (times.median, times.p95, times.worst)]
    figures = f"{ms[0]:6.1f} {ms[1]:6.1f} {ms[2]:6.1f} ms, {len(times.seconds)} keys"
    if times.unseen:
        figures += f", {times.unseen} never shown"
    met = times.p95 <= P95 and times.worst <= WORST and not times.unseen
    row(what, figures, met if required else None, "p95 <= 30, worst <= 60" if required else "")


def main() -> None:
    parser = argparse.ArgumentParser(description="Time from key to paint, and bytes sent, of the real program.")
    parser.add_argument("file", nargs="?", type=Path, default=LARGE, help="a large UTF-8 text to train on")
    parser.add_argument("--only", choices=("start", "keys", "bytes"), help="a part of the measurements")
    arguments = parser.parse_args()
    large: Path = arguments.file.resolve()
    if not large.is_file():
        sys.exit(f"{large} is not there; name a large text")
    random.seed(1)
    print(f"{COLUMNS}x{ROWS}, TERM=xterm-256color; the trainer runs on {large.name}, no split, to {TARGET:,}")
    print(f"load of the machine before: {os.getloadavg()[0]:.2f} on {os.cpu_count()} processors\n")
    if arguments.only in (None, "start"):
        paints = [first_paint() for _ in range(RUNS)]
        row(
            f"first paint, median and worst of {RUNS}",
            f"{statistics.median(paints):6.3f} {max(paints):6.3f} s",
            max(paints) <= FIRST_PAINT,
            f"<= {FIRST_PAINT} s",
        )
        row("bytes at the start", f"{bytes_at_start():6,}")
    if arguments.only in (None, "keys"):
        print("\nkey to paint: median, p95, worst")
        for what, measure in (
            ("a letter in Try it", typing),
            ("down, page down in Corpus", scrolling),
            ("2, 3", switching),
        ):
            row_of_keys(f"{what}, trainer running", at_keys(measure, large, True), True)
            row_of_keys(f"{what}, idle", at_keys(measure, large, False), False)
    if arguments.only in (None, "bytes"):
        print("\nbytes to the terminal")
        for what, corpus, options in (
            ("a step on the Tang corpus, median and most", str(TANG), ("--vocab-size", "1756")),
            ("a step on english, gpt2, median and most", SAMPLE, ("--split", "gpt2")),
        ):
            if corpus.startswith("sample:") or Path(corpus).is_file():
                sizes = bytes_of_steps(corpus, *options)
                met = max(sizes) <= STEP
                row(what, f"{statistics.median(sizes):8,.0f} {max(sizes):8,}", met, f"<= {STEP:,}")
        row("a second while the trainer runs", f"{bytes_per_second(large):8,.0f}")


if __name__ == "__main__":
    main()
