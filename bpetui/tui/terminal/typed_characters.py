"""The characters of keys, by Textual's names of the keys."""

from __future__ import annotations

from textual.keys import key_to_character

_UNKNOWN_TO_TEXTUAL = {"slash": "/"}
"""Keys whose character Textual cannot find by name, since Unicode has another name (SOLIDUS)."""


def types_text(key: str, character: str | None) -> bool:
    """Return whether a key types a character; ``character`` is what the terminal sent, if known."""
    character = character or _UNKNOWN_TO_TEXTUAL.get(key) or key_to_character(key)
    return character is not None and character.isprintable()
