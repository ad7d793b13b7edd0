"""Text whose width terminals do not agree on, drawn so that what follows it stands where it should.

A spacing mark (Devanagari ``का``, Tamil, Khmer, Burmese) has a cell of its own in some terminals, as in tmux; others
draw it in the cell before, as Textual takes all to do. The like holds for some emoji. Behind such text the cursor is
put in its place explicitly, and the cells of the text are blanked first, for a terminal that draws less than they hold.
"""

from __future__ import annotations

from collections.abc import Iterator

import regex
from rich.cells import cell_len

_UNSURE = regex.compile(r"[\p{Mc}\u200d\u20e3\ufe0f\U0001f1e6-\U0001f1ff]")

# A character with spacing marks, and the spaces behind it, which may be room that is kept for them (see `groups`).
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
    """What is sent to the terminal, with the cursor put in its place behind text of unsure width."""
    if data.isascii() or not _UNSURE.search(data):
        return data
    return "".join(_parts(data))


def _parts(data: str) -> Iterator[str]:
    row = column = 0  # of the cursor, from 1 on; 0 where they are not known
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
    """A text of unsure width that begins at a place, and the cursor behind it."""
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
    """The sequence that puts the cursor somewhere (CUP)."""
    return f"\x1b[{row};{column}H"
