"""The drawing of tokens, as units in one of three spellings.

A unit is the smallest text that is drawn in one style: a character with its marks, the visible substitute of a
character that cannot be shown, or bytes of a token in hex. Its text is safe on any terminal, and its width is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

import regex
from rich.cells import cell_len

from bpetui.core.utf8 import (
    GPT2_ALPHABET,
    LINE_END,
    SPACE,
    TAB,
    bracketed,
    gpt2_spelling,
    is_continuation,
    kind,
    visible,
)

Spelling = Literal["characters", "hex", "gpt2"]
"""How parts of characters are drawn.

``characters``: the character once, with the number of its tokens (``床₃``). ``hex``: the bytes of each token that are
not whole characters (``⟨e5 ba⟩``, ``，⟨e5⟩``). ``gpt2``: every byte as a printable character (``åº``).
"""

SPELLINGS: tuple[Spelling, ...] = ("characters", "hex", "gpt2")

MOST_MARKS = 30
"""How many marks are drawn on one character (the stream-safe format of UAX #15); further marks are drawn on a ◌."""

_SPACING_MARK = regex.compile(r"\p{Mc}")
_MARKED = regex.compile(r"\P{M}?\p{M}*\p{Mc}\p{M}*")
_ROOM = regex.compile(r"(?<=\p{Mc}\p{M}*) +")

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_MODIFIER = regex.compile(r"\p{Emoji_Modifier}")


class Unit(NamedTuple):
    """Text to draw in one style, ``width`` cells wide, for the bytes from ``start`` to ``stop``.

    ``token`` is the index of the token that contains the first of these bytes, ``last`` of the one that contains the
    last. ``joined``: the token continues in the next unit. ``ends_line``: the bytes contain a line end.
    """

    text: str
    width: int
    start: int
    stop: int
    token: int
    last: int
    joined: bool
    ends_line: bool


@lru_cache(maxsize=8192)
def drawn(character: str) -> tuple[str, int]:
    """Return a character made visible, even white space, and its width: 0 for a mark, which is drawn on the character
    before it."""
    if _MODIFIER.match(character):  # terminals disagree on the width of a skin tone
        text = f"U+{ord(character):04X}"
    else:
        text = visible(character, space=SPACE, tab=TAB, newline=LINE_END)
    return text, cell_len(text)


def marked_characters(text: str) -> Iterator[tuple[str, int, int, int]]:
    """Yield each character of a text with its marks: its drawing, the width of this, and where they start and stop.

    A mark at the start of the text or of a line is drawn on ◌, so that it is not drawn on what is left of the text.
    Spaces after a character are room for its spacing marks, which need a cell on some terminals.
    """
    shown, width, start = "", 0, 0
    for at, character in enumerate(text):
        more, cells = drawn(character)
        if shown and not cells and text[start] != "\n" and at - start <= MOST_MARKS:
            shown += more
            continue
        if shown:
            yield *_padded(shown, width), start, at
        (shown, width), start = _on_circle(more, cells), at
    if shown:
        yield *_padded(shown, width), start, len(text)


def units(tokens: Sequence[bytes], spelling: Spelling, start: int = 0, first: int = 0) -> Iterator[Unit]:
    """Return the units of tokens whose joined bytes are valid UTF-8, except for part of a character at either end.

    ``start`` is the offset of the first byte, ``first`` the index of the first token.
    """
    if spelling == "characters":
        return _by_characters(tokens, start, first)
    return _by_tokens(tokens, spelling, start, first)


def spelled(token: bytes, spelling: Spelling) -> str:
    """Return one token as a table shows it: its whole characters, and in hex its other bytes."""
    if spelling == "gpt2":
        return gpt2_spelling(token)
    return "".join(group.text for group in _parts_in_hex(token))


class _TokenPart(NamedTuple):
    """The drawing of some bytes of one token, and the number of these bytes."""

    text: str
    width: int
    size: int
    ends_line: bool


def _by_tokens(tokens: Sequence[bytes], spelling: Spelling, start: int, first: int) -> Iterator[Unit]:
    parts_of = _parts_in_gpt2 if spelling == "gpt2" else _parts_in_hex
    for index, token in enumerate(tokens, first):
        end = start + len(token)
        for text, width, size, ends_line in parts_of(token):
            stop = start + size
            yield Unit(text, width, start, stop, index, index, stop < end, ends_line)
            start = stop


def _by_characters(tokens: Sequence[bytes], start: int, first: int) -> Iterator[Unit]:
    begun, begun_by = b"", 0  # the first bytes of an incomplete character, and the token in which it begins
    for index, token in enumerate(tokens, first):
        end = start + len(begun) + len(token)
        ending, whole, beginning = _parts(token)
        if begun:
            begun += ending
            if len(begun) < _character_length(begun[0]):
                continue
            stop = start + len(begun)
            text, width = _padded(*_on_circle(*drawn(begun.decode())))
            number = str(index - begun_by + 1).translate(_SUBSCRIPTS)
            yield Unit(text + number, width + len(number), start, stop, begun_by, index, stop < end, False)
            start = stop
        else:  # the end of a character that begins before the first of these tokens is not drawn
            start += len(ending)
        for text, width, size, ends_line in whole:
            stop = start + size
            yield Unit(text, width, start, stop, index, index, stop < end, ends_line)
            start = stop
        begun, begun_by = beginning, index


@lru_cache(maxsize=8192)
def _parts(token: bytes) -> tuple[bytes, tuple[_TokenPart, ...], bytes]:
    """Return the bytes that end a character of an earlier token, the whole characters, and the bytes that begin another
    character."""
    begin, stop = 0, len(token)
    while begin < stop and is_continuation(token[begin]):
        begin += 1
    lead = stop - 1
    while lead > begin and is_continuation(token[lead]):
        lead -= 1
    if lead >= begin and lead + _character_length(token[lead]) > stop:
        stop = lead
    return token[:begin], _whole(token[begin:stop]), token[stop:]


@lru_cache(maxsize=8192)
def _parts_in_hex(token: bytes) -> tuple[_TokenPart, ...]:
    if token and kind(token) == "invalid":
        return _in_hex(token)
    ending, whole, beginning = _parts(token)
    return (*_in_hex(ending), *whole, *_in_hex(beginning)) if whole else _in_hex(token)


def _in_hex(data: bytes) -> tuple[_TokenPart, ...]:
    text = bracketed(data)
    return (_TokenPart(text, len(text), len(data), b"\n" in data),) if data else ()


@lru_cache(maxsize=8192)
def _parts_in_gpt2(token: bytes) -> tuple[_TokenPart, ...]:
    return tuple(_TokenPart(GPT2_ALPHABET[byte], 1, 1, byte == 0x0A) for byte in token)


def _whole(data: bytes) -> tuple[_TokenPart, ...]:
    text = data.decode()
    return tuple(
        _TokenPart(shown, width, len(text[start:stop].encode()), text[start] == "\n")
        for shown, width, start, stop in marked_characters(text)
    )


def _on_circle(text: str, width: int) -> tuple[str, int]:
    """Return a character as it is drawn alone: a mark on ◌."""
    return (text, width) if width else ("◌" + text, 1)


@lru_cache(maxsize=8192)
def _padded(text: str, width: int) -> tuple[str, int]:
    """Return a character with its marks and a space for each spacing mark: some terminals give this a cell of its own
    (``का``), others draw it in the cell before."""
    room = 0 if len(text) == 1 else len(_SPACING_MARK.findall(text))
    return text + " " * room, width + room


def is_spacing_mark(character: str) -> bool:
    """Whether some terminals give a mark a cell of its own (Unicode's category Mc)."""
    return _SPACING_MARK.match(character) is not None


def with_mark_room(text: str) -> str:
    """Return a text that is safe to draw with the same room for spacing marks as in `marked_characters`."""
    return _MARKED.sub(lambda found: _padded(found[0], 0)[0], text)


def without_mark_room(text: str) -> str:
    """Return the spelling of a token without room for spacing marks, for output without columns after it."""
    return _ROOM.sub("", text)


def _character_length(lead: int) -> int:
    """Return the length in bytes of the character that begins with ``lead`` (Unicode Standard, table 3-6)."""
    return 1 if lead < 0xC0 else 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
