"""One token of a text, said in words: its id, its bytes, and which bytes of which characters they are."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import attrgetter

from bpetui.core.alphabet import UNKNOWN
from bpetui.core.tokenization import TokenKind
from bpetui.core.utf8 import Character, hex_bytes
from bpetui.rendering.cells import plural
from bpetui.rendering.units import drawn, spelled

KINDS: dict[TokenKind, str] = {
    "whole": "whole",
    "prefix": "a prefix",
    "continuation": "a continuation",
    "straddling": "straddling",
    "invalid": "not UTF-8",
    "special": "a special token",
    "unknown": "what has no token",
    "empty": "empty: no text becomes it",
}
"""How a token stands in UTF-8, or what else it is, in a sentence."""

_WHITE_SPACE = {" ": "space", "\t": "tab", "\n": "line feed"}
"""The names of what is drawn as something else."""


def describe(
    token_id: int,
    token: bytes,
    kind: TokenKind,
    span: tuple[int, int],
    characters: Sequence[Character],
    marks: frozenset[int] = frozenset(),
) -> str:
    """A sentence on a token and its place in a text, in bytes, given the characters of the text that it touches.

    At each of ``marks``, in bytes, an end-of-word mark begins, which the token that holds it ends with.
    """
    start, stop = span
    if token_id == UNKNOWN:
        what = ", ".join(_part(character, start, stop) for character in characters)
        return f"<unk>: {what} does not stand in the corpus, so there is no token for it"
    spelling = spelled(token, "hex")
    if kind == "special":
        return f"{spelling} id {token_id}, a special token"
    mark = next((at for at in marks if start <= at < stop), None)
    # What is only in part there comes first: a narrow screen shows the beginning.
    named = sorted(characters, key=lambda character: start <= character.start and character.stop <= stop)
    parts = [_part(character, start, stop) for character in named if mark is None or character.start < mark]
    if mark is not None:
        parts.append("the end of a word")
    shown, more = parts[:4], len(parts) - 4
    touched = ", ".join(shown) + (f" and {more} more" if more > 0 else "") or "nothing in the text"
    if kind == "whole":
        return f"{spelling} id {token_id}, {plural(len(token), 'byte')} {hex_bytes(token)}: {touched}"
    return f"{spelling} id {token_id}, {KINDS[kind]}: {touched}"


def touched_by(start: int, stop: int, characters: Sequence[Character]) -> list[Character]:
    """The characters of which some byte lies from ``start`` to ``stop``."""
    first = bisect_right(characters, start, key=attrgetter("stop"))
    last = bisect_left(characters, stop, key=attrgetter("start"))
    return list(characters[first:last])


def named_character(character: Character) -> str:
    """A character and its code point; white space by its name, too."""
    text, width = drawn(character.text)
    code = f"U+{ord(character.text):04X}"
    name = code if text == code else f"{text if width else '◌' + text} {code}"
    return f"{name} {_WHITE_SPACE[character.text]}" if character.text in _WHITE_SPACE else name


def _part(character: Character, start: int, stop: int) -> str:
    size = character.stop - character.start
    first, last = max(start, character.start) - character.start + 1, min(stop, character.stop) - character.start
    name = named_character(character)
    if last - first + 1 == size:
        return name
    which = f"byte {first}" if first == last else f"bytes {first}–{last}"
    return f"{which} of {size} of {name}"
