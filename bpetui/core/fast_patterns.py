"""Named patterns for texts of common scripts, compiled for the faster ``re`` of the standard library.

``re`` does not support Unicode categories, and its white space differs from that of ``regex``; so each class of a
pattern becomes the list of the characters that ``regex`` says it matches. Both find the same words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import chain

import regex

_ASCII = (range(0x80),)
_COMMON = (
    *(range(0x0530), range(0x1E00, 0x1F00)),  # Latin including Vietnamese, Greek, Cyrillic
    *(range(0x2000, 0x2070), range(0xFF00, 0xFFF0)),  # punctuation, full-width forms
    *(range(0x3000, 0x3100), range(0x4E00, 0xA000), range(0xAC00, 0xD7B0)),  # Japanese, Chinese, Korean
)
_LONG_TEXT = 1 << 14
"""The shortest text, in characters, for which the pattern for common characters saves more time than it takes to
compile."""


def fast_pattern(pattern: str, text: str) -> re.Pattern[str] | None:
    """Return a pattern that finds the same words in ``text`` in less than half the time; None if there is none.

    ``pattern`` is the only one of a named split.
    """
    if text.isascii():
        return _compile_for(_ASCII, pattern)
    return _compile_for(_COMMON, pattern) if len(text) >= _LONG_TEXT and _is_common(text) else None


def compile_fast_patterns(pattern: str) -> None:
    """Compile what `fast_pattern` returns now instead of for the first text."""
    _compile_for(_ASCII, pattern)
    _compile_for(_COMMON, pattern)


_CLASS_OR_SIGN = re.compile(r"\[(?:\\.|[^\]\\])*\]|\\p\{\w+\}|\\[dswDSW]|[+*?}]\+")


def _is_common(text: str) -> bool:
    return _common_text().fullmatch(text) is not None


@lru_cache(maxsize=1)
def _common_text() -> re.Pattern[str]:
    return re.compile("[" + "".join(f"{chr(block[0])}-{chr(block[-1])}" for block in _COMMON) + "]*")


@lru_cache(maxsize=32)
def _compile_for(characters: tuple[range, ...], pattern: str) -> re.Pattern[str]:
    """Compile a pattern for texts of these characters only.

    Possessive quantifiers, which Python 3.10 does not support, become plain ones: backtracking would not match.
    """

    def spelled(found: re.Match[str]) -> str:
        part = found[0]
        return part[:-1] if part.endswith("+") else _class_of(part, characters)

    return re.compile(_CLASS_OR_SIGN.sub(spelled, pattern))


def _class_of(class_or_category: str, blocks: Iterable[range]) -> str:
    """Return a class of ``re`` that lists the characters of ``blocks`` that match a class, or negates the others."""
    pattern, texts = regex.compile(f"{class_or_category}++"), [*map(_every, blocks)]
    matching, others = ([*chain.from_iterable(map(find, texts))] for find in (pattern.findall, pattern.split))
    if sum(map(len, others)) < sum(map(len, matching)):
        return f"[^{_ranges(others)}]"
    return f"[{_ranges(matching)}]"


@lru_cache(maxsize=16)
def _every(characters: range) -> str:
    return "".join(map(chr, characters))


def _ranges(runs: Iterable[str]) -> str:
    return "".join(f"{re.escape(run[0])}-{re.escape(run[-1])}" for run in runs if run)
