"""The errors of all formats, and tokens as text in sentences."""

from __future__ import annotations

from collections.abc import Mapping

from bpetui.core.errors import BpetuiError
from bpetui.core.plurals import plural
from bpetui.core.utf8 import SPACE, bracketed, visible

_SHOWN = 40
"""The most characters of a token that a sentence shows."""


def shown(token: bytes | str) -> str:
    """Return a token for a sentence: its text, or its bytes in hexadecimal if they are not UTF-8, cut if it is long."""
    try:
        text = token.decode() if isinstance(token, bytes) else token
    except UnicodeDecodeError as error:
        return _cut(bracketed(error.object))
    return _cut(visible(text, space=SPACE))


def _cut(text: str) -> str:
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "…"


def refused(title: str, why: str) -> BpetuiError:
    """Return the error for something that a format cannot hold; ``title`` is the name of the format."""
    return BpetuiError(f"cannot be written in the {title} format: {why}")


def damaged(name: str, title: str, why: str, line: int = 0) -> BpetuiError:
    """Return the error for a damaged file; ``title`` is the kind of file, ``why`` the fault, ``line`` its line or 0."""
    file = visible(name)
    if line:
        return BpetuiError(f"{file} is not a valid {title}, line {line}: {why}")
    return BpetuiError(f"{file} is not a valid {title}: {why}")


def first_special(special: Mapping[str, int]) -> str:
    """Return the first special token as a noun phrase, with the number of the others."""
    first = shown(next(iter(special)))
    return with_others(f"the special token {first}", len(special) - 1)


def with_others(first: str, others: int) -> str:
    """Return a noun phrase with the number of others of its kind: ``the byte 0x00 and 3 others``."""
    return plural(others, "{first} and {n} other", "{first} and {n} others", first=first) if others else first
