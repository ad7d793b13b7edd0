"""Token ids, the bytes they stand for, and the merges that made them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

BYTES = 256
"""The size of the starting vocabulary: ids 0-255 are the bytes of those values."""

MAX_VOCABULARY = 1_000_000
"""The largest vocabulary: a token is held as one character (see `symbol`), and there are 1,112,064 of them."""


@dataclass(frozen=True)
class Merge:
    """One step of training: ``left`` and ``right`` (token ids) become the token ``id``.

    ``number`` counts from 1; ``count`` is how often the pair stood in the corpus, overlaps included; ``ties`` how many
    pairs had that count, this one too; ``chosen`` whether a person chose it, not the rule; ``tokens`` how many tokens
    the corpus has after it.
    """

    number: int
    left: int
    right: int
    id: int
    count: int
    ties: int
    chosen: bool
    tokens: int


def symbol(token_id: int) -> str:
    """The character that stands for a token in a ``str`` of tokens; ids step over the surrogates."""
    return chr(token_id if token_id < 0xD800 else token_id + 0x800)


def symbol_id(character: str) -> int:
    """The token id that a character of a ``str`` of tokens stands for: the inverse of `symbol`."""
    point = ord(character)
    return point if point < 0xD800 else point - 0x800


class Vocabulary:
    """The tokens of a byte-level tokenizer: the 256 bytes, then one for each merge, in order."""

    def __init__(self, pairs: Iterable[tuple[int, int]] = ()) -> None:
        self._tokens = [bytes([value]) for value in range(BYTES)]
        self._pairs: list[tuple[int, int]] = []
        for left, right in pairs:
            self.append(left, right)

    def __len__(self) -> int:
        """How many tokens there are, the bytes included."""
        return len(self._tokens)

    def __getitem__(self, token_id: int) -> bytes:
        """The bytes of a token; raises `IndexError` for an id that is not in the vocabulary."""
        if token_id < 0:
            raise IndexError(token_id)
        return self._tokens[token_id]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of token ids merged, in order: the first made token 256."""
        return self._pairs

    def append(self, left: int, right: int) -> int:
        """Add the token that joins two others; returns its id."""
        self._tokens.append(self._tokens[left] + self._tokens[right])
        self._pairs.append((left, right))
        return len(self._tokens) - 1

    def truncate(self, merges: int) -> None:
        """Keep only the first ``merges`` merges."""
        del self._tokens[BYTES + merges :]
        del self._pairs[merges:]
