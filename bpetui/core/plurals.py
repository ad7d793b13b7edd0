"""Numbers in sentences: grouped by thousands, with the singular or the plural of a noun.

Each form is a whole string, so that it can be translated.
"""

from __future__ import annotations

from typing import Literal

Noun = Literal[
    "byte", "character", "cluster", "grapheme cluster", "line", "merge", "pair", "place", "text", "token", "word"
]
"""The things that the program counts."""

_COUNTED: dict[Noun, tuple[str, str]] = {
    "byte": ("{n} byte", "{n} bytes"),
    "character": ("{n} character", "{n} characters"),
    "cluster": ("{n} cluster", "{n} clusters"),
    "grapheme cluster": ("{n} grapheme cluster", "{n} grapheme clusters"),
    "line": ("{n} line", "{n} lines"),
    "merge": ("{n} merge", "{n} merges"),
    "pair": ("{n} pair", "{n} pairs"),
    "place": ("{n} place", "{n} places"),
    "text": ("{n} text", "{n} texts"),
    "token": ("{n} token", "{n} tokens"),
    "word": ("{n} word", "{n} words"),
}


def counted(number: int, noun: Noun) -> str:
    """Return a number of things: ``1 pair``, ``3,557 pairs``."""
    return plural(number, *_COUNTED[noun])


def plural(number: int, one: str, many: str, **values: str) -> str:
    """Return the sentence for one thing or for many, with the number in place of ``{n}`` and the other ``values``."""
    return (one if number == 1 else many).format(n=f"{number:,}", **values)


def times(number: int) -> str:
    """Return how often something occurs: ``once``, ``twice``, ``3 times``."""
    return {1: "once", 2: "twice"}.get(number, f"{number:,} times")
