"""What is searched for in the corpus: how it is asked for, and how it is named."""

from __future__ import annotations

from dataclasses import dataclass

from bpetui.tui.panes.cells import brief
from bpetui.tui.run import Run
from bpetui.worker.messages import Find

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
    def of(cls, sought: Sought, offset: int, backward: bool, run: Run) -> Search:
        """The search for the next place behind the byte at ``offset``, or before it."""
        if isinstance(sought, str):
            return cls(Find(sought, offset, backward), f"“{sought}”", len(sought.encode()))
        name = " + ".join(brief(run.token(token), "hex", _NAME_WIDTH) for token in sought)
        what = sought[0] if len(sought) == 1 else (sought[0], sought[1])
        return cls(Find(what, offset, backward), name, sum(map(run.vocabulary.size, sought)))
