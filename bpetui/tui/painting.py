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

from bpetui.core.utf8 import GPT2_ALPHABET, gpt2_spelling, hex_bytes, kind, visible

Spelling = Literal["characters", "hex", "gpt2"]
"""How what is not whole characters is drawn.

``characters``: a character once, with the number of its tokens (``床₃``). ``hex``: each partial token's bytes
(``⟨e5 ba⟩``). ``gpt2``: every byte as a printable character (``åº``).
"""

SPELLINGS: tuple[Spelling, ...] = ("characters", "hex", "gpt2")

SPACE, TAB, LINE_END = "·", "→", "↵"

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


def groups(text: str) -> Iterator[tuple[str, int, int, int]]:
    """The characters of a text, each with the marks on it: what is drawn, its width, and where they start and stop.

    A mark that begins the text or a line stands on ◌, or it would be drawn on what is beside the text.
    """
    shown, width, start = "", 0, 0
    for at, character in enumerate(text):
        more, cells = drawn(character)
        if shown and not cells and text[start] != "\n":
            shown += more
            continue
        if shown:
            yield shown, width, start, at
        shown, width, start = (more, cells, at) if cells else ("◌" + more, 1, at)
    if shown:
        yield shown, width, start, len(text)


def units(tokens: Sequence[bytes], spelling: Spelling, start: int = 0) -> Iterator[Unit]:
    """The units of a row of tokens, which joined are valid UTF-8 but for a part of a character at either end.

    ``start`` is the offset of the first token's first byte.
    """
    if spelling == "characters":
        return _by_characters(tokens, start)
    return _by_tokens(tokens, spelling, start)


def spelled(token: bytes, spelling: Spelling) -> str:
    """One token as a table shows it: its characters, or its bytes in hex where it is not whole."""
    if spelling == "gpt2":
        return gpt2_spelling(token)
    if kind(token) != "whole":
        return f"⟨{hex_bytes(token)}⟩"
    return "".join(shown for shown, *_ in groups(token.decode()))


def _by_tokens(tokens: Sequence[bytes], spelling: Spelling, start: int) -> Iterator[Unit]:
    for index, token in enumerate(tokens):
        if spelling == "gpt2":
            for at, byte in enumerate(token, 1):
                stop = start + 1
                yield Unit(GPT2_ALPHABET[byte], 1, start, stop, index, index, at < len(token), byte == 0x0A)
                start = stop
        elif kind(token) == "whole":
            yield from _whole(token, start, index)
            start += len(token)
        else:
            text = f"⟨{hex_bytes(token)}⟩"
            yield Unit(text, len(text), start, start + len(token), index, index, False, b"\n" in token)
            start += len(token)


def _whole(token: bytes, start: int, index: int) -> Iterator[Unit]:
    end, text = start + len(token), token.decode()
    for shown, width, first, last in groups(text):
        stop = start + len(text[first:last].encode())
        yield Unit(shown, width, start, stop, index, index, stop < end, text[first] == "\n")
        start = stop


def _by_characters(tokens: Sequence[bytes], start: int) -> Iterator[Unit]:
    # Offsets here are within the tokens joined; a token's end there says where borders are.
    data = b"".join(tokens)
    owner: list[int] = []  # for each byte, its token
    for index, token in enumerate(tokens):
        owner += [index] * len(token)
    at = 0
    while at < len(data) and data[at] & 0xC0 == 0x80:  # cut off by the edge of what is drawn
        at += 1
    text, width, first, numbered = "", 0, at, False
    while at < len(data):
        stop = at + _character_length(data[at])
        if stop > len(data):  # cut off by the other edge
            break
        shown, cells = drawn(data[at:stop].decode())
        count = owner[stop - 1] - owner[at] + 1
        border_before = at == 0 or owner[at - 1] != owner[at]
        if text and not (cells or border_before or numbered or count > 1):
            text += shown
        else:
            if text:
                yield Unit(
                    text, width, start + first, start + at, owner[first], owner[at - 1], not border_before, False
                )
            text, width, first = (shown, cells, at) if cells else ("◌" + shown, 1, at)
            numbered = count > 1
            if numbered:
                number = str(count).translate(_SUBSCRIPTS)
                text, width = text + number, width + len(number)
        if data[at] == 0x0A:
            joined = stop < len(data) and owner[stop] == owner[at]
            yield Unit(text, width, start + first, start + stop, owner[first], owner[at], joined, True)
            text = ""
        at = stop
    if text:
        joined = at < len(data) and owner[at] == owner[at - 1]
        yield Unit(text, width, start + first, start + at, owner[first], owner[at - 1], joined, False)


def _character_length(lead: int) -> int:
    """The length in bytes of the character that begins with the byte ``lead`` (Unicode Standard, table 3-6)."""
    return 1 if lead < 0xC0 else 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4
