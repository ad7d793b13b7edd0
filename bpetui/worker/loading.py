"""From where a corpus comes to a trainer on it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from bpetui.core.corpus import Corpus
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.splitting import Split
from bpetui.core.trainer import Trainer
from bpetui.core.utf8 import visible
from bpetui.files.text import NORMALIZATIONS, TextFile, decode, normalized, read_text
from bpetui.worker.messages import Source

Watch = Callable[[str, int, int], None]
"""Told how far the work is: the phase, what is done and what there is of it. What it raises ends the work."""


def load(source: Source, split: Split, watch: Watch) -> tuple[Trainer, tuple[str, ...]]:
    """A trainer on the corpus, and what is odd about the file.

    Raises `BpetuiError` if it cannot be read, is not text, or is too large for the memory there is.
    """
    if source.normalization not in NORMALIZATIONS:
        raise UsageError(
            f"there is no normal form {visible(source.normalization)}; there are {', '.join(NORMALIZATIONS)}"
        )
    try:
        file = _read(source, watch)
        corpus = Corpus(normalized(file.text, source.normalization), split, partial(watch, "splitting"))
        return Trainer(corpus, progress=partial(watch, "counting")), file.notes
    except MemoryError:
        raise BpetuiError(f"there is not enough memory for {visible(source.name)}; open a part of it") from None


def _read(source: Source, watch: Watch) -> TextFile:
    if source.data is not None:
        return decode(source.data, source.name, source.encoding)
    if source.path is None:
        raise BpetuiError(f"there is nothing to read for {visible(source.name)}")
    return read_text(source.path, source.encoding, partial(watch, "reading"))
