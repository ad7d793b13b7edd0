"""Checks of the types of arguments that callers of the library pass; a wrong type is a `UsageError`.

Type checkers find most of these mistakes, but not all callers use one, and a count of 1.5 or an id of True would
otherwise be used as a number.
"""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Sequence
from operator import index
from reprlib import repr as abridged_repr
from typing import cast

from bpetui.core.errors import UsageError
from bpetui.core.utf8 import visible


def wrong_type(argument: str, wanted: str, value: object) -> UsageError:
    """Return the error for an argument of a wrong type; ``wanted`` is a noun phrase, such as ``a string``."""
    shown = visible(abridged_repr(value))
    return UsageError(f"{argument} must be {wanted}, not {shown}")


def whole_number(argument: str, value: object) -> int:
    """Return a whole number as an `int`. Raises `UsageError` for any other type, also for a bool or a float."""
    if not isinstance(value, bool):
        try:
            return index(value)  # type: ignore[arg-type] # refuses what is not a whole number
        except TypeError:
            pass
    raise wrong_type(argument, "a whole number", value)


def token_ids(argument: str, values: object) -> list[int]:
    """Return token ids as a list. Raises `UsageError` if one is not a whole number, or for no iterable at all."""
    try:
        ids = list(cast(Iterable[int], values))
    except TypeError:
        raise wrong_type(argument, "an iterable of whole numbers", values) from None
    if {*map(type, ids)} <= {int}:  # one pass in C: the usual case costs little
        return ids
    return [whole_number(f"{argument}[{at}]", value) for at, value in enumerate(ids)]


def string(argument: str, value: object) -> str:
    """Return a string. Raises `UsageError` for any other type."""
    if isinstance(value, str):
        return value
    raise wrong_type(argument, "a string", value)


def flag(argument: str, value: object) -> bool:
    """Return True or False. Raises `UsageError` for any other type, also for a number or a string."""
    if isinstance(value, bool):
        return value
    raise wrong_type(argument, "True or False", value)


def ordered_strings(argument: str, values: object) -> tuple[str, ...]:
    """Return strings whose order matters. Raises `UsageError` for a set, a single string and anything else."""
    if isinstance(values, Sequence) and not isinstance(values, str | bytes):
        return tuple(string(f"{argument}[{at}]", value) for at, value in enumerate(values))
    raise wrong_type(argument, "a list of strings", values)


_COLLECTIONS = (tuple, set, frozenset, Collection)
"""The types of a set of strings; the usual ones first, since `Collection` takes longer to check."""


def strings_or_all(argument: str, values: object) -> Collection[str]:
    """Return several strings, or ``all``. Raises `UsageError` for any other single string and anything else."""
    if values == "all":
        return "all"
    if not isinstance(values, _COLLECTIONS) or isinstance(values, str | bytes):
        raise wrong_type(argument, "a set of strings, or 'all'", values)
    for value in values:
        if not isinstance(value, str):
            raise wrong_type(argument, "a set of strings, or 'all'", values)
    return values


def path_text(argument: str, value: object) -> str:
    """Return a path as a string. Raises `UsageError` for anything else, also for bytes."""
    path = os.fspath(value) if isinstance(value, os.PathLike) else value
    if isinstance(path, str):
        return path
    raise wrong_type(argument, "a string or a path", value)


def token_pairs(argument: str, values: object) -> list[tuple[bytes | str, bytes | str]]:
    """Return pairs of tokens as a list. Raises `UsageError` as `token_pair` does, or for no iterable at all."""
    if isinstance(values, Iterable) and not isinstance(values, str | bytes):
        return [token_pair(f"{argument}[{at}]", value) for at, value in enumerate(values)]
    raise wrong_type(argument, "a list of pairs of tokens", values)


def token_pair(argument: str, value: object) -> tuple[bytes | str, bytes | str]:
    """Return two tokens, each as text or as bytes. Raises `UsageError` for anything else."""
    if isinstance(value, tuple | list) and len(value) == 2 and all(isinstance(part, str | bytes) for part in value):
        return value[0], value[1]
    raise wrong_type(argument, "a pair of tokens (strings or bytes)", value)
