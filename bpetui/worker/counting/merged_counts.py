"""How often each word stands in some segments of a text, and in which of them it came up first."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator
from itertools import islice

from bpetui.core.splitting import Split


class MergedCounts:
    """The words of the segments that were added, each a text in UTF-8 that is split by itself."""

    def __init__(self, split: Split) -> None:
        self._split = split
        self._counts: Counter[str] = Counter()
        self._distinct = array("Q")  # how many distinct words there were after each segment

    def add(self, segment: bytes) -> None:
        """Count the words of one more segment."""
        for _, words in self._split.blocks(segment):
            self._counts.update(words)
        self._distinct.append(len(self._counts))

    def parts(self) -> Iterator[dict[str, int]]:
        """For each segment the words that none before it holds, in order, with their counts in all of the segments."""
        counts = iter(self._counts.items())
        before = 0
        for distinct in self._distinct:
            yield dict(islice(counts, distinct - before))
            before = distinct
