"""Character borders that no token crosses, where a long word can be cut before it is merged.

Most characters of Chinese or Japanese text are merged alone, so the tokens of each need to be computed only once.

A token that crosses the border between two characters contains the end of the first one, or all of it, followed by the
beginning of the second one, or all of it. If no token of the vocabulary contains such a sequence, no merge crosses the
border, and the two sides are merged independently.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain
from operator import contains

from bpetui.core.alphabet import BYTES

# Characters of three bytes that seldom share a token with the character before: those of East Asia, without the
# three-byte characters of Latin and the scripts of India.
_CUT_BEFORE = "\u2e80-\uffff"
_LEADS = "\xe2-\xef"

# The end of a character and the beginning of the next one, in tokens spelled with one character per byte and joined by
# U+0100.
_CROSSING = re.compile(f"([^\x80-\xbf\u0100][\x80-\xbf]*|[\x80-\xbf]+)(?=([{_LEADS}][\x80-\xbf]{{0,2}}))")

can_be_cut = re.compile(f"(?s:.)[{_CUT_BEFORE}]+").fullmatch
"""Match a word whose borders `CutPoints` all knows."""

_MOST_LISTED = 256
"""The most next characters that are listed one by one for a character."""


class _Beginnings(frozenset[str]):
    """The characters whose UTF-8 begins with one of these strings, which have one character per byte."""

    def __contains__(self, character: object) -> bool:
        symbols = BYTES.symbols(str(character))
        return not self.isdisjoint([symbols[:1], symbols[:2], symbols])


class CutPoints(dict[str, frozenset[str]]):
    """For each character, the characters that share a token with it when they follow it.

    They are computed on first use. They include only characters that `can_be_cut` accepts after the first one.
    """

    def __init__(self, tokens: Iterable[str]) -> None:
        """Index the ``tokens`` of a vocabulary, spelled with one character per byte."""
        super().__init__()
        joined = "\u0100".join(token for token in tokens if not token.isascii() and max(token) >= _LEADS[0])
        self._beginnings: dict[str, list[str]] = {}  # end of a character -> beginnings that follow it within a token
        for end, beginning in set(_CROSSING.findall(joined)):
            self._beginnings.setdefault(end, []).append(beginning)

    def __missing__(self, character: str) -> frozenset[str]:
        symbols = BYTES.symbols(character)
        found: frozenset[str]
        ends = (symbols[at:] for at in range(len(symbols)))
        beginnings = [*chain.from_iterable(self._beginnings.get(end, ()) for end in ends)]
        if sum(64 ** (3 - len(beginning)) for beginning in beginnings) > _MOST_LISTED:
            found = _Beginnings(beginnings)
        else:
            found = frozenset(chain.from_iterable(map(_characters_from, beginnings)))
        self[character] = found
        return found

    def parts(self, word: str) -> Sequence[str]:
        """Return the parts of a word that `can_be_cut`; each is merged alone."""
        if not any(map(contains, map(self.__getitem__, word), word[1:])):
            return word
        parts, start = [], 0
        for at in range(1, len(word)):
            if word[at] not in self[word[at - 1]]:
                parts.append(word[start:at])
                start = at
        parts.append(word[start:])
        return parts


def _characters_from(symbols: str) -> Iterator[str]:
    """Return the three-byte characters whose UTF-8 begins with these bytes, spelled with one character per byte."""
    lead, second, third = map(ord, symbols.ljust(3, "\x80"))
    first = (lead & 0xF) << 12 | (second & 0x3F) << 6 | third & 0x3F
    return map(chr, range(first, first + 64 ** (3 - len(symbols))))
