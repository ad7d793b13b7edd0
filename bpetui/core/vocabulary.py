"""Token ids, their bytes, and the merges that made them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bpetui.core.alphabet import BYTES, FIRST_SPECIAL, UNKNOWN, Alphabet
from bpetui.core.utf8 import is_continuation

SHORT = 256
"""How many bytes of each token are stored: longer than any token in use, or any that fits in a row on screen."""


@dataclass(frozen=True)
class Merge:
    """One merge of a training: the token ids ``left`` and ``right`` become the token ``id``.

    - ``number``: from 1
    - ``count``: the pair's count in the corpus, overlaps included
    - ``ties``: the number of pairs with that count, this one included
    - ``chosen``: whether the user chose it, not the rule
    - ``tokens``: the number of tokens in the corpus after the merge
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
    """The tokens of a run: the alphabet, then one for each merge, in order, and the special tokens.

    The bytes of short tokens are stored; those of long ones are joined on demand: near the end of a complete run each
    token is only a byte or two longer than the one before, so all their bytes would take quadratic memory.
    """

    def __init__(
        self, pairs: Iterable[tuple[int, int]] = (), alphabet: Alphabet = BYTES, special: Iterable[str] = ()
    ) -> None:
        self.alphabet = alphabet
        self._base = len(alphabet)
        self._beginnings = list(alphabet.tokens)  # the first `SHORT` bytes of each token
        self._endings = [token[-4:] for token in alphabet.tokens]  # the longest character has four bytes
        self._sizes = list(map(len, alphabet.tokens))
        self._others = {UNKNOWN: b"<unk>"} | {
            token_id: token.encode() for token_id, token in enumerate(special, FIRST_SPECIAL)
        }
        self._pairs: list[tuple[int, int]] = []
        for left, right in pairs:
            self.append(left, right)

    def __len__(self) -> int:
        """The number of tokens, special tokens excluded."""
        return len(self._sizes)

    def __getitem__(self, token_id: int) -> bytes:
        """Return the bytes of a token. Raises `IndexError` for an unknown id."""
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
        """Return the length of a token in bytes. Raises `IndexError` for an unknown id."""
        if token_id < 0:
            raise IndexError(token_id)
        return len(self._others[token_id]) if token_id in self._others else self._sizes[token_id]

    def abridged(self, token_id: int) -> bytes:
        """Return the bytes of a token for display, in constant time: only the first and last of a long token."""
        if token_id in self._others:
            return self._others[token_id]
        beginning = self._beginnings[token_id]
        if self._sizes[token_id] <= SHORT:
            return beginning
        ending = self._endings[token_id]
        return beginning[: _character_start(beginning)] + ending[_character_start(ending) :]

    def with_bytes(self, data: bytes) -> list[int]:
        """Return the ids of the tokens with these bytes; different merges can make the same bytes."""
        size, beginning = len(data), data[:SHORT]
        found = (at for at, known in enumerate(self._beginnings) if known == beginning and self._sizes[at] == size)
        return [token_id for token_id in found if size <= SHORT or self[token_id] == data]

    @property
    def pairs(self) -> list[tuple[int, int]]:
        """The merged pairs of token ids, in order: the first one made the first token after the alphabet."""
        return self._pairs

    def append(self, left: int, right: int) -> int:
        """Add the token that joins two others, and return its id."""
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
    """Return the offset of the last character in ``data``; the end if no character begins in the last four bytes."""
    size = len(data)
    return next((at for at in range(size - 1, max(-1, size - 5), -1) if not is_continuation(data[at])), size)
