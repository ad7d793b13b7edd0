"""The screen as the session sees it: what shows the answers of the trainer's process."""

from __future__ import annotations

from typing import Protocol

from bpetui.tui.run.run_state import RunState
from bpetui.worker.messages import Found, Loading, Source, Ties, View


class Stage(Protocol):
    """Who shows what has come of it."""

    def show_loading(self, name: str, loading: Loading) -> None:
        """Show how far loading is."""

    def show_opened(self, run: RunState, *, anew: bool) -> None:
        """Show another run; it is not ``anew`` if it is the one shown, brought back."""

    def show_run(self, run: RunState, *, merged: bool = False) -> None:
        """Show where the run stands, after ``merged``: merges that were made just now."""

    def show_view(self, view: View, run: RunState) -> None:
        """Show what was looked at."""

    def show_found(self, found: Found) -> None:
        """Show where something stands that was searched for."""

    def show_ties(self, ties: Ties, run: RunState) -> None:
        """Show which pairs tie, and where each is met first."""

    def ask_encoding(self, source: Source, likely: str, *, held_out: bool) -> None:
        """Ask for the encoding of a text that is not in its own; ``likely`` is a guess, if there is one."""

    def hint(self, sentence: str) -> None:
        """Say something in one line."""
