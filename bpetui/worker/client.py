"""The app's side of the trainer's process: start it, exchange messages with it, detect its death, and end it."""

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

# The child uses the module path of this process; with -m it would also import from the current folder.
_PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from bpetui.worker.__main__ import main; main()"

_EXIT_SECONDS = 0.5
"""Seconds in which a process may exit by itself, and then after SIGTERM."""


class Client:
    """A trainer's process, which can be ended and restarted at any time; a restart loses its run.

    Only one thread may call `receive`; any thread may call the other methods.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._process: _Process | None = None  # None before the start, after a death, and once closed
        self._closed = False

    def start(self) -> None:
        """Start the process. Raises `BpetuiError` if the system cannot start it."""
        process = _Process()
        with self._changed:
            if not self._closed and not self._process:
                self._process = process
                self._changed.notify_all()
                return
        process.end()

    def restart(self) -> None:
        """End the process if it runs, and start another; no answer of the old one is received any more.

        Raises `BpetuiError` if the system cannot start one.
        """
        self._end()
        self.start()

    def close(self) -> None:
        """End the process and its threads; `receive` raises EOFError from now on."""
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
        """Send a command without waiting. It is lost if the process is dead, which `receive` reports."""
        with self._changed:
            if self._process:
                self._process.outbox.put(command)

    def receive(self) -> Answer:
        """Wait for the next answer. It is `Died`, once, if the process ended unexpectedly.

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
    """One process with its pipes, the thread that writes to it, and a file for its standard error."""

    def __init__(self) -> None:
        self.outbox: SimpleQueue[Command | None] = SimpleQueue()
        try:
            self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed in `end`
        except OSError as error:
            raise BpetuiError(
                "the trainer's process cannot be started: there is no folder for temporary files; set TMPDIR to one"
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
        self._pipe_error = ""  # why what it sent is not a message
        self._end_lock = threading.Lock()
        self._outcome = ""
        self._writer = threading.Thread(target=self._write, daemon=True)
        self._writer.start()

    def _write(self) -> None:
        with suppress(OSError), self._stdin:
            while command := self.outbox.get():
                pipe.write(self._stdin, command)

    def read(self) -> Answer | None:
        """Wait for the next answer; None if the process sends no more."""
        try:
            return cast(Answer, pipe.read(self._stdout))
        except pipe.NotAMessageError as error:
            self._pipe_error = str(error)
        except (EOFError, OSError, ValueError):  # ValueError: closed by `end`
            pass
        return None

    def end(self) -> str:
        """End the process and release its resources; return a sentence on how it ended. Can be called again."""
        with self._end_lock:
            if not self._outcome:
                self.outbox.put(None)
                for stop in (self._popen.terminate, self._popen.kill):
                    with suppress(subprocess.TimeoutExpired):
                        self._popen.wait(_EXIT_SECONDS)
                        break
                    stop()
                status = self._popen.wait()
                self._writer.join()
                self._stdout.close()
                details = self._last_error()
                self._outcome = f"{self._sentence(status)}: {details}" if details else self._sentence(status)
                self._errors.close()
            return self._outcome

    def _sentence(self, status: int) -> str:
        if self._pipe_error:
            return f"the trainer's process sent a damaged message: {self._pipe_error}"
        return _exit_sentence(status)

    def _last_error(self) -> str:
        """Return the last line of its standard error, safe to show; empty if there is none."""
        size = self._errors.seek(0, os.SEEK_END)
        self._errors.seek(max(0, size - 4096))
        lines = self._errors.read().decode(errors="replace").split("\n")
        last = next((line for line in reversed(lines) if line.strip()), "")
        return visible(last.strip()[:200])


def _exit_sentence(status: int) -> str:
    if status >= 0:
        return f"the trainer's process ended with status {status}"
    try:
        name = signal.Signals(-status).name
    except ValueError:
        name = f"signal {-status}"
    if name == "SIGKILL":
        return "the trainer's process was ended by SIGKILL, possibly because memory ran out"
    return f"the trainer's process was ended by {name}"
