"""The highlight in the corpus, and the search for its places."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from bpetui.rendering.cells import brief
from bpetui.tui.explorer.corpus_pane import CorpusPane
from bpetui.tui.explorer.side_panes import Side
from bpetui.tui.run.run_state import RunState
from bpetui.tui.run.session import Session
from bpetui.worker.messages import Find, Found

_NAME_WIDTH = 24
_LONGEST_WORD = 100

Highlight = str | tuple[int, ...]
"""A text, or the ids of one token or a pair; empty for none."""


@dataclass(frozen=True)
class Search:
    """A search, the ``name`` to show for what it looks for, and the ``size`` of each place in bytes.

    ``is_new``: the user has just typed the text, so the hint names the keys for the next and the previous place.
    """

    find: Find
    name: str
    size: int
    is_new: bool = False

    @classmethod
    def from_highlight(
        cls, highlight: Highlight, offset: int, backward: bool, run: RunState, *, is_new: bool = False
    ) -> Search:
        """Return the search for the next place after the byte at ``offset``, or for the one before it."""
        if isinstance(highlight, str):
            return cls(Find(highlight, offset, backward), f'"{highlight}"', len(highlight.encode()), is_new)
        name = " + ".join(brief(run.token(token), "hex", _NAME_WIDTH) for token in highlight)
        what = highlight[0] if len(highlight) == 1 else (highlight[0], highlight[1])
        return cls(Find(what, offset, backward), name, sum(map(run.vocabulary.size, highlight)))


class CorpusFinder:
    """Searches the corpus for the places of the highlight.

    The highlight is the text or token that was searched for last, else the newest token, else the selected pair.
    ``uncover`` brings the corpus to the front if another pane hides it.
    """

    def __init__(
        self,
        session: Session,
        corpus: CorpusPane,
        side: Side,
        uncover: Callable[[], None],
        hint: Callable[[str], None],
    ) -> None:
        self._session, self._corpus, self._pairs, self._words = session, corpus, side.pairs, side.words
        self._uncover, self._hint = uncover, hint
        self._searched: Highlight = ""  # by the last search
        self._search: Search | None = None  # the last one, answered or not

    def show_opened(self) -> None:
        """Forget the searches in the previous corpus."""
        self._searched, self._search = "", None

    def show_run(self, run: RunState) -> None:
        """Forget a token that was undone: another token can get its id."""
        if isinstance(self._searched, tuple) and max(self._searched, default=0) >= run.vocab_size:
            self._searched = ""

    def find(self, text: str) -> None:
        """Search for a text."""
        if text:
            self._searched = text
            self._session.when_open(partial(self.find_next, backward=False, is_new=True))

    def find_next(self, *, backward: bool, is_new: bool = False) -> None:
        """Go to the next place of the highlight, or to the previous one; ``is_new`` as in `Search`."""
        run, corpus = self._session.run, self._corpus
        if run is None:
            return
        if self._pairs.has_focus:
            self._searched = self._pairs.selected_ids(run) or ()
        elif self._words.has_focus and self._words.selected:
            beginning = b"".join(self._words.selected.tokens)[:_LONGEST_WORD]  # enough to find a long word
            self._searched = beginning.decode(errors="ignore")
        highlight = self._searched or ((run.last.id,) if run.last else self._pairs.selected_ids(run))
        if not highlight:
            sentence = "Nothing is highlighted: press {keys[step]} to merge, or {keys[find]} in Corpus to find text"
            self._hint(self._session.keys.format(sentence))
            return
        offset = corpus.place[0] if corpus.place else corpus.top - (not backward)
        self._search = Search.from_highlight(highlight, offset, backward, run, is_new=is_new)
        self._session.find(self._search.find)

    def show_found(self, found: Found) -> None:
        """Go to a place that was found, if the last search asked for it."""
        search = self._search
        if search is None or search.find != found.find:
            return
        if found.offset is None:
            is_text = isinstance(search.find.what, str)
            sentence = "{name} does not occur in the corpus" if is_text else "{name} does not occur in the corpus now"
            self._hint(sentence.format(name=search.name))
            return
        self._uncover()
        self._corpus.jump(found.offset, found.offset + search.size)
        if found.wrapped:
            self._hint("The search wrapped around")
        elif search.is_new:
            sentence = "{name} is highlighted: {keys[next]} next, {keys[previous]} previous"
            self._hint(self._session.keys.format(sentence, name=search.name))
