"""A corpus for training: its distinct words, their counts, and their places."""

from __future__ import annotations

from array import array
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import accumulate

import regex

from bpetui.core.alphabet import BYTES, Alphabet
from bpetui.core.errors import BpetuiError
from bpetui.core.options import Options
from bpetui.core.progress import ReportProgress
from bpetui.core.splitting import NO_SPLIT, Split
from bpetui.core.utf8 import is_continuation, visible

CountWords = Callable[[bytes, Split, ReportProgress | None], tuple[dict[str, int], "array[int]"]]
"""A function that counts words, such as `count_words`."""

_TABLE_BLOCK = 4096
"""The number of words in a block of a table."""

_CONTINUATION = bytes(range(0x80, 0xC0))


class Corpus:
    """A text split into words, or a table of words and their counts.

    - ``words``: the distinct words in order of first occurrence; if there is an end-of-word mark, each word ends with
      it, except special tokens
    - ``counts``: how often each word occurs
    - ``alphabet``: the starting vocabulary
    - ``data``: the text in UTF-8. With an end-of-word mark: the words with their marks, and nothing between. For a
      table: each word and a line end
    - ``byte_count``, ``character_count``: the sizes of the text that was read, or that the words of a table were
      counted in

    The sequence of all words is not stored: a block of it is split again on demand.
    """

    def __init__(
        self,
        data: bytes,
        counts: Mapping[str, int],
        stops: Iterable[int],
        options: Options,
        sizes: tuple[int, int],
        read_block: Callable[[int], Sequence[str]] | None = None,
        gap: int = 0,
        alphabet: Alphabet | None = None,
    ) -> None:
        """Create a corpus.

        - ``stops``: the offsets where the blocks of ``data`` stop
        - ``sizes``: ``byte_count`` and ``character_count``
        - ``read_block``: returns the words of a block (default: split that part of ``data``)
        - ``gap``: the number of bytes after each word
        - ``alphabet``: the alphabet (default: the alphabet of the words)
        """
        self.data = data
        self.options = options
        self.words = list(counts)
        self.counts = list(counts.values())
        self.byte_count, self.character_count = sizes
        self.word_count = sum(self.counts)
        self.alphabet = _alphabet(self.words, options) if alphabet is None else alphabet
        self._index = {word: index for index, word in enumerate(self.words)}
        self._starts = array("Q", (0, *stops))
        self._read_block = read_block or self._split_again
        self._gap = gap
        self.block = lru_cache(maxsize=8)(self._indexed_block)

    def __getstate__(self) -> dict[str, object]:
        """Return the state for pickle, without the cache of blocks."""
        return {name: value for name, value in self.__dict__.items() if name != "block"}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)
        self.block = lru_cache(maxsize=8)(self._indexed_block)

    @classmethod
    def from_text(
        cls,
        data: bytes,
        options: Options,
        progress: ReportProgress | None = None,
        count: CountWords | None = None,
        alphabet: Alphabet | None = None,
    ) -> Corpus:
        """Split a normalized text in UTF-8.

        ``count`` counts the words (default: `count_words`); ``progress`` is called with the bytes done and all bytes.
        Raises `BpetuiError` if a custom pattern does not finish, or the end-of-word mark occurs in a word.
        """
        sizes = len(data), _characters(data)
        if options.end_of_word:
            data = options.marked(data.decode()).encode()
        counts, stops = (count or count_words)(data, options.words_split, progress)
        return cls(data, counts, stops, options, sizes, alphabet=alphabet)

    @classmethod
    def from_word_counts(cls, table: Mapping[str, int], options: Options) -> Corpus:
        """Create a corpus from words and their counts; a special token in a word splits it.

        Raises `BpetuiError` if the end-of-word mark, or white space that it replaces, occurs in a word.
        """
        counts: dict[str, int] = {}
        cut = replace(NO_SPLIT, special=options.special)
        special = set(options.special)
        size = characters = 0
        for word, count in table.items():
            size += len(word.encode()) * count
            characters += len(word) * count
            for part in cut.words(word) if special else (word,):
                if options.end_of_word and part not in special and regex.search(r"\s", part):
                    shown = visible(word[:40])
                    raise BpetuiError(
                        f"the word {shown} contains white space, which the end-of-word mark replaces; "
                        "remove the mark or the word"
                    )
                marked = part if part in special else options.marked_word(part)
                counts[marked] = counts.get(marked, 0) + count
        words = list(counts)
        groups = [words[at : at + _TABLE_BLOCK] for at in range(0, len(words), _TABLE_BLOCK)]
        blocks = ["".join(f"{word}\n" for word in group).encode() for group in groups]
        stops = accumulate(map(len, blocks))
        return cls(b"".join(blocks), counts, stops, options, (size, characters), groups.__getitem__, 1)

    @property
    def block_count(self) -> int:
        """The number of blocks that the text was split in."""
        return len(self._starts) - 1

    def block_at(self, offset: int) -> int:
        """Return the number of the block that contains the byte at ``offset``; the last one if it is past the end."""
        return max(0, min(bisect_right(self._starts, offset), self.block_count) - 1)

    def block_data(self, number: int) -> bytes:
        """Return the text of a block in UTF-8."""
        return self.data[self._starts[number] : self._starts[number + 1]]

    def character_start(self, offset: int) -> int:
        """Return the start of the character that contains the byte at ``offset``; at most the end of the text."""
        offset = min(offset, len(self.data))
        while 0 < offset < len(self.data) and is_continuation(self.data[offset]):
            offset -= 1
        return offset

    def words_from(self, offset: int) -> Iterator[tuple[int, int]]:
        """Yield the words from the one at the byte ``offset`` on: the index in `words` and the byte where it begins."""
        for number in range(self.block_at(offset), self.block_count):
            words, starts = self.block(number)
            first = max(0, bisect_left(starts, offset + 1) - 1)
            yield from zip(words[first:], starts[first:], strict=True)

    def _split_again(self, number: int) -> list[str]:
        return next(self.options.words_split.blocks(self.data, self._starts[number]))[1]

    def _indexed_block(self, number: int) -> tuple[array[int], array[int]]:
        """Return the words of a block, as indices into `words`, and the byte offset in the text where each begins."""
        words = self._read_block(number)
        lengths = (len(word.encode()) + self._gap for word in words)
        starts = array("Q", accumulate(lengths, initial=self._starts[number]))
        starts.pop()
        return array("Q", map(self._index.__getitem__, words)), starts


def count_words(data: bytes, split: Split, progress: ReportProgress | None = None) -> tuple[dict[str, int], array[int]]:
    """Count each word of a text in UTF-8, in order of first occurrence; return the counts and where the blocks stop.

    Raises `BpetuiError` if a custom pattern does not finish.
    """
    counts: Counter[str] = Counter()
    stops = array("Q")
    for stop, words in split.blocks(data):
        counts.update(words)
        stops.append(stop)
        if progress:
            progress(stop, len(data))
    return counts, stops


def _alphabet(words: Sequence[str], options: Options) -> Alphabet:
    if options.alphabet == "bytes":
        return BYTES
    special = set(options.special)
    return Alphabet.from_words((word for word in words if word not in special), options.end_of_word)


def _characters(data: bytes) -> int:
    """Return the number of characters in a text in UTF-8: its bytes that are not continuation bytes."""
    slices = (data[at : at + (1 << 20)] for at in range(0, len(data), 1 << 20))
    return sum(len(part.translate(None, _CONTINUATION)) for part in slices)
