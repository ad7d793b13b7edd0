"""Corpora of texts in the tests."""

from dataclasses import replace

from bpetui.core.corpus import Corpus
from bpetui.core.notes import Note
from bpetui.core.options import Options
from bpetui.core.progress import ReportProgress
from bpetui.core.splitting import Split, split_named
from bpetui.core.trainer import BpeTrainer
from bpetui.files.source import Source
from bpetui.worker.messages import Opened
from bpetui.worker.training_run import TrainingRun


def options_of(split: str | Split = "none", options: Options | None = None) -> Options:
    """Return the options with a split, given by name or as a `Split`."""
    return replace(options or Options(), split=split_named(split) if isinstance(split, str) else split)


def corpus_of(
    text: str, split: str | Split = "none", progress: ReportProgress | None = None, options: Options | None = None
) -> Corpus:
    """Return the corpus of a text, with a split or with the given options."""
    return Corpus.from_text(text.encode(), options or options_of(split), progress)


def opened_of(corpus: Corpus, source: Source | None = None, notes: tuple[Note, ...] = ()) -> Opened:
    """Return the message of the trainer's process about an opened corpus."""
    return TrainingRun(BpeTrainer(corpus)).opened(source or Source("text"), notes)
