"""The words of a corpus as they are tokenized now.

A word is a ``str`` with one character per token, so that ``split``, ``join`` and ``replace`` merge a pair and undo it
at C speed, left to right and without overlap. A long word is a chain of *pieces*, so that a merge visits only pieces
that contain its pair. The pair across a seam (the last token of a piece and the first of the next) belongs to the piece
on its left.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Iterator
from itertools import accumulate
from typing import NamedTuple

from bpetui.core.alphabet import FIRST_SPECIAL, symbol, symbol_id
from bpetui.core.corpus import Corpus
from bpetui.core.vocabulary import Vocabulary

PIECE_TOKENS = 1024
"""The length of a piece, in tokens. In a text without a split, longer pieces make early merges faster and late merges,
which visit a piece for a single place, slower."""


class Seam(NamedTuple):
    """A merge across a seam: ``piece`` took the first token of ``after``; ``emptied`` if ``after`` had no other."""

    piece: int
    after: int
    emptied: bool


class Pieces:
    """All pieces, in the order of the words and then from left to right.

    - ``tokens``: the tokens of each piece
    - ``weights``: the count of its word in the corpus
    - ``after``, ``before``: the next and the previous piece of the same word; empty pieces are skipped

    A special token is a word of one token.
    """

    def __init__(self, corpus: Corpus, vocabulary: Vocabulary, piece_tokens: int) -> None:
        self.tokens: list[str] = []
        self.weights: list[int] = []
        self.after: dict[int, int] = {}
        self.before: dict[int, int] = {}
        self._size = vocabulary.size
        self._word_starts: list[int] = []  # the first piece of each word
        alphabet = corpus.alphabet
        special = {token: symbol(token_id) for token_id, token in enumerate(corpus.options.special, FIRST_SPECIAL)}
        for word, count in zip(corpus.words, corpus.counts, strict=True):
            symbols = special.get(word) or alphabet.symbols(word)
            first = len(self.tokens)
            self._word_starts.append(first)
            if len(symbols) <= piece_tokens:
                self.tokens.append(symbols)
            else:
                self.tokens += [symbols[at : at + piece_tokens] for at in range(0, len(symbols), piece_tokens)]
                for piece in range(first, len(self.tokens) - 1):
                    self.after[piece] = piece + 1
                    self.before[piece + 1] = piece
            self.weights += [count] * (len(self.tokens) - first)
        self._word_starts.append(len(self.tokens))
        self._lengths = list(map(len, self.tokens))  # of each piece, in bytes
        if alphabet.characters is not None:
            self._lengths = [sum(self._size(symbol_id(token)) for token in piece) for piece in self.tokens]

    # -- Words ---------------------------------------------------------------------------------------------------------

    def word_tokens(self, word: int) -> list[int]:
        """Return the token ids of a distinct word, given by its index in the corpus's ``words``."""
        pieces = self.tokens[self._word_starts[word] : self._word_starts[word + 1]]
        return [symbol_id(token) for piece in pieces for token in piece]

    def word_runs(self, word: int, start: int = 0, offset: int = 0) -> Iterator[tuple[int, str]]:
        """Yield the tokens of a distinct word that occurs at the byte ``start``, from the byte ``offset`` on, in runs.

        A run is its byte offset and its tokens, one character each (see `symbol`). The first run can begin up to one
        piece before ``offset``.
        """
        first, last = self._word_starts[word], self._word_starts[word + 1]
        if last - first == 1:
            yield start, self.tokens[first]
            return
        starts = list(accumulate(self._lengths[first:last], initial=start))
        skipped = max(0, bisect_left(starts, offset + 1) - 1)
        for piece in range(first + skipped, last):
            if self.tokens[piece]:
                yield starts[piece - first], self.tokens[piece]

    def words_of(self, pieces: Iterable[int]) -> set[int]:
        """Return the indices of the distinct words that these pieces belong to."""
        return {bisect_right(self._word_starts, piece) - 1 for piece in pieces}

    # -- Places of a pair ----------------------------------------------------------------------------------------------

    def holds(self, piece: int, pair: str) -> bool:
        """Return whether a pair occurs in a piece, or across the seam after it."""
        tokens = self.tokens[piece]
        return pair in tokens or (piece in self.after and self.meets_seam(piece, tokens, pair))

    def find(self, piece: int, pair: str) -> int:
        """Return the index of the first token of a pair's first place in a piece that contains it."""
        at = self.tokens[piece].find(pair)
        return at if at >= 0 else len(self.tokens[piece]) - 1

    def meets_seam(self, piece: int, rest: str, pair: str) -> bool:
        """Return whether the pair is across the seam after a piece that ends with ``rest`` and has a next piece."""
        return rest[-1:] == pair[0] and self.tokens[self.after[piece]][0] == pair[1]

    def take_across_seam(self, piece: int) -> Seam:
        """Take the first token out of the next piece, and unlink that piece if it is now empty."""
        after = self.after[piece]
        taken = self._size(symbol_id(self.tokens[after][0]))
        self.tokens[after] = self.tokens[after][1:]
        self._lengths[piece] += taken
        self._lengths[after] -= taken
        emptied = not self.tokens[after]
        if emptied:
            beyond = self.after.get(after)
            if beyond is None:
                del self.after[piece]
            else:
                self.after[piece] = beyond
                self.before[beyond] = piece
        return Seam(piece, after, emptied)

    def token_after(self, piece: int, pair: str) -> str:
        """Return the first token after a piece; empty if it begins a place of the pair, which is merged next."""
        after = self.after[piece]
        tokens = self.tokens[after][:2]
        if len(tokens) == 1 and after in self.after:
            tokens += self.tokens[self.after[after]][0]
        return "" if tokens == pair else tokens[0]

    def undo(self, pair: str, new: str, pieces: list[int], seams: list[Seam]) -> None:
        """Restore a pair wherever it was merged: in ``pieces`` (or some of them), and across ``seams``."""
        tokens = self.tokens
        given = self._size(symbol_id(pair[1]))
        for piece, after, emptied in reversed(seams):
            tokens[piece] = tokens[piece][:-1] + pair[0]
            tokens[after] = pair[1] + tokens[after]
            self._lengths[piece] -= given
            self._lengths[after] += given
            if emptied:
                self.after[piece] = after
                if after in self.after:
                    self.before[self.after[after]] = after
        for piece in pieces:
            tokens[piece] = tokens[piece].replace(new, pair)
