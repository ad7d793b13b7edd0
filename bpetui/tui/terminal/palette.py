"""Textual's palette of commands, kept from what it fails at."""

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
    """A palette that lives through keys which come before its list is laid out."""

    @staticmethod
    def has_room(size: Size) -> bool:
        """Whether a screen is large enough: drawing fails where no row of the list is seen, or no character fits."""
        return size.height >= 8 and size.width >= 20

    def _action_command_list(self, action: str) -> None:
        with suppress(KeyError):  # there are no rows yet to go to
            super()._action_command_list(action)


class _Offered(NamedTuple):
    """A command in the palette, and what it does in a few words."""

    name: str
    explanation: str
    act: Callable[[], object]


class CommandSearch(Provider):
    """All commands of the app. Textual's own search looks at their names only, and may leave what it found before."""

    async def discover(self) -> Hits:
        for name, explanation, act in sorted(self._offered(), key=lambda offered: offered.name):
            yield DiscoveryHit(escape(name), act, text=name, help=escape(explanation) or None)

    async def search(self, query: str) -> Hits:
        matcher, is_found = self.matcher(query), False
        for name, explanation, act in self._offered():
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

    def _offered(self) -> Iterator[_Offered]:
        for command in self.app.get_system_commands(self.screen):
            yield _Offered(command.title, command.help, command.callback)


class ThemeSearch(CommandSearch):
    """All themes."""

    def _offered(self) -> Iterator[_Offered]:
        yield from (_Offered(name, "", act) for name, act in ThemeProvider(self.screen).commands)


class PaletteOpener:
    """Opens a palette where there is room for it; ``say`` says that there is none."""

    def __init__(self, app: App[None], say: Callable[[str], None]) -> None:
        self._app, self._say = app, say

    def open(self, palette: Palette) -> None:
        """Open a palette in front of the screen."""
        if palette.has_room(self._app.size):
            self._app.push_screen(palette)
        else:
            self._say(
                keys_of(self._app).format("the palette needs more room than there is; {keys[help]} names all keys")
            )

    def resize(self, size: Size) -> None:
        """Close the palette before it is drawn where there is no room for it."""
        if isinstance(self._app.screen, Palette) and not Palette.has_room(size):
            self._app.pop_screen()


def show_controls_pasted(event: Paste, focused: Widget | None) -> None:
    """Make visible what is pasted into Textual's own field, the palette's: it draws text as it is."""
    if isinstance(focused, Input):
        event.text = visible(event.text)
