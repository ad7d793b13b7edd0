"""Corpora made from a text in the test itself."""

from dataclasses import replace

from bpetui.core.corpus import Corpus
from bpetui.core.options import Options
from bpetui.core.progress import ReportProgress
from bpetui.core.splitting import Split, split_named
from bpetui.core.trainer import Trainer
from bpetui.worker.messages import Opened, Source
from bpetui.worker.training_run import TrainingRun


def options_of(split: str | Split = "none", options: Options | None = None) -> Options:
    """The options, with a split by its name."""
    return replace(options or Options(), split=split_named(split) if isinstance(split, str) else split)


def corpus_of(
    text: str, split: str | Split = "none", progress: ReportProgress | None = None, options: Options | None = None
) -> Corpus:
    """A text cut by a split, or as the options say."""
    return Corpus.from_text(text.encode(), options or options_of(split), progress)


def opened_of(corpus: Corpus, revision: int = 1, source: Source | None = None, notes: tuple[str, ...] = ()) -> Opened:
    """What the trainer's process says of a corpus."""
    return TrainingRun(Trainer(corpus), revision).opened(source or Source("text"), notes)
