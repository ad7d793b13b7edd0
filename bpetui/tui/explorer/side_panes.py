"""The right-hand side: pairs, history and words, all of them or one at a time."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content

from bpetui.tui.explorer.history_pane import HistoryPane
from bpetui.tui.explorer.pairs_pane import PairsPane
from bpetui.tui.explorer.words_pane import WordsPane

SIDE = {"pairs": "2 Pairs", "history": "3 History", "words": "4 Words"}
"""The panes, by their ids, and their titles."""

_ROOM_FOR_ALL = 120
"""Columns of a screen from which on all panes are shown (see the breakpoints of the app)."""


class Side(Container):
    """Where there is room for one pane only, its title holds tabs for the others."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.pairs, self.history, self.words = PairsPane(id="pairs"), HistoryPane(id="history"), WordsPane(id="words")
        self._shown = "pairs"
        self._titles: dict[str, str] = {}  # of the panes, as they were set

    @property
    def panes(self) -> tuple[PairsPane, HistoryPane, WordsPane]:
        """All of them."""
        return self.pairs, self.history, self.words

    def compose(self) -> ComposeResult:
        yield from self.panes

    def on_mount(self) -> None:
        """Show the first pane."""
        self.show(self._shown)

    def on_resize(self, event: events.Resize) -> None:
        """Titles say which panes there are where not all are shown."""
        self.call_after_refresh(self._show_titles)

    def show(self, name: str) -> None:
        """Show a pane, if not all are."""
        self._shown = name
        for pane in self.children:
            # One that has the focus loses it now, and is restyled with that.
            pane.set_class(pane.id == name, "-shown", update=not pane.has_focus)
        self._show_titles()

    def _show_titles(self) -> None:
        tabs = " │ ".join(
            f"[@click=screen.pane('{name}')]{f'[b reverse]{text}[/]' if name == self._shown else text}[/]"
            for name, text in SIDE.items()
        )
        for name, text in SIDE.items():
            title = tabs if name == self._shown and self.screen.size.width < _ROOM_FOR_ALL else text
            if title != self._titles.get(name):  # setting it paints the whole pane
                self._titles[name] = title
                self.query_one(f"#{name}").border_title = Content.from_markup(title)
