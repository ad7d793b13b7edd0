"""A corpus as the trainer needs it: its distinct words with their counts, and where each stands."""

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
from bpetui.core.utf8 import visible

CountWords = Callable[[bytes, Split, ReportProgress | None], tuple[dict[str, int], "array[int]"]]
"""What counts words as `count_words` does."""

_TABLE_BLOCK = 4096
"""How many words of a table are a block."""

_CONTINUATION = bytes(range(0x80, 0xC0))


class Corpus:
    """A text cut into words, or a table of words.

    ``words`` are the distinct words in order of first appearance, ``counts`` how often each stands there; with an
    end-of-word mark each word but a special token ends with it. ``alphabet`` is the starting vocabulary. ``data`` is
    the text, in UTF-8: with an end mark, each word with the mark behind it and nothing between; of a table, each word
    and a line end. ``byte_count`` and ``character_count`` are those of the text as it was read, or, for a table, was
    counted. The sequence of all words is not kept: a block of it is split again when it is looked at.
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
        """``stops`` are where the blocks of ``data`` stop, ``sizes`` the bytes and characters as they are told.

        ``read_block`` gives the words of a block, by default by splitting that part of ``data``; there are ``gap``
        bytes behind each word. The alphabet is that of the words, unless it is given.
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

    @classmethod
    def from_text(
        cls,
        data: bytes,
        options: Options,
        progress: ReportProgress | None = None,
        count: CountWords | None = None,
        alphabet: Alphabet | None = None,
    ) -> Corpus:
        """Split a text in UTF-8, which is normalized already.

        ``count`` counts the words, by default `count_words`; the alphabet is that of the words, unless it is given.
        Raises `BpetuiError` when a custom pattern does not finish, or the end mark occurs in a word.
        """
        sizes = len(data), _characters(data)
        if options.end_of_word:
            data = options.marked(data.decode()).encode()
        counts, stops = (count or count_words)(data, options.words_split, progress)
        return cls(data, counts, stops, options, sizes, alphabet=alphabet)

    @classmethod
    def from_word_counts(cls, table: Mapping[str, int], options: Options) -> Corpus:
        """Take words with their counts; a special token in one cuts it in parts.

        Raises `BpetuiError` if the end mark occurs in a word, or a word holds white space that the mark stands for.
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
                    raise BpetuiError(
                        f"the word {visible(word[:40])} holds white space, which the end mark stands for; "
                        "leave the mark out, or that word"
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
        """How many blocks the text was split in."""
        return len(self._starts) - 1

    def block_at(self, offset: int) -> int:
        """The number of the block that holds the byte at ``offset``; the last one for an offset past the end."""
        return max(0, min(bisect_right(self._starts, offset), self.block_count) - 1)

    def block_data(self, number: int) -> bytes:
        """The text of a block in UTF-8."""
        return self.data[self._starts[number] : self._starts[number + 1]]

    def character_start(self, offset: int) -> int:
        """Where the character begins that the byte at ``offset`` is part of; the end of the text past it."""
        offset = min(offset, len(self.data))
        while 0 < offset < len(self.data) and self.data[offset] & 0xC0 == 0x80:
            offset -= 1
        return offset

    def words_from(self, offset: int) -> Iterator[tuple[int, int]]:
        """The words, as indices into `words`, and where each begins, from the one that holds the byte at ``offset``."""
        for number in range(self.block_at(offset), self.block_count):
            words, starts = self.block(number)
            first = max(0, bisect_left(starts, offset + 1) - 1)
            yield from zip(words[first:], starts[first:], strict=True)

    def _split_again(self, number: int) -> list[str]:
        return next(self.options.words_split.blocks(self.data, self._starts[number]))[1]

    def _indexed_block(self, number: int) -> tuple[array[int], array[int]]:
        """The words of a block, as indices into `words`, and the byte offset in the text where each begins."""
        words = self._read_block(number)
        lengths = (len(word.encode()) + self._gap for word in words)
        starts = array("Q", accumulate(lengths, initial=self._starts[number]))
        starts.pop()
        return array("Q", map(self._index.__getitem__, words)), starts


def count_words(data: bytes, split: Split, progress: ReportProgress | None = None) -> tuple[dict[str, int], array[int]]:
    """How often each word stands in a text in UTF-8, in order of first appearance, and where the blocks of it stop.

    Raises `BpetuiError` when a custom pattern does not finish.
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
    """How many characters a text in UTF-8 has: bytes that do not continue one."""
    slices = (data[at : at + (1 << 20)] for at in range(0, len(data), 1 << 20))
    return sum(len(part.translate(None, _CONTINUATION)) for part in slices)
