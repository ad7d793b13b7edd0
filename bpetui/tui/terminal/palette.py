"""Textual's command palette, without its crashes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

from rich.markup import escape
from textual.app import App
from textual.command import CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.events import Paste
from textual.geometry import Size
from textual.theme import ThemeProvider
from textual.widget import Widget
from textual.widgets import Input

from bpetui.core.utf8 import visible
from bpetui.tui.terminal.bindings import keys_of

NOTHING_FOUND = "Nothing found"


class Palette(CommandPalette):
    """A palette that survives keys before its list is laid out."""

    @staticmethod
    def has_room(size: Size) -> bool:
        """Return whether a screen is large enough: Textual fails to draw a palette without rows or columns."""
        return size.height >= 8 and size.width >= 20

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):  # the list has no rows yet
            super()._action_command_list(action)


class _PaletteCommand(NamedTuple):
    """A command in the palette, with a short explanation."""

    name: str
    explanation: str
    act: Callable[[], object]


class CommandSearch(Provider):
    """All commands of the app, found by name and by explanation.

    Textual's own search reads names only, and may leave earlier results in the list.
    """

    async def discover(self) -> Hits:
        for name, explanation, act in sorted(self._commands(), key=lambda command: command.name):
            yield DiscoveryHit(escape(name), act, text=name, help=escape(explanation) or None)

    async def search(self, query: str) -> Hits:
        matcher, is_found = self.matcher(query), False
        for name, explanation, act in self._commands():
            score = 0.0
            if query.casefold() in name.casefold():
                score = 3.0
            elif query.casefold() in explanation.casefold():
                score = 2.0
            elif matcher.match(name) > 0:
                score = 1.0
            if score:
                is_found = True
                yield Hit(score, matcher.highlight(name), act, text=name, help=escape(explanation) or None)
        if not is_found:
            yield Hit(1.0, NOTHING_FOUND, lambda: None, text=NOTHING_FOUND)

    def _commands(self) -> Iterator[_PaletteCommand]:
        for command in self.app.get_system_commands(self.screen):
            yield _PaletteCommand(command.title, command.help, command.callback)


class ThemeSearch(CommandSearch):
    """All themes."""

    def _commands(self) -> Iterator[_PaletteCommand]:
        yield from (_PaletteCommand(name, "", act) for name, act in ThemeProvider(self.screen).commands)


class PaletteOpener:
    """Opens a palette if there is room for it, or else calls ``say`` with the reason."""

    def __init__(self, app: App[None], say: Callable[[str], None]) -> None:
        self._app, self._say = app, say

    def open(self, palette: Palette) -> None:
        """Open a palette in front of the screen."""
        if palette.has_room(self._app.size):
            self._app.push_screen(palette)
        else:
            sentence = "The screen is too small for the palette; press {keys[help]} for all keys"
            self._say(keys_of(self._app).format(sentence))

    def resize(self, size: Size) -> None:
        """Close the palette before it is drawn, if the new size has no room for it."""
        if isinstance(self._app.screen, Palette) and not Palette.has_room(size):
            self._app.pop_screen()


def show_controls_pasted(event: Paste, focused: Widget | None) -> None:
    """Make control characters visible in text pasted into Textual's own field in the palette."""
    if isinstance(focused, Input):
        event.text = visible(event.text)
