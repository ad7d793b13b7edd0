"""The texts that the rows of Pairs and Words must contain."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bpetui.tui.keys.keys_in_force import Keys
from bpetui.tui.widgets.bottom_bar import BottomBar

_QUESTIONS = {"pairs": "Show pairs that contain (text or hex bytes):", "words": "Show words that contain:"}
"""The question for the filter of each list, by the id of its pane."""


class ListFilters:
    """Holds a filter for each list, empty where all rows are shown, and asks for it.

    ``changed`` is called after a filter has changed.
    """

    def __init__(self, bar: BottomBar, keys: Keys, hint: Callable[[str], None], changed: Callable[[], None]) -> None:
        self._bar, self._keys, self._hint, self._changed = bar, keys, hint, changed
        self._texts = dict.fromkeys(_QUESTIONS, "")

    @property
    def pairs(self) -> str:
        """The filter of Pairs."""
        return self._texts["pairs"]

    @property
    def words(self) -> str:
        """The filter of Words."""
        return self._texts["words"]

    def has(self, pane: str | None) -> bool:
        """Return whether the pane of an id is a list with a filter, empty or not."""
        return pane in self._texts

    def clear_all(self) -> None:
        """Show all rows of both lists, without a call of ``changed``."""
        self._texts = dict.fromkeys(_QUESTIONS, "")

    def clear(self, pane: str | None) -> bool:
        """Show all rows of a list; return False if none were hidden, or if the pane is no list."""
        if pane is None or not self._texts.get(pane):
            return False
        self._texts[pane] = ""
        self._changed()
        return True

    def ask(self, pane: str) -> None:
        """Ask which text the rows of a list must contain."""
        self._bar.ask(_QUESTIONS[pane], partial(self._set, pane), self._texts[pane])

    def _set(self, pane: str, text: str) -> None:
        """Set the filter of a list, and name the key that clears it."""
        self._texts[pane] = text
        self._changed()
        if text:
            self._hint(self._keys.format("Press {keys[leave]} to show the whole list again"))
