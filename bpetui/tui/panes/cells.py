"""What the cells of a table hold: pieces of text, each in one style, cut to the width that they may take.

Widths are terminal cells throughout.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from rich.cells import cell_len, split_graphemes

from bpetui.tui.painting import Spelling, spelled

ELLIPSIS = "…"

_CONTINUATION = bytes(range(0x80, 0xC0))


class Piece(NamedTuple):
    """Text that is safe to draw, and the component class that styles it (none: as the row is)."""

    text: str
    style: str = ""


def cut(text: str, width: int) -> str:
    """As much of ``text`` as ``width`` cells hold, with an ellipsis where something is left out."""
    if cell_len(text) <= width:
        return text
    if width < 1:
        return ""
    used = 0
    for start, _, cells in split_graphemes(text)[0]:
        used += cells
        if used > width - 1:
            return text[:start] + ELLIPSIS
    return text


def brief(token: bytes, spelling: Spelling, width: int) -> str:
    """A token spelled and cut to ``width`` cells; what that costs does not grow with the token.

    A long token stands in a text, so whether it is whole can be told by its two ends.
    """
    most = 4 * max(width, 16)
    if len(token) <= most:
        return cut(spelled(token, spelling), width)
    head = token[:most].rstrip(_CONTINUATION)[:-1]
    tail = token[-4:].lstrip(_CONTINUATION)
    shown = cut(spelled(head + tail, spelling), width - 1)
    return shown if shown.endswith(ELLIPSIS) else cut(shown + ELLIPSIS, width)


def pair_cell(left: bytes, right: bytes, spelling: Spelling, width: int) -> list[Piece]:
    """``left + right``; where room is short each side is sure of half of it."""
    room = width - 3
    if room < 2:
        return [Piece(brief(left + right, spelling, width))]
    half = room // 2
    least = min(cell_len(brief(right, spelling, half + 1)), half)
    first = brief(left, spelling, room - least)
    return [Piece(first), Piece(" + ", "table--quiet"), Piece(brief(right, spelling, room - cell_len(first)))]


def fitted(pieces: Sequence[Piece], width: int, *, right: bool = False) -> list[Piece]:
    """The pieces in exactly ``width`` cells: cut, or filled up with spaces behind them (before them, if ``right``)."""
    room = width - sum(cell_len(piece.text) for piece in pieces)
    if room >= 0:
        space = Piece(" " * room)
        return [space, *pieces] if right else [*pieces, space]
    kept: list[Piece] = []
    room = width
    for text, style in pieces:
        cells = cell_len(text)
        if cells >= room:  # what comes behind is left out, which the ellipsis here says
            shown = cut(text + ELLIPSIS, room)
            return [*kept, Piece(shown, style), Piece(" " * (room - cell_len(shown)))]
        kept.append(Piece(text, style))
        room -= cells
    return kept


def wrapped(text: str, width: int, most: int) -> list[str]:
    """``text`` in at most ``most`` lines, broken between words where that is possible, and cut where it is not."""
    lines: list[str] = []
    line = ""
    words = iter(text.split(" "))
    for word in words:
        longer = f"{line} {word}" if line else word
        if cell_len(longer) <= width or not line:
            line = longer
        elif len(lines) + 1 < most:
            lines.append(line)
            line = word
        else:
            line = " ".join([longer, *words])
    return [cut(line, width) for line in [*lines, line]][:most]


def notes_in(notes: Sequence[str], width: int, height: int) -> Iterator[tuple[str, str]]:
    """The lines of as many notes as ``height`` holds, each with its style; wrapped where there is room to spare."""
    spare = height - len(notes)
    for index, note in enumerate(notes[:height]):
        lines = wrapped(note, width, 1 + max(spare, 0))
        spare -= len(lines) - 1
        for line in lines:
            yield line, "table--note" if index else "table--row"


def shared_out(width: int, bounds: Sequence[tuple[int, int]]) -> list[int]:
    """Share ``width`` among columns, each with the least and the most that it can take: none is favoured."""
    widths = [least for least, _ in bounds]
    spare = width - sum(widths)
    if spare < 0:
        return [max(0, widths[0] + spare), *widths[1:]]
    while spare > 0:
        growing = [at for at, (_, most) in enumerate(bounds) if widths[at] < most]
        if not growing:
            break
        share = -(-spare // len(growing))
        for at in growing:
            more = min(share, spare, bounds[at][1] - widths[at])
            widths[at] += more
            spare -= more
    return widths
