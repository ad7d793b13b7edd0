"""Runs as the app knows them, after some merges of a real trainer."""

from bpetui.core.options import Options
from bpetui.core.trainer import BpeTrainer
from bpetui.tui.run.run_state import RunState
from bpetui.worker.messages import Reason, RunProgress
from tests.sample_corpora import corpus_of, opened_of

TOY = "aaabdaaabac"
"""The text of the classic example, which allows 7 merges: aa, aaa, aaab, ..."""


def progress_of(
    trainer: BpeTrainer, *, undone: int = 0, moving: bool = False, reason: Reason = "", **more: object
) -> RunProgress:
    """The message about all merges that a trainer has made."""
    merges = tuple(trainer.merges)
    return RunProgress(len(merges), undone, trainer.tokens, 1, merges, moving, reason, **more)  # type: ignore[arg-type]


def run_after(merges: int, text: str = TOY, *, target: int = 4, options: Options | None = None) -> RunState:
    """A run on a text after some merges; ``target`` is the number of merges to stop at."""
    corpus = corpus_of(text, options=options)
    trainer = BpeTrainer(corpus)
    trainer.seek(merges)
    run = RunState(opened_of(corpus), len(corpus.alphabet) + target)
    run.update(progress_of(trainer))
    return run
