"""Encoding of text into token ids."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import chain

from bpetui.core.models import Model
from bpetui.core.splitting import Split


class Encoder:
    """An encoder of text: a split cuts it into words, and a model encodes each word.

    Words have the alphabet's end-of-word mark, if there is one. ``special`` gives the ids of the special tokens of the
    split.
    """

    def __init__(self, split: Split, model: Model, special: Mapping[str, int] | None = None) -> None:
        self.split, self.model = split, model
        split.compile()
        self._special = {token: special[token] for token in split.special} if special else {}

    def encode(self, text: str, *, time_limit: float | None = None) -> list[int]:
        """Return the token ids of a text without lone surrogates.

        Raises `BpetuiError` if a custom pattern takes longer than ``time_limit`` seconds (default: the limit of the
        split) for one block of the text.
        """
        data = text.encode()
        blocks = self.split.blocks(data) if time_limit is None else self.split.blocks(data, time_limit=time_limit)
        return self.encode_words(chain.from_iterable(words for _, words in blocks))

    def encode_words(self, words: Iterable[str]) -> list[int]:
        """Return the token ids of the words that the split made of a text."""
        special, encode_word = self._special, self.model.encode_word
        if not special:
            return list(chain.from_iterable(map(encode_word, words)))
        found = ((special[word],) if word in special else encode_word(word) for word in words)
        return list(chain.from_iterable(found))
