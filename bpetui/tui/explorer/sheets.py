"""The sheets that the explorer opens in front of itself: details of a token, ties, held-out figures, vetoes, help.

Each sheet is imported when it is opened first: the app starts without them.
"""

from __future__ import annotations

from collections.abc import Callable

from textual.screen import Screen

from bpetui.tui.explorer.corpus_pane import CorpusPane
from bpetui.tui.explorer.history_pane import HistoryPane
from bpetui.tui.explorer.token_row import TokenRow
from bpetui.tui.explorer.typed_text_screens import TypedTextScreens
from bpetui.tui.run.run_state import RunState
from bpetui.tui.run.session import Session
from bpetui.tui.terminal.bindings import keys_of, markup_keys
from bpetui.tui.widgets.text_field import TextField
from bpetui.worker.messages import HeldOutReport, Ties


class Sheets:
    """Opens a sheet over ``screen``."""

    def __init__(
        self, screen: Screen[None], session: Session, text_screens: TypedTextScreens, hint: Callable[[str], None]
    ) -> None:
        self._screen, self._session, self._text_screens, self._hint = screen, session, text_screens, hint

    def open_token(self) -> None:
        """Open the details of the token that is selected in the pane that has the focus."""
        run, pane = self._session.run, self._screen.focused
        if run is None:
            return
        if isinstance(pane, TokenRow):
            if sheet := self._text_screens.selected_token():
                self._screen.app.push_screen(sheet)
            return
        token: int | None = None
        if isinstance(pane, CorpusPane):
            token = pane.token_at_place()
        elif isinstance(pane, HistoryPane) and (merge := pane.selected_merge):
            token = merge.id
        if token is None or not run.knows(token):
            self._hint("Nothing is selected here")
            return
        from bpetui.tui.explorer.token_screen import TokenScreen

        self._screen.app.push_screen(TokenScreen.from_run(token, run))

    def show_ties(self, ties: Ties, run: RunState) -> None:
        """Open the pairs that tie, unless the run or the user has gone on since they were asked for."""
        if self._screen.app.screen is not self._screen or self._is_typing:
            return
        if not ties.pairs:
            self._hint("No pairs left, so there are no ties")
        elif ties.made == run.made:
            from bpetui.tui.explorer.ties_screen import TiesScreen

            self._screen.app.push_screen(TiesScreen(ties, run))

    @property
    def _is_typing(self) -> bool:
        return isinstance(self._screen.focused, TextField)

    def show_held_out(self, held_out: HeldOutReport, run: RunState) -> bool:
        """Open the evaluation that was asked for, and return True; while text is typed, return False."""
        if self._is_typing:
            return False
        self.open_held_out(held_out, run)
        return True

    def open_held_out(self, held_out: HeldOutReport, run: RunState) -> None:
        """Open the evaluation of the merges on the held-out text."""
        from bpetui.tui.explorer.held_out_screen import HeldOutScreen

        self._screen.app.push_screen(HeldOutScreen(run, held_out))

    def open_vetoes(self) -> None:
        """Open the list of the vetoes."""
        if run := self._session.run:
            from bpetui.tui.explorer.vetoes_screen import VetoesScreen

            self._screen.app.push_screen(VetoesScreen(run.vetoes, self._session.allow))

    def open_help(self) -> None:
        """Open the help."""
        from bpetui.tui.explorer.help_screen import HelpScreen

        self._screen.app.push_screen(HelpScreen(keys_of(self._screen), markup_keys(self._screen)))
