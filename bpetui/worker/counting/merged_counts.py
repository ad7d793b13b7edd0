"""The counts of the words in several segments, and in which segment each word first appears."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from bpetui.core.splitting import Split


class MergedCounts:
    """The counts of the words in the segments added so far; each segment is UTF-8 text and split by itself."""

    def __init__(self, split: Split) -> None:
        self._split = split
        self._counts: Counter[str] = Counter()
        self._distinct = array("Q")  # how many distinct words there were after each segment

    def add(self, segment: bytes) -> None:
        """Add the words of a segment."""
        for _, words in self._split.blocks(segment):
            self._counts.update(words)
        self._distinct.append(len(self._counts))

    def new_words(self) -> Iterator[dict[str, int]]:
        """Yield for each segment the words that no earlier one has, in order, with their counts in all segments."""
        counts = iter(self._counts.items())
        before = 0
        for distinct in self._distinct:
            yield dict(islice(counts, distinct - before))
            before = distinct
