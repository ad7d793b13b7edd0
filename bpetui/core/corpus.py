"""A text as the trainer needs it: its distinct words with their counts, and where each stands."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache
from itertools import accumulate

from bpetui.core.splitting import BLOCK_CHARACTERS, Split


class Corpus:
    """A text cut into words.

    ``words`` are the distinct words in order of first appearance, ``counts`` how often each stands in the text.
    The sequence of all words is not kept: a block of it is split again when it is looked at.
    """

    def __init__(self, text: str, split: Split, progress: Callable[[int, int], None] | None = None) -> None:
        """Split ``text`` into words, which holds no lone surrogates.

        ``progress`` is called after each block with the characters done and all there are; what it raises ends the
        work. Raises `BpetuiError` when a custom pattern does not finish.
        """
        self.text = text
        self.split = split
        self.character_count = len(text)
        found: Counter[str] = Counter()
        starts, byte_starts = array("Q", [0]), array("Q", [0])
        for stop, words in split.blocks(text):
            found.update(words)
            block_bytes = len(text[starts[-1] : stop].encode())
            starts.append(stop)
            byte_starts.append(byte_starts[-1] + block_bytes)
            if progress:
                progress(stop, len(text))
        self.words = list(found)
        self.counts = list(found.values())
        self.word_count = sum(self.counts)
        self.byte_count = byte_starts[-1]
        self._index = {word: index for index, word in enumerate(self.words)}
        self._starts, self._byte_starts = starts, byte_starts
        # The byte offset of every so many characters, since a block may be all of the text.
        parts = (text[at : at + BLOCK_CHARACTERS] for at in range(0, len(text), BLOCK_CHARACTERS))
        self._marks = array("Q", accumulate((len(part.encode()) for part in parts), initial=0))
        self._block = lru_cache(maxsize=8)(self._split_block)

    @property
    def block_count(self) -> int:
        """How many blocks the text was split in."""
        return len(self._starts) - 1

    def block_at(self, offset: int) -> int:
        """The number of the block that holds the byte at ``offset``; the last one for an offset past the end."""
        return max(0, min(bisect_right(self._byte_starts, offset), self.block_count) - 1)

    def block_bytes(self, number: int) -> bytes:
        """The text of a block in UTF-8."""
        return self.text[self._starts[number] : self._starts[number + 1]].encode()

    def character_at(self, offset: int) -> int:
        """The index in `text` of the character that the byte at ``offset`` is part of; its length past the end."""
        if offset >= self.byte_count:
            return self.character_count
        mark = bisect_right(self._marks, offset) - 1
        start = mark * BLOCK_CHARACTERS
        before = self.text[start : start + BLOCK_CHARACTERS].encode()[: offset - self._marks[mark]]
        return start + len(before.decode(errors="ignore"))  # an incomplete character is not counted

    def byte_at(self, character: int) -> int:
        """The byte offset of the character at an index in `text`: the inverse of `character_at`."""
        mark = character // BLOCK_CHARACTERS
        return self._marks[mark] + len(self.text[mark * BLOCK_CHARACTERS : character].encode())

    def data(self, start: int, stop: int) -> bytes:
        """The bytes of the text in UTF-8 from one byte offset to another."""
        first = self.character_at(start)
        data = self.text[first : self.character_at(stop) + 1].encode()
        begin = start - self.byte_at(first)
        return data[begin : begin + stop - start]

    def block(self, number: int) -> tuple[array[int], array[int]]:
        """The words of a block, as indices into `words`, and the byte offset in the text where each begins."""
        return self._block(number)

    def words_from(self, offset: int) -> Iterator[tuple[int, int]]:
        """The words, as indices into `words`, and where each begins, from the one that holds the byte at ``offset``."""
        for number in range(self.block_at(offset), self.block_count):
            words, starts = self.block(number)
            first = max(0, bisect_left(starts, offset + 1) - 1)
            yield from zip(words[first:], starts[first:], strict=True)

    def _split_block(self, number: int) -> tuple[array[int], array[int]]:
        _, words = next(self.split.blocks(self.text, self._starts[number]))
        lengths = (len(word.encode()) for word in words)
        starts = array("Q", accumulate(lengths, initial=self._byte_starts[number]))
        starts.pop()
        return array("Q", map(self._index.__getitem__, words)), starts
