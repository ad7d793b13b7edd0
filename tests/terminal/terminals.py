"""Terminals that run the real program: a pseudo-terminal, and tmux."""

from __future__ import annotations

import fcntl
import os
import re
import selectors
import shlex
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pyte
from wcwidth import wcwidth

ROOT = Path(__file__).parent.parent.parent
PROGRAM = (sys.executable, "-m", "bpetui")

PATIENCE = 15.0
"""Seconds after which what was waited for will not come."""

KEYS = {
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "backspace": "\x7f",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "shift+tab": "\x1b[Z",
    "ctrl+p": "\x10",
    "ctrl+q": "\x11",
    "ctrl+u": "\x15",
    "ctrl+w": "\x17",
}
"""What a terminal sends for keys that are no letters."""

_VARIABLES = {
    "NO_COLOR", "FORCE_COLOR", "TEXTUAL_THEME", "COLORTERM", "TERM_PROGRAM", "COLUMNS", "LINES", "TMUX",
    "COVERAGE_PROCESS_CONFIG",  # with it the program starts half as fast; other tests measure what it runs
}  # fmt: skip


def environment(term: str, more: Mapping[str, str] | None = None) -> dict[str, str]:
    """This process's environment with ``TERM`` set, and without what would have it drawn otherwise or later."""
    kept = {name: value for name, value in os.environ.items() if name not in _VARIABLES}
    return {**kept, "TERM": term, "LC_ALL": "C.UTF-8", **(more or {})}


class Chunk(NamedTuple):
    """Bytes that came together, and when (`time.perf_counter`)."""

    at: float
    data: bytes


class Pty:
    """A program on a pseudo-terminal of its own, of which it is the session's leader. All that it sends is kept.

    ``stdin`` is given to its standard input in place of the terminal. To be used in a ``with`` block, at whose end the
    program is killed if it still lives.
    """

    def __init__(
        self,
        command: Sequence[str],
        *,
        columns: int = 80,
        rows: int = 24,
        term: str = "xterm-256color",
        env: Mapping[str, str] | None = None,
        cwd: Path = ROOT,
        stdin: bytes | None = None,
    ) -> None:
        self.chunks: list[Chunk] = []
        self._arrived = threading.Condition()
        self._hung_up = False
        self._screen = _Screen(columns, rows)
        self._stream = pyte.ByteStream(self._screen)
        self._shown = 0  # how many of the chunks are on the screen
        self._master, slave = os.openpty()
        self.resize(columns, rows)
        self.settings_before = termios.tcgetattr(self._master)
        self.started_at = time.perf_counter()
        self.process = subprocess.Popen(
            command,
            stdin=slave if stdin is None else subprocess.PIPE,
            stdout=slave,
            stderr=slave,
            env=environment(term, env),
            cwd=cwd,
            start_new_session=True,
            preexec_fn=_take_terminal,  # noqa: PLW1509 - nothing else makes the terminal the session's own
        )
        os.close(slave)
        self._wake, self._stop = os.pipe()
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()
        if stdin is not None and self.process.stdin:
            self.process.stdin.write(stdin)
            self.process.stdin.close()

    def __enter__(self) -> Pty:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
            self.process.wait()
        self.close_terminal()

    def _read(self) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._master, selectors.EVENT_READ)
            selector.register(self._wake, selectors.EVENT_READ)
            while True:
                ready = {key.fd for key, _ in selector.select()}
                if self._wake in ready:
                    return
                try:
                    data = os.read(self._master, 1 << 16)
                except OSError:  # how Linux says that nobody has the terminal open any more
                    data = b""
                with self._arrived:
                    if data:
                        self.chunks.append(Chunk(time.perf_counter(), data))
                    else:
                        self._hung_up = True
                    self._arrived.notify_all()
                if not data:
                    return

    # -- what the program sent -----------------------------------------------------------------------------------------

    @property
    def sent(self) -> bytes:
        """All that the program sent until now."""
        with self._arrived:
            return b"".join(chunk.data for chunk in self.chunks)

    @property
    def rows(self) -> list[str]:
        """What the screen shows."""
        with self._arrived:
            new = self.chunks[self._shown :]
            self._shown += len(new)
        for chunk in new:
            self._stream.feed(chunk.data)
        return [self._screen.row(number) for number in range(self._screen.lines)]

    @property
    def text(self) -> str:
        """What the screen shows, in one string."""
        return "\n".join(self.rows)

    def column(self, number: int) -> list[str]:
        """What stands in one column of cells, row by row."""
        return [self._screen.buffer[row][number].data for row in range(len(self.rows))]

    @property
    def settings(self) -> list[Any]:
        """The terminal's settings (stty) as they are now."""
        return termios.tcgetattr(self._master)

    def wait_until(self, happened: Callable[[str], object], what: str = "", patience: float = PATIENCE) -> str:
        """Wait until something is true of what the screen shows, and return that."""
        deadline = time.monotonic() + patience
        while not happened(shown := self.text):
            with self._arrived:
                left = deadline - time.monotonic()
                if left <= 0 or (self._hung_up and self._shown == len(self.chunks)):
                    ended = f" (the program has ended: {self.process.poll()})" if self._hung_up else ""
                    raise AssertionError(f"{what or 'what was waited for'} did not come{ended}; there is\n{shown}")
                if self._shown == len(self.chunks):
                    self._arrived.wait(left)
        return shown

    def wait_for(self, text: str, patience: float = PATIENCE) -> str:
        """Wait until the screen shows a text."""
        return self.wait_until(lambda shown: text in shown, repr(text), patience)

    def wait_for_quiet(self, seconds: float = 0.15, patience: float = PATIENCE) -> None:
        """Wait until nothing has come for some time."""
        deadline = time.monotonic() + patience
        with self._arrived:
            while self._arrived.wait(seconds) and not self._hung_up:
                assert time.monotonic() < deadline, "it does not stop drawing"

    def wait(self, patience: float = PATIENCE) -> int:
        """Wait for the program's end, and for all that it sent; returns its exit status."""
        status = self.process.wait(patience)
        self._reader.join(patience)
        return status

    # -- what is done to it --------------------------------------------------------------------------------------------

    def type(self, text: str | bytes) -> None:
        """Send text as it is."""
        data = text.encode() if isinstance(text, str) else text
        while data:
            data = data[os.write(self._master, data) :]

    def press(self, *keys: str) -> None:
        """Send keys, one after another as fingers do: by their name in `KEYS`, or letters as they are."""
        for key in keys:
            self.type(KEYS.get(key, key))
            # With a letter right behind it, escape would be alt and the letter.
            time.sleep(0.15 if key == "escape" else 0.03)

    def paste(self, text: str | bytes) -> None:
        """Send text as a terminal sends what is pasted in brackets."""
        data = text.encode() if isinstance(text, str) else text
        self.type(b"\x1b[200~" + data + b"\x1b[201~")

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size; the program is told by SIGWINCH."""
        self._screen.resize(rows, columns)
        fcntl.ioctl(self._master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def close_terminal(self) -> None:
        """Close the terminal as its window is closed; the program is told by SIGHUP."""
        if self._master >= 0:
            os.write(self._stop, b"x")
            self._reader.join()
            for descriptor in (self._master, self._wake, self._stop):
                os.close(descriptor)
            self._master = -1


class _Screen(pyte.Screen):
    """A screen that bears a wide character of which one half was overwritten, at which `display` fails."""

    def row(self, number: int) -> str:
        """The text of a row."""
        text, wide = "", False
        for column in range(self.columns):
            data = self.buffer[number][column].data
            text += data if data or wide else " "  # the second half of a wide character is empty
            wide = wcwidth(data[:1]) == 2
        return text


def _take_terminal() -> None:
    fcntl.ioctl(1, termios.TIOCSCTTY, 0)


class Tmux:
    """A program in tmux, on a server of its own, below a shell script that stays when the program has ended.

    The script leaves ``[status N]`` on the screen, and the terminal's settings before and after in two files.
    """

    def __init__(
        self,
        command: Sequence[str],
        folder: Path,
        *,
        columns: int = 80,
        rows: int = 24,
        env: Mapping[str, str] | None = None,
        cwd: Path = ROOT,
    ) -> None:
        self._tmux = ("tmux", "-S", str(folder / "socket"))
        self._folder = folder
        script = folder / "script"
        before, after = shlex.quote(str(folder / "before")), shlex.quote(str(folder / "after"))
        script.write_text(
            f"echo '[before]'; stty -g > {before}; {shlex.join(command)}; status=$?; stty -g > {after}\n"
            'echo "[status $status]"; exec sleep 1000\n',
            "utf-8",
        )
        size = ("-x", str(columns), "-y", str(rows))
        self._run(
            *("-f", os.devnull, "-u", "start-server", ";", "set", "-g", "default-terminal", "tmux-256color", ";"),
            *("set", "-g", "status", "off", ";", "set", "-g", "escape-time", "0", ";"),
            *("new-session", "-d", *size, "-c", str(cwd), f"sh {shlex.quote(str(script))}"),
            env=environment("xterm-256color", env),
        )

    def __enter__(self) -> Tmux:
        return self

    def __exit__(self, *_: object) -> None:
        self._run("kill-server", check=False)

    def _run(
        self, *words: str, check: bool = True, data: bytes | None = None, env: Mapping[str, str] | None = None
    ) -> str:
        done = subprocess.run([*self._tmux, *words], check=False, capture_output=True, input=data, env=env)
        if check and done.returncode:
            raise AssertionError(f"tmux {' '.join(words)}: {done.stderr.decode(errors='replace')}")
        return done.stdout.decode()

    def ask(self, variable: str) -> str:
        """One of tmux's variables (FORMATS in its manual)."""
        return self._run("display-message", "-p", f"#{{{variable}}}").removesuffix("\n")

    @property
    def pid(self) -> int:
        """The process of the script, whose child is the program."""
        return int(self.ask("pane_pid"))

    @property
    def rows(self) -> list[str]:
        """What the screen shows, with the spaces at the ends of rows."""
        return self._run("capture-pane", "-p", "-N").removesuffix("\n").split("\n")

    @property
    def styled(self) -> str:
        """What the screen shows, with colors and the like as escape sequences."""
        return self._run("capture-pane", "-p", "-e")

    @property
    def settings(self) -> tuple[str, str]:
        """The terminal's settings before and after the program ran."""
        return (self._folder / "before").read_text("utf-8"), (self._folder / "after").read_text("utf-8")

    def wait_for(self, text: str, patience: float = PATIENCE) -> str:
        """Wait until the screen shows a text, and return all of it."""
        return self.wait_until(lambda shown: text in shown, repr(text), patience)

    def wait_until(self, happened: Callable[[str], object], what: str = "", patience: float = PATIENCE) -> str:
        """Wait until something is true of what the screen shows, and return that."""
        deadline = time.monotonic() + patience
        while not happened(shown := "\n".join(self.rows)):
            if time.monotonic() > deadline:
                raise AssertionError(f"{what or 'what was waited for'} did not come; there is\n{shown}")
            time.sleep(0.02)
        return shown

    def wait_for_quiet(self, seconds: float = 0.3, patience: float = PATIENCE) -> list[str]:
        """Wait until the screen has not changed for so long; returns its rows."""
        deadline = time.monotonic() + patience
        rows, since = self.rows, time.monotonic()
        while time.monotonic() - since < seconds:
            assert time.monotonic() < deadline, "the screen does not come to rest"
            time.sleep(0.05)
            if (now := self.rows) != rows:
                rows, since = now, time.monotonic()
        return rows

    def wait_for_end(self) -> tuple[int, str]:
        """Wait for the program's end; returns its exit status, and what the screen shows then."""
        shown = self.wait_until(lambda shown: re.search(r"\[status \d+\]", shown), "the program's end")
        found = re.search(r"\[status (\d+)\]", shown)
        assert found
        return int(found[1]), shown

    def press(self, *keys: str) -> None:
        """Send keys, one after another as fingers do: by tmux's names (``Down``, ``Escape``, ``C-p``), or letters."""
        for key in keys:
            self._run("send-keys", key)
            time.sleep(0.15 if key == "Escape" else 0.03)

    def type(self, text: str) -> None:
        """Send text as it is."""
        self._run("send-keys", "-l", "--", text)

    def paste(self, text: str | bytes) -> None:
        """Paste text, in brackets as the program has asked for."""
        self._run("load-buffer", "-", data=text.encode() if isinstance(text, str) else text)
        self._run("paste-buffer", "-p")

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        self._run("resize-window", "-x", str(columns), "-y", str(rows))


# -- processes ---------------------------------------------------------------------------------------------------------


def children(pid: int) -> list[int]:
    """The processes below one, at any depth, from /proc."""
    parents: dict[int, int] = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            # The name in brackets may hold anything; the parent is the second field behind it.
            parents[int(path.parent.name)] = int(path.read_text("utf-8", "replace").rpartition(")")[2].split()[1])
        except (OSError, IndexError):  # it has ended just now
            continue
    found: list[int] = []
    waiting = [pid]
    while waiting:
        parent = waiting.pop()
        below = [child for child, its in parents.items() if its == parent]
        found += below
        waiting += below
    return found


def lives(pid: int) -> bool:
    """Whether there is such a process, and it is no zombie."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace").rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state not in ("Z", "X")


def wait_for_end_of(pids: Sequence[int], patience: float = PATIENCE) -> list[int]:
    """Wait until none of the processes lives; returns those that still do when patience is at its end."""
    deadline = time.monotonic() + patience
    while (left := [pid for pid in pids if lives(pid)]) and time.monotonic() < deadline:
        time.sleep(0.02)
    return left


def kill(pid: int) -> None:
    """End one process at once, as the kernel does for want of memory."""
    os.kill(pid, signal.SIGKILL)
