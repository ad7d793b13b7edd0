"""A bar on standard error that tells how far the work is."""

import os
import sys
import time
from contextlib import suppress

_INTERVAL = 0.1
_BAR = 24


class Progress:
    """One line that is drawn over and over, in ASCII, so that it works on any terminal; nothing where not ``shown``."""

    def __init__(self, shown: bool) -> None:
        self._shown = shown
        self._width = 0
        self._due = 0.0

    def show(self, phase: str, done: int, total: int) -> None:
        """Draw it, at most ten times a second; a ``total`` of 0 is one that is not known."""
        if not self._shown or time.monotonic() < self._due:
            return
        self._due = time.monotonic() + _INTERVAL
        if total:
            full = _BAR * done // total
            line = f"{phase} [{'#' * full}{'-' * (_BAR - full)}] {done:,}/{total:,}"
        else:
            line = f"{phase} {done:,}"
        self._width = max(self._width, len(line))  # blanks over the end of a longer one before
        self._draw(line.ljust(self._width))

    def clear(self) -> None:
        """Take it away, before anything else is written to the terminal."""
        if self._width:
            self._draw(" " * (self._width + len("^C")))  # which the terminal has written behind it, maybe
            self._draw("")
            self._width, self._due = 0, 0.0

    def _draw(self, line: str) -> None:
        with suppress(OSError):
            columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80  # 0 where the terminal does not say
            sys.stderr.write("\r" + line[: columns - 1])  # a longer one would go on to a second row
            sys.stderr.flush()
