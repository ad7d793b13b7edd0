"""Capabilities of the system and its terminal."""

from __future__ import annotations

import sys
from os import environ

from textual import driver


def driver_class() -> type[driver.Driver] | None:
    """Return the driver for terminals of this system, or None for Textual's own choice."""
    if sys.platform == "win32":
        return None
    from bpetui.tui.terminal.driver import Driver

    return Driver


def has_few_colors() -> bool:
    """Return whether the terminal has sixteen colors or fewer (TERM and COLORTERM, as rich reads them)."""
    if environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return False
    term = environ.get("TERM", "")
    return not term.endswith(("256color", "kitty", "direct"))
