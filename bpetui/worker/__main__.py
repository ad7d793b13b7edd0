"""``python -m bpetui.worker``: the trainer's process. Commands come through its standard input, answers go out through
its standard output; it ends when the pipe of commands is closed, and so with the app, whatever ended that."""

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
"""Seconds that the thread which reads commands waits at most for one that trains, between two Python instructions."""


def main() -> None:
    """Serve until the pipe of commands is closed."""
    # ctrl+c in the terminal is meant for the app; when the terminal goes away, the app ends and the pipe with it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_IGN)
    # Training makes millions of containers and no cycles: without the collector it is 15 to 25 % faster.
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
    """The two pipes to the app, out of the reach of a stray ``print`` or ``input``."""
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
        os._exit(0)  # at once, whatever the other thread is about
    except pipe.NotAMessageError as error:
        print(error, file=sys.stderr, flush=True)
        os._exit(1)


if __name__ == "__main__":
    main()
