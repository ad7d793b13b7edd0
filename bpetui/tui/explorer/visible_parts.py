"""The parts of a run that are in sight, which are all that the trainer's process sends."""

from __future__ import annotations

from bpetui.tui.explorer.corpus_pane import CorpusPane
from bpetui.tui.explorer.side_panes import Side
from bpetui.tui.run.session import Session
from bpetui.worker.messages import ViewRequest


class VisibleParts:
    """Asks for what the panes show, and filters the lists of pairs and of words."""

    def __init__(self, session: Session, corpus: CorpusPane, side: Side) -> None:
        self._session, self._corpus, self._side = session, corpus, side
        self._filters = {"pairs": "", "words": ""}  # by the id of the list

    def show_opened(self) -> None:
        """Another corpus is open: the lists show all of it."""
        self._filters = dict.fromkeys(self._filters, "")

    def ask(self) -> None:
        """Ask for what the panes show now."""
        run, pairs, words = self._session.run, self._side.pairs, self._side.words
        if not self._corpus.app.is_running:
            return
        has_words = run is not None and run.has_words and words.display and words.size.height > 0
        self._session.request_view(
            ViewRequest(
                self._corpus.wanted,
                pairs.window,
                self._filters["pairs"],
                words.window if has_words else None,
                self._filters["words"],
            )
        )

    def filter_of(self, name: str | None) -> str | None:
        """The filter of a list, empty if it shows all; None for what is no list."""
        return self._filters.get(name or "")

    def set_filter(self, name: str, text: str) -> None:
        """Show what holds a text only; all if it is empty."""
        self._filters[name] = text
        self.ask()
