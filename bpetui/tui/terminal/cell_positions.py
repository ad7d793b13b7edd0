"""Cursor positions after text whose width differs between terminals.

A spacing mark (Devanagari ``का``, Tamil, Khmer, Burmese) has a cell of its own in some terminals, such as tmux; others
draw it in the cell before, as Textual assumes of all. Some emoji differ likewise. After such text the cursor is
positioned explicitly; the cells of the text are blanked first, for terminals that draw fewer cells.
"""

from __future__ import annotations

from collections.abc import Iterator

import regex
from rich.cells import cell_len

_UNSURE = regex.compile(r"[\p{Mc}\u200d\u20e3\ufe0f\U0001f1e6-\U0001f1ff]")

# A character with spacing marks, and the spaces after it, which may be room for the marks (see `marked_characters`).
_MARKED = regex.compile(r"\P{M}?\p{M}*\p{Mc}\p{M}*(?P<room>\ *)")

_PART = regex.compile(
    r"""
    \x1b\[ (?P<row>[0-9]+) ; (?P<column>[0-9]+) H
    | (?P<line>[\r\n])
    | \x1b (?: \[ [0-?]* [\ -/]* [@-~] | [PX\]^_] .*? (?: \x1b\\ | \x07 ) | . ) | [\x00-\x1f]
    | (?P<text>[^\x00-\x1f]+)
    """,
    regex.VERBOSE | regex.DOTALL,
)


def positioned(data: str) -> str:
    """Return the data for the terminal with explicit cursor positions after text of uncertain width."""
    if data.isascii() or not _UNSURE.search(data):
        return data
    return "".join(_parts(data))


def _parts(data: str) -> Iterator[str]:
    row = column = 0  # of the cursor, from 1 on; 0 if unknown
    for part in _PART.finditer(data):
        text = part["text"]
        if part["row"]:
            row, column = int(part["row"]), int(part["column"])
        elif part["line"]:
            row = 0
        if text and row and _UNSURE.search(text):
            yield from _placed(text, row, column)
        else:
            yield part[0]
        column += cell_len(text) if text else 0


def _placed(text: str, row: int, column: int) -> Iterator[str]:
    """Yield a text of uncertain width that begins at a position, and the position after it."""
    yield " " * cell_len(text) + _place(row, column)
    done = 0
    for found in _MARKED.finditer(text):
        room = found["room"]
        marks = len(found[0]) - len(room)
        taken = min(len(room), sum(map(_is_spacing, found[0])))
        if taken:
            stop = found.start() + marks
            yield text[done:stop]
            done = stop + taken
            yield _place(row, column + cell_len(text[:done]))
    yield text[done:]
    yield _place(row, column + cell_len(text))


def _is_spacing(character: str) -> bool:
    return regex.match(r"\p{Mc}", character) is not None


def _place(row: int, column: int) -> str:
    """Return the sequence that moves the cursor (CUP)."""
    return f"\x1b[{row};{column}H"
