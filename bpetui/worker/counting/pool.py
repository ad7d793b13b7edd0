"""Processes that count words at the same time, each some segments of one text."""

from __future__ import annotations

import heapq
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import suppress
from operator import itemgetter
from queue import Queue
from types import TracebackType
from typing import BinaryIO, cast

from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import Split
from bpetui.worker import pipe

# Modules come from where this process has them, and never from the folder that it was started in, as with -m.
_PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from bpetui.worker.counting.process import main; main()"

_Segments = Queue[tuple[int, bytes] | None]
"""Segments with their numbers, which the helpers take as they come to it; None sends one of them home."""


class ProcessLostError(BpetuiError):
    """A process has ended before it had said what it counted."""

    def __init__(self) -> None:
        super().__init__("a process that counts words was ended from outside, maybe for want of memory; try it again")


class CountingPool:
    """Helpers, which end when the ``with`` statement does, whatever they are about; for one thread."""

    def __init__(self, split: Split, size: int) -> None:
        """Start ``size`` processes, or as many as the system has room for."""
        self._segments: _Segments = Queue(size)
        self._given = 0
        self._processes: list[_CountingProcess] = []
        with suppress(OSError, RuntimeError):
            while len(self._processes) < size:
                self._processes.append(_CountingProcess(split, self._segments))

    def __len__(self) -> int:
        return len(self._processes)

    def add(self, segment: bytes) -> None:
        """Have a segment counted, once a process is free to take it. Raises `ProcessLostError`."""
        self._segments.put((self._given, segment))
        self._given += 1
        if any(process.is_lost for process in self._processes):
            raise ProcessLostError

    def parts(self) -> Iterator[dict[str, int]]:
        """What the helpers say of the segments (`MergedCounts.parts`), in the order in which those were given.

        Raises `ProcessLostError`.
        """
        for _ in self._processes:
            self._segments.put(None)
        return map(itemgetter(1), heapq.merge(*(process.parts() for process in self._processes), key=itemgetter(0)))

    def __enter__(self) -> CountingPool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for process in self._processes:
            process.kill()
        for _ in self._processes:
            self._segments.put(None)  # there is room: the threads of the helpers empty the queue
        for process in self._processes:
            process.release()


class _CountingProcess:
    """A process, and the thread that takes segments to it."""

    def __init__(self, split: Split, segments: _Segments) -> None:
        """Raises OSError or RuntimeError if the system cannot start a process or a thread."""
        self._popen = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._stdin, self._stdout = cast(BinaryIO, self._popen.stdin), cast(BinaryIO, self._popen.stdout)
        self._numbers: list[int] = []  # of the segments that it was given
        self.is_lost = False
        self._feeder = threading.Thread(target=self._feed, args=(split, segments), daemon=True)
        try:
            self._feeder.start()
        except RuntimeError:
            with self._popen:
                self._popen.kill()
            raise

    def _feed(self, split: Split, segments: _Segments) -> None:
        self._send(split)
        while numbered := segments.get():  # also when the process is lost, or someone may wait for room in the queue
            self._numbers.append(numbered[0])
            self._send(numbered[1])
        self._send(None)

    def _send(self, message: object) -> None:
        try:
            pipe.write(self._stdin, message)
        except (OSError, MemoryError):
            self.is_lost = True

    def parts(self) -> Iterator[tuple[int, dict[str, int]]]:
        """The number of each segment that it was given, and what it says of it. Raises `ProcessLostError`."""
        self._feeder.join()
        for number in self._numbers:
            try:
                yield number, cast("dict[str, int]", pipe.read(self._stdout))
            except (EOFError, pipe.NotAMessageError):
                raise ProcessLostError from None

    def kill(self) -> None:
        """End the process, which lets go of the thread."""
        self._popen.kill()

    def release(self) -> None:
        """Give back all that belongs to it, once it is killed and its thread is sent home."""
        self._popen.wait()
        self._feeder.join()
        self._stdout.close()
        with suppress(OSError):  # there may be something left that could not be sent
            self._stdin.close()
