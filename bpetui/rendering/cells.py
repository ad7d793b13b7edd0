"""Styled texts for the rows of a table and the notes under it, cut or padded to a width.

All widths are terminal cells.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

import regex
from rich.cells import cell_len, split_graphemes

from bpetui.core.plurals import Noun, counted, plural
from bpetui.core.utf8 import is_continuation, visible
from bpetui.rendering.units import Spelling, spelled

ELLIPSIS = "…"

EMPTY = "⟨⟩"
"""The drawing of an empty token, which some tokenizer files contain."""

_LEAST_TOKEN = 3
"""Cells of a token in a sentence below which it is not cut further."""

_BETWEEN_WORDS = regex.compile(r" (?![^⟨]*⟩)")
"""The spaces at which a sentence may wrap: not those between bytes in hex, ``⟨e1 bb⟩``."""

_CUT_HEX = regex.compile(rf"(?:(⟨[0-9a-f]{{2}}(?: [0-9a-f]{{2}})*)(?: [0-9a-f]?)?|⟨[0-9a-f]?){ELLIPSIS}$")
"""The end of a token that is cut within bytes in hex; its group holds the bytes that are whole."""


class StyledText(NamedTuple):
    """Text that is safe to draw, and the component class of its style (empty: the style of the row)."""

    text: str
    style: str = ""


def cut(text: str, width: int) -> str:
    """Cut ``text`` to ``width`` cells; an ellipsis replaces what is cut off."""
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
    """Return a token spelled and cut to ``width`` cells, an empty one as ⟨⟩; the cost does not depend on its length.

    A long token comes from a text, so its two ends show whether it consists of whole characters.
    """
    limit = 4 * max(width, 16)
    if not token:
        return EMPTY
    if len(token) <= limit:
        return _brief(token, spelling, width)
    ends = token[: _character_start(token, limit)] + token[_character_start(token, len(token) - 1) :]
    shown = _brief(ends, spelling, width)
    return shown if shown.endswith(ELLIPSIS) else _cut_between_bytes(shown + ELLIPSIS, width)


def _character_start(token: bytes, at: int) -> int:
    """Return the start of the character that contains the byte at ``at``."""
    return next((start for start in range(at, at - 4, -1) if not is_continuation(token[start])), at)


@lru_cache(maxsize=4096)
def _brief(token: bytes, spelling: Spelling, width: int) -> str:
    return _cut_between_bytes(spelled(token, spelling), width)


def _cut_between_bytes(text: str, width: int) -> str:
    """Cut a spelled token as `cut` does, but never within a byte in hex."""
    shown = cut(text, width)
    return shown if shown == text else _CUT_HEX.sub(rf"\1{ELLIPSIS}", shown)


def spelled_pair(left: bytes, right: bytes, spelling: Spelling, width: int) -> list[StyledText]:
    """Return ``left + right`` in ``width`` cells; a long side leaves at least half of them to the other."""
    room = width - 3
    if room < 2:
        return [StyledText(brief(left + right, spelling, width))]
    half = room // 2
    least = min(cell_len(brief(right, spelling, half + 1)), half)
    first = brief(left, spelling, room - least)
    return [StyledText(first), StyledText(" + ", "quiet"), StyledText(brief(right, spelling, room - cell_len(first)))]


def short_pair(left: bytes, right: bytes, spelling: Spelling, width: int, plus: str = "+") -> str:
    """Return a pair for a sentence, ``ng+ườ``, each token cut to ``width`` cells and between bytes in hex."""
    return plus.join(brief(token, spelling, width) for token in (left, right))


def pair_sentence(
    sentence: Callable[[str], str], left: bytes, right: bytes, spelling: Spelling, width: int, lines: int
) -> str:
    """Return a sentence on a pair, with tokens so short that the whole sentence fits into lines of ``width`` cells.

    Each token takes at most a third of a line. Below `_LEAST_TOKEN` cells tokens are not cut, and the sentence may
    not fit.
    """
    rooms = range(max(_LEAST_TOKEN, width // 3), _LEAST_TOKEN - 1, -1)
    texts = (sentence(short_pair(left, right, spelling, room)) for room in rooms)
    shortest = ""
    for shortest in texts:
        if fits(shortest, width, lines):
            break
    return shortest


def fitted(texts: Sequence[StyledText], width: int, *, right: bool = False) -> list[StyledText]:
    """Return the texts in exactly ``width`` cells: cut, or padded with spaces after them (before them if ``right``)."""
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
    shown = cut(text + ELLIPSIS, room)  # also if this text fits and the next one does not
    return [*kept, StyledText(shown, style), StyledText(" " * (room - cell_len(shown)))]


def fits(text: str, width: int, lines: int) -> bool:
    """Return whether `wrapped` shows the whole text in ``lines`` lines."""
    rows = wrapped(text, width, lines + 1)
    return len(rows) <= lines and not any(cell_len(word) > width for word in _BETWEEN_WORDS.split(text))


def wrapped(text: str, width: int, most: int) -> list[str]:
    """Wrap ``text`` between words into at most ``most`` lines; cut what does not fit. Bytes in brackets stay whole."""
    lines: list[str] = []
    line = ""
    words = iter(_BETWEEN_WORDS.split(text))
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
    """Yield the lines of as many notes as fit into ``height``; spare lines let notes wrap, the first note first."""
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
