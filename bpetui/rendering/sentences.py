"""One token of a text, said in words: its id, its bytes, and which bytes of which characters they are."""

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
    "unknown": "what has no token",
    "empty": "empty: no text becomes it",
}
"""How a token stands in UTF-8, or what else it is, in a sentence."""

_WHITE_SPACE = {" ": "space", "\t": "tab", "\n": "line feed"}
"""The names of what is drawn as something else."""


def describe_token(
    token_id: int,
    token: bytes,
    kind: TokenKind,
    touched: Sequence[CharacterPart],
    *,
    ends_word: bool = False,
) -> str:
    """A sentence on a token of a text, given the parts of characters that it holds.

    ``ends_word`` says that the token ends with an end-of-word mark, which is not among the characters.
    """
    if token_id == UNKNOWN:
        what = ", ".join(map(_part, touched))
        return f"<unk>: {what} does not stand in the corpus, so there is no token for it"
    spelling = spelled(token, "hex")
    if kind == "special":
        return f"{spelling} id {token_id}, a special token"
    # What is only in part there comes first: a narrow screen shows the beginning.
    parts = [_part(part) for part in sorted(touched, key=attrgetter("is_whole"))]
    if ends_word:
        parts.append("the end of a word")
    shown, more = parts[:4], len(parts) - 4
    held = ", ".join(shown) + (f" and {more} more" if more > 0 else "") or "nothing in the text"
    if kind == "whole":
        return f"{spelling} id {token_id}, {counted(len(token), 'byte')} {hex_bytes(token)}: {held}"
    return f"{spelling} id {token_id}, {KINDS[kind]}: {held}"


def named_character(character: Character) -> str:
    """A character and its code point; white space by its name, too."""
    text, code = shown_character(character), code_point(character)
    name = code if text == code else f"{text} {code}"
    return f"{name} {_WHITE_SPACE[character.text]}" if character.text in _WHITE_SPACE else name


def _part(part: CharacterPart) -> str:
    name = named_character(part.character)
    if part.is_whole:
        return name
    which = f"byte {part.first}" if part.first == part.last else f"bytes {part.first}–{part.last}"
    return f"{which} of {part.size} of {name}"
