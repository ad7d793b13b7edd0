"""Positions in a text, as offsets in characters: line starts, word starts, and borders of grapheme clusters."""

from __future__ import annotations

import regex

_CLUSTER = regex.compile(r"\X")
_WORD_BEFORE = regex.compile(r"\S*\s*\Z")


def line_start(text: str, offset: int) -> int:
    """Return where the line starts that an offset is in."""
    return text.rfind("\n", 0, offset) + 1


def word_start(text: str, offset: int) -> int:
    """Return where the last word before an offset starts."""
    found = _WORD_BEFORE.search(text, endpos=offset)
    return int(found.start()) if found else 0


def cluster_at(text: str, offset: int) -> tuple[int, int]:
    """Return the start and the end of the grapheme cluster that holds the character at an offset."""
    for found in _CLUSTER.finditer(text, line_start(text, offset)):  # clusters never cross a line break
        if found.end() > offset:
            return found.start(), found.end()
    return offset, offset


def next_border(text: str, offset: int) -> int:
    """Return the end of the grapheme cluster that starts at an offset."""
    found = _CLUSTER.match(text[offset:])
    return offset + (found.end() if found else 0)


def previous_border(text: str, offset: int) -> int:
    """Return the start of the grapheme cluster that ends at an offset."""
    line = line_start(text, offset)
    if line == offset:
        return max(0, line - 1)
    *_, last = _CLUSTER.finditer(text, line, offset)
    return int(last.start())
