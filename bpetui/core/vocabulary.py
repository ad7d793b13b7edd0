"""Token ids, the bytes they stand for, and the merges that made them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bpetui.core.alphabet import BYTES, FIRST_SPECIAL, UNKNOWN, Alphabet

SHORT = 256
"""The bytes of a token that are kept: more than any tokenizer in use has, or a row of a screen shows."""


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


class Vocabulary:
    """The tokens of a tokenizer: those of its alphabet, then one for each merge, in order; and the special tokens.

    The bytes of short tokens are kept, those of long ones put together when asked for: the tokens of a run to its very
    end grow by a byte or two each, and all their bytes would be the square of the corpus.
    """

    def __init__(
        self, pairs: Iterable[tuple[int, int]] = (), alphabet: Alphabet = BYTES, special: Iterable[str] = ()
    ) -> None:
        self.alphabet = alphabet
        self._base = len(alphabet)
        self._beginnings = list(alphabet.tokens)  # none is longer
        self._endings = [token[-4:] for token in alphabet.tokens]  # as many bytes as a character may have
        self._sizes = list(map(len, alphabet.tokens))
        self._others = {UNKNOWN: b"<unk>"} | {
            token_id: token.encode() for token_id, token in enumerate(special, FIRST_SPECIAL)
        }
        self._pairs: list[tuple[int, int]] = []
        for left, right in pairs:
            self.append(left, right)

    def __len__(self) -> int:
        """How many tokens there are, the alphabet included, special tokens not."""
        return len(self._sizes)

    def __getitem__(self, token_id: int) -> bytes:
        """The bytes of a token; raises `IndexError` for an id that is not in the vocabulary."""
        if token_id in self._others:
            return self._others[token_id]
        parts: list[bytes] = []
        waiting = [token_id]
        while waiting:
            token_id = waiting.pop()
            if self.size(token_id) <= SHORT:
                parts.append(self._beginnings[token_id])
            else:
                left, right = self._pairs[token_id - self._base]
                waiting += (right, left)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def size(self, token_id: int) -> int:
        """The length of a token in bytes; raises `IndexError` for an id that is not in the vocabulary."""
        if token_id < 0:
            raise IndexError(token_id)
        return len(self._others[token_id]) if token_id in self._others else self._sizes[token_id]

    def abridged(self, token_id: int) -> bytes:
        """The bytes of a token to be shown: of a long one the first characters and the last, at once."""
        if token_id in self._others:
            return self._others[token_id]
        beginning = self._beginnings[token_id]
        if self._sizes[token_id] <= SHORT:
            return beginning
        ending = self._endings[token_id]
        return beginning[: _character_start(beginning)] + ending[_character_start(ending) :]

    def with_bytes(self, data: bytes) -> list[int]:
        """The ids of the tokens that stand for some bytes; different merges may lead to the same."""
        size, beginning = len(data), data[:SHORT]
        found = (at for at, known in enumerate(self._beginnings) if known == beginning and self._sizes[at] == size)
        return [token_id for token_id in found if size <= SHORT or self[token_id] == data]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The pairs of token ids merged, in order: the first made the first token behind the alphabet."""
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
        del self._beginnings[self._base + merges :]
        del self._endings[self._base + merges :]
        del self._sizes[self._base + merges :]
        del self._pairs[merges:]


def _character_start(data: bytes) -> int:
    """Where the last character in ``data`` begins; at the end if that is further back than a character is long."""
    size = len(data)
    return next((at for at in range(size - 1, max(-1, size - 5), -1) if data[at] & 0xC0 != 0x80), size)
