"""The app, which connects the screens, the session, and the trainer's process."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from os import environ
from pkgutil import get_data
from typing import Protocol, runtime_checkable

from textual import events, on, work
from textual.app import SystemCommand
from textual.message import Message
from textual.screen import Screen

from bpetui.core.errors import BpetuiError
from bpetui.files.key_file import read_key_file
from bpetui.tui.explorer.explorer_screen import ExplorerScreen
from bpetui.tui.explorer.palette_commands import palette_commands
from bpetui.tui.keys.own_keys import own_keys
from bpetui.tui.requests import Request
from bpetui.tui.run.background import Background, Callback
from bpetui.tui.run.loaded_tokenizers import LoadedTokenizers
from bpetui.tui.run.session import Session, Start
from bpetui.tui.screens import open_screen
from bpetui.tui.terminal.app import TerminalApp
from bpetui.tui.terminal.bindings import binding
from bpetui.tui.terminal.exit_signals import exit_on_signals
from bpetui.tui.terminal.garbage_collection import freeze_objects
from bpetui.tui.terminal.palette import CommandSearch, Palette, PaletteOpener, ThemeSearch, show_controls_pasted
from bpetui.tui.terminal.screenshot import save_screenshot
from bpetui.tui.terminal.system import driver_class, has_few_colors
from bpetui.tui.terminal.type_ahead import TypeAhead
from bpetui.worker.client import Client
from bpetui.worker.messages import Answer


class Answered(Message):
    """The trainer's process has sent an answer."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer


@runtime_checkable
class HintScreen(Protocol):
    """A screen with a line for hints."""

    def hint(self, sentence: str) -> None:
        """Show a sentence; an empty one clears the line."""


@runtime_checkable
class LoadingScreen(Protocol):
    """A screen that shows the progress of loading a tokenizer in addition to its hints."""

    def hint_loading(self, sentence: str) -> None:
        """Show the progress of loading until the next hint."""


class BpetuiApp(TerminalApp):
    """The app that explores byte-pair encoding on one text.

    ``failure`` is the error to print after the app has ended because nothing could be opened, else empty.
    """

    TITLE = "bpetui"
    BINDINGS = [binding("palette", "command_palette")]
    CSS = (get_data(__package__, "app.tcss") or b"").decode()  # also where the package is in a zip
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (60, "-narrow"), (120, "-wide"), (180, "-very-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (16, "-low"), (34, "-tall")]
    ENABLE_COMMAND_PALETTE = True

    def __init__(self, start: Start) -> None:
        # Textual decides at construction between its own colors and those of the terminal.
        plain = "NO_COLOR" in environ or has_few_colors()
        super().__init__(driver_class=driver_class(), ansi_color=True if plain else None)
        if plain:
            self.theme = "ansi-dark"
        self.animation_level = "none"
        self.failure = ""
        self.client = Client()
        self._type_ahead = TypeAhead(self)
        self.keys, self._key_notes = own_keys(read_key_file())
        self.set_keymap(self.keys.keymap)
        self._session = Session(self.client, start, self.fail, self.keys)
        self._palettes = PaletteOpener(self, self._say)
        self._background = Background(self._run_in_app)
        self._tokenizers = LoadedTokenizers(self._background, self._say, self._hint_loading)
        self._explorer = ExplorerScreen(self._session, self._tokenizers, self._background)

    def on_mount(self) -> None:
        """Start the trainer's process, and show the explorer."""
        exit_on_signals(lambda status: self.exit(return_code=status))
        try:
            self.client.start()
        except BpetuiError as error:
            self.fail(str(error))
            return
        if self._key_notes:
            self._session.opening_hint = " · ".join(filter(None, (self._session.opening_hint, *self._key_notes)))
        self.push_screen(self._explorer)
        self._listen()

    def on_ready(self) -> None:
        """Exclude the objects of the start from garbage collection, which would delay keys."""
        if not self.is_headless:
            freeze_objects()

    def on_unmount(self) -> None:
        """End the trainer's process with the app."""
        self.client.close()

    def fail(self, sentence: str) -> None:
        """End the app, with an error to print after the screen is gone."""
        self.failure = sentence
        self.exit(return_code=1)

    @work(thread=True)
    def _listen(self) -> None:
        with suppress(EOFError):  # the client is closed
            while True:
                self.post_message(Answered(self.client.receive()))

    def on_answered(self, message: Answered) -> None:
        """Pass an answer to the session, whatever screen is in front."""
        if self.is_running:  # at the end, panes are removed before the last answers arrive
            self._session.take(message.answer)

    @on(Request)
    def _open_screen(self, request: Request) -> None:
        open_screen(self, request)

    async def on_event(self, event: events.Event) -> None:
        """Let keys through one by one, clear the hint at each, and make control characters of a paste visible."""
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            await super().on_event(event)
        elif self._type_ahead.is_next(event):
            self._explorer.clear_hint()
            if isinstance(event, events.Paste):
                show_controls_pasted(event, self.focused)
            path = self._type_ahead.path
            await super().on_event(event)
            self._type_ahead.sent(event, path)

    def _run_in_app(self, act: Callback) -> None:
        """Run a callback of another thread in that of the app, unless the app has ended by then."""
        self.call_later(lambda: act() if self.is_running else None)

    def _say(self, sentence: str) -> None:
        """Show a sentence on the screen in front if that has a line for hints, else on the explorer."""
        screen = self.screen
        (screen if isinstance(screen, HintScreen) else self._explorer).hint(sentence)

    def _hint_loading(self, sentence: str) -> None:
        """Show the progress of loading a tokenizer on the screen in front."""
        screen = self.screen
        if isinstance(screen, LoadingScreen):
            screen.hint_loading(sentence)
        else:
            self._say(sentence)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Yield the commands of the palette: those of the keys, on the explorer, and those without a key."""
        yield SystemCommand("Theme", "change the colors of the screen, dark or light", self.action_change_theme)
        yield SystemCommand("Screenshot", "save the screen as an SVG file in this folder", self._save_screenshot)
        if screen is self._explorer:
            yield from palette_commands(self._explorer)

    def action_command_palette(self) -> None:
        """Open the palette of all commands."""
        if not isinstance(self.screen, Palette):
            self._palettes.open(Palette(providers=[CommandSearch]))

    def search_themes(self) -> None:
        """Open the palette of themes."""
        self._palettes.open(Palette(providers=[ThemeSearch], placeholder="Search for themes…"))

    def on_resize(self, event: events.Resize) -> None:
        """Close the palette if it has no room any more."""
        self._palettes.resize(event.size)

    def _save_screenshot(self) -> None:
        self._say(save_screenshot(self))

    def action_help_quit(self) -> None:
        """Say which key quits, on ctrl+c."""
        self._say(self.keys.format("Press {keys[quit]} to quit"))
