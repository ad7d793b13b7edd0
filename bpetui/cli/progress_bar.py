"""A progress bar on standard error."""

import os
import sys
import time
from contextlib import suppress

_INTERVAL = 0.1
_BAR = 24


class ProgressBar:
    """One line, redrawn in place, in ASCII so that it works on any terminal; draws nothing unless ``is_shown``."""

    def __init__(self, is_shown: bool) -> None:
        self._is_shown = is_shown
        self._width = 0
        self._due = 0.0

    def show(self, phase: str, done: int, total: int) -> None:
        """Draw the bar, at most ten times a second; a ``total`` of 0 means that the total is not known."""
        if not self._is_shown or time.monotonic() < self._due:
            return
        self._due = time.monotonic() + _INTERVAL
        if total:
            full = _BAR * done // total
            line = f"{phase} [{'#' * full}{'-' * (_BAR - full)}] {done:,}/{total:,}"
        else:
            line = f"{phase} {done:,}"
        self._width = max(self._width, len(line))  # blanks cover a longer line drawn before
        self._draw(line.ljust(self._width))

    def clear(self) -> None:
        """Erase the bar; needed before anything else is written to the terminal."""
        if self._width:
            self._draw(" " * (self._width + len("^C")))  # the terminal may have echoed ^C after the bar
            self._draw("")
            self._width, self._due = 0, 0.0

    def _draw(self, line: str) -> None:
        with suppress(OSError):
            columns = os.get_terminal_size(sys.stderr.fileno()).columns or 80  # 0 if the terminal does not know
            sys.stderr.write("\r" + line[: columns - 1])  # a longer line would wrap to a second row
            sys.stderr.flush()
