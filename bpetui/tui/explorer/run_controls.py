"""The changes of a run that ask for a number, or that act on the selected pair."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bpetui.core.alphabet import MAX_VOCABULARY
from bpetui.tui.explorer.history_pane import HistoryPane
from bpetui.tui.explorer.number_question import ask_number
from bpetui.tui.explorer.pairs_pane import PairsPane
from bpetui.tui.run.session import Session
from bpetui.tui.widgets.bottom_bar import BottomBar

_NO_PAIR = "No pair is selected: press {keys[pane_pairs]} to go to Pairs and select one with the arrow keys"


class RunControls:
    """Goes to a merge, sets the target, and merges or vetoes the selected pair."""

    def __init__(
        self,
        session: Session,
        bar: BottomBar,
        pairs: PairsPane,
        history: HistoryPane,
        hint: Callable[[str], None],
    ) -> None:
        self._session, self._bar, self._pairs, self._history, self._hint = session, bar, pairs, history, hint

    def go_to_merge(self) -> None:
        """Go to the merge selected in History if it has the focus; else ask for the number of a merge."""
        history = self._history
        if history.has_focus and not self._session.opening and (merge := history.selected_merge):
            self._session.go_to(merge.number)
        else:
            ask_number(self._bar, "Go to merge number:", self._go_to, 0, MAX_VOCABULARY - self._base)

    def _go_to(self, number: int) -> None:
        self._session.when_open(partial(self._session.go_to, number))

    def ask_target(self) -> None:
        """Ask for the vocabulary size to run to."""
        ask_number(self._bar, "Target vocabulary size:", self._set_target, self._base, MAX_VOCABULARY)

    def _set_target(self, vocab_size: int) -> None:
        self._session.when_open(partial(self._session.set_target, vocab_size))

    @property
    def _base(self) -> int:
        """The size of the starting vocabulary."""
        return self._session.run.base if self._session.run else 0

    def merge_selected_pair(self) -> None:
        """Merge the pair selected in Pairs, whatever its rank."""
        if pair := self._pairs.selected_ids(self._session.run):
            self._session.choose(*pair)
        else:
            self._hint(self._session.keys.format(_NO_PAIR))

    def veto_or_allow_selected_pair(self) -> None:
        """Veto the pair selected in History if it has the focus, else the one in Pairs; a vetoed one is allowed."""
        merge = self._history.selected_merge if self._history.has_focus else None
        if pair := (merge.left, merge.right) if merge else self._pairs.selected_ids(self._session.run):
            self._session.veto_or_allow(*pair)
        else:
            self._hint(self._session.keys.format(_NO_PAIR))
