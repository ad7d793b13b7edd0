"""Count the words of large texts in several processes, with the same result as in one.

A free process takes the next segment of the text. At the end each process reports, for each of its segments, the words
that it had not seen before, with their counts in all its segments. Merged in the order of the segments, these reports
give the words in order of first appearance.
"""

from __future__ import annotations

import os
from array import array
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import chain
from typing import Protocol

from bpetui.core import corpus
from bpetui.core.progress import ReportProgress
from bpetui.core.splitting import Split
from bpetui.worker.counting.merged_counts import MergedCounts
from bpetui.worker.counting.segments import segments_of_data

PARALLEL_BYTES = 1 << 21
"""The size from which several processes are faster than this one, including the time to start them."""

MOST_PROCESSES = 8


class _Counter(Protocol):
    """A `MergedCounts`, or a `CountingPool`, which is imported only where it is needed."""

    def add(self, segment: bytes, /) -> None: ...

    def new_words(self) -> Iterator[dict[str, int]]: ...


def count_words(data: bytes, split: Split, progress: ReportProgress | None = None) -> tuple[dict[str, int], array[int]]:
    """Count words as `corpus.count_words` does, in parallel where that is faster.

    If a process is lost, because memory runs out or it is killed, this process counts everything again.
    """
    if split.is_local and len(data) >= PARALLEL_BYTES and _processors() > 1:
        from bpetui.worker.counting.pool import ProcessLostError

        with suppress(ProcessLostError):
            return _count_in_parallel(data, split, progress or _ignore)
    return corpus.count_words(data, split, progress)


def _count_in_parallel(data: bytes, split: Split, progress: ReportProgress) -> tuple[dict[str, int], array[int]]:
    all_stops = array("Q")

    def segments() -> Iterator[bytes]:
        for segment, stops in segments_of_data(data, split):
            yield segment
            all_stops.extend(stops)
            progress(stops[-1], len(data))

    return count_segments(segments(), split, lambda: progress(len(data), len(data))), all_stops


def count_segments(
    segments: Iterable[bytes], split: Split, on_merge: Callable[[], None] | None = None
) -> dict[str, int]:
    """Return the counts of the words in segments of one or more texts, in order of first appearance.

    The split must be local; each segment is split by itself. ``on_merge`` is called after the counts of each segment
    are merged into the total. If it or ``segments`` raises, the work ends at once, and so do the processes. The memory
    used grows only with the number of distinct words.

    Raises `BpetuiError` if a process is lost.
    """
    segments = iter(segments)
    first = _first(segments)
    segments = chain(first, segments)
    if sum(map(len, first)) >= PARALLEL_BYTES and _processors() > 1:
        from bpetui.worker.counting.pool import CountingPool

        with CountingPool(split, _processors()) as pool:
            if len(pool):
                return _count(segments, pool, on_merge)
    return _count(segments, MergedCounts(split), on_merge)


def _count(segments: Iterable[bytes], counter: _Counter, on_merge: Callable[[], None] | None) -> dict[str, int]:
    for segment in segments:
        counter.add(segment)
    counts: dict[str, int] = {}
    for new_words in counter.new_words():
        for word, count in new_words.items():
            counts[word] = counts.get(word, 0) + count
        if on_merge:
            on_merge()
    return counts


def _first(segments: Iterator[bytes]) -> list[bytes]:
    """Return enough segments to decide that several processes are faster, or all if there are not enough."""
    first: list[bytes] = []
    size = 0
    while size < PARALLEL_BYTES and (segment := next(segments, None)) is not None:
        first.append(segment)
        size += len(segment)
    return first


def _processors() -> int:
    """Return how many processes can run at the same time, at most `MOST_PROCESSES`."""
    available = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(available, MOST_PROCESSES)


def _ignore(done: int, total: int) -> None:
    """Do nothing with the progress."""
