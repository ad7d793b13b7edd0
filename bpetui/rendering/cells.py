"""What the cells of a table hold: texts of text, each in one style, cut to the width that they may take.

Widths are terminal cells throughout.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from rich.cells import cell_len, split_graphemes

from bpetui.core.plurals import Noun, counted, plural
from bpetui.core.utf8 import visible
from bpetui.rendering.units import Spelling, spelled

ELLIPSIS = "…"

EMPTY = "⟨⟩"
"""An empty token, which some files hold."""


class StyledText(NamedTuple):
    """Text that is safe to draw, and the component class that styles it (none: as the row is)."""

    text: str
    style: str = ""


def cut(text: str, width: int) -> str:
    """As much of ``text`` as ``width`` cells hold, with an ellipsis where something is left out."""
    if cell_len(text) <= width:
        return text
    if width < 1:
        return ""
    room, kept = width - 1, 0
    for _, stop, cells in split_graphemes(text)[0]:
        if cells > room:
            break
        room, kept = room - cells, stop
    return text[:kept] + ELLIPSIS


def brief(token: bytes, spelling: Spelling, width: int) -> str:
    """A token spelled and cut to ``width`` cells, an empty one as ⟨⟩; what that costs does not grow with the token.

    A long token stands in a text, so whether it is whole can be told by its two ends.
    """
    most = 4 * max(width, 16)
    if not token:
        return EMPTY
    if len(token) <= most:
        return _brief(token, spelling, width)
    ends = token[: _character_start(token, most)] + token[_character_start(token, len(token) - 1) :]
    shown = _brief(ends, spelling, width)
    return shown if shown.endswith(ELLIPSIS) else cut(shown + ELLIPSIS, width)


def _character_start(token: bytes, at: int) -> int:
    """Where the character begins that the byte at ``at`` is in."""
    return next((start for start in range(at, at - 4, -1) if token[start] & 0xC0 != 0x80), at)


@lru_cache(maxsize=4096)
def _brief(token: bytes, spelling: Spelling, width: int) -> str:
    return cut(spelled(token, spelling), width)


def spelled_pair(left: bytes, right: bytes, spelling: Spelling, width: int) -> list[StyledText]:
    """``left + right``; where room is short each side is sure of half of it."""
    room = width - 3
    if room < 2:
        return [StyledText(brief(left + right, spelling, width))]
    half = room // 2
    least = min(cell_len(brief(right, spelling, half + 1)), half)
    first = brief(left, spelling, room - least)
    return [StyledText(first), StyledText(" + ", "quiet"), StyledText(brief(right, spelling, room - cell_len(first)))]


def short_pair(left: bytes, right: bytes, spelling: Spelling, width: int) -> str:
    """A pair in a sentence of a pane of some width, ``ng+ườ``: short enough for the sentence to be read."""
    room = max(8, width // 3)
    return f"{brief(left, spelling, room)}+{brief(right, spelling, room)}"


def fitted(texts: Sequence[StyledText], width: int, *, right: bool = False) -> list[StyledText]:
    """The texts in exactly ``width`` cells: cut, or filled up with spaces behind them (before them, if ``right``)."""
    room = width - sum(cell_len(each.text) for each in texts)
    if room >= 0:
        space = StyledText(" " * room)
        return [space, *texts] if right else [*texts, space]
    kept: list[StyledText] = []
    room = width
    for text, style in texts:
        if cell_len(text) >= room:
            break
        kept.append(StyledText(text, style))
        room -= cell_len(text)
    shown = cut(text + ELLIPSIS, room)  # also where this each fits and the next ones do not
    return [*kept, StyledText(shown, style), StyledText(" " * (room - cell_len(shown)))]


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


def wrapped_notes(notes: Sequence[StyledText], width: int, height: int) -> Iterator[StyledText]:
    """The lines of as many notes as ``height`` holds, wrapped where there is room to spare, the first note first."""
    spare = max(0, height - len(notes))
    for text, style in notes[:height]:
        lines = wrapped(text, width, 1 + spare)
        spare -= len(lines) - 1
        for line in lines:
            yield StyledText(line, style)


def rows_in_view(total: int, window: tuple[int, int], noun: Noun) -> str:
    """Return how many rows there are, and which are in view: ``8 of 3,557 pairs``, ``9–16 of 3,557 pairs``."""
    first, last = window
    everything = counted(total, noun)
    if total <= last - first:
        return everything
    return f"{last:,} of {everything}" if not first else f"{first + 1:,}–{last:,} of {everything}"


def rows_containing(found: int, total: int, noun: Noun, text: str) -> str:
    """Return how many rows contain a text that was typed: ``12 of 3,557 pairs contain "ng"``."""
    values = {"all": counted(total, noun), "text": visible(text)}
    if not found:
        return 'none of {all} contains "{text}"'.format(**values)
    return plural(found, '{n} of {all} contains "{text}"', '{n} of {all} contain "{text}"', **values)
