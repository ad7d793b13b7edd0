"""A pool of processes that count the words of one text, each in some of its segments."""

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

# The processes use the module path of this one; with -m they would also import from the current folder.
_PROGRAM = "import sys; sys.path[:] = sys.argv[1:]; from bpetui.worker.counting.process import main; main()"

_Segments = Queue[tuple[int, bytes] | None]
"""Numbered segments for whichever process is free; None ends the thread of the process that takes it."""


class ProcessLostError(BpetuiError):
    """A process ended before it reported its counts."""

    def __init__(self) -> None:
        super().__init__("a process that counts words was killed, possibly because memory ran out; try again")


class CountingPool:
    """Processes that count words, and that end with the ``with`` statement, whatever they are doing. For one thread."""

    def __init__(self, split: Split, size: int) -> None:
        """Start ``size`` processes, or as many as the system allows."""
        self._segments: _Segments = Queue(size)
        self._added = 0
        self._processes: list[_CountingProcess] = []
        with suppress(OSError, RuntimeError):
            while len(self._processes) < size:
                self._processes.append(_CountingProcess(split, self._segments))

    def __len__(self) -> int:
        return len(self._processes)

    def add(self, segment: bytes) -> None:
        """Add a segment to be counted; wait until the queue has room. Raises `ProcessLostError`."""
        self._segments.put((self._added, segment))
        self._added += 1
        if any(process.is_lost for process in self._processes):
            raise ProcessLostError

    def new_words(self) -> Iterator[dict[str, int]]:
        """Yield what the processes report for each segment (`MergedCounts.new_words`), in the order of the segments.

        A word may come up once for each process. Raises `ProcessLostError`.
        """
        for _ in self._processes:
            self._segments.put(None)
        return map(itemgetter(1), heapq.merge(*(process.new_words() for process in self._processes), key=itemgetter(0)))

    def __enter__(self) -> CountingPool:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for process in self._processes:
            process.kill()
        for _ in self._processes:
            self._segments.put(None)  # the queue has room: the threads of the processes empty it
        for process in self._processes:
            process.release()


class _CountingProcess:
    """A process, and the thread that sends segments to it."""

    def __init__(self, split: Split, segments: _Segments) -> None:
        """Raises OSError or RuntimeError if the system cannot start a process or a thread."""
        self._popen = subprocess.Popen(
            [sys.executable, "-c", _PROGRAM, *sys.path],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._stdin, self._stdout = cast(BinaryIO, self._popen.stdin), cast(BinaryIO, self._popen.stdout)
        self._numbers: list[int] = []  # of the segments sent to it
        self.is_lost = False
        self._sender = threading.Thread(target=self._send_segments, args=(split, segments), daemon=True)
        try:
            self._sender.start()
        except RuntimeError:
            with self._popen:
                self._popen.kill()
            raise

    def _send_segments(self, split: Split, segments: _Segments) -> None:
        self._send(split)
        while numbered := segments.get():  # also if the process is lost, or `add` could wait for room for ever
            self._numbers.append(numbered[0])
            self._send(numbered[1])
        self._send(None)

    def _send(self, message: object) -> None:
        try:
            pipe.write(self._stdin, message)
        except (OSError, MemoryError):
            self.is_lost = True

    def new_words(self) -> Iterator[tuple[int, dict[str, int]]]:
        """Yield the number of each segment sent to it, and its report on that segment. Raises `ProcessLostError`."""
        self._sender.join()
        for number in self._numbers:
            try:
                yield number, cast("dict[str, int]", pipe.read(self._stdout))
            except (EOFError, pipe.NotAMessageError):
                raise ProcessLostError from None

    def kill(self) -> None:
        """Kill the process; its thread then no longer waits for it to read."""
        self._popen.kill()

    def release(self) -> None:
        """Release the resources of a process that was killed and whose thread was ended."""
        self._popen.wait()
        self._sender.join()
        self._stdout.close()
        with suppress(OSError):  # some bytes may remain that could not be sent
            self._stdin.close()
