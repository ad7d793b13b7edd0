"""A question whose answer is a number."""

from __future__ import annotations

from collections.abc import Callable

from bpetui.core.errors import BpetuiError
from bpetui.tui.widgets.bottom_bar import BottomBar

_MOST_DIGITS = 12


def ask_number(bar: BottomBar, label: str, answered: Callable[[int], None], least: int, most: int) -> None:
    """Ask for a number from ``least`` to ``most``, with or without commas; an empty answer changes nothing."""

    def check(text: str) -> None:
        digits = text.replace(",", "").strip()
        is_number = digits.isascii() and digits.isdigit() and len(digits) <= _MOST_DIGITS
        if is_number and least <= int(digits) <= most:
            answered(int(digits))
        elif digits:
            raise BpetuiError(f"Enter a whole number from {least:,} to {most:,}")

    bar.ask(label, check)
