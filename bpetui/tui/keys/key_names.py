"""The names of keys: as a person writes them, as Textual calls them, and as the screen shows them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

_NAMED = {
    "up": "↑",
    "down": "↓",
    "left": "←",
    "right": "→",
    "home": "home",
    "end": "end",
    "pageup": "pgup",
    "pagedown": "pgdn",
    "insert": "ins",
    "delete": "del",
    "backspace": "backspace",
    "enter": "enter",
    "escape": "esc",
    "space": "space",
    "tab": "tab",
    **{name: name for name in (f"f{number}" for number in range(1, 25))},
}
"""How keys that have a name are shown, by that name."""

_ALIASES = {shown: name for name, shown in _NAMED.items()} | {"return": "enter", "del": "delete", "ins": "insert"}

_TEXTUAL_NAMES = {
    "solidus": "slash",
    "reverse_solidus": "backslash",
    "commercial_at": "at",
    "hyphen_minus": "minus",
    "plus_sign": "plus",
    "low_line": "underscore",
}
"""Textual's names of characters where they are not Unicode's (`textual.keys.KEY_NAME_REPLACEMENTS`)."""

_MODIFIERS = ("alt", "ctrl", "shift")
_SENT_AS = {
    "ctrl+i": "tab",
    "ctrl+m": "enter",
    "ctrl+h": "backspace",
    "shift+space": "space",
    "shift+enter": "enter",
    "alt+b": "ctrl+left",
    "alt+f": "ctrl+right",
}
"""What terminals send for keys that have no code of their own, as Textual reads it."""

_SENT_ALONE = ("enter", "escape", "space", "tab", "backspace")
"""Keys for which few terminals have codes with modifiers, other than that of shift+tab."""


@dataclass(frozen=True)
class Key:
    """A key: ``name`` is Textual's name, ``shown`` is how sentences and help name it.

    ``types_text`` tells whether the key types a character.
    """

    name: str
    shown: str
    types_text: bool = False


def key_named(written: str) -> Key:
    """Return the key that a person writes as ``s``, ``?``, ``question_mark``, ``f5``, ``pgdn``, or ``ctrl+b``.

    Raises `ValueError`, with the reason, for a key that few terminals or none send and for text that names no key.
    """
    if len(written) == 1:
        return _typing_key(written)
    *modifiers, base = re.split(r"\+(?=.)", written)
    modifiers = sorted({modifier.lower() for modifier in modifiers})
    if not {*modifiers} <= {*_MODIFIERS}:
        raise ValueError("it is not the name of a key")
    if not modifiers:
        return _key_without_modifiers(base)
    if modifiers == ["shift"] and len(base) == 1 and base.isalpha():
        return _typing_key(base.upper())
    name = _base(base)
    whole = "+".join((*modifiers, name))
    if sent := _sent_as(modifiers, name):
        raise ValueError(f"terminals send it as {sent}")
    if (name.isdigit() or name in _SENT_ALONE) and whole != "shift+tab":
        raise ValueError("few terminals send it")
    return Key(whole, "+".join((*modifiers, _NAMED.get(name, name))))


def _sent_as(modifiers: Sequence[str], name: str) -> str:
    """The key that terminals send for one with modifiers; empty if this one has a code of its own, or none at all."""
    whole = "+".join((*modifiers, name))
    if len(name) == 1 and name.isalpha() and "ctrl" in modifiers:  # a control character, the same with alt and shift
        whole = f"ctrl+{name}"
        return _SENT_AS.get(whole, whole if len(modifiers) > 1 else "")
    return _SENT_AS.get(whole, "")


def _key_without_modifiers(written: str) -> Key:
    lowered = written.lower()
    name = _ALIASES.get(lowered, lowered)
    if name in _NAMED:
        return Key(name, _NAMED[name], types_text=name == "space")
    for character in map(chr, range(0x21, 0x7F)):
        if _textual_name(character) == lowered:
            return _typing_key(character)
    raise ValueError("it is not the name of a key")


def _base(written: str) -> str:
    """Textual's name of a key that is pressed with others."""
    lowered = written.lower()
    name = _ALIASES.get(lowered, lowered)
    if name in _NAMED or (len(name) == 1 and name.isascii() and name.isalnum()):
        return name
    raise ValueError("it is not the name of a key")


def _typing_key(character: str) -> Key:
    if character == " ":
        return Key("space", "space", types_text=True)
    if character in _ALIASES:  # an arrow
        return _key_without_modifiers(character)
    if len(character) != 1 or not character.isprintable() or unicodedata.combining(character):  # ß has no capital
        raise ValueError("it is not the name of a key")
    shown = "backslash" if character == "\\" else character  # markup has no way to write it before a tag
    return Key(_textual_name(character), shown, types_text=True)


def _textual_name(character: str) -> str:
    """Textual's name of the key that types a character (see `textual.keys._character_to_key`)."""
    if character.isalnum():
        return character
    name = unicodedata.name(character, character).lower().replace("-", "_").replace(" ", "_")
    return _TEXTUAL_NAMES.get(name, name)


def keys_named(written: str) -> tuple[Key, ...]:
    """Return the keys of a list such as ``backspace,b``; a comma or a space alone is the key that types it.

    Raises `ValueError`, with the reason, for what is not the name of a key.
    """
    if written == " ":
        names = [written]
    elif written.strip() == ",":
        names = [","]
    else:
        names = [name.strip() for name in written.split(",")]
    if not all(names):
        raise ValueError("it is not the name of a key")
    return tuple(dict.fromkeys(map(key_named, names)))
