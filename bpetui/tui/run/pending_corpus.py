"""A corpus that is being opened, and the actions that wait for it."""

from __future__ import annotations

from collections.abc import Callable

from bpetui.core.vocabulary import Merge

Action = Callable[[], None]


class PendingCorpus:
    """The corpus that was asked for last.

    It is pending (``is_pending``) until the screen shows it, and loading until the trainer has counted its pairs.
    ``restored`` are the merges to make on it again, if its run was lost with a process.
    """

    def __init__(self) -> None:
        self.is_pending = True
        self.restored: tuple[Merge, ...] = ()
        self._is_loading = True
        self._actions: list[Action] = []

    def begin(self, restored: tuple[Merge, ...]) -> None:
        """Wait for another corpus; the actions that waited for the one before are dropped."""
        self.is_pending = self._is_loading = True
        self.restored, self._actions = restored, []

    def when_shown(self, action: Action) -> None:
        """Do something now, or once the corpus is shown."""
        if self.is_pending:
            self._actions.append(action)
        else:
            action()

    def loaded(self) -> None:
        """Note that the trainer has loaded the corpus that was asked for last."""
        self._is_loading = False

    def shown(self) -> None:
        """Note that the screen shows pairs; do what waited for the corpus if it is the one that was asked for."""
        if self.is_pending and not self._is_loading:
            self.is_pending = False
            actions, self._actions = self._actions, []
            for action in actions:
                action()

    def give_up(self) -> None:
        """Stop waiting: the corpus cannot be opened."""
        self.is_pending = self._is_loading = False
        self.restored, self._actions = (), []
