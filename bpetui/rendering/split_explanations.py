"""What each split does, and what it makes of an example."""

from __future__ import annotations

from bpetui.core.option_table import OPTION
from bpetui.core.splitting import Split, split_named
from bpetui.core.utf8 import LINE_END, SPACE, TAB, visible

EXAMPLE = "We'll buy x2 12345 eggs!\nYes, 床"
"""A text that almost every split cuts differently."""

_TIME_LIMIT = 0.05
"""Seconds that a pattern may take over the example, at each key."""


def explained_split(name: str) -> tuple[str, str]:
    """Say what the split of that name does, and how it splits the example."""
    return OPTION["split"].explained(name)[0], split_example(split_named(name))


def split_example(split: Split) -> str:
    """Show how a split cuts `EXAMPLE`. Raises `BpetuiError` where its pattern takes too long."""
    words = "│".join(split.words(EXAMPLE, time_limit=_TIME_LIMIT))
    return "e.g. " + visible(words, space=SPACE, tab=TAB, newline=LINE_END)
