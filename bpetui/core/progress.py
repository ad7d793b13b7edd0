"""The callback that long work reports its progress to."""

from __future__ import annotations

from collections.abc import Callable

ReportProgress = Callable[[int, int], None]
"""Called now and then with the amount of work done and the whole amount; an exception that it raises ends the work."""
