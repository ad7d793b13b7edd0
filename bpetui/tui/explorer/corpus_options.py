"""The corpus that is open, how it is trained on, and the text that its merges are measured on."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bpetui.core.errors import BpetuiError
from bpetui.tui.requests import OpenSettings, Request
from bpetui.tui.run.completion import complete_text
from bpetui.tui.run.session import Session
from bpetui.tui.run.settings import Settings
from bpetui.tui.run.sources import fitting, named
from bpetui.tui.widgets.bottom_bar import BottomBar
from bpetui.worker.messages import Source


class CorpusOptions:
    """Asks for another corpus, other settings, or a held-out text, and has the session take them."""

    def __init__(
        self, session: Session, bar: BottomBar, hint: Callable[[str], None], post: Callable[[Request], None]
    ) -> None:
        self._session, self._bar = session, bar
        self._hint, self._post = hint, post

    def ask_corpus(self) -> None:
        """Ask for another text."""
        self._bar.ask("open a file, sample:NAME or words:TABLE:", self._open, complete=complete_text)

    def _open(self, text: str) -> None:
        if text := text.strip():
            self._session.open(self._named(text), fitting(self._session.start_options, text))

    def ask_settings(self) -> None:
        """Show the settings, to be changed."""
        if run := self._session.run:
            held_out = run.held_out.source if run.held_out else None
            settings = Settings(run.opened.options, str(held_out.path or held_out.name) if held_out else "")
            self._post(OpenSettings(settings, run.made, partial(self._apply, settings)))

    def _apply(self, before: Settings, settings: Settings | None) -> None:
        """Take over what was set."""
        if settings is None:
            return
        if settings.held_out != before.held_out:
            try:
                self._hold_out(settings.held_out)
            except BpetuiError as error:
                self._hint(str(error))
        if settings.options != before.options:
            self._session.restart(settings.options)

    def ask_held_out(self) -> None:
        """Ask for a text to measure the merges on."""
        self._bar.ask("hold out a file or sample:NAME:", self._hold_out, complete=complete_text)

    def _hold_out(self, text: str) -> None:
        self._session.hold_out(self._named(text.strip()) if text.strip() else None)

    def _named(self, text: str) -> Source:
        return named(text, self._session.source.encoding)
