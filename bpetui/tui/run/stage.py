"""The screen as the session sees it: what shows the answers of the trainer's process."""

from __future__ import annotations

from typing import Protocol

from bpetui.tui.run.run_state import RunState
from bpetui.worker.messages import Found, HeldOutReport, Loading, Source, Ties, View


class Stage(Protocol):
    """The screen that shows the answers of the session."""

    def show_loading(self, name: str, loading: Loading) -> None:
        """Show how far loading is."""

    def show_opened(self, run: RunState, *, is_new: bool) -> None:
        """Show another run; ``is_new`` is false if it is the one already shown, restored."""

    def show_run(self, run: RunState, *, merged: bool = False) -> None:
        """Show the state of the run; ``merged`` tells that merges were made just now."""

    def show_view(self, view: View, run: RunState) -> None:
        """Show the parts of the run that are in view."""

    def show_found(self, found: Found) -> None:
        """Show the result of a search."""

    def show_ties(self, ties: Ties, run: RunState) -> None:
        """Show which pairs tie, and where each is met first."""

    def show_held_out(self, held_out: HeldOutReport, run: RunState) -> bool:
        """Show the evaluation on a held-out text that was asked for; return False if something else is in front."""

    def ask_encoding(self, source: Source, likely: str, *, held_out: bool) -> None:
        """Ask for the encoding of a text that is not in its own; ``likely`` is a guess, if there is one."""

    def hint(self, sentence: str) -> None:
        """Say something in one line."""
