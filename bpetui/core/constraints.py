"""The pairs that must not be merged: vetoed pairs, and pairs whose token would break a limit.

A pair of symbols is checked once, when it first occurs in the corpus: its two tokens stay the same until one of them is
undone. A veto names the bytes of two tokens, not their ids, because an id can later belong to another token.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Literal

from bpetui.core.alphabet import symbol, symbol_id
from bpetui.core.options import Options
from bpetui.core.utf8 import ByteKind, kind
from bpetui.core.vocabulary import Vocabulary

Veto = tuple[bytes, bytes]
"""The bytes of two adjacent tokens (an end-of-word mark as it is written)."""

Constraint = Literal["", "veto", "limit"]
"""What forbids a pair: a veto, a limit on tokens, or nothing."""


class Constraints:
    """The forbidden pairs of symbols.

    - ``forbidden``: these pairs, whether or not they occur in the corpus now
    - ``active``: whether any pair can be forbidden
    - ``vetoes``: the vetoes, oldest first
    """

    def __init__(self, options: Options, vocabulary: Vocabulary) -> None:
        self._max_token_bytes = options.max_token_bytes
        self._whole_characters = options.whole_characters
        self._vocabulary = vocabulary
        self._kinds: list[ByteKind] = []  # of each token, if tokens are limited to whole characters
        if self._whole_characters:
            self._kinds = [kind(token) for token in vocabulary.alphabet.tokens]
        self.forbidden: set[str] = set()
        self.vetoes: list[Veto] = []
        self._vetoed: dict[str, Veto] = {}  # pair of symbols -> the veto on it
        self.active = self._max_token_bytes is not None or self._whole_characters

    def add_pairs(self, pairs: Iterable[str]) -> None:
        """Check all pairs of the corpus before the first merge."""
        if self.active:
            self.forbidden.update(pair for pair in pairs if self._breaks_limit(pair))

    def add_token(self, new: str) -> None:
        """Add the token of a merge, given by its symbol, and forbid the pairs with it that are under a veto."""
        token_id = symbol_id(new)
        if self._whole_characters:
            left, right = self._vocabulary.pairs[-1]
            if self._kinds[left] == self._kinds[right] == "whole":
                self._kinds.append("whole")
            else:  # a part of one character, so it is short
                self._kinds.append(kind(self._vocabulary[token_id]))
        if self.vetoes:
            token_size = self._vocabulary.size(token_id)
            for veto in self.vetoes:
                if token_size in map(len, veto) and self._vocabulary[token_id] in veto:
                    for pair in self._pairs_of(veto):
                        if new in pair:
                            self.forbidden.add(pair)
                            self._vetoed[pair] = veto

    def allows(self, pair: str) -> bool:
        """Return whether a pair that is new in the corpus may be merged."""
        if pair in self.forbidden:
            return False
        if self._breaks_limit(pair):
            self.forbidden.add(pair)
            return False
        return True

    def remove_token(self, symbol_undone: str, created: Iterable[str]) -> None:
        """Remove a token that is undone, given by its symbol and the pairs that it created."""
        if not self.active:
            return
        if self._whole_characters:
            self._kinds.pop()
        self.forbidden.difference_update(created)
        for pair in [pair for pair in self._vetoed if symbol_undone in pair]:
            self.forbidden.discard(pair)
            del self._vetoed[pair]

    def forbidden_by(self, pair: str) -> Constraint:
        """Return what forbids a pair."""
        if pair in self._vetoed:
            return "veto"
        return "limit" if pair in self.forbidden else ""

    def add_veto(self, veto: Veto) -> list[str]:
        """Forbid two tokens, and return the pairs of symbols that were not forbidden before."""
        if veto in self.vetoes:
            return []
        self.vetoes.append(veto)
        self.active = True
        pairs = self._pairs_of(veto)
        added = [pair for pair in pairs if pair not in self.forbidden]
        self.forbidden.update(pairs)
        self._vetoed.update(dict.fromkeys(pairs, veto))
        return added

    def remove_veto(self, veto: Veto) -> list[str]:
        """Remove a veto, and return the pairs of symbols that are no longer forbidden."""
        if veto not in self.vetoes:
            return []
        self.vetoes.remove(veto)
        pairs = [pair for pair, other in self._vetoed.items() if other == veto]
        for pair in pairs:
            del self._vetoed[pair]
        allowed = [pair for pair in pairs if not self._breaks_limit(pair)]
        self.forbidden.difference_update(allowed)
        self.active = bool(self.vetoes) or self._max_token_bytes is not None or self._whole_characters
        return allowed

    def _pairs_of(self, veto: Veto) -> list[str]:
        """Return the pairs of symbols of all tokens with these bytes: different merges can make the same bytes."""
        left, right = ([symbol(token_id) for token_id in self._vocabulary.with_bytes(part)] for part in veto)
        return list(map("".join, product(left, right)))

    def _breaks_limit(self, pair: str) -> bool:
        left, right = symbol_id(pair[0]), symbol_id(pair[1])
        size = self._vocabulary.size
        if self._max_token_bytes is not None and size(left) + size(right) > self._max_token_bytes:
            return True
        if not self._whole_characters or self._kinds[left] == self._kinds[right] == "whole":
            return False
        # Both occur in a valid text, and neither token crosses a character border: the right one continues the
        # character of the left one if it consists of continuation bytes and the left one is not whole.
        return self._kinds[left] == "whole" or self._kinds[right] != "continuation"
