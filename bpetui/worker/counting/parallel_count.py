"""Counting the words of large texts in processes that work at the same time, with the result that one would have.

The segments of a text go to whichever process is free. Each process tells which words were new to it in which of its
segments, and how often it met them in all; put together in the order of the segments, that gives the words in order
of first appearance.
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

PARALLEL = 1 << 21
"""From how many bytes on it takes less time to start processes than to count in this one."""

MOST_PROCESSES = 8


class _Counter(Protocol):
    """A `MergedCounts`, or a `CountingPool`, which is imported only where it is needed."""

    def add(self, segment: bytes, /) -> None: ...

    def parts(self) -> Iterator[dict[str, int]]: ...


def count_words(data: bytes, split: Split, progress: ReportProgress | None = None) -> tuple[dict[str, int], array[int]]:
    """As `corpus.count_words`, and in parallel where that takes less time.

    If a process is lost, for want of memory or because it is killed, all is counted again in this one.
    """
    if split.is_local and len(data) >= PARALLEL and _processors() > 1:
        from bpetui.worker.counting.pool import ProcessLostError

        with suppress(ProcessLostError):
            return _count_in_parallel(data, split, progress or _ignore)
    return corpus.count_words(data, split, progress)


def _count_in_parallel(data: bytes, split: Split, progress: ReportProgress) -> tuple[dict[str, int], array[int]]:
    all_stops = array("Q")

    def parts() -> Iterator[bytes]:
        for segment, stops in segments_of_data(data, split):
            yield segment
            all_stops.extend(stops)
            progress(stops[-1], len(data))

    return count_segments(parts(), split, lambda: progress(len(data), len(data))), all_stops


def count_segments(parts: Iterable[bytes], split: Split, waited: Callable[[], None] | None = None) -> dict[str, int]:
    """How often each word stands in the segments of one or more texts, in order of first appearance.

    Segments are split by a local split, each by itself. ``waited`` is called now and then when all segments are taken
    and their counts are put together. What it raises, or ``parts``, ends the work at once, and the processes with it.
    The memory that all this takes grows with the distinct words only.

    Raises `BpetuiError` if a process is lost.
    """
    parts = iter(parts)
    first = _first(parts)
    parts = chain(first, parts)
    if sum(map(len, first)) >= PARALLEL and _processors() > 1:
        from bpetui.worker.counting.pool import CountingPool

        with CountingPool(split, _processors()) as pool:
            if len(pool):
                return _count(parts, pool, waited)
    return _count(parts, MergedCounts(split), waited)


def _count(parts: Iterable[bytes], counter: _Counter, waited: Callable[[], None] | None) -> dict[str, int]:
    for part in parts:
        counter.add(part)
    counts: dict[str, int] = {}
    for counted in counter.parts():
        for word, count in counted.items():
            counts[word] = counts.get(word, 0) + count
        if waited:
            waited()
    return counts


def _first(parts: Iterator[bytes]) -> list[bytes]:
    """Enough segments to see that it is worth while to start processes, or all there are."""
    first: list[bytes] = []
    size = 0
    while size < PARALLEL and (part := next(parts, None)) is not None:
        first.append(part)
        size += len(part)
    return first


def _processors() -> int:
    """How many processes can work at the same time, within a limit."""
    there = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    return min(there, MOST_PROCESSES)


def _ignore(done: int, total: int) -> None:
    """Nobody wants to know."""
