"""A text whose characters can be cut between tokens: the width of each character, and its drawing in a row.

Rows may cut the text at different places; a character has the same cells in all rows, and so has each byte in hex.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from itertools import accumulate
from typing import NamedTuple

from bpetui.rendering.row_text import RowText
from bpetui.rendering.units import drawn, is_spacing_mark, marked_characters

BORDER = "│"
"""The border between two tokens."""


class TokenText(NamedTuple):
    """Text to draw, ``width`` cells wide, and the index of its token; None for borders and blanks."""

    text: str
    width: int
    token: int | None


class CutText:
    """A ``text``, and ``cuts``: the byte offsets at which tokens of any row start or stop.

    For each character: its offset (``starts``), whether it is not drawn on the character before it, as a mark is
    (``begins``), its width (``widths``), and 1 if there is a cell for a border after it, else 0 (``bars``).
    """

    def __init__(self, text: str, cuts: Collection[int]) -> None:
        self.text = text
        self.cuts = cuts
        self.starts = [0, *accumulate(len(character.encode()) for character in text)]
        self.begins = [False] * len(text)
        for _, _, start, _ in marked_characters(text):
            self.begins[start] = True
        self.widths: list[int] = []
        self.bars: list[int] = []
        self._drawn = [drawn(character) for character in text]
        was_cut = False
        for at, (_, width) in enumerate(self._drawn):
            start, stop = self.starts[at], self.starts[at + 1]
            inner = len([cut for cut in range(start + 1, stop) if cut in cuts])
            if inner:
                self.widths.append(max(width, 3 * (stop - start) + 2 * inner + 1))
            else:
                own = self.begins[at] or was_cut or start in cuts or is_spacing_mark(text[at])
                self.widths.append(width or int(own))
            self.bars.append(int(stop in cuts and stop < self.starts[-1]))
            was_cut = inner > 0

    def width(self, first: int, stop: int) -> int:
        """Return the width of some characters with the borders between them."""
        return sum(self.widths[first:stop]) + sum(self.bars[first : stop - 1]) if first < stop else 0

    def lines(self, first: int, stop: int, width: int) -> list[tuple[int, int]]:
        """Wrap some characters into lines that are not wider than ``width``, if possible."""
        lines = []
        for at in range(first, stop):
            if at > first and self.width(first, at + 1) + self.bars[at] > width:
                lines.append((first, at))
                first = at
        return [*lines, (first, stop)]

    def cells(self, at: int, tokens: RowText) -> Iterator[TokenText]:
        """Yield the drawing of a character in a row: with its marks, in hex, or blank if no token contains it."""
        start, stop = self.starts[at], self.starts[at + 1]
        if any(cut in tokens.borders for cut in range(start + 1, stop)):
            yield from self._in_hex(at, tokens)
            return
        (text, width), room, token = self._drawn[at], self.widths[at], tokens.at(start)
        if token is None or (not width and self._is_drawn_on_previous(at, tokens)):
            text, width = "", 0
        elif not width:
            text, width = "◌" + text, 1
        if text:
            at += 1
            while at < len(self.text) and not self._drawn[at][1] and self._is_drawn_on_previous(at, tokens):
                text += self._drawn[at][0]
                at += 1
            yield TokenText(text, width, token)
        if width < room:
            yield TokenText(" " * (room - width), room - width, token)

    def bar(self, offset: int, tokens: RowText) -> TokenText:
        """Return what a row draws in the cell for a border at an offset."""
        if offset in tokens.borders and offset < self.starts[-1]:
            return TokenText(BORDER, 1, None)
        return TokenText(" ", 1, tokens.at(offset))

    def _is_drawn_on_previous(self, at: int, tokens: RowText) -> bool:
        """Whether a mark is drawn on the character before it: one token contains all of both."""
        start, stop = self.starts[at], self.starts[at + 1]
        if self.begins[at] or tokens.at(start) is None:
            return False
        return not any(offset in tokens.borders for offset in range(self.starts[at - 1] + 1, stop))

    def _in_hex(self, at: int, tokens: RowText) -> Iterator[TokenText]:
        """Yield the bytes of a character in hex, those of each token in brackets, each in its columns of all rows."""
        start, room = self.starts[at], self.widths[at]
        text, token = "⟨", tokens.at(start)
        for offset, byte in enumerate(self.text[at].encode(), start):
            if offset in tokens.borders and offset > start:
                yield TokenText(text + "⟩", len(text) + 1, token)
                yield TokenText(BORDER, 1, None)
                room -= len(text) + 2
                text, token = "⟨", tokens.at(offset)
            elif offset > start:
                text += "   " if offset in self.cuts else " "
            text += f"{byte:02x}"
        text += "⟩"
        yield TokenText(text + " " * (room - len(text)), room, token)
