"""From where a corpus comes to a trainer on it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import regex

from bpetui.core.corpus import Corpus
from bpetui.core.errors import BpetuiError
from bpetui.core.held_out import HeldOut
from bpetui.core.normalization import normalized, normalized_counts
from bpetui.core.options import Options
from bpetui.core.trainer import Trainer
from bpetui.core.utf8 import SPACE, visible
from bpetui.files import word_counts
from bpetui.files.text import TextFile, decode, read_text
from bpetui.worker.counting.parallel_count import count_words
from bpetui.worker.messages import Phase, Source

Watch = Callable[[Phase, int, int], None]
"""Told how far the work is: the phase, what is done and what there is of it. What it raises ends the work."""


def load(source: Source, options: Options, watch: Watch) -> tuple[Trainer, tuple[str, ...]]:
    """A trainer on the corpus, and what is odd about the file, as phrases that go after its name.

    Raises `BpetuiError` if it cannot be read, is not text, or is too large for the memory there is.
    """
    options.check()
    try:
        corpus, notes = _read_corpus(source, options, watch)
        return Trainer(corpus, progress=partial(watch, "counting")), notes
    except MemoryError:
        raise BpetuiError(f"there is not enough memory for {visible(source.name)}; open a part of it") from None


def load_held_out(source: Source, trained: Corpus, watch: Watch) -> tuple[HeldOut, tuple[str, ...]]:
    """A text to measure the merges on, cut as the corpus that they are learned from, and what is odd about it.

    Raises `BpetuiError` as `load` does.
    """
    if source.is_table:
        raise BpetuiError(f"{visible(source.name)} is a table of words; hold out a text")
    try:
        file = _read(source, watch)
        if not file.data:
            raise BpetuiError(f"{visible(source.name)} is empty; a held-out text must hold something to measure")
        held_out = HeldOut(normalized_data(file.data, trained.options), trained, partial(watch, "splitting"))
        notes = [*file.notes]
        if held_out.is_trained_on:
            notes.append("is the corpus itself, so that its figures say nothing about other texts")
        return held_out, tuple(notes)
    except MemoryError:
        raise BpetuiError(f"there is not enough memory for {visible(source.name)}; hold out a part of it") from None


def _read_corpus(source: Source, options: Options, watch: Watch) -> tuple[Corpus, tuple[str, ...]]:
    file = _read(source, watch)
    if source.is_table:
        table, notes = word_counts.loads(file.data, source.name)
        return Corpus.from_word_counts(normalized_counts(table, options.normalization), options), (*file.notes, *notes)
    data = normalized_data(file.data, options)
    corpus = Corpus.from_text(data, options, partial(watch, "splitting"), count_words)
    return corpus, (*file.notes, *_notes(data, corpus))


def _notes(data: bytes, corpus: Corpus) -> Iterator[str]:
    """What is odd about a text under the options."""
    if _TABLE.match(data):
        yield "looks like a table of words with counts, and is taken as plain text; --word-counts reads it as one"
    for word, count in zip(corpus.words, corpus.counts, strict=True) if corpus.options.special else ():
        if word in corpus.options.special:
            times = f"{count:,} time{'s' * (count > 1)}"
            yield f"holds the special token {visible(word, space=SPACE)} {times}; it is kept out of training"
    if corpus.options.end_of_word and regex.search(r"\s\s|[^\S ]|\A\s", data.decode()):
        yield "has white space that is not kept: an end mark stands for one space"


_TABLE = regex.compile(rb"(?:[^\t\n]+\t[0-9]+\r?(?:\n|\Z)){3}")
"""The first lines of what is a table of words."""


def normalized_data(data: bytes, options: Options) -> bytes:
    """A text in UTF-8 in the normal form that the options ask for."""
    return data if options.normalization == "none" else normalized(data.decode(), options.normalization).encode()


def _read(source: Source, watch: Watch) -> TextFile:
    if source.data is not None:
        return decode(source.data, source.name, source.encoding)
    if source.path is None:
        raise BpetuiError(f"there is nothing to read for {visible(source.name)}")
    return read_text(source.path, source.encoding, partial(watch, "reading"))
