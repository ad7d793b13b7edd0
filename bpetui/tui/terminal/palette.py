"""Textual's palette of commands, kept from what it fails at."""

from __future__ import annotations

from contextlib import suppress

from textual.command import CommandPalette
from textual.geometry import Size


class Palette(CommandPalette):
    """A palette that lives through keys which come before its list is laid out."""

    @staticmethod
    def has_room(size: Size) -> bool:
        """Whether a screen is large enough: drawing fails where no row of the list is seen, or no character fits."""
        return size.height >= 8 and size.width >= 20

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):  # there are no rows yet to go to
            super()._action_command_list(action)
