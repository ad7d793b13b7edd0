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


class Bars:
    """What is barred among the pairs of symbols.

    ``pairs`` are those barred, whether or not they stand in the corpus now; ``active`` says that some pair may be;
    ``vetoes`` are the vetoes in the order in which they were made.
    """

    def __init__(self, options: Options, vocabulary: Vocabulary) -> None:
        self._most = options.max_token_bytes
        self._whole = options.whole_characters
        self._vocabulary = vocabulary
        self._kinds: list[Kind] = []  # of each token, if it matters
        if self._whole:
            self._kinds = [kind(token) for token in vocabulary.alphabet.tokens]
        self.pairs: set[str] = set()
        self.vetoes: list[Veto] = []
        self._vetoed: dict[str, Veto] = {}  # the pairs of symbols that are under a veto
        self.active = self._most is not None or self._whole

    def note(self, pairs: Iterable[str]) -> None:
        """Judge all pairs of the corpus as it is at the start."""
        if self.active:
            self.pairs.update(pair for pair in pairs if self._breaks_limit(pair))

    def note_token(self, new: str) -> None:
        """Learn of the token of a merge, by its symbol; the pairs with it that are under a veto are barred at once."""
        token_id = symbol_id(new)
        if self._whole:
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
                            self.pairs.add(pair)
                            self._vetoed[pair] = veto

    def allows(self, pair: str) -> bool:
        """Judge a pair that has come to stand in the corpus."""
        if pair in self.pairs:
            return False
        if self._breaks_limit(pair):
            self.pairs.add(pair)
            return False
        return True

    def drop(self, symbol_undone: str, created: Iterable[str]) -> None:
        """Forget what was judged of a token that is undone, by its symbol and the pairs that it had created."""
        if not self.active:
            return
        if self._whole:
            self._kinds.pop()
        self.pairs.difference_update(created)
        for pair in [pair for pair in self._vetoed if symbol_undone in pair]:
            self.pairs.discard(pair)
            del self._vetoed[pair]

    def why(self, pair: str) -> Literal["", "veto", "limit"]:
        """What bars a pair, if anything does."""
        if pair in self._vetoed:
            return "veto"
        return "limit" if pair in self.pairs else ""

    def add(self, veto: Veto) -> list[str]:
        """Bar two tokens; returns the pairs of symbols that were not barred before."""
        if veto in self.vetoes:
            return []
        self.vetoes.append(veto)
        self.active = True
        pairs = self._pairs_of(veto)
        fresh = [pair for pair in pairs if pair not in self.pairs]
        self.pairs.update(pairs)
        self._vetoed.update(dict.fromkeys(pairs, veto))
        return fresh

    def lift(self, veto: Veto) -> list[str]:
        """Lift a veto; returns the pairs of symbols that are not barred any more."""
        if veto not in self.vetoes:
            return []
        self.vetoes.remove(veto)
        pairs = [pair for pair, by in self._vetoed.items() if by == veto]
        for pair in pairs:
            del self._vetoed[pair]
        freed = [pair for pair in pairs if not self._breaks_limit(pair)]
        self.pairs.difference_update(freed)
        self.active = bool(self.vetoes) or self._most is not None or self._whole
        return freed

    def _pairs_of(self, veto: Veto) -> list[str]:
        """The pairs of symbols of all tokens there are with these bytes: merges may have made several."""
        left, right = ([symbol(token_id) for token_id in self._vocabulary.with_bytes(part)] for part in veto)
        return list(map("".join, product(left, right)))

    def _breaks_limit(self, pair: str) -> bool:
        left, right = symbol_id(pair[0]), symbol_id(pair[1])
        size = self._vocabulary.size
        if self._most is not None and size(left) + size(right) > self._most:
            return True
        if not self._whole or self._kinds[left] == self._kinds[right] == "whole":
            return False
        # The two stand side by side in a valid text, and neither crosses a border: the right one goes on with the
        # character of the left one if it is of bytes that continue one, and the left one is not whole.
        return self._kinds[left] == "whole" or self._kinds[right] != "continuation"
