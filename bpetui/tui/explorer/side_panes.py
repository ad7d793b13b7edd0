"""The panes on the right: Pairs, History and Words, all at once or one at a time."""

from __future__ import annotations

from textual import events
from textual.app import ComposeResult
from textual.containers import Container
from textual.content import Content

from bpetui.tui.explorer.history_pane import HistoryPane
from bpetui.tui.explorer.pairs_pane import PairsPane
from bpetui.tui.explorer.words_pane import WordsPane

SIDE = {"pairs": "2 Pairs", "history": "3 History", "words": "4 Words"}
"""The titles of the panes, by their ids."""

_ROOM_FOR_ALL = 120
"""The least columns of a screen that shows all panes (see the breakpoints of the app)."""


class Side(Container):
    """Holds the panes. If only one fits, its title has tabs for all of them."""

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.pairs, self.history, self.words = PairsPane(id="pairs"), HistoryPane(id="history"), WordsPane(id="words")
        self._shown = "pairs"
        self._titles: dict[str, str] = {}  # as set last, by pane

    @property
    def panes(self) -> tuple[PairsPane, HistoryPane, WordsPane]:
        """All panes."""
        return self.pairs, self.history, self.words

    def compose(self) -> ComposeResult:
        yield from self.panes

    def on_mount(self) -> None:
        """Show the first pane."""
        self.show(self._shown)

    def on_resize(self, event: events.Resize) -> None:
        """Update the titles, which name all panes if only one fits."""
        self.call_after_refresh(self._show_titles)

    def show(self, name: str) -> None:
        """Show a pane, if only one fits."""
        self._shown = name
        for pane in self.children:
            # A pane with the focus loses it now, which restyles it.
            pane.set_class(pane.id == name, "-shown", update=not pane.has_focus)
        self._show_titles()

    def _show_titles(self) -> None:
        tabs = " │ ".join(
            f"[@click=screen.pane('{name}')]{f'[b reverse]{text}[/]' if name == self._shown else text}[/]"
            for name, text in SIDE.items()
        )
        for name, text in SIDE.items():
            title = tabs if name == self._shown and self.screen.size.width < _ROOM_FOR_ALL else text
            if title != self._titles.get(name):  # setting it repaints the whole pane
                self._titles[name] = title
                self.query_one(f"#{name}").border_title = Content.from_markup(title)
