"""The app: one screen to explore with, and the trainer's process behind it."""

from __future__ import annotations

import gc
import os
import signal
import sys
from asyncio import get_running_loop
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from importlib.resources import files
from os import environ
from threading import Timer
from typing import Protocol, runtime_checkable

from textual import events, work
from textual.app import SystemCommand
from textual.driver import Driver
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Input

from bpetui.core.errors import BpetuiError
from bpetui.core.utf8 import visible
from bpetui.files.atomic import write_atomically
from bpetui.files.key_file import read_keys
from bpetui.tui.explorer.explorer_screen import ExplorerScreen
from bpetui.tui.run.background import Act, Beside
from bpetui.tui.run.loaded_tokenizers import Shelf
from bpetui.tui.run.session import Session, Start
from bpetui.tui.terminal.app import TerminalApp
from bpetui.tui.terminal.palette import CommandSearch, Palette, ThemeSearch
from bpetui.tui.terminal.type_ahead import TypeAhead
from bpetui.worker.client import Client
from bpetui.worker.messages import Answer

_PATIENCE = 2.0
"""Seconds that a signal leaves for an orderly end."""


class Answered(Message):
    """The trainer's process has said something."""

    def __init__(self, answer: Answer) -> None:
        super().__init__()
        self.answer = answer


@runtime_checkable
class Hinting(Protocol):
    """A screen that has a line for what is to be said."""

    def hint(self, sentence: str) -> None:
        """Say something; an empty sentence clears the line."""


@runtime_checkable
class HintingLoading(Protocol):
    """A screen that shows how far loading a tokenizer is beside what else it says."""

    def hint_loading(self, sentence: str) -> None:
        """Show how far loading is, until something is said."""


class BpetuiApp(TerminalApp):
    """Explore byte-pair encoding on one text.

    ``failure`` is the sentence to say when the app has ended because nothing could be opened, else empty.
    """

    TITLE = "bpetui"
    CSS = files("bpetui.tui").joinpath("app.tcss").read_text("utf-8")  # which may be in a zip
    HORIZONTAL_BREAKPOINTS = [(0, "-tiny"), (60, "-narrow"), (120, "-wide"), (180, "-very-wide")]
    VERTICAL_BREAKPOINTS = [(0, "-flat"), (16, "-low"), (34, "-tall")]
    ENABLE_COMMAND_PALETTE = True

    def __init__(self, start: Start) -> None:
        # Textual chooses at construction whether colors are its own or the terminal's.
        plain = "NO_COLOR" in environ or _few_colors()
        super().__init__(driver_class=_driver(), ansi_color=True if plain else None)
        if plain:
            self.theme = "ansi-dark"
        self.animation_level = "none"
        self.failure = ""
        self.client = Client()
        self._type_ahead = TypeAhead(self)
        self._session = Session(self.client, start, self.fail)
        beside = Beside(self._hand_over)
        self._explorer = ExplorerScreen(self._session, Shelf(beside, self._say, self._hint_loading), beside)

    def on_mount(self) -> None:
        """Start the trainer's process and show the screen, with the user's keys."""
        self._obey_signals()
        try:
            self.client.start()
        except BpetuiError as error:
            self.fail(str(error))
            return
        keys = read_keys({binding.id for binding in self._explorer.commands() if binding.id})
        self.set_keymap(keys.keys)
        if keys.note:
            self._session.welcome = keys.note
        self.push_screen(self._explorer)
        self._listen()

    def on_ready(self) -> None:
        """What there is by now stays. Were it looked through for garbage each time, a key could wait 60 ms for that."""
        if not self.is_headless:
            gc.freeze()
            gc.set_threshold(700, 10, 30)

    def _obey_signals(self) -> None:
        """End as with `q` when the system asks for it, so that the terminal is left as it was."""
        with suppress(NotImplementedError):  # Windows has no such signals
            for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
                get_running_loop().add_signal_handler(number, self._end_by, number)

    def _end_by(self, number: signal.Signals) -> None:
        self.exit(return_code=128 + number)
        # Where the terminal is gone, what is left to write to it may never end. The trainer's process ends with this.
        timer = Timer(_PATIENCE, os._exit, [128 + number])
        timer.daemon = True
        timer.start()

    def on_unmount(self) -> None:
        """No process outlives the app."""
        self.client.close()

    def fail(self, sentence: str) -> None:
        """End the app, with a sentence to be said when the screen is gone."""
        self.failure = sentence
        self.exit(return_code=1)

    @work(thread=True)
    def _listen(self) -> None:
        with suppress(EOFError):  # the client is closed
            while True:
                self.post_message(Answered(self.client.receive()))

    def on_answered(self, message: Answered) -> None:
        """Hand an answer on, whatever screen is in front."""
        if self.is_running:  # at the end the screen's panes are gone before the last answers
            self._session.take(message.answer)

    async def on_event(self, event: events.Event) -> None:
        """Keys have their turn one by one. A hint is gone at the next; what the palette is given is made visible."""
        if not isinstance(event, events.Key | events.Paste) or event.is_forwarded:
            await super().on_event(event)
        elif self._type_ahead.is_next(event):
            self._explorer.clear_hint()
            if isinstance(event, events.Paste) and isinstance(self.focused, Input):
                event.text = visible(event.text)
            path = self._type_ahead.path
            await super().on_event(event)
            self._type_ahead.sent(event, path)

    def _hand_over(self, act: Act) -> None:
        """Do something in the app's own thread, called from another, unless the app has ended by then."""
        self.call_later(lambda: act() if self.is_running else None)

    def _say(self, sentence: str) -> None:
        """Say something in one line, on the screen in front if that has such a line."""
        screen = self.screen
        (screen if isinstance(screen, Hinting) else self._explorer).hint(sentence)

    def _hint_loading(self, sentence: str) -> None:
        """Say how far loading a tokenizer is, on the screen in front."""
        screen = self.screen
        if isinstance(screen, HintingLoading):
            screen.hint_loading(sentence)
        else:
            self._say(sentence)

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What the palette offers: all that keys do, and what has no key."""
        yield SystemCommand("Theme", "change the colors of the screen, dark or light", self.action_change_theme)
        yield SystemCommand("Screenshot", "keep the screen in a file (SVG), in this folder", self._keep_screen)
        if screen is self._explorer:
            own = {active.binding.id: active.binding for active in screen.active_bindings.values()}
            for binding in self._explorer.commands():
                action, key = binding.action, self.get_key_display(own.get(binding.id, binding))
                yield SystemCommand(
                    f"{binding.description} ({key})",
                    binding.tooltip,
                    lambda action=action: self._explorer.call_later(self._explorer.run_action, action),
                )
            for offer in self._explorer.offers:
                if offer.is_here:
                    yield SystemCommand(
                        f"Try it: {offer.title}",
                        f"cut the text typed with {offer.title} ({offer.about})",
                        lambda name=offer.name: self._explorer.call_later(self._explorer.choose_tokenizer, name),
                    )

    def action_command_palette(self) -> None:
        """Open the palette of all commands."""
        if not isinstance(self.screen, Palette):
            self._open_palette(Palette(providers=[CommandSearch]))

    def search_themes(self) -> None:
        """Open the palette of themes."""
        self._open_palette(Palette(providers=[ThemeSearch], placeholder="Search for themes…"))

    def _open_palette(self, palette: Palette) -> None:
        if palette.has_room(self.size):
            self.push_screen(palette)
        else:
            self._say("the palette needs more room than there is; ? names all keys")

    def on_resize(self, event: events.Resize) -> None:
        """Close the palette before it is drawn where there is no room for it."""
        if isinstance(self.screen, Palette) and not Palette.has_room(event.size):
            self.pop_screen()

    def _keep_screen(self) -> None:
        name = f"bpetui-{datetime.now():%Y-%m-%d-%H%M%S-%f}.svg"
        # Simplified, since Textual fails to draw otherwise what is not laid out yet, as when the palette closes.
        drawn = self.export_screenshot(simplify=True)
        try:
            write_atomically(name, drawn.encode(), force=False)
        except BpetuiError as error:
            self._say(str(error))
        else:
            self._say(f"the screen is in {name}")

    def action_help_quit(self) -> None:
        """Say which key quits, to someone who tries ctrl+c."""
        self._say("q quits")


def _driver() -> type[Driver] | None:
    """The driver for this system's terminals; None for Textual's own choice."""
    if sys.platform == "win32":
        return None
    from bpetui.tui.terminal.driver import Driver

    return Driver


def _few_colors() -> bool:
    """Whether the terminal has sixteen colors or fewer (TERM and COLORTERM, as rich reads them)."""
    if environ.get("COLORTERM", "").strip().lower() in ("truecolor", "24bit"):
        return False
    term = environ.get("TERM", "")
    return not term.endswith(("256color", "kitty", "direct"))
