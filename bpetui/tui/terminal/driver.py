"""Textual's driver for terminals, which survives keys that are not UTF-8, and takes pasted text as text only."""

from __future__ import annotations

import codecs
from collections.abc import Iterable
from functools import partial

from textual import events
from textual._xterm_parser import XTermParser
from textual.drivers import linux_driver
from textual.message import Message

from bpetui.tui.terminal.cell_positions import positioned

PASTE_START, PASTE_END = "\x1b[200~", "\x1b[201~"
"""The sequences around pasted text (xterm's bracketed paste)."""


class KeyParser(XTermParser):
    """Textual's parser of keys, which gets no pasted text.

    Textual's own parser looks for escape sequences in pasted text, too; the characters of unknown ones act as keys.
    """

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._pasted: list[str] | None = None  # the pasted text so far, while a paste is open

    def feed(self, data: str) -> Iterable[Message]:
        """Yield the events of the characters read; empty data is the end of the input."""
        if not data:
            yield from self._typed(data)
        while data:
            if self._pasted is None:
                typed, start, data = data.partition(PASTE_START)
                if typed:
                    yield from self._typed(typed)
                if start:
                    self._pasted = [""]
            else:
                text, end, data = (self._pasted.pop() + data).partition(PASTE_END)
                cut = len(text) if end else max(0, len(text) - len(PASTE_END))  # the end may arrive in two parts
                self._pasted += [text[:cut], text[cut:]]
                if end:
                    yield events.Paste("".join(self._pasted))
                    self._pasted = None

    def _typed(self, data: str) -> Iterable[Message]:
        try:
            yield from super().feed(data)
        except (ValueError, ArithmeticError):  # a number that Textual cannot parse, such as kitty's ESC [ 97 ; 5 : 1 u
            super().__init__()  # the generator of the parser has ended


def _replacing(encoding: str) -> partial[codecs.IncrementalDecoder]:
    return partial(codecs.getincrementaldecoder(encoding), errors="replace")


class Driver(linux_driver.LinuxDriver):
    """Reads keys with `KeyParser`; bytes that are not UTF-8 become U+FFFD, where Textual's own driver ends the app.

    It positions the cursor explicitly after text whose width differs between terminals.
    """

    def run_input_thread(self) -> None:
        """Read keys until the app ends."""
        # Textual creates both through these names of its module; there is no other way to replace them.
        linux_driver.getincrementaldecoder = _replacing  # type: ignore[attr-defined, assignment]
        linux_driver.XTermParser = KeyParser  # type: ignore[attr-defined]
        super().run_input_thread()

    def write(self, data: str) -> None:
        """Write to the terminal, with the cursor where Textual assumes it to be."""
        super().write(positioned(data))

    def _sigcont_application(self, *_: object) -> None:
        """Resume only after a suspension: SIGCONT can also arrive alone, and a second thread must not read keys."""
        if self._must_signal_resume:
            super()._sigcont_application()
