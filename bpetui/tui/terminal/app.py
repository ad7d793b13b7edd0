"""Textual's app, which here can be drawn again, says why it cannot be suspended, and keeps its fault."""

from __future__ import annotations

import os
import sys

from textual.app import App

from bpetui.core.plurals import plural
from bpetui.tui.keys.keys import DEFAULT_KEYS, Keys
from bpetui.tui.terminal.bindings import binding

_CLEAR = "\x1b[2J"


class TerminalApp(App[None]):
    """An app that keeps the exception that ended it, in ``fault``: Textual prints pages about it.

    ``keys`` are the keys in force.
    """

    BINDINGS = [binding("redraw", "app.redraw"), binding("suspend", "app.suspend_process")]
    fault: Exception | None = None
    keys: Keys = DEFAULT_KEYS

    def _say(self, sentence: str) -> None:
        """Say something in one line."""
        raise NotImplementedError

    def copy_to_clipboard(self, text: str) -> None:
        """Send text to the terminal, which may put it on the clipboard (OSC 52); it does not answer."""
        super().copy_to_clipboard(text)
        self._say(
            plural(
                len(text),
                "{n} character sent to the terminal's clipboard",
                "{n} characters sent to the terminal's clipboard",
            )
        )

    def action_redraw(self) -> None:
        """Draw the whole screen, whatever the terminal shows of it now."""
        if self._driver is not None:
            self._driver.write(_CLEAR)
        self.refresh()

    def action_suspend_process(self) -> None:
        """Give the terminal back to the shell until that resumes the program; where that cannot be, say why."""
        if reason := self._why_not_suspended():
            self._say(self.keys.format("{keys[suspend]} cannot suspend the program: {reason}", reason=reason))
        else:
            super().action_suspend_process()

    def _why_not_suspended(self) -> str:
        if sys.platform == "win32" or self._driver is None or not self._driver.can_suspend:
            return "this terminal has no job control"
        if not _is_job_of_a_shell():
            return "no shell started it that could resume it"
        return ""

    def _fatal_error(self) -> None:
        self.fault = self._exception
        self._close_messages_no_wait()


def _is_job_of_a_shell() -> bool:
    """Whether the parent is on the same terminal, and in another process group: so shells with job control start
    programs (POSIX.1-2024, 11.1.4). Nobody would resume one that is in a group with its parent, or on its own."""
    parent = os.getppid()
    try:
        return os.getsid(parent) == os.getsid(0) and os.getpgid(parent) != os.getpgrp()
    except OSError:
        return False
