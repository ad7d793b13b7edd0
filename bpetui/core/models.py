"""Models that encode a word: byte-pair encoding with a list of merges, or with the ranks of tokens.

A word is a part of a text that the split keeps together. A model gives the parts that a word begins with, merges them
(see `rank_merging`), and gives the ids of the parts that remain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from itertools import chain, pairwise
from typing import NamedTuple, Protocol

from bpetui.core.alphabet import BYTES, Alphabet, symbol, symbol_id
from bpetui.core.cut_points import CutPoints, can_be_cut
from bpetui.core.rank_merging import joins, merge

_CACHED_WORDS = 1 << 16
_CACHED_LENGTH = 256
"""The length of the longest word that is cached: longer words seldom recur, and take memory."""


class TracedMerge(NamedTuple):
    """A merge in a word: the tokens ``left`` and ``right`` become the token ``id``.

    ``rank`` orders the merges of all words. ``at`` and ``second`` are the indices of the base tokens that ``left`` and
    ``right`` begin with.
    """

    rank: int
    left: int
    right: int
    id: int
    at: int
    second: int


class WordTrace(NamedTuple):
    """The encoding of a word: its ``base_ids`` before any merge, the ``merges`` in order, and its final ``ids``.

    The final ids are the result of the merges, or a single token if the whole word is one that the merges do not make.
    """

    base_ids: Sequence[int]
    merges: Sequence[TracedMerge]
    ids: Sequence[int]

    @property
    def sizes(self) -> list[int]:
        """The number of base tokens that became each of the ``ids``."""
        if len(self.ids) == 1:
            return [len(self.base_ids)]
        joined = {merge.second for merge in self.merges}
        starts = [at for at in range(len(self.base_ids)) if at not in joined]
        return [stop - start for start, stop in pairwise([*starts, len(self.base_ids)])]


class Model(Protocol):
    """A model that encodes words.

    ``encode_word`` returns the token ids of a word; the word has no lone surrogates.
    """

    encode_word: Callable[[str], Sequence[int]]

    def trace(self, word: str) -> WordTrace:
        """Encode a word, and return each merge."""


class _Words(dict[str, tuple[int, ...]]):
    """A cache of the token ids of words."""

    def __init__(self, tokenize: Callable[[str], tuple[int, ...]]) -> None:
        super().__init__()
        self._tokenize = tokenize

    def __missing__(self, word: str) -> tuple[int, ...]:
        ids = self._tokenize(word)
        if len(word) <= _CACHED_LENGTH:
            if len(self) >= _CACHED_WORDS:
                self.clear()
            self[word] = ids
        return ids


class MergeModel:
    """A model with a list of merges, which can grow and be truncated.

    A part is spelled as the `symbol` of its id.
    """

    def __init__(
        self,
        symbols: Callable[[str], str] = BYTES.symbols,
        merges: Iterable[tuple[int, int, int]] = (),
        whole: Mapping[bytes, int] | None = None,
    ) -> None:
        """Create a model.

        - ``symbols``: returns the symbols that a word begins with
        - ``merges``: for each merge, the ids of two tokens and of the token that they become
        - ``whole``: tokens by their bytes; a word with these bytes becomes the token at once, without merges
        """
        self._symbols, self._whole = symbols, whole or {}
        self._ranks: dict[str, int] = {}
        self._made: list[str] = []
        self._pairs: list[str] = []
        self._words = _Words(self._tokenize)
        self.encode_word: Callable[[str], Sequence[int]] = self._words.__getitem__
        for left, right, made in merges:
            self.append(left, right, made)

    @classmethod
    def from_pairs(cls, pairs: Iterable[tuple[int, int]], alphabet: Alphabet = BYTES) -> MergeModel:
        """Create a model of merges that make the ids after the alphabet, in order.

        Words end with the alphabet's end-of-word mark, if it has one.
        """
        return cls(alphabet.symbols, ((left, right, made) for made, (left, right) in enumerate(pairs, len(alphabet))))

    def append(self, left: int, right: int, made: int) -> None:
        """Add the next merge. If the pair already has a merge, that one stays in use."""
        pair = symbol(left) + symbol(right)
        self._ranks.setdefault(pair, len(self._made))
        self._made.append(symbol(made))
        self._pairs.append(pair)
        self._words.clear()

    def truncate(self, merges: int) -> None:
        """Keep only the first ``merges`` merges."""
        for pair in self._pairs[merges:]:
            if self._ranks.get(pair, -1) >= merges:
                del self._ranks[pair]
        del self._made[merges:], self._pairs[merges:]
        self._words.clear()

    def _tokenize(self, word: str) -> tuple[int, ...]:
        if self._whole and (token := self._whole.get(word.encode())) is not None:
            return (token,)
        return tuple(map(symbol_id, merge(self._symbols(word), self._ranks, self._made)))

    def trace(self, word: str) -> WordTrace:
        """Encode a word, and return each merge."""
        parts = list(self._symbols(word))
        base_ids = [*map(symbol_id, parts)]
        merges = _traced_merges([*base_ids], parts, self._ranks, self._made, symbol_id)
        return WordTrace(base_ids, merges, self.encode_word(word))


def _traced_merges(
    ids: list[int],
    parts: list[str],
    ranks: Mapping[str, int],
    made: Sequence[str],
    id_of: Callable[[str], int],
) -> list[TracedMerge]:
    """Return the merges of a word with these parts and their ids; both lists are changed."""
    merges = []
    for rank, left, right in joins(parts, ranks, made):
        new = id_of(parts[left])
        merges.append(TracedMerge(rank, ids[left], ids[right], new, left, right))
        ids[left] = new
    return merges


class RankModel:
    """A model with the ranks of tokens, which are their ids, as in tiktoken; all single bytes have ranks.

    Parts are spelled with one character per byte: Python finds ``str`` in a dictionary faster than ``bytes``.
    """

    def __init__(self, ranks: Mapping[bytes, int]) -> None:
        self._ranks = {token.decode("latin-1"): rank for token, rank in ranks.items()}
        self.encode_word: Callable[[str], Sequence[int]] = _Words(self._tokenize).__getitem__
        self._ids_of_part = _Words(self._merged_bytes).__getitem__

    @cached_property
    def _cut_points(self) -> CutPoints:
        return CutPoints(self._ranks)

    def _tokenize(self, word: str) -> tuple[int, ...]:
        symbols = BYTES.symbols(word)
        if (token := self._ranks.get(symbols)) is not None:
            return (token,)
        if can_be_cut(word):
            return tuple(chain.from_iterable(map(self._ids_of_part, self._cut_points.parts(word))))
        return self._merged(symbols)

    def _merged_bytes(self, part: str) -> tuple[int, ...]:
        return self._merged(BYTES.symbols(part))

    def _merged(self, symbols: str) -> tuple[int, ...]:
        return tuple(map(self._ranks.__getitem__, merge(symbols, self._ranks)))

    def trace(self, word: str) -> WordTrace:
        """Encode a word, and return each merge."""
        base_ids, merges = self._trace(BYTES.symbols(word))
        return WordTrace(base_ids, merges, self.encode_word(word))

    def parts(self, token: bytes) -> tuple[int, int] | None:
        """Return the two tokens of the last merge that makes this token; None if merges do not make it."""
        base_ids, merges = self._trace(token.decode("latin-1"))
        return (merges[-1].left, merges[-1].right) if merges and len(merges) == len(base_ids) - 1 else None

    def _trace(self, symbols: str) -> tuple[list[int], list[TracedMerge]]:
        parts = list(symbols)
        base_ids = [*map(self._ranks.__getitem__, parts)]
        return base_ids, _traced_merges([*base_ids], parts, self._ranks, (), self._ranks.__getitem__)
