"""Textual's app, with a key that redraws the screen, a reason when it cannot be suspended, and its fatal exception."""

from __future__ import annotations

import os
import sys

from textual.app import App

from bpetui.core.plurals import plural
from bpetui.tui.keys.keys_in_force import DEFAULT_KEYS, Keys
from bpetui.tui.terminal.bindings import binding

_CLEAR = "\x1b[2J"


class TerminalApp(App[None]):
    """An app that keeps the exception that ended it in ``fault``, where Textual would print pages of traceback.

    ``keys`` are the keys in force.
    """

    BINDINGS = [binding("redraw", "app.redraw"), binding("suspend", "app.suspend_process")]
    fault: Exception | None = None
    keys: Keys = DEFAULT_KEYS

    def _say(self, sentence: str) -> None:
        """Show a sentence in one line."""
        raise NotImplementedError

    def copy_to_clipboard(self, text: str) -> None:
        """Send text to the terminal, which may put it on the clipboard (OSC 52); the terminal does not confirm."""
        super().copy_to_clipboard(text)
        self._say(
            plural(
                len(text),
                "Sent {n} character to the terminal's clipboard",
                "Sent {n} characters to the terminal's clipboard",
            )
        )

    def action_redraw(self) -> None:
        """Redraw the whole screen."""
        if self._driver is not None:
            self._driver.write(_CLEAR)
        self.refresh()

    def action_suspend_process(self) -> None:
        """Suspend the program until the shell resumes it, or show why this is impossible."""
        if reason := self._why_not_suspended():
            self._say(f"Cannot suspend the program: {reason}")
        else:
            super().action_suspend_process()

    def _why_not_suspended(self) -> str:
        if sys.platform == "win32" or self._driver is None or not self._driver.can_suspend:
            return "this terminal has no job control"
        if not _is_job_of_a_shell():
            return "no shell started it that can resume it"
        return ""

    def _fatal_error(self) -> None:
        self.fault = self._exception
        self._close_messages_no_wait()


def _is_job_of_a_shell() -> bool:
    """Return whether a shell with job control started the program.

    Such a shell is on the same terminal, in another process group (POSIX.1-2024, 11.1.4). No one would resume a program
    in the process group of its parent, or in a session of its own.
    """
    parent = os.getppid()
    try:
        return os.getsid(parent) == os.getsid(0) and os.getpgid(parent) != os.getpgrp()
    except OSError:
        return False
