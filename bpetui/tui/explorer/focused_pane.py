"""The keys whose meaning depends on the pane that has the focus."""

from __future__ import annotations

from collections.abc import Callable

from textual.screen import Screen

from bpetui.rendering.units import Spelling
from bpetui.tui.explorer.corpus_finder import CorpusFinder
from bpetui.tui.explorer.list_filters import ListFilters
from bpetui.tui.explorer.pairs_pane import PairsPane
from bpetui.tui.explorer.pane_layout import PaneLayout
from bpetui.tui.explorer.sheets import Sheets
from bpetui.tui.explorer.words_pane import WordsPane
from bpetui.tui.run.session import Session
from bpetui.tui.widgets.bottom_bar import BottomBar
from bpetui.tui.widgets.painted_lines import SpelledLines
from bpetui.tui.widgets.text_field import TextField

_SPELLING_HINTS: dict[Spelling, str] = {
    "characters": "Characters: a small number tells how many tokens a character takes",
    "hex": "Hex: ⟨ ⟩ hold the bytes of a token that is not whole characters",
    "gpt2": "GPT-2 alphabet: one printable character for each byte",
}


class FocusedPane:
    """Acts on the widget of ``screen`` that has the focus."""

    def __init__(
        self,
        screen: Screen[None],
        session: Session,
        bar: BottomBar,
        layout: PaneLayout,
        filters: ListFilters,
        finder: CorpusFinder,
        sheets: Sheets,
        hint: Callable[[str], None],
    ) -> None:
        self._screen, self._session, self._bar, self._layout = screen, session, bar, layout
        self._filters, self._finder, self._sheets, self._hint = filters, finder, sheets, hint

    @property
    def _name(self) -> str | None:
        """The id of the widget, if it has one."""
        return self._screen.focused.id if self._screen.focused else None

    def leave(self) -> None:
        """Leave the text; else stop opening; else show all panes; else clear a filter; else stop the run."""
        if isinstance(self._screen.focused, TextField):
            self._layout.leave_text()
        elif self._session.opening:
            self._session.stop()
        elif self._layout.is_zoomed:
            self._layout.zoom()
        elif self._session.is_moving or not self._filters.clear(self._name):
            self._session.stop()

    def open_selected(self) -> None:
        """Open the selected token, or go to the next place of the selected pair or word."""
        if isinstance(self._screen.focused, PairsPane | WordsPane):
            self._finder.find_next(backward=False)
        else:
            self._sheets.open_token()

    def cycle_spelling(self) -> None:
        """Spell partial tokens in the next way, and explain it."""
        if isinstance(lines := self._screen.focused, SpelledLines):
            self._hint(_SPELLING_HINTS[lines.cycle_spelling()])

    def find(self) -> None:
        """Ask for a filter of the list, or, in any other pane, for text to find in the corpus."""
        name = self._name
        if name is not None and self._filters.has(name):
            self._filters.ask(name)
        else:
            self._bar.ask("Find in the corpus:", self._finder.find)
