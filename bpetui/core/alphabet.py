"""The starting vocabulary: what stands in a word before any merge, as a ``str`` with one character for each token.

Byte-level: the 256 bytes, whatever the corpus holds. Character-level (Sennrich et al. 2016): the characters that stand
in the corpus, by code point, and behind them the end-of-word mark, if there is one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

MAX_VOCABULARY = 1_000_000
"""The largest vocabulary: a token is held as one character (see `symbol`), and there are 1,112,064 of them."""

UNKNOWN = MAX_VOCABULARY
"""The id, in a run, of what stands for a character that is not in the alphabet."""

FIRST_SPECIAL = UNKNOWN + 1
"""The id, in a run, of the first special token: no merge's token can come to have it."""

NO_TOKEN = (1 << 32) - 1
"""The id of what is shown of a corpus and is part of no word."""

MOST_SPECIAL = 100_000
"""How many special tokens there may be: for more, ids and symbols would run out."""


def symbol(token_id: int) -> str:
    """The character that stands for a token in a ``str`` of tokens; ids step over the surrogates."""
    return chr(token_id if token_id < 0xD800 else token_id + 0x800)


def symbol_id(character: str) -> int:
    """The token id that a character of a ``str`` of tokens stands for: the inverse of `symbol`."""
    point = ord(character)
    return point if point < 0xD800 else point - 0x800


class _Characters(dict[int, str]):
    """A table for ``str.translate``: the symbol of each character, and that of the unknown for any other."""

    def __missing__(self, character: int) -> str:
        return symbol(UNKNOWN)


@dataclass(frozen=True)
class Alphabet:
    """The starting vocabulary; ids count from 0.

    ``characters`` are those of a character-level alphabet in the order of their ids, None for the 256 bytes. ``mark``
    is the end-of-word mark, which every word ends with, and which is one symbol; empty for none.
    """

    characters: str | None = None
    mark: str = ""

    @classmethod
    def from_words(cls, words: Iterable[str], mark: str = "") -> Alphabet:
        """The characters of some words, each of which ends with the mark."""
        found: set[str] = set()
        for word in words:
            found.update(word[: len(word) - len(mark)])
        return cls("".join(sorted(found)), mark)

    def __len__(self) -> int:
        """How many tokens there are, and so the id of the first merge."""
        return 256 if self.characters is None else len(self.characters) + bool(self.mark)

    @cached_property
    def tokens(self) -> tuple[bytes, ...]:
        """The UTF-8 bytes of each token; of the mark, those of what it is written as."""
        if self.characters is None:
            return tuple(bytes([value]) for value in range(256))
        marks = (self.mark.encode(),) if self.mark else ()
        return (*map(str.encode, self.characters), *marks)

    def symbols(self, word: str) -> str:
        """The tokens of a word, a character each (see `symbol`); a character that there is not is `UNKNOWN`."""
        if self.characters is None:
            return word.encode().decode("latin-1")
        if self.mark:
            return word[: -len(self.mark)].translate(self._table) + symbol(len(self.characters))
        return word.translate(self._table)

    def symbols_in(self, token: bytes) -> str:
        """The symbols that a token joins, which may end with the mark. Raises UnicodeDecodeError for bytes that are no
        text, if it is not made of bytes."""
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
