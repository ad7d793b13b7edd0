"""Which pairs may not be merged: those that a person has vetoed, and those that would break a limit on tokens.

A pair of symbols is judged once, when it first stands in the corpus: what its two tokens are never changes, until one
of them is undone. A veto is on the bytes of two tokens, not on ids, which may come to stand for other tokens.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import Literal

from bpetui.core.alphabet import symbol, symbol_id
from bpetui.core.options import Options
from bpetui.core.utf8 import Kind, kind
from bpetui.core.vocabulary import Vocabulary

Veto = tuple[bytes, bytes]
"""Two tokens side by side, by their bytes (an end-of-word mark as it is written)."""

Constraint = Literal["", "veto", "limit"]
"""What forbids a pair: a veto, a limit on tokens, or nothing."""


class Constraints:
    """What is forbidden among the pairs of symbols.

    ``pairs`` are those forbidden, whether or not they stand in the corpus now; ``active`` says that some pair may be;
    ``vetoes`` are the vetoes in the order in which they were made.
    """

    def __init__(self, options: Options, vocabulary: Vocabulary) -> None:
        self._max_token_bytes = options.max_token_bytes
        self._whole_characters = options.whole_characters
        self._vocabulary = vocabulary
        self._kinds: list[Kind] = []  # of each token, if it matters
        if self._whole_characters:
            self._kinds = [kind(token) for token in vocabulary.alphabet.tokens]
        self.forbidden: set[str] = set()
        self.vetoes: list[Veto] = []
        self._vetoed: dict[str, Veto] = {}  # the pairs of symbols that are under a veto
        self.active = self._max_token_bytes is not None or self._whole_characters

    def add_pairs(self, pairs: Iterable[str]) -> None:
        """Judge all pairs of the corpus as it is at the start."""
        if self.active:
            self.forbidden.update(pair for pair in pairs if self._breaks_limit(pair))

    def add_token(self, new: str) -> None:
        """Add the token of a merge, given by its symbol, and forbid the pairs with it that are under a veto."""
        token_id = symbol_id(new)
        if self._whole_characters:
            left, right = self._vocabulary.pairs[-1]
            if self._kinds[left] == self._kinds[right] == "whole":
                self._kinds.append("whole")
            else:  # within a character, so it is short
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
        """Judge a pair that has come to stand in the corpus."""
        if pair in self.forbidden:
            return False
        if self._breaks_limit(pair):
            self.forbidden.add(pair)
            return False
        return True

    def remove_token(self, symbol_undone: str, created: Iterable[str]) -> None:
        """Forget what was judged of a token that is undone, by its symbol and the pairs that it had created."""
        if not self.active:
            return
        if self._whole_characters:
            self._kinds.pop()
        self.forbidden.difference_update(created)
        for pair in [pair for pair in self._vetoed if symbol_undone in pair]:
            self.forbidden.discard(pair)
            del self._vetoed[pair]

    def forbidden_by(self, pair: str) -> Constraint:
        """What constraints a pair, if anything does."""
        if pair in self._vetoed:
            return "veto"
        return "limit" if pair in self.forbidden else ""

    def add_veto(self, veto: Veto) -> list[str]:
        """Bar two tokens; returns the pairs of symbols that were not forbidden before."""
        if veto in self.vetoes:
            return []
        self.vetoes.append(veto)
        self.active = True
        pairs = self._pairs_of(veto)
        fresh = [pair for pair in pairs if pair not in self.forbidden]
        self.forbidden.update(pairs)
        self._vetoed.update(dict.fromkeys(pairs, veto))
        return fresh

    def remove_veto(self, veto: Veto) -> list[str]:
        """Lift a veto; returns the pairs of symbols that are not forbidden any more."""
        if veto not in self.vetoes:
            return []
        self.vetoes.remove(veto)
        pairs = [pair for pair, by in self._vetoed.items() if by == veto]
        for pair in pairs:
            del self._vetoed[pair]
        freed = [pair for pair in pairs if not self._breaks_limit(pair)]
        self.forbidden.difference_update(freed)
        self.active = bool(self.vetoes) or self._max_token_bytes is not None or self._whole_characters
        return freed

    def _pairs_of(self, veto: Veto) -> list[str]:
        """The pairs of symbols of all tokens there are with these bytes: merges may have made several."""
        left, right = ([symbol(token_id) for token_id in self._vocabulary.with_bytes(part)] for part in veto)
        return list(map("".join, product(left, right)))

    def _breaks_limit(self, pair: str) -> bool:
        left, right = symbol_id(pair[0]), symbol_id(pair[1])
        size = self._vocabulary.size
        if self._max_token_bytes is not None and size(left) + size(right) > self._max_token_bytes:
            return True
        if not self._whole_characters or self._kinds[left] == self._kinds[right] == "whole":
            return False
        # The two stand side by side in a valid text, and neither crosses a border: the right one goes on with the
        # character of the left one if it is of bytes that continue one, and the left one is not whole.
        return self._kinds[left] == "whole" or self._kinds[right] != "continuation"
