"""A queue of commands from the app, in the order in which they arrive."""

from __future__ import annotations

from collections import deque
from queue import SimpleQueue

from bpetui.worker.messages import Command, Open, Stop, ViewRequest


class InterruptedWorkError(Exception):
    """Long work must end because a `Stop` or another `Open` is in the queue."""


class CommandQueue:
    """Commands that one thread puts in and another takes out."""

    def __init__(self) -> None:
        self._arriving: SimpleQueue[Command] = SimpleQueue()
        self._waiting: deque[Command] = deque()  # used only by the thread that takes commands

    def put(self, command: Command) -> None:
        """Add a command, from any thread."""
        self._arriving.put(command)

    @property
    def has_command(self) -> bool:
        """Whether a command is in the queue."""
        return bool(self._waiting) or not self._arriving.empty()

    def take(self) -> Command:
        """Return the next command; wait until there is one."""
        return self._waiting.popleft() if self._waiting else self._arriving.get()

    def check(self) -> None:
        """Raise `InterruptedWorkError` if a `Stop` or an `Open` is in the queue."""
        while not self._arriving.empty():
            self._waiting.append(self._arriving.get())
        if any(isinstance(command, Stop | Open) for command in self._waiting):
            raise InterruptedWorkError

    def drop_interrupted(self) -> bool:
        """Drop the commands up to and including the first `Stop`, or before the first `Open`; return whether it was a
        `Stop`.

        They were meant for a corpus that will not be loaded. A `ViewRequest` among them is kept.
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
