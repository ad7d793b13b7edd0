"""Textual's palette of commands, kept from what it fails at."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress

from textual.app import App
from textual.command import CommandPalette
from textual.events import Paste
from textual.geometry import Size
from textual.widget import Widget
from textual.widgets import Input

from bpetui.core.utf8 import visible


class Palette(CommandPalette):
    """A palette that lives through keys which come before its list is laid out."""

    @staticmethod
    def has_room(size: Size) -> bool:
        """Whether a screen is large enough: drawing fails where no row of the list is seen, or no character fits."""
        return size.height >= 8 and size.width >= 20

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):  # there are no rows yet to go to
            super()._action_command_list(action)


class PaletteOpener:
    """Opens a palette where there is room for it; ``say`` says that there is none."""

    def __init__(self, app: App[None], say: Callable[[str], None]) -> None:
        self._app, self._say = app, say

    def open(self, palette: Palette) -> None:
        """Open a palette in front of the screen."""
        if palette.has_room(self._app.size):
            self._app.push_screen(palette)
        else:
            self._say("the palette needs more room than there is; ? names all keys")

    def resize(self, size: Size) -> None:
        """Close the palette before it is drawn where there is no room for it."""
        if isinstance(self._app.screen, Palette) and not Palette.has_room(size):
            self._app.pop_screen()


def show_controls_pasted(event: Paste, focused: Widget | None) -> None:
    """Make visible what is pasted into Textual's own field, the palette's: it draws text as it is."""
    if isinstance(focused, Input):
        event.text = visible(event.text)
