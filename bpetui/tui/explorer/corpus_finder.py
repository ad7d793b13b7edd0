"""What is searched for in the corpus: how it is asked for, and how it is named."""

from __future__ import annotations

from dataclasses import dataclass

from bpetui.rendering.cells import brief
from bpetui.tui.run.run_state import RunState
from bpetui.worker.messages import Find, Found

_NAME_WIDTH = 24

Sought = str | tuple[int, ...]
"""A text, or the ids of one or two tokens; empty for nothing."""


@dataclass(frozen=True)
class Search:
    """A search, the name of what it is for as it is drawn, and the size in bytes of each place."""

    find: Find
    name: str
    size: int

    @classmethod
    def of(cls, sought: Sought, offset: int, backward: bool, run: RunState) -> Search:
        """The search for the next place behind the byte at ``offset``, or before it."""
        if isinstance(sought, str):
            return cls(Find(sought, offset, backward), f"“{sought}”", len(sought.encode()))
        name = " + ".join(brief(run.token(token), "hex", _NAME_WIDTH) for token in sought)
        what = sought[0] if len(sought) == 1 else (sought[0], sought[1])
        return cls(Find(what, offset, backward), name, sum(map(run.vocabulary.size, sought)))


class Finder:
    """What stands out in the corpus, and the search for its next place.

    ``sought`` is what was searched for last; empty where it is the newest token that stands out.
    """

    def __init__(self) -> None:
        self.sought: Sought = ""
        self._search: Search | None = None  # the last one, also when its answer has come

    def follow(self, run: RunState) -> None:
        """Forget a token that is undone: another may come to have its id."""
        if isinstance(self.sought, tuple) and max(self.sought, default=0) >= run.vocab_size:
            self.sought = ""

    def next(self, offset: int, backward: bool, pair: tuple[int, ...], run: RunState) -> Find | None:
        """The search for the next place behind the byte at ``offset``, or before it.

        It is for what was sought, else the newest token, else the ``pair`` selected; None where there is none of them.
        """
        what = self.sought or ((run.last.id,) if run.last else pair)
        if not what:
            return None
        self._search = Search.of(what, offset, backward, run)
        return self._search.find

    def answered(self, found: Found) -> Search | None:
        """The search that an answer is for, if it is the last one."""
        return self._search if self._search and self._search.find == found.find else None
