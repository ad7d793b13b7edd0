"""Signals that ask the program to exit."""

from __future__ import annotations

import os
import signal
from asyncio import get_running_loop
from collections.abc import Callable
from contextlib import suppress
from threading import Timer

_PATIENCE = 2.0
"""Seconds for an orderly exit after a signal."""


def exit_on_signals(exit_app: Callable[[int], None]) -> None:
    """Call ``exit_app`` with the exit status on a signal, so that the app restores the terminal."""

    def handle(number: signal.Signals) -> None:
        exit_app(128 + number)
        # If the terminal is gone, writing to it may block forever. The trainer's process ends with this one.
        timer = Timer(_PATIENCE, os._exit, [128 + number])
        timer.daemon = True
        timer.start()

    with suppress(NotImplementedError):  # Windows has no such signals
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            get_running_loop().add_signal_handler(number, handle, number)
