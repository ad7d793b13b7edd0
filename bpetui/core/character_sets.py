r"""Nested character sets and intersections in split patterns: ``[\p{L}&&[^\p{Han}]]``.

Published patterns are written for Rust's ``regex`` and Oniguruma, which support both. In Python's ``regex``, ``&&`` and
``[`` in a set are literal characters, except in its version 1, which also differs in other ways. So such sets are
rewritten as groups of plain sets that each match one character.
"""

from __future__ import annotations

import re
from collections.abc import Callable

_POSIX = re.compile(r"\[:\^?[A-Za-z]+:\]")
_CLASS = re.compile(_POSIX.pattern + r"|\\[pP]\{[^}]*\}|\\[dDsSwW]")
_ESCAPE = re.compile(r"\\.", re.DOTALL)
_ANY = r"[\s\S]"
_VERSION_1 = re.compile(r"\(\?[a-zA-Z0-9]*V1")
_VERBOSE = re.compile(r"\(\?[a-zA-Z0-9]*x")
_OUTSIDE = re.compile(r"\\.|\(\?#[^)]*\)|[^\[]", re.DOTALL)
_OUTSIDE_VERBOSE = re.compile(r"\\.|\(\?#[^)]*\)|#[^\n]*|[^\[]", re.DOTALL)


class SetError(ValueError):
    """A set that different regular expression engines read differently; the text says why."""


def plain_sets(pattern: str) -> str:
    """Return the pattern with all nested sets and intersections rewritten as plain sets.

    Raises `SetError` for an unclosed set inside a set, and for text that is an operator only in some engines.
    """
    try:
        return _each_set(pattern, lambda at: _Set(pattern, at).parsed())
    except RecursionError:
        raise SetError("it is nested too deeply") from None


def literal_sets(pattern: str) -> str:
    """Return the pattern that means here what the given one means to ``regex``, where sets cannot be nested."""
    return _each_set(pattern, lambda at: _escaped(pattern, at))


def _each_set(pattern: str, rewrite: Callable[[int], tuple[str, int]]) -> str:
    """Return the pattern with each set rewritten.

    ``rewrite`` takes the index of the opening bracket, and returns the new set and the index after the closing bracket.
    """
    if _VERSION_1.search(pattern):
        return pattern
    outside = _OUTSIDE_VERBOSE if _VERBOSE.search(pattern) else _OUTSIDE
    found: list[str] = []
    at = 0
    while at < len(pattern):
        if other := outside.match(pattern, at):
            found.append(other[0])
            at = other.end()
        elif pattern[at] == "[":
            text, at = rewrite(at)
            found.append(text)
        else:  # a backslash at the end
            found.append(pattern[at:])
            break
    return "".join(found)


def _escaped(pattern: str, start: int) -> tuple[str, int]:
    """Return a set of ``regex`` with its literal brackets and operators escaped, and the index after it."""
    first = at = start + 1 + pattern.startswith("^", start + 1)
    text = pattern[start:at]
    while at < len(pattern) and (pattern[at] != "]" or at == first):
        item, at = _escaped_item(pattern, at, text[-1:])
        if not _CLASS.fullmatch(item) and pattern[at : at + 1] == "-" and pattern[at + 1 : at + 2] not in ("", "]"):
            end, at = _escaped_item(pattern, at + 1, "-")
            item = (r"\-" if item == "-" else item) + "-" + end
        text += item
    return text + pattern[at : at + 1], at + 1


def _escaped_item(pattern: str, at: int, before: str) -> tuple[str, int]:
    """Return a class or a character of a set, escaped where it follows ``before``, and the index after it."""
    if item := _CLASS.match(pattern, at) or _ESCAPE.match(pattern, at):
        return item[0], item.end()
    character = pattern[at]
    is_operator = character == "[" or (character in "&-~" and character == before)
    return (f"\\{character}" if is_operator else character), at + 1


class _Set:
    """A parser of one set, from its opening bracket on."""

    def __init__(self, pattern: str, at: int) -> None:
        self._pattern, self._start = pattern, at
        self._at = at + 1

    def parsed(self, *, is_nested: bool = False) -> tuple[str, int]:
        """Return the set as plain sets, and the index after it."""
        negated = self._takes("^")
        text = self._takes("]")  # as the first it is a character
        nested: list[str] = []
        operands: list[str] = []
        while not self._takes("]"):
            if self._at >= len(self._pattern):
                if is_nested or nested:
                    raise SetError(r"[ inside a set opens another set, which is not closed; write \[ for a literal [")
                return self._pattern[self._start :], self._at  # `regex` reports the error
            if item := _POSIX.match(self._pattern, self._at):
                text += item[0]
                self._at = item.end()
            elif self._pattern[self._at] == "[":
                if len(text) > 1 and text.endswith("-") and not text.endswith(r"\-"):
                    raise SetError(r"- before a set inside a set is ambiguous; write \- for a literal -")
                inner, self._at = _Set(self._pattern, self._at).parsed(is_nested=True)
                nested.append(inner)
            elif self._takes("&&"):
                operands.append(self._union(text, nested))
                text, nested = "", []
            elif text and (operator := self._takes("--", "~~")):
                character = operator[0]
                escaped = f"\\{character}"
                raise SetError(
                    f"{operator} inside a set is an operator in Rust; write {escaped} for a literal {character}"
                )
            elif self._takes("\\"):
                text += "\\" + self._next()
            else:
                text += self._next()
        if not operands and not nested:
            return self._pattern[self._start : self._at], self._at
        found = self._union(text, nested)
        if operands:
            found = f"(?:{''.join(f'(?={operand})' for operand in operands)}{found})"
        return (f"(?:(?!{found}){_ANY})" if negated else found), self._at

    def _takes(self, *texts: str) -> str:
        found = next((text for text in texts if self._pattern.startswith(text, self._at)), "")
        self._at += len(found)
        return found

    def _next(self) -> str:
        character = self._pattern[self._at : self._at + 1]
        self._at += 1
        return character

    def _union(self, text: str, nested: list[str]) -> str:
        """Return one side of ``&&``, some characters and nested sets, as one group."""
        if not text and not nested:
            raise SetError(r"&& has nothing on one side; write \& for a literal &")
        if text.startswith("^"):  # a literal character here, not a negation
            text = "\\" + text
        members = [f"[{text}]", *nested] if text else nested
        return members[0] if len(members) == 1 else f"(?:{'|'.join(map(_without_negation, members))})"


def _without_negation(plain_set: str) -> str:
    """Return a set that can be an alternative to others: ``regex`` does not match all of ``[^a]|[^b]``."""
    if not plain_set.startswith("[^"):
        return plain_set
    escape = "\\" if plain_set.startswith("[^^") else ""
    return f"(?![{escape}{plain_set[2:]}){_ANY}"
