"""The keys that a user sets in ``keys.json``: which of them are valid, and a sentence on each that is not."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations
from typing import NamedTuple

from bpetui.core.utf8 import visible
from bpetui.files.key_file import KeyFile
from bpetui.tui.keys.commands import COMMANDS, Scope
from bpetui.tui.keys.key_names import Key, keys_named
from bpetui.tui.keys.keys_in_force import DEFAULT, Keys, act_together, references

RESERVED = frozenset({"tab", "shift+tab", "ctrl+c", "ctrl+q"})
"""Textual's own keys: they move the focus, copy, and quit."""

_TYPING_SCOPES = (Scope.TEXT, Scope.FIELD, Scope.QUESTION, Scope.TOKENIZERS)
"""Where a key that types a character is text."""

_MOST_SHOWN = 40


class OwnKeys(NamedTuple):
    """The keys in force, and the sentences on what is wrong in the file."""

    keys: Keys
    notes: tuple[str, ...] = ()


def own_keys(file: KeyFile) -> OwnKeys:
    """Return the keys in force with those of a file: its valid entries apply, whatever is wrong with the others."""
    notes = [file.fault] if file.fault else []
    notes += [f"keys.json: {_cut(id)} is there more than once; its last entry is used" for id in file.repeated]
    own: dict[str, tuple[Key, ...]] = {}
    for id, written in file.entries.items():
        shown = _cut(id)
        if id not in COMMANDS:
            notes.append(f"keys.json: there is no command named {shown}")
        elif not isinstance(written, str):
            notes.append(f'keys.json: the keys of {shown} must be a string such as "f2" or "f2,ctrl+b"')
        elif not written.strip() and written != " ":
            notes.append(f'keys.json: the keys of {shown} are empty; write a key such as "f2", or delete the entry')
        else:
            try:
                own[id] = keys_named(written)
            except ValueError as error:
                notes.append(f"keys.json: {shown} cannot use the key {_cut(written)}: {error}")
    for id in [*own]:
        if fault := _unusable(id, own[id]):
            del own[id]
            notes.append(fault)
    while conflict := next(_conflicts(own), None):
        del own[conflict.id]
        notes.append(conflict.sentence)
    return OwnKeys(Keys(own), tuple(notes))


class _Conflict(NamedTuple):
    """An entry that cannot apply, and why."""

    id: str
    sentence: str


def _unusable(id: str, keys: tuple[Key, ...]) -> str:
    """A sentence on a key that a command cannot have, whatever other commands have; empty if there is none."""
    command = COMMANDS[id]
    for key in keys:
        if key.name in RESERVED:
            return f"keys.json: {id} cannot use {key.shown}, which always has its own meaning"
        if key.types_text and (command.before_text or command.scope in _TYPING_SCOPES):
            return f"keys.json: {id} cannot use {key.shown}, since it must be possible to type that character"
    return ""


def _conflicts(own: Mapping[str, tuple[Key, ...]]) -> Iterator[_Conflict]:
    """Conflicts with default keys first, then those between entries of the file, of which the later one is dropped."""
    keys = {**DEFAULT, **own}
    both: list[_Conflict] = []
    for one, other in combinations(keys, 2):
        shared = [key for key in keys[one] if key in keys[other]]
        entries = [id for id in own if id in (one, other)]
        if not shared or not entries or {*DEFAULT[one]} & {*DEFAULT[other]}:
            continue
        if act_together(COMMANDS[one], COMMANDS[other]):
            dropped = entries[-1]
            kept = other if dropped == one else one
            sentence = f"keys.json: {dropped} cannot use {shared[0].shown}, which is the key of {kept}"
            if len(entries) == 1:
                yield _Conflict(dropped, sentence)
            both.append(_Conflict(dropped, sentence))
    yield from both
    resolved = Keys(own)
    for command in COMMANDS.values():
        if not resolved.keys_of(command.id):
            source = next(id for id in own if id in references(command))
            yield _Conflict(source, f"keys.json: {source} cannot use {resolved[source]}, which {command.id} needs, too")


def _cut(text: str) -> str:
    """Foreign text for a sentence."""
    shown = visible(text)
    return shown if len(shown) <= _MOST_SHOWN else f"{shown[:_MOST_SHOWN]}…"
