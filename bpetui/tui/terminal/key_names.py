"""The characters that keys type, by Textual's names of the keys."""

from __future__ import annotations

from textual.keys import key_to_character

_UNKNOWN_TO_TEXTUAL = {"slash": "/"}
"""Keys whose character Textual does not find by their name, since Unicode calls it otherwise (SOLIDUS)."""


def types_text(key: str, character: str | None) -> bool:
    """Whether a key types a character; ``character`` is what the terminal sent, if that is known."""
    character = character or _UNKNOWN_TO_TEXTUAL.get(key) or key_to_character(key)
    return character is not None and character.isprintable()
