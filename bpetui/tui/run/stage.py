"""The screen as the session sees it."""

from __future__ import annotations

from typing import Protocol

from bpetui.tui.run.run_state import RunState
from bpetui.worker.messages import Found, HeldOutReport, Loading, Ties, UndecodedText, View


class Stage(Protocol):
    """The screen that shows the answers of the session."""

    def show_loading(self, name: str, loading: Loading) -> None:
        """Show the progress of loading."""

    def show_opened(self, run: RunState, *, is_new: bool) -> None:
        """Show another run; ``is_new`` is false if it is the one already shown, restored."""

    def show_run(self, run: RunState, *, merged: bool = False) -> None:
        """Show the state of the run; ``merged``: it has just made merges."""

    def show_view(self, view: View, run: RunState) -> None:
        """Show the visible parts of the run."""

    def show_found(self, found: Found) -> None:
        """Show the result of a search."""

    def show_ties(self, ties: Ties, run: RunState) -> None:
        """Show which pairs tie, and where each occurs first."""

    def show_held_out(self, held_out: HeldOutReport, run: RunState) -> bool:
        """Show the evaluation that the user asked for; return False if another screen is in front."""

    def ask_encoding(self, undecoded: UndecodedText, *, held_out: bool) -> None:
        """Ask for the encoding of a text that its present encoding cannot decode."""

    def hint(self, sentence: str) -> None:
        """Show a sentence until the next key."""
