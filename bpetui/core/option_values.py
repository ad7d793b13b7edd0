"""The values of options by name: conversion from and to `Options`, and to a command line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, replace
from typing import Any

from bpetui.core.errors import UsageError
from bpetui.core.option_kinds import Value
from bpetui.core.option_table import OPTIONS, PATTERN
from bpetui.core.options import OptionError, OptionName, Options
from bpetui.core.splitting import SPLIT_NAMES, split_custom, split_named

Values = Mapping[OptionName, Value]
"""Values of options, by name. A missing option has its default."""

FIELDS = frozenset(field.name for field in fields(Options)) - {"split"}
"""The options that are fields of `Options`; its split contains ``split``, ``pattern`` and ``special``."""


def to_values(options: Options) -> dict[OptionName, Value]:
    """Return the values of all options in `Options`."""
    split = options.split
    is_named = split.name in SPLIT_NAMES
    return {
        "split": split.name if is_named else PATTERN,
        "pattern": "" if is_named else split.patterns[0],
        "special": options.special,
        **{option.name: getattr(options, option.name) for option in OPTIONS if option.name in FIELDS},
    }


def to_options(values: Values) -> Options:
    """Return the options with these values: the inverse of `to_values`.

    Raises `OptionError` for an invalid pattern or an unknown split.
    """
    known: dict[str, Any] = {option.name: values.get(option.name, option.default) for option in OPTIONS}
    try:
        split = split_custom(known["pattern"]) if known["split"] == PATTERN else split_named(known["split"])
    except UsageError as error:
        raise OptionError(str(error), "pattern" if known["split"] == PATTERN else "split") from None
    return Options(replace(split, special=known["special"]), **{name: known[name] for name in FIELDS})


def changed_values(values: Values) -> dict[OptionName, Value]:
    """Return the values that differ from the default, in the order of the table of options."""
    return {
        option.name: values[option.name]
        for option in OPTIONS
        if option.name in values and values[option.name] != option.default
    }


def to_arguments(values: Values) -> list[str]:
    """Return the command-line arguments for these values, valid for any corpus."""
    changed = changed_values(values)
    if changed.get("split") == PATTERN:
        del changed["split"]
    arguments = []
    for option in OPTIONS:
        if option.name in changed or (option.is_explicit and option.name in values):
            arguments += option.kind.arguments(option.flag, values[option.name])
    return arguments


def token_word(token: bytes) -> str:
    """Return a token as in `TokenPairs`: as text if a command line reads it as such, otherwise in hex."""
    return token.decode() if re.fullmatch(b"(?!0x)[!-,.-~][!-~]*", token) else f"0x{token.hex()}"


def token_from_word(word: str) -> bytes:
    """Return the bytes of a token as in `TokenPairs`: the inverse of `token_word`."""
    return (
        bytes.fromhex(word[2:]) if re.fullmatch("0x([0-9a-fA-F]{2})+", word) else word.encode(errors="surrogateescape")
    )
