"""The parts of characters that a token contains."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from bpetui.core.utf8 import is_continuation
from bpetui.rendering.units import drawn


@dataclass(frozen=True)
class Character:
    """One code point of a text, and the byte offsets at which it starts and stops in UTF-8."""

    text: str
    start: int
    stop: int


class CharacterPart(NamedTuple):
    """The bytes ``first`` to ``last`` of the ``size`` bytes of a character, counted from 1."""

    character: Character
    first: int
    last: int
    size: int

    @property
    def is_whole(self) -> bool:
        """Whether these are all the bytes of the character."""
        return self.last - self.first + 1 == self.size


def parts_of_characters(data: bytes, start: int, stop: int) -> Iterator[CharacterPart]:
    """Yield the part of each character that the bytes from ``start`` to ``stop`` hold, in order.

    ``data`` is a valid UTF-8 text. The cost grows with the bytes asked for, not with the text.
    """
    for character in characters_at(data, start, stop):
        first, last = max(start, character.start), min(stop, character.stop)
        yield CharacterPart(
            character, first - character.start + 1, last - character.start, character.stop - character.start
        )


def characters_at(data: bytes, start: int, stop: int) -> Iterator[Character]:
    """Yield the characters of a valid UTF-8 text that have a byte from ``start`` to ``stop``."""
    at = start
    while start < stop and is_continuation(data[at]):
        at -= 1
    while at < stop:
        end = at + 1
        while end < len(data) and is_continuation(data[end]):
            end += 1
        yield Character(data[at:end].decode(), at, end)
        at = end


def shown_character(character: Character) -> str:
    """Return a character as it is drawn alone: a mark on ◌, a control character as its visible substitute."""
    text, width = drawn(character.text)
    return text if width else f"◌{text}"


def code_point(character: Character) -> str:
    """Return the code point of a character: ``U+5E8A``."""
    return f"U+{ord(character.text):04X}"
