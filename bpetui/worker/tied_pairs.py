"""The pairs that tie for the next merge, and where each first occurs."""

from __future__ import annotations

from collections.abc import Callable

from bpetui.worker.corpus_search import search
from bpetui.worker.messages import Find, TiedPair, Ties
from bpetui.worker.training_run import TrainingRun

_CONTEXT_BYTES = 48
"""How many bytes before and after a pair are reported."""


def explain_ties(run: TrainingRun, check: Callable[[], None]) -> Ties:
    """Return the pairs that tie, with their first places; ``check`` is called now and then and can end the search."""
    trainer, data = run.trainer, run.trainer.corpus.data
    size, start_of = trainer.vocabulary.size, trainer.corpus.character_start
    pairs = []
    tied = trainer.tied_pairs()
    count = trainer.count(*tied[0]) if tied else 0
    for left, right in tied:
        offset, _ = search(run, Find((left, right), -1), check)
        if offset is not None:  # always: its count is not 0
            stop = offset + size(left) + size(right)
            before = data[start_of(max(0, offset - _CONTEXT_BYTES)) : offset]
            pairs.append(
                TiedPair(left, right, offset, before, data[offset:stop], data[stop : start_of(stop + _CONTEXT_BYTES)])
            )
    return Ties(run.made, count, trainer.ties(count), tuple(pairs))
