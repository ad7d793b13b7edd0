"""Why the next pair is the next: those that tie with it, and where each is met first."""

from __future__ import annotations

from collections.abc import Callable

from bpetui.worker.corpus_search import search
from bpetui.worker.messages import Find, TiedPair, Ties
from bpetui.worker.training_run import TrainingRun

_AROUND = 48
"""Bytes that are told of what stands before a pair, and behind it."""


def explain_ties(run: TrainingRun, check: Callable[[], None]) -> Ties:
    """The pairs that tie, and where each is met first; ``check`` is called now and then, and may end it."""
    trainer, data = run.trainer, run.trainer.corpus.data
    size, start_of = trainer.vocabulary.size, trainer.corpus.character_start
    pairs = []
    tied = trainer.tied()
    count = trainer.count(*tied[0]) if tied else 0
    for left, right in tied:
        offset, _ = search(run, Find((left, right), -1), check)
        if offset is not None:  # it is there, since its count is
            stop = offset + size(left) + size(right)
            before = data[start_of(max(0, offset - _AROUND)) : offset]
            pairs.append(
                TiedPair(left, right, offset, before, data[offset:stop], data[stop : start_of(stop + _AROUND)])
            )
    return Ties(run.revision, run.number, count, trainer.ties(count), tuple(pairs))
