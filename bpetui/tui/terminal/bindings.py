"""Textual's bindings, made from the table of commands, and the keys in force where a widget is shown."""

from __future__ import annotations

from typing import Protocol, runtime_checkable

from textual.binding import Binding
from textual.dom import DOMNode

from bpetui.tui.keys.commands import COMMANDS
from bpetui.tui.keys.keys_in_force import DEFAULT_KEYS, EscapedKeys, Keys


def binding(id: str, action: str, *, is_shown: bool = False) -> Binding:
    """Return the binding of a command to an action, with its default keys: the app's key map puts in the user's.

    With ``is_shown`` the line at the bottom names it also where the table says otherwise.
    """
    command = COMMANDS[id]
    keys = ",".join(key.name for key in DEFAULT_KEYS.keys_of(id))
    return Binding(
        keys,
        action,
        command.name,
        id=id,
        show=is_shown or command.is_shown,
        tooltip=command.explanation,
        priority=command.before_text,
    )


@runtime_checkable
class HasKeys(Protocol):
    """An app with keys of the user's own."""

    keys: Keys


def keys_of(node: DOMNode) -> Keys:
    """Return the keys in force in the app of a widget or screen."""
    app = node.app
    return app.keys if isinstance(app, HasKeys) else DEFAULT_KEYS


def markup_keys(node: DOMNode) -> EscapedKeys:
    """Return the names of the keys in force, for texts with markup."""
    return EscapedKeys(keys_of(node), lambda shown: shown.replace("[", r"\["))
