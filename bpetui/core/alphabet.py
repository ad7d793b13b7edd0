"""The starting vocabulary: the base symbols of a word before any merge, as a ``str`` with one character per token.

Byte-level: the 256 bytes, whatever the corpus contains. Character-level (Sennrich et al. 2016): the characters that
occur in the corpus, by code point, then the end-of-word mark, if there is one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

MAX_VOCABULARY = 1_000_000
"""The largest vocabulary: a token is stored as one character (see `symbol`), and there are 1,112,064 characters."""

UNKNOWN = MAX_VOCABULARY
"""The id, in a run, of a character that is not in the alphabet."""

FIRST_SPECIAL = UNKNOWN + 1
"""The id, in a run, of the first special token; no merge can make a token with this id."""

NO_TOKEN = (1 << 32) - 1
"""The id of displayed text of a corpus that is not part of a word."""

MOST_SPECIAL = 100_000
"""The largest number of special tokens: for more there are not enough ids and symbols."""


def symbol(token_id: int) -> str:
    """Return the character that represents a token in a ``str`` of tokens; surrogates are skipped."""
    return chr(token_id if token_id < 0xD800 else token_id + 0x800)


def symbol_id(character: str) -> int:
    """Return the token id of a character in a ``str`` of tokens: the inverse of `symbol`."""
    point = ord(character)
    return point if point < 0xD800 else point - 0x800


class _Characters(dict[int, str]):
    """A table for ``str.translate``: the symbol of each character, or of `UNKNOWN` for any other."""

    def __missing__(self, character: int) -> str:
        return symbol(UNKNOWN)


@dataclass(frozen=True)
class Alphabet:
    """A starting vocabulary; ids begin at 0.

    - ``characters``: the characters of a character-level alphabet in the order of their ids; None for the 256 bytes
    - ``mark``: the end-of-word mark, one symbol at the end of every word; empty for none
    """

    characters: str | None = None
    mark: str = ""

    @classmethod
    def from_words(cls, words: Iterable[str], mark: str = "") -> Alphabet:
        """Create the alphabet of the characters of some words, which all end with the mark."""
        found: set[str] = set()
        for word in words:
            found.update(word[: len(word) - len(mark)])
        return cls("".join(sorted(found)), mark)

    def __len__(self) -> int:
        """The number of tokens, which is also the id of the first merge."""
        return 256 if self.characters is None else len(self.characters) + bool(self.mark)

    @cached_property
    def tokens(self) -> tuple[bytes, ...]:
        """The UTF-8 bytes of each token, the end-of-word mark included."""
        if self.characters is None:
            return tuple(bytes([value]) for value in range(256))
        marks = (self.mark.encode(),) if self.mark else ()
        return (*map(str.encode, self.characters), *marks)

    def symbols(self, word: str) -> str:
        """Return the tokens of a word, one character each (see `symbol`); other characters become `UNKNOWN`."""
        if self.characters is None:
            return word.encode().decode("latin-1")
        if self.mark:
            return word[: -len(self.mark)].translate(self._table) + symbol(len(self.characters))
        return word.translate(self._table)

    def symbols_in(self, token: bytes) -> str:
        """Return the base symbols of a token, which may end with the mark.

        Raises UnicodeDecodeError for bytes that are not text, if the alphabet is character-level.
        """
        if self.characters is None:
            return token.decode("latin-1")
        text = token.decode()
        if self.mark and text.endswith(self.mark):
            return self.symbols(text)
        return text.translate(self._table)

    @cached_property
    def _table(self) -> _Characters:
        return _Characters({ord(character): symbol(at) for at, character in enumerate(self.characters or "")})


BYTES = Alphabet()
"""The byte-level alphabet."""
