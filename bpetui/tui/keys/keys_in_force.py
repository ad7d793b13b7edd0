"""The keys in force: those that the user has set, and the default keys of the other commands."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping

from bpetui.tui.keys.commands import COMMANDS, Command, Scope
from bpetui.tui.keys.key_names import Key, keys_named

Named = dict[str, tuple[Key, ...]]
"""Keys by the ids of commands."""

_TOGETHER: tuple[frozenset[Scope], ...] = tuple(
    frozenset((Scope.APP, *scopes))
    for scopes in (
        (Scope.EXPLORER, Scope.CORPUS),
        (Scope.EXPLORER, Scope.LIST),
        (Scope.EXPLORER, Scope.TOKENS),
        (Scope.TEXT, Scope.FIELD),
        (Scope.TEXT, Scope.QUESTION),
        (Scope.COMPARE,),
        (Scope.DECODE,),
        (Scope.TRACE,),
        (Scope.SETTINGS, Scope.CHOICE),
        (Scope.TOKENIZERS,),
        (Scope.VETOES,),
        (Scope.SHEET,),
    )
)
"""Scopes whose keys act at the same time."""

_WITH: dict[Scope, frozenset[Scope]] = {
    scope: frozenset().union(*(together for together in _TOGETHER if scope in together)) for scope in Scope
}
"""For each scope, itself and all scopes whose keys act at the same time as its own."""


def act_together(one: Command, other: Command) -> bool:
    """Return whether two commands can be called at the same time, so that they cannot share a key."""
    if one is other:
        return False
    takes_from_text = (one.before_text and other.scope is Scope.TEXT) or (other.before_text and one.scope is Scope.TEXT)
    return takes_from_text or other.scope in _WITH[one.scope]


def references(command: Command) -> list[str]:
    """Return the ids of the commands whose keys a command takes over."""
    return [name[1:] for name in command.keys.split(",") if name[:1] == "@" != name]


def _explicit(command: Command) -> tuple[Key, ...]:
    """The default keys of a command, without those of other commands."""
    if not references(command):
        return keys_named(command.keys)
    return tuple(key for name in command.keys.split(",") if name[0] != "@" for key in keys_named(name))


DEFAULT: Named = {command.id: _explicit(command) for command in COMMANDS.values()}
"""The default keys of every command, without those that it takes over from others."""


class KeyNames(ABC):
    """The names of keys, for sentences."""

    @abstractmethod
    def __getitem__(self, id: str) -> str:
        """Return the name of the first key of a command."""

    def format(self, template: str, **values: object) -> str:
        """Return a sentence, with the names of keys and the ``values`` put in: braces in a value remain as they are.

        A key is named by its command's id: ``"Press {keys[target]} to run to a vocabulary of {n:,}"``.
        """
        return template.format(keys=self, **values)


class Keys(KeyNames):
    """The keys of every command, given those that the user has set."""

    def __init__(self, own: Mapping[str, tuple[Key, ...]] | None = None) -> None:
        self._keys: Named = {**DEFAULT, **(own or {})}
        explicit = dict(self._keys)
        for command in COMMANDS.values():
            if references(command) and command.id not in (own or {}):
                self._keys[command.id] = tuple(dict.fromkeys(_resolved(command, explicit)))

    def __getitem__(self, id: str) -> str:
        return self._keys[id][0].shown

    def keys_of(self, id: str) -> tuple[Key, ...]:
        """Return the keys of a command."""
        return self._keys[id]

    def shown(self, command: Command, *, all_keys: bool = False) -> str:
        """Return the name of a command's first key, or of all its keys; of its partner's, too, if it has one."""
        if command.partner:
            return f"{self[command.id]} {self[command.partner]}"
        return " ".join(key.shown for key in self._keys[command.id][: None if all_keys else 1])

    @property
    def keymap(self) -> dict[str, str]:
        """The keys that are not the default ones, as Textual's key maps take them."""
        return {
            id: ",".join(key.name for key in keys)
            for id, keys in self._keys.items()
            if keys != DEFAULT_KEYS.keys_of(id)
        }


class EscapedKeys(KeyNames):
    """The names of keys, for texts with markup: ``escape`` keeps a key such as ``[`` literal."""

    def __init__(self, keys: Keys, escape: Callable[[str], str]) -> None:
        self._keys, self._escape = keys, escape

    def __getitem__(self, id: str) -> str:
        return self._escape(self._keys[id])

    def shown(self, command: Command, *, all_keys: bool = False) -> str:
        """Return the names of a command's keys, as `Keys.shown` does."""
        return self._escape(self._keys.shown(command, all_keys=all_keys))


def _resolved(command: Command, explicit: Named) -> Iterator[Key]:
    """The keys of a command in the order of the table; those of other commands where no other command needs them."""
    taken = {key for other, keys in explicit.items() if act_together(command, COMMANDS[other]) for key in keys}
    for name in command.keys.split(","):
        if name[0] == "@":
            yield from (key for key in explicit[name[1:]] if key not in taken)
        else:
            yield from keys_named(name)


DEFAULT_KEYS = Keys()
"""The keys of a user who has set none."""
