"""One token of a text, said in words: its id, its bytes, and which bytes of which characters they are."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from operator import attrgetter

from bpetui.core.alphabet import UNKNOWN
from bpetui.core.utf8 import Character, hex_bytes, kind
from bpetui.tui.painting import drawn, spelled

_KINDS = {
    "whole": "whole",
    "prefix": "a prefix",
    "continuation": "a continuation",
    "straddling": "straddling",
    "invalid": "not UTF-8",
}
_WHITE_SPACE = {" ": "space", "\t": "tab", "\n": "line feed"}
"""The names of what is drawn as something else."""


def describe(
    token_id: int, token: bytes, start: int, characters: Sequence[Character], marks: frozenset[int] = frozenset()
) -> str:
    """A sentence on the token at byte ``start`` of a text, given the text's characters that it touches.

    At each of ``marks``, in bytes, an end-of-word mark begins, which the token that holds it ends with.
    """
    if token_id == UNKNOWN:
        what = ", ".join(_part(character, character.start, character.stop) for character in characters)
        return f"<unk>: {what} does not stand in the corpus, so there is no token for it"
    stop = start + len(token)
    mark = next((at for at in marks if start <= at < stop), None)
    parts = [_part(character, start, stop) for character in characters if mark is None or character.start < mark]
    if mark is not None:
        parts.append("the end of a word")
    shown, more = parts[:4], len(parts) - 4
    touched = ", ".join(shown) + (f" and {more} more" if more > 0 else "")
    size = f"{len(token)} byte{'s' if len(token) > 1 else ''}"
    spelling = spelled(token, "hex")
    if kind(token) == "whole":
        return f"{spelling} id {token_id}, {size} {hex_bytes(token)}: {touched}"
    return f"{spelling} id {token_id}, {_KINDS[kind(token)]}: {touched}"


def touched_by(start: int, stop: int, characters: Sequence[Character]) -> list[Character]:
    """The characters of which some byte lies from ``start`` to ``stop``."""
    first = bisect_right(characters, start, key=attrgetter("stop"))
    last = bisect_left(characters, stop, key=attrgetter("start"))
    return list(characters[first:last])


def _part(character: Character, start: int, stop: int) -> str:
    size = character.stop - character.start
    first, last = max(start, character.start) - character.start + 1, min(stop, character.stop) - character.start
    text, width = drawn(character.text)
    code = f"U+{ord(character.text):04X}"
    name = code if text == code else f"{text if width else '◌' + text} {code}"
    if character.text in _WHITE_SPACE:
        name = f"{name} {_WHITE_SPACE[character.text]}"
    if last - first + 1 == size:
        return name
    which = f"byte {first}" if first == last else f"bytes {first}–{last}"
    return f"{which} of {size} of {name}"
