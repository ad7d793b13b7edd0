"""An app with a single screen in front, laid out as in the program, without a trainer's process."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from textual import on
from textual.app import App
from textual.pilot import Pilot
from textual.screen import Screen

import bpetui.tui
from bpetui.tui.app import BpetuiApp
from bpetui.tui.requests import Request
from bpetui.tui.run.loaded_tokenizers import LoadedTokenizers
from bpetui.tui.screens import open_screen
from tests.tui.keys_and_rows import settle, shown
from tests.tui.sample_tokenizers import immediate_background


class ScreenApp(App[Any]):
    """An app that shows a screen; ``left_with`` holds its result once it is closed."""

    CSS_PATH = Path(bpetui.tui.__file__).with_name("app.tcss")
    HORIZONTAL_BREAKPOINTS = BpetuiApp.HORIZONTAL_BREAKPOINTS
    VERTICAL_BREAKPOINTS = BpetuiApp.VERTICAL_BREAKPOINTS

    def __init__(self, screen: Screen[Any], plain: bool = False) -> None:
        super().__init__(ansi_color=True if plain else None)
        if plain:
            self.theme = "ansi-dark"
        self.animation_level = "none"
        self._shown = screen
        self.left_with: list[object] = []

    def on_mount(self) -> None:
        self.push_screen(self._shown, self.left_with.append)

    @on(Request)
    def open_screen(self, request: Request) -> None:
        open_screen(self, request)

    def say(self, sentence: str) -> None:
        """Show a hint on the screen in front."""
        front: Any = self.screen
        front.hint(sentence)


@asynccontextmanager
async def opened_screen(
    screen: Screen[Any], size: tuple[int, int] = (80, 24), plain: bool = False
) -> AsyncIterator[tuple[ScreenApp, Pilot[Any]]]:
    """Open a screen in an app of this size."""
    host = ScreenApp(screen, plain)
    async with host.run_test(size=size) as pilot:
        await settle(pilot)
        yield host, pilot


def loaded_tokenizers(*names: str) -> LoadedTokenizers:
    """Load the tokenizers of these names or paths."""
    hints: list[str] = []
    found = LoadedTokenizers(immediate_background(), hints.append, hints.append)
    for name in names:
        found.load(name, lambda _: None)
    assert len(found.loaded) == len(names), hints
    return found


def rows(pilot: Pilot[Any]) -> list[str]:
    """Return the rows of the screen without trailing spaces."""
    return [row.rstrip() for row in shown(pilot)]
