"""The commands that wait to be carried out, in order."""

from __future__ import annotations

from collections import deque
from queue import SimpleQueue

from bpetui.worker.messages import Command, Open, Stop, ViewRequest


class InterruptedWorkError(Exception):
    """A `Stop`, or another `Open`, waits: long work ends."""


class CommandQueue:
    """Commands put in by one thread and taken out by another."""

    def __init__(self) -> None:
        self._arriving: SimpleQueue[Command] = SimpleQueue()
        self._waiting: deque[Command] = deque()  # belongs to the thread that takes

    def put(self, command: Command) -> None:
        """Add a command, from any thread."""
        self._arriving.put(command)

    @property
    def waits(self) -> bool:
        """Whether there is a command to take."""
        return bool(self._waiting) or not self._arriving.empty()

    def take(self) -> Command:
        """The next command, waiting for one to come."""
        return self._waiting.popleft() if self._waiting else self._arriving.get()

    @property
    def interrupts(self) -> bool:
        """Whether a `Stop` or an `Open` is among the commands that wait."""
        while not self._arriving.empty():
            self._waiting.append(self._arriving.get())
        return any(isinstance(command, Stop | Open) for command in self._waiting)

    def check(self) -> None:
        """Raise `InterruptedWorkError` if a `Stop` or an `Open` waits."""
        if self.interrupts:
            raise InterruptedWorkError

    def drop_interrupted(self) -> bool:
        """Drop the commands before the first `Open` that waits, or up to a `Stop`; tells whether it was a `Stop`.

        They were meant for a corpus that will not come. What the screen shows is kept.
        """
        kept: list[Command] = []
        stopped = False
        while self._waiting and not stopped and not isinstance(self._waiting[0], Open):
            command = self._waiting.popleft()
            stopped = isinstance(command, Stop)
            if isinstance(command, ViewRequest):
                kept.append(command)
        self._waiting.extendleft(reversed(kept))
        return stopped
