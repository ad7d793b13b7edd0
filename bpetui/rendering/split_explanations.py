"""An explanation of each split, with an example of its result."""

from __future__ import annotations

from bpetui.core.option_table import OPTION_BY_NAME
from bpetui.core.splitting import Split, split_named
from bpetui.core.utf8 import LINE_END, SPACE, TAB, visible

EXAMPLE = "We'll buy x2 12345 eggs!\nYes, 床"
"""A text on which almost all splits differ."""

_TIME_LIMIT = 0.05
"""Seconds in which a pattern must split the example: the user may change the pattern with each key."""


def explained_split(name: str) -> tuple[str, str]:
    """Return what the split of that name does, and how it splits the example."""
    return OPTION_BY_NAME["split"].explained(name)[0], split_example(split_named(name))


def split_example(split: Split) -> str:
    """Return the words into which a split cuts `EXAMPLE`. Raises `BpetuiError` where its pattern takes too long."""
    words = "│".join(split.words(EXAMPLE, time_limit=_TIME_LIMIT))
    return "e.g. " + visible(words, space=SPACE, tab=TAB, newline=LINE_END)
