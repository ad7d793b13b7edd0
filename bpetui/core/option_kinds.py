"""The kinds of options: how their values are written as text, read back, and passed on the command line."""

from __future__ import annotations

import re
import shlex
from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass
from typing import cast

from bpetui.core.errors import UsageError
from bpetui.core.utf8 import visible

Value = str | int | bool | None | tuple[str, ...] | tuple[tuple[str, str], ...]
"""A value of an option, of a type that depends on its kind; JSON can represent it."""

YES, NO = "yes", "no"

_SHOWN = 40


@dataclass(frozen=True)
class OptionChoice:
    """One value to choose. ``label`` is its name in a form, if different from the value."""

    value: str
    explanation: str
    example: str = ""
    label: str = ""


class OptionKind(ABC):
    """A kind of option."""

    @abstractmethod
    def read(self, text: str, label: str) -> Value:
        """Read a value. Raises `UsageError` for an invalid value; the error calls the option ``label``."""

    @abstractmethod
    def write(self, value: Value) -> str:
        """Write a value so that `read` can read it."""

    def arguments(self, flag: str, value: Value) -> list[str]:
        """Write a value as arguments of the command line."""
        return [f"{flag}={self.write(value)}"]


@dataclass(frozen=True)
class OneOf(OptionKind):
    """One of a few values; a `str`. ``noun`` is what one of them is called."""

    noun: str
    choices: tuple[OptionChoice, ...]

    @property
    def values(self) -> tuple[str, ...]:
        """The values to choose from."""
        return tuple(choice.value for choice in self.choices)

    def read(self, text: str, label: str) -> str:
        value = text.lower()
        if value not in self.values:
            name, names = shown(text), ", ".join(self.values)
            raise UsageError(f"there is no {self.noun} {name}; choose one of {names}")
        return value

    def write(self, value: Value) -> str:
        return cast(str, value)


@dataclass(frozen=True)
class Switch(OptionKind):
    """Off or on; a `bool`, written as ``no`` or ``yes``."""

    off: OptionChoice
    on: OptionChoice

    @property
    def choices(self) -> tuple[OptionChoice, ...]:
        """The choices off and on."""
        return (self.off, self.on)

    def read(self, text: str, label: str) -> bool:
        if text not in (NO, YES):
            written = shown(text)
            raise UsageError(f"{label} must be {NO} or {YES}, not {written}")
        return text == YES

    def write(self, value: Value) -> str:
        return YES if value else NO

    def arguments(self, flag: str, value: Value) -> list[str]:
        return [flag] if value else []


@dataclass(frozen=True)
class Number(OptionKind):
    """A whole number from ``least`` to ``most``; an `int`, or None for no number, written as empty text."""

    least: int
    most: int

    def read(self, text: str, label: str) -> int:
        # int() also accepts signs, underscores and digits of other scripts, and fails on thousands of digits.
        if not re.fullmatch("[0-9]{1,19}", text) or not self.least <= int(text) <= self.most:
            least, most, written = f"{self.least:,}", f"{self.most:,}", shown(text)
            raise UsageError(f"{label} must be a whole number from {least} to {most}, not {written}")
        return int(text)

    def write(self, value: Value) -> str:
        return "" if value is None else str(value)


@dataclass(frozen=True)
class Text(OptionKind):
    """Any text; a `str`."""

    def read(self, text: str, label: str) -> str:
        return text

    def write(self, value: Value) -> str:
        return cast(str, value)


@dataclass(frozen=True)
class Tokens(OptionKind):
    """Several tokens; a tuple of `str`. They are written as `tokens_written`, or one per flag."""

    def read(self, text: str, label: str) -> tuple[str, ...]:
        return tokens_in(text, label)

    def write(self, value: Value) -> str:
        return tokens_written(cast(tuple[str, ...], value))

    def arguments(self, flag: str, value: Value) -> list[str]:
        return [f"{flag}={token}" for token in cast(tuple[str, ...], value)]


@dataclass(frozen=True)
class TokenPairs(OptionKind):
    """Pairs of tokens, each as text or as ``0x`` and its bytes in hex; a tuple of pairs of `str`."""

    def read(self, text: str, label: str) -> tuple[tuple[str, str], ...]:
        tokens = tokens_in(text, label)
        if len(tokens) % 2:
            count = len(tokens)
            raise UsageError(
                f"{label} must have two tokens each, but there are {count} tokens in total; add or remove one"
            )
        return tuple(zip(tokens[::2], tokens[1::2], strict=True))

    def write(self, value: Value) -> str:
        return tokens_written(token for pair in cast(tuple[tuple[str, str], ...], value) for token in pair)

    def arguments(self, flag: str, value: Value) -> list[str]:
        return [word for pair in cast(tuple[tuple[str, str], ...], value) for word in (flag, *pair)]


def tokens_written(tokens: Iterable[str]) -> str:
    """Write tokens separated by spaces, with shell quotes only where `tokens_in` needs them."""
    return " ".join(shlex.quote(token) if not token or _NEEDS_QUOTES.search(token) else token for token in tokens)


def tokens_in(text: str, label: str) -> tuple[str, ...]:
    """Read tokens separated by white space, with quotes and backslashes as in a shell.

    Raises `UsageError` for an unclosed quote, and for a backslash at the end; the error calls the option ``label``.
    """
    if (tokens := _words(text)) is not None:
        return tokens
    if _words(text + "x") is not None:  # then only the character after a backslash was missing
        raise UsageError(f"{label}: nothing follows the \\ at the end; write \\\\ for a backslash")
    raise UsageError(f"{label}: a quote is not closed; write \\ before a quote to use it as a character")


def _words(text: str) -> tuple[str, ...] | None:
    """Return the words of a text as in a shell; None if it ends inside a quote or after a backslash."""
    try:
        return tuple(shlex.split(text))
    except ValueError:
        return None


_NEEDS_QUOTES = re.compile(r"[\s'\"\\]")


def shown(text: str) -> str:
    """Return a value, or its beginning, for use in a sentence."""
    return visible(text if len(text) <= _SHOWN else text[:_SHOWN] + "…")
