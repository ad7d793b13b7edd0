"""How tokens are drawn: as units that a row can hold, in three spellings.

A unit is the least that is drawn in one style: a character with the marks on it, the character's stand-in where it
cannot be shown, or a token's bytes in hex. What a unit's text holds is safe on any screen, and its width is known.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Literal, NamedTuple

import regex
from rich.cells import cell_len

from bpetui.core.utf8 import GPT2_ALPHABET, LINE_END, SPACE, TAB, bracketed, gpt2_spelling, kind, visible

Spelling = Literal["characters", "hex", "gpt2"]
"""How what is not whole characters is drawn.

``characters``: a character once, with the number of its tokens (``床₃``). ``hex``: the bytes of each token that are not
whole characters (``⟨e5 ba⟩``, ``，⟨e5⟩``). ``gpt2``: every byte as a printable character (``åº``).
"""

SPELLINGS: tuple[Spelling, ...] = ("characters", "hex", "gpt2")

MOST_MARKS = 30
"""How many marks are drawn on one character (UAX #15's stream-safe format); more stand on a ◌ of their own."""

_SPACING_MARK = regex.compile(r"\p{Mc}")
_MARKED = regex.compile(r"\P{M}?\p{M}*\p{Mc}\p{M}*")
_ROOM = regex.compile(r"(?<=\p{Mc}\p{M}*) +")

_SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_MODIFIER = regex.compile(r"\p{Emoji_Modifier}")


class Unit(NamedTuple):
    """Text to draw in one style: ``width`` cells, for the bytes from ``start`` to ``stop`` of what is drawn.

    ``token`` is the index of the token that the first of those bytes is in, ``last`` of the one that the last is in.
    ``joined`` says that the token goes on in the next unit; ``ends_line`` that a line end stands here.
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
    """A character made visible, white space too, and its width; 0 for a mark, which goes on the one before it."""
    if _MODIFIER.match(character):  # terminals disagree on the width of a skin tone
        text = f"U+{ord(character):04X}"
    else:
        text = visible(character, space=SPACE, tab=TAB, newline=LINE_END)
    return text, cell_len(text)


def marked_characters(text: str) -> Iterator[tuple[str, int, int, int]]:
    """The characters of a text, each with the marks on it: what is drawn, its width, and where they start and stop.

    A mark that begins the text or a line stands on ◌, or it would be drawn on what is beside the text. Spaces behind a
    character are room that its spacing marks take on some terminals.
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
    """The units of a row of tokens, which joined are valid UTF-8 but for a part of a character at either end.

    ``start`` is the offset of the first token's first byte, ``first`` the first token's index.
    """
    if spelling == "characters":
        return _by_characters(tokens, start, first)
    return _by_tokens(tokens, spelling, start, first)


def spelled(token: bytes, spelling: Spelling) -> str:
    """One token as a table shows it: its characters, and in hex the bytes that are part of one."""
    if spelling == "gpt2":
        return gpt2_spelling(token)
    return "".join(group.text for group in _parts_in_hex(token))


class _TokenPart(NamedTuple):
    """What is drawn of some bytes of one token, and how many they are."""

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
    begun, begun_by = b"", 0  # the first bytes of a character, and the token that they begin in
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
        else:  # a character's end without its beginning is cut off by the edge of what is drawn
            start += len(ending)
        for text, width, size, ends_line in whole:
            stop = start + size
            yield Unit(text, width, start, stop, index, index, stop < end, ends_line)
            start = stop
        begun, begun_by = beginning, index


@lru_cache(maxsize=8192)
def _parts(token: bytes) -> tuple[bytes, tuple[_TokenPart, ...], bytes]:
    """The bytes that end a character begun before, the whole characters, and the bytes that begin another."""
    begin, stop = 0, len(token)
    while begin < stop and _continues(token[begin]):
        begin += 1
    lead = stop - 1
    while lead > begin and _continues(token[lead]):
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
    """A character as it is drawn alone: a mark stands on ◌."""
    return (text, width) if width else ("◌" + text, 1)


@lru_cache(maxsize=8192)
def _padded(text: str, width: int) -> tuple[str, int]:
    """A character with its marks, and a space for each spacing mark: some terminals give these a cell of their own
    (``का``), others draw them in the cell before."""
    room = 0 if len(text) == 1 else len(_SPACING_MARK.findall(text))
    return text + " " * room, width + room


def is_spacing_mark(character: str) -> bool:
    """Whether some terminals give a mark a cell of its own (Unicode's category Mc)."""
    return _SPACING_MARK.match(character) is not None


def with_mark_room(text: str) -> str:
    """A text that is safe to draw, with the room that `marked_characters` gives to spacing marks."""
    return _MARKED.sub(lambda found: _padded(found[0], 0)[0], text)


def without_mark_room(text: str) -> str:
    """A token as it is spelled, without the room for spacing marks: for output that no columns are drawn around."""
    return _ROOM.sub("", text)


def _continues(byte: int) -> bool:
    """Whether a byte is a continuation byte."""
    return byte & 0xC0 == 0x80


def _character_length(lead: int) -> int:
    """The length in bytes of the character that begins with the byte ``lead`` (Unicode Standard, table 3-6)."""
    return 1 if lead < 0xC0 else 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
