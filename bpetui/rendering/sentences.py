"""The sentence that describes a token of a text: its id, its bytes, and the characters that these belong to."""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from bpetui.core.alphabet import UNKNOWN
from bpetui.core.plurals import counted
from bpetui.core.tokenization import TokenKind
from bpetui.core.utf8 import hex_bytes
from bpetui.rendering.character_parts import Character, CharacterPart, code_point, shown_character
from bpetui.rendering.units import spelled

KINDS: dict[TokenKind, str] = {
    "whole": "whole",
    "prefix": "a prefix",
    "continuation": "a continuation",
    "straddling": "straddling",
    "invalid": "not UTF-8",
    "special": "a special token",
    "unknown": "text without a token",
    "empty": "empty: no text encodes to it",
}
"""The kinds of tokens as phrases of a sentence."""

_WHITE_SPACE = {" ": "space", "\t": "tab", "\n": "line feed"}
"""The names of white space, which is drawn as another character."""


def describe_token(
    token_id: int,
    token: bytes,
    kind: TokenKind,
    parts: Sequence[CharacterPart],
    *,
    ends_word: bool = False,
) -> str:
    """Return a sentence on a token of a text, given the ``parts`` of characters that it contains.

    ``ends_word``: the token ends with an end-of-word mark, which is not one of the characters.
    """
    if token_id == UNKNOWN:
        characters = ", ".join(map(_part, parts))
        return f"<unk>: {characters} does not occur in the corpus, so it has no token"
    spelling = spelled(token, "hex")
    if kind == "special":
        return f"{spelling} id {token_id}, a special token"
    # Parts of characters come before whole characters: a narrow screen shows only the beginning.
    names = [_part(part) for part in sorted(parts, key=attrgetter("is_whole"))]
    if ends_word:
        names.append("the end of a word")
    content = _listed(names)
    if kind == "whole":
        size, data = counted(len(token), "byte"), hex_bytes(token)
        return f"{spelling} id {token_id}, {size} {data}: {content}"
    return f"{spelling} id {token_id}, {KINDS[kind]}: {content}"


def _listed(names: Sequence[str]) -> str:
    """Return the first four names, and how many more there are."""
    if not names:
        return "nothing in the text"
    listed, more = ", ".join(names[:4]), len(names) - 4
    return f"{listed} and {more} more" if more > 0 else listed


def named_character(character: Character) -> str:
    """Return a character with its code point, and white space also with its name."""
    text, code = shown_character(character), code_point(character)
    name = code if text == code else f"{text} {code}"
    return f"{name} {_WHITE_SPACE[character.text]}" if character.text in _WHITE_SPACE else name


def _part(part: CharacterPart) -> str:
    name = named_character(part.character)
    if part.is_whole:
        return name
    which = f"byte {part.first}" if part.first == part.last else f"bytes {part.first}–{part.last}"
    return f"{which} of {part.size} of {name}"
