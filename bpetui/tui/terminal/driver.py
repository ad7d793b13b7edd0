"""Textual's driver for terminals, made to live through keys that are not UTF-8 and to keep pasted text from acting."""

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
"""What a terminal sends around text that is pasted (xterm's bracketed paste)."""


class KeyParser(XTermParser):
    """Makes keys of what the terminal sends, as Textual does, but takes out first what is pasted.

    Textual's own looks for escape sequences in it too, and where it knows one not, what it consists of acts as keys.
    """

    def __init__(self, debug: bool = False) -> None:
        super().__init__(debug)
        self._pasted: list[str] | None = None  # what has come of it so far

    def feed(self, data: str) -> Iterable[Message]:
        """The events that come of the characters read; none at all are the end."""
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
                cut = len(text) if end else max(0, len(text) - len(PASTE_END))  # the bracket may come in two parts
                self._pasted += [text[:cut], text[cut:]]
                if end:
                    yield events.Paste("".join(self._pasted))
                    self._pasted = None

    def _typed(self, data: str) -> Iterable[Message]:
        try:
            yield from super().feed(data)
        except (ValueError, ArithmeticError):  # a number that Textual did not foresee, as in kitty's ESC [ 97 ; 5 : 1 u
            super().__init__()  # for its parsing is at an end


def _replacing(encoding: str) -> partial[codecs.IncrementalDecoder]:
    return partial(codecs.getincrementaldecoder(encoding), errors="replace")


class Driver(linux_driver.LinuxDriver):
    """Reads keys with `KeyParser`; bytes that are not UTF-8 become U+FFFD, where Textual's own driver ends the app.

    What is drawn is where it should be, however wide the terminal takes the text before it to be.
    """

    def run_input_thread(self) -> None:
        """Read keys until the app ends."""
        # Both are made by a name of that module, and can be had in no other way.
        linux_driver.getincrementaldecoder = _replacing  # type: ignore[attr-defined, assignment]
        linux_driver.XTermParser = KeyParser  # type: ignore[attr-defined]
        super().run_input_thread()

    def write(self, data: str) -> None:
        """Write to the terminal; the cursor is put where Textual takes it to be."""
        super().write(positioned(data))

    def _sigcont_application(self, *_: object) -> None:
        """Take the terminal again, if it was given back: SIGCONT comes alone too, and two threads cannot read keys."""
        if self._must_signal_resume:
            super()._sigcont_application()
