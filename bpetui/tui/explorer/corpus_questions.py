"""The questions for another corpus, other settings, and a held-out text."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bpetui.core.errors import BpetuiError
from bpetui.core.utf8 import visible
from bpetui.files.source import Source
from bpetui.tui.requests import OpenSettings, Request
from bpetui.tui.run.completion import complete_text
from bpetui.tui.run.session import Session
from bpetui.tui.run.settings import Settings
from bpetui.tui.run.sources import named, options_for, typed_name, with_encoding, without_encoding
from bpetui.tui.run.typed_paths import path_from_typed
from bpetui.tui.widgets.bottom_bar import BottomBar
from bpetui.worker.messages import UndecodedText

_OPEN = "Open a file, sample:NAME or words:TABLE:"


class CorpusQuestions:
    """Asks for another corpus, other settings, or a held-out text, and hands the answer to the session."""

    def __init__(
        self,
        session: Session,
        bar: BottomBar,
        hint: Callable[[str], None],
        post: Callable[[Request], None],
        use_tokenizer: Callable[[str], None],
    ) -> None:
        self._session, self._bar = session, bar
        self._hint, self._post, self._use_tokenizer = hint, post, use_tokenizer

    def ask_corpus(self, text: str = "", hint: str = "") -> None:
        """Ask for another text; ``text`` is the answer to begin with, ``hint`` the reason of the question."""
        self._bar.ask(_OPEN, self._open, text, complete=complete_text, hint=hint)

    def _open(self, text: str) -> None:
        if not (text := text.strip()):
            return
        from bpetui.formats.recognition import is_tokenizer

        path = path_from_typed(without_encoding(text)[0])
        if is_tokenizer(path):
            hint = f"{visible(path.name or text)} is a tokenizer; press enter to use it in Try it"
            answered, canceled = partial(self._use_or_open, text), partial(self.ask_corpus, text)
            self._bar.ask(_OPEN, answered, text, complete=complete_text, hint=hint, canceled=canceled)
            return
        source = self._named(text)
        open_it = partial(self._session.open, source, options_for(text, self._session.default_options))
        if lost := self._session.lost_work(source):
            self._bar.confirm("Open it? y/N:", open_it, lost)
        else:
            open_it()

    def _use_or_open(self, tokenizer: str, text: str) -> None:
        """Use a tokenizer in Try it if its name is the answer again; else open what the answer names."""
        if text.strip() == tokenizer:
            self._use_tokenizer(without_encoding(tokenizer)[0])
        else:
            self._open(text)

    def open_settings(self) -> None:
        """Open the settings."""
        if run := self._session.run:
            held_out = run.held_out.source if run.held_out else None
            settings = Settings(
                run.opened.options, typed_name(held_out, self._session.default_encoding) if held_out else ""
            )
            self._post(OpenSettings(settings, self._session.discarded_merges, partial(self._apply, settings)))

    def _apply(self, before: Settings, settings: Settings | None) -> None:
        """Apply the settings that changed."""
        if settings is None:
            return
        if settings.held_out != before.held_out:
            try:
                self._hold_out(settings.held_out)
            except BpetuiError as error:
                self._hint(str(error))
        if settings.options != before.options:
            self._session.retrain(settings.options)

    def ask_held_out(self, text: str = "", hint: str = "") -> None:
        """Ask for a held-out text; ``text`` and ``hint`` are as for `ask_corpus`."""
        self._bar.ask("Held-out text (file or sample:NAME):", self._hold_out, text, complete=complete_text, hint=hint)

    def ask_encoding(self, undecoded: UndecodedText, *, held_out: bool, is_free: bool) -> None:
        """Report that a text is not in the encoding of its source; if the screen is free, ask for another one."""
        problem, likely = undecoded.problem, undecoded.likely
        if not is_free:
            self._hint(f"{problem}. Name its encoding with it, as in notes.txt encoding=gb18030")
            return
        if likely:
            hint = f"{problem}. It looks like {likely}; press enter to open it that way"
        else:
            hint = f"{problem}. If it is a text file, type its encoding, such as gb18030, and press enter"
        ask = self.ask_held_out if held_out else self.ask_corpus
        ask(with_encoding(undecoded.source, likely), hint)

    def _hold_out(self, text: str) -> None:
        self._session.hold_out(self._named(text.strip()) if text.strip() else None)

    def _named(self, text: str) -> Source:
        return named(text, self._session.default_encoding)
