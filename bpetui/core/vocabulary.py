"""Token ids, the bytes they stand for, and the merges that made them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

BYTES = 256
"""The size of the starting vocabulary: ids 0-255 are the bytes of those values."""

SHORT = 256
"""The bytes of a token that are kept: more than any tokenizer in use has, or a row of a screen shows."""

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
    """The tokens of a byte-level tokenizer: the 256 bytes, then one for each merge, in order.

    The bytes of short tokens are kept, those of long ones put together when asked for: the tokens of a run to its very
    end grow by a byte or two each, and all their bytes would be the square of the corpus.
    """

    def __init__(self, pairs: Iterable[tuple[int, int]] = ()) -> None:
        self._beginnings = [bytes([value]) for value in range(BYTES)]
        self._endings = self._beginnings.copy()  # the last bytes of each token: as many as a character may have
        self._sizes = [1] * BYTES
        self._pairs: list[tuple[int, int]] = []
        for left, right in pairs:
            self.append(left, right)

    def __len__(self) -> int:
        """How many tokens there are, the bytes included."""
        return len(self._sizes)

    def __getitem__(self, token_id: int) -> bytes:
        """The bytes of a token; raises `IndexError` for an id that is not in the vocabulary."""
        parts: list[bytes] = []
        waiting = [token_id]
        while waiting:
            token_id = waiting.pop()
            if self.size(token_id) <= SHORT:
                parts.append(self._beginnings[token_id])
            else:
                left, right = self._pairs[token_id - BYTES]
                waiting += (right, left)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def size(self, token_id: int) -> int:
        """The length of a token in bytes; raises `IndexError` for an id that is not in the vocabulary."""
        if token_id < 0:
            raise IndexError(token_id)
        return self._sizes[token_id]

    def abridged(self, token_id: int) -> bytes:
        """The bytes of a token to be shown: of a long one the first characters and the last, at once."""
        beginning = self._beginnings[token_id]
        if self._sizes[token_id] <= SHORT:
            return beginning
        ending = self._endings[token_id]
        return beginning[: _character_start(beginning)] + ending[_character_start(ending) :]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of token ids merged, in order: the first made token 256."""
        return self._pairs

    def append(self, left: int, right: int) -> int:
        """Add the token that joins two others; returns its id."""
        size = self._sizes[left]
        beginning = self._beginnings[left]
        if size < SHORT:
            beginning = (beginning + self._beginnings[right])[:SHORT]
        self._beginnings.append(beginning)
        self._endings.append((self._endings[left] + self._endings[right])[-4:])
        self._sizes.append(size + self._sizes[right])
        self._pairs.append((left, right))
        return len(self._sizes) - 1

    def truncate(self, merges: int) -> None:
        """Keep only the first ``merges`` merges."""
        del self._beginnings[BYTES + merges :]
        del self._endings[BYTES + merges :]
        del self._sizes[BYTES + merges :]
        del self._pairs[merges:]


def _character_start(data: bytes) -> int:
    """Where the last character in ``data`` begins; at the end if that is further back than a character is long."""
    size = len(data)
    return next((at for at in range(size - 1, max(-1, size - 5), -1) if data[at] & 0xC0 != 0x80), size)
