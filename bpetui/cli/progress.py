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
            self._draw(f"{phase} [{'#' * full}{'-' * (_BAR - full)}] {done:,}/{total:,}")
        else:
            self._draw(f"{phase} {done:,}")

    def clear(self) -> None:
        """Take it away, before anything else is written to the terminal."""
        if self._width:
            self._draw("")
            self._due = 0.0

    def _draw(self, line: str) -> None:
        with suppress(OSError):
            columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80  # 0 where the terminal does not say
            line = line[: columns - 1]  # a longer one would go on to a second row
            sys.stderr.write(
                f"\r{line:{self._width}}" + "\r" * (not line)
            )  # blanks over the end of a longer one before
            sys.stderr.flush()
        self._width = len(line)
