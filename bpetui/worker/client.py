"""The app's end of the trainer's process: it starts it, speaks to it, notices its death, and ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import threading
from contextlib import suppress
from queue import SimpleQueue
from typing import BinaryIO, cast

from bpetui.core.errors import BpetuiError
from bpetui.core.utf8 import visible
from bpetui.worker import pipe
from bpetui.worker.messages import Answer, Command, Died

# Modules come from where this process has them, and never from the folder that it was started in, as with -m.
_PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from bpetui.worker.__main__ import main; main()"

_PATIENCE = 0.5
"""Seconds that a process is given to end by itself, and then to obey a signal."""


class Client:
    """A trainer's process, which may be ended and started again at any time. Nothing is remembered of its run.

    `receive` is for one thread; the rest may be called from any.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._process: _Process | None = None  # none before the start, after a death, and at the end
        self._closed = False

    def start(self) -> None:
        """Start the process. Raises `BpetuiError` if the system cannot."""
        process = _Process()
        with self._changed:
            if not self._closed and not self._process:
                self._process = process
                self._changed.notify_all()
                return
        process.end()

    def restart(self) -> None:
        """End the process, if it lives, and start another; none of the old one's answers are received any more.

        Raises `BpetuiError` if the system cannot start one.
        """
        self._end()
        self.start()

    def close(self) -> None:
        """End the process, its threads, and the waiting of `receive`."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
        self._end()

    def _end(self) -> None:
        with self._changed:
            process, self._process = self._process, None
        if process:
            process.end()

    def send(self, command: Command) -> None:
        """Send a command, without waiting. It is lost if the process is dead, which `receive` tells."""
        with self._changed:
            if self._process:
                self._process.outbox.put(command)

    def receive(self) -> Answer:
        """Wait for the next answer; it is `Died`, once, when the process has ended without being told to.

        Raises EOFError when the client is closed.
        """
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self._process or self._closed)
                process = self._process
            if process is None:
                raise EOFError
            answer = process.read()
            if answer is None:
                answer = Died(process.end())
            with self._changed:
                if process is self._process:
                    if isinstance(answer, Died):
                        self._process = None
                    return answer


class _Process:
    """One process, its pipes, the thread that writes to it, and the file that takes its standard error."""

    def __init__(self) -> None:
        self.outbox: SimpleQueue[Command | None] = SimpleQueue()
        try:
            self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed in `end`
        except OSError as error:
            raise BpetuiError(
                "the trainer's process cannot be started: there is no folder for temporary files; name one in TMPDIR"
            ) from error
        try:
            self._popen = subprocess.Popen(
                [sys.executable, "-c", _PROGRAM, *sys.path],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
            )
        except OSError as error:
            self._errors.close()
            raise BpetuiError(f"the trainer's process cannot be started: {error.strerror}") from error
        self._stdin, self._stdout = cast(BinaryIO, self._popen.stdin), cast(BinaryIO, self._popen.stdout)
        self._fault = ""  # what was wrong with what it sent
        self._ending = threading.Lock()
        self._epitaph = ""
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._writer.start()

    def _write(self) -> None:
        with suppress(OSError), self._stdin:
            while command := self.outbox.get():
                pipe.write(self._stdin, command)

    def read(self) -> Answer | None:
        """Wait for the next answer; None when no more will come."""
        try:
            return cast(Answer, pipe.read(self._stdout))
        except pipe.NotAMessageError as error:
            self._fault = str(error)
        except (EOFError, OSError, ValueError):  # ValueError: closed by `end`
            pass
        return None

    def end(self) -> str:
        """Make sure that the process has ended and all that belonged to it is released; returns how it ended."""
        with self._ending:
            if not self._epitaph:
                self.outbox.put(None)
                for act in (self._popen.terminate, self._popen.kill):
                    with suppress(subprocess.TimeoutExpired):
                        self._popen.wait(_PATIENCE)
                        break
                    act()
                status = self._popen.wait()
                self._writer.join()
                self._stdout.close()
                self._epitaph = f"the trainer's process {self._fault or _ending(status)}{self._last_words()}"
                self._errors.close()
            return self._epitaph

    def _last_words(self) -> str:
        """The last line of its standard error."""
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - 4096))
        lines = self._errors.read().decode(errors="replace").split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "")
        return last and f": {visible(last.strip()[:200])}"


def _ending(status: int) -> str:
    if status >= 0:
        return f"ended with status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    return f"was ended by {name}" + (", maybe for want of memory" if name == "SIGKILL" else "")
