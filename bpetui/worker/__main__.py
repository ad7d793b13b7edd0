"""The program of the trainer's process, which `Client` starts.

It reads commands from standard input and writes answers to standard output. It exits when its input is closed, so it
never outlives the app, however the app ended.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import threading
from functools import partial
from pathlib import Path
from typing import BinaryIO, cast

from bpetui.worker import pipe
from bpetui.worker.child import Child
from bpetui.worker.command_queue import CommandQueue
from bpetui.worker.messages import Command

SWITCH_INTERVAL = 0.0005
"""Seconds after which the training thread lets the thread that reads commands run (Python's default is 0.005)."""


def main() -> None:
    """Serve until the pipe of commands is closed."""
    # Ctrl+C in the terminal is meant for the app. When the terminal closes, the app exits and closes the pipe.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    # Training is 15 to 25 % faster without it (see `no_garbage_collection`).
    gc.disable()
    sys.setswitchinterval(SWITCH_INTERVAL)
    stream, answers = _pipes()
    commands = CommandQueue()
    threading.Thread(target=_receive, args=(stream, commands), daemon=True).start()
    try:
        Child(commands, partial(pipe.write, answers)).serve()
    except BrokenPipeError:
        os._exit(0)


def _pipes() -> tuple[BinaryIO, BinaryIO]:
    """Return the two pipes to the app, on descriptors that a stray ``print`` or ``input`` does not use."""
    commands = os.fdopen(os.dup(0), "rb")
    answers = os.fdopen(os.dup(1), "wb")
    with Path(os.devnull).open("rb") as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return commands, answers


def _receive(stream: BinaryIO, commands: CommandQueue) -> None:
    try:
        while True:
            commands.put(cast(Command, pipe.read(stream)))
    except EOFError:
        os._exit(0)  # at once, whatever the other thread is doing

    except pipe.NotAMessageError as error:
        print(error, file=sys.stderr, flush=True)
        os._exit(1)


if __name__ == "__main__":
    main()
