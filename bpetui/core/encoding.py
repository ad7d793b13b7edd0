"""Encoding text with the merges of a byte-pair encoding, and decoding token ids.

A word is encoded by repeatedly merging the pair with the lowest merge number, at all its places left to right, until
none applies (Sennrich et al. 2016). Ids: those of the alphabet, then the merges in order.
"""

from __future__ import annotations

from collections.abc import Iterable
from heapq import heappop, heappush
from operator import add

from bpetui.core.alphabet import BYTES, Alphabet, symbol, symbol_id
from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import Split
from bpetui.core.vocabulary import Vocabulary

LONG_WORD = 64
"""Words of more bytes than this are encoded by a list of places for each merge: near-linear, but slower to begin."""

_CACHED_WORDS = 1 << 16


class Encoder:
    """Encodes text with a split and the merges given so far, which may grow and be cut back.

    Words are in the form that the alphabet takes: with its end-of-word mark, if it has one.
    """

    def __init__(self, split: Split, pairs: Iterable[tuple[int, int]] = (), alphabet: Alphabet = BYTES) -> None:
        self.split = split
        self._alphabet, self._base = alphabet, len(alphabet)
        self._ids: dict[str, int] = {}  # pair -> the token that it becomes
        self._order: list[str] = []
        self._cache: dict[str, tuple[int, ...]] = {}
        for left, right in pairs:
            self.append(left, right)

    def append(self, left: int, right: int) -> None:
        """Add the next merge, of a pair that none before merges."""
        pair = symbol(left) + symbol(right)
        self._ids[pair] = self._base + len(self._order)
        self._order.append(pair)
        self._cache.clear()

    def truncate(self, merges: int) -> None:
        """Keep only the first ``merges`` merges."""
        if merges >= len(self._order):
            return
        for pair in self._order[merges:]:
            del self._ids[pair]
        del self._order[merges:]
        self._cache.clear()

    def encode(self, text: str, *, time_limit: float | None = None) -> list[int]:
        """The token ids of a text without lone surrogates.

        Raises `BpetuiError` when a custom pattern takes longer than ``time_limit`` seconds (by default the split's
        own limit) over a block of the text.
        """
        data = text.encode()
        blocks = self.split.blocks(data) if time_limit is None else self.split.blocks(data, time_limit=time_limit)
        return [token for _, words in blocks for word in words for token in self.encode_word(word)]

    def encode_word(self, word: str) -> tuple[int, ...]:
        """The token ids of one word, which is not split further."""
        ids = self._cache.get(word)
        if ids is None:
            symbols = self._alphabet.symbols(word)
            merged = self._merge_short(symbols) if len(symbols) <= LONG_WORD else self._merge_long(symbols)
            ids = tuple(map(symbol_id, merged))
            if len(self._cache) >= _CACHED_WORDS:
                self._cache.clear()
            self._cache[word] = ids
        return ids

    def _merge_short(self, symbols: str) -> str:
        ids = self._ids
        while len(symbols) > 1:
            found = [(ids[pair], pair) for pair in map(add, symbols, symbols[1:]) if pair in ids]
            if not found:
                break
            token, pair = min(found)
            symbols = symbols.replace(pair, symbol(token))
        return symbols

    def _merge_long(self, symbols: str) -> list[str]:
        # A token's merge comes after those that made its parts, so each merge is done once, at all its places: the
        # places are listed by the merge's number as its pairs come to stand there.
        ids = self._ids
        tokens: list[str | None] = list(symbols)
        size = len(tokens)
        after, before = list(range(1, size + 1)), list(range(-1, size - 1))
        places: dict[int, list[int]] = {}
        for at, pair in enumerate(map(add, symbols, symbols[1:])):
            if pair in ids:
                places.setdefault(ids[pair], []).append(at)
        waiting = sorted(places)

        def note(at: int, pair: str) -> None:
            merge = ids.get(pair)
            if merge is not None:
                if merge not in places:
                    places[merge] = []
                    heappush(waiting, merge)
                places[merge].append(at)

        while waiting:
            merge = heappop(waiting)
            pair = self._order[merge - self._base]
            left, right = pair[0], pair[1]
            new = symbol(merge)
            for at in sorted(places.pop(merge)):
                second = after[at]
                if tokens[at] != left or second >= size or tokens[second] != right:
                    continue
                tokens[at], tokens[second] = new, None
                beyond = after[at] = after[second]
                previous = before[at]
                if beyond < size:
                    before[beyond] = at
                    note(at, new + (tokens[beyond] or ""))
                if previous >= 0:
                    note(previous, (tokens[previous] or "") + new)
        return [token for token in tokens if token]


def decode(ids: Iterable[int], vocabulary: Vocabulary, special: dict[int, str] | None = None) -> bytes:
    """The bytes that token ids stand for, joined; ``special`` gives the text of special tokens by id.

    Raises `BpetuiError` for an id that is in neither.
    """
    parts: list[bytes] = []
    for place, token_id in enumerate(ids, 1):
        if special and token_id in special:
            parts.append(special[token_id].encode())
        elif 0 <= token_id < len(vocabulary):
            parts.append(vocabulary[token_id])
        else:
            raise BpetuiError(
                f"id {token_id} (number {place}) is not in the vocabulary, which has the ids 0 to {len(vocabulary) - 1}"
            )
    return b"".join(parts)
