"""Where a word can be cut before it is merged, since no token reaches across: most characters of Chinese or Japanese
text are merged by themselves, and what each becomes needs to be found out once only.

A token that reached across the border of two characters would hold the end of the one, or all of it, and behind that
the beginning of the other, or all of it. Where no token of the vocabulary holds the two side by side, none is ever made
there, and what stands on the one side is merged as if the other were not there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import contains

from bpetui.core.alphabet import BYTES

# Characters of three bytes that are hardly ever in a token with the one before: those of East Asia, so neither those
# that Latin has nor the scripts of India.
_CUT_BEFORE = "\u2e80-\uffff"
_LEADS = "\xe2-\xef"

# The end of a character and the beginning of the next, in tokens with a character for each byte and U+0100 between
# two tokens.
_CROSSING = re.compile(f"([^\x80-\xbf\u0100][\x80-\xbf]*|[\x80-\xbf]+)(?=([{_LEADS}][\x80-\xbf]{{0,2}}))")

can_be_cut = re.compile(f"(?s:.)[{_CUT_BEFORE}]+").fullmatch
"""Whether `CutPoints` knows of all borders in a word."""

_MOST_LISTED = 256
"""More characters than these are not listed one by one behind each character that shares tokens with them."""


class _Beginnings(frozenset[str]):
    """The characters whose UTF-8 begins with any of these, which have a character for each byte."""

    def __contains__(self, character: object) -> bool:
        symbols = BYTES.symbols(str(character))
        return not self.isdisjoint([symbols[:1], symbols[:2], symbols])


class CutPoints(dict[str, frozenset[str]]):
    """The characters that each character shares tokens with when they stand right behind it.

    They are found when they are first asked for. Only characters are among them that `can_be_cut` lets a word have
    behind its first.
    """

    def __init__(self, tokens: Iterable[str]) -> None:
        """``tokens`` are those of the vocabulary, spelled with a character for each byte."""
        super().__init__()
        held = "\u0100".join(token for token in tokens if not token.isascii() and max(token) >= _LEADS[0])
        self._behind: dict[str, list[str]] = {}
        """What tokens hold of a character, by what they hold of the one before."""
        for end, beginning in set(_CROSSING.findall(held)):
            self._behind.setdefault(end, []).append(beginning)

    def __missing__(self, character: str) -> frozenset[str]:
        symbols = BYTES.symbols(character)
        found: frozenset[str]
        ends = (symbols[at:] for at in range(len(symbols)))
        beginnings = [*chain.from_iterable(self._behind.get(end, ()) for end in ends)]
        if sum(64 ** (3 - len(beginning)) for beginning in beginnings) > _MOST_LISTED:
            found = _Beginnings(beginnings)
        else:
            found = frozenset(chain.from_iterable(map(_beginning_with, beginnings)))
        self[character] = found
        return found

    def parts(self, word: str) -> Sequence[str]:
        """The parts of a word that `can_be_cut`, which are merged each by itself."""
        if not any(map(contains, map(self.__getitem__, word), word[1:])):
            return word
        parts, start = [], 0
        for at in range(1, len(word)):
            if word[at] not in self[word[at - 1]]:
                parts.append(word[start:at])
                start = at
        parts.append(word[start:])
        return parts


def _beginning_with(symbols: str) -> Iterator[str]:
    """The characters of three bytes whose UTF-8 begins with some bytes, a character for each."""
    lead, second, third = map(ord, symbols.ljust(3, "\x80"))
    first = (lead & 0xF) << 12 | (second & 0x3F) << 6 | third & 0x3F
    return map(chr, range(first, first + 64 ** (3 - len(symbols))))
