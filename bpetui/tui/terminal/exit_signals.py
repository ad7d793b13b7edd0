"""The signals by which the system ends a program."""

from __future__ import annotations

import os
import signal
from asyncio import get_running_loop
from collections.abc import Callable
from contextlib import suppress
from threading import Timer

_PATIENCE = 2.0
"""Seconds that a signal leaves for an orderly end."""


def exit_on_signals(exit_app: Callable[[int], None]) -> None:
    """End the app when the system asks for it, so that the terminal is left as it was.

    ``exit_app`` is called with the exit status.
    """

    def obey(number: signal.Signals) -> None:
        exit_app(128 + number)
        # Where the terminal is gone, what is left to write to it may never end. The trainer's process ends with this.
        timer = Timer(_PATIENCE, os._exit, [128 + number])
        timer.daemon = True
        timer.start()

    with suppress(NotImplementedError):  # Windows has no such signals
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            get_running_loop().add_signal_handler(number, obey, number)
