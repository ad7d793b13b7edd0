"""The parts of a run that are on the screen. The trainer's process sends no others."""

from __future__ import annotations

from bpetui.tui.explorer.corpus_pane import CorpusPane
from bpetui.tui.explorer.list_filters import ListFilters
from bpetui.tui.explorer.side_panes import Side
from bpetui.tui.run.session import Session
from bpetui.worker.messages import ViewRequest


class VisibleParts:
    """Requests what the panes show."""

    def __init__(self, session: Session, corpus: CorpusPane, side: Side, filters: ListFilters) -> None:
        self._session, self._corpus, self._side, self._filters = session, corpus, side, filters

    def request(self) -> None:
        """Request what the panes show now; words only if Words has rows and is on the screen."""
        run, words = self._session.run, self._side.words
        if not self._corpus.app.is_running:
            return
        has_words = run is not None and run.has_words and words.display and words.size.height > 0
        self._session.request_view(
            ViewRequest(
                self._corpus.wanted,
                self._side.pairs.window,
                self._filters.pairs,
                words.window if has_words else None,
                self._filters.words,
            )
        )
