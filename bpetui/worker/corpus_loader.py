"""Loading: from the source of a corpus to a trainer on it, or to a held-out text."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

import regex

from bpetui.core.corpus import Corpus
from bpetui.core.errors import BpetuiError
from bpetui.core.held_out import HeldOut
from bpetui.core.normalization import normalized, normalized_counts
from bpetui.core.notes import Note
from bpetui.core.options import Options
from bpetui.core.trainer import BpeTrainer
from bpetui.core.utf8 import SPACE, visible
from bpetui.files import word_counts
from bpetui.files.source import Source
from bpetui.files.text import TextFile, decode, read_text
from bpetui.worker.counting.parallel_count import count_words
from bpetui.worker.messages import Phase

Watch = Callable[[Phase, int, int], None]
"""A callback for the progress of loading: the phase, what is done and the total. If it raises, the work ends."""


def load(source: Source, options: Options, watch: Watch) -> tuple[BpeTrainer, tuple[Note, ...]]:
    """Return a trainer on the corpus, and notes on the file.

    Raises `BpetuiError` if the file cannot be read, is not text, or does not fit into memory.
    """
    options.check()
    try:
        corpus, notes = _read_corpus(source, options, watch)
        return BpeTrainer(corpus, progress=partial(watch, "counting")), notes
    except MemoryError:
        raise BpetuiError(f"there is not enough memory for {visible(source.name)}; open part of it") from None


def load_held_out(source: Source, trained: Corpus, watch: Watch) -> tuple[HeldOut, tuple[Note, ...]]:
    """Return a held-out text, split as the corpus ``trained``, and notes on it as `load` returns them.

    Raises `BpetuiError` as `load` does, and for a table or an empty text.
    """
    if source.is_table:
        raise BpetuiError(f"{visible(source.name)} is a table of word counts; hold out a text instead")
    try:
        file = _read(source, watch)
        if not file.data:
            raise BpetuiError(f"{visible(source.name)} is empty; hold out a text with at least one character")
        held_out = HeldOut(normalized_data(file.data, trained.options), trained, partial(watch, "splitting"))
        notes = [*file.notes]
        if held_out.is_trained_on:
            sentence = "{name} is the corpus itself, so its figures say nothing about other texts"
            notes.append(Note(sentence))
        return held_out, tuple(notes)
    except MemoryError:
        raise BpetuiError(f"there is not enough memory for {visible(source.name)}; hold out part of it") from None


def _read_corpus(source: Source, options: Options, watch: Watch) -> tuple[Corpus, tuple[Note, ...]]:
    file = _read(source, watch)
    if source.is_table:
        table, notes = word_counts.loads(file.data, source.name)
        return Corpus.from_word_counts(normalized_counts(table, options.normalization), options), (*file.notes, *notes)
    data = normalized_data(file.data, options)
    corpus = Corpus.from_text(data, options, partial(watch, "splitting"), count_words)
    return corpus, (*file.notes, *_notes(data, corpus))


def _notes(data: bytes, corpus: Corpus) -> Iterator[Note]:
    """Yield notes on a text under these options."""
    if _TABLE.match(data):
        yield Note(
            "{name} looks like a table of word counts but is read as plain text; "
            "to read it as a table, use --word-counts, or on the screen open words:{name}"
        )
    for word, count in zip(corpus.words, corpus.counts, strict=True) if corpus.options.special else ():
        if word in corpus.options.special:
            yield Note.plural(
                count,
                "{name} contains the special token {token} {n} time; it is excluded from training",
                "{name} contains the special token {token} {n} times; it is excluded from training",
                token=visible(word, space=SPACE),
            )
    if corpus.options.end_of_word and regex.search(r"\s\s|[^\S ]|\A\s", data.decode()):
        yield Note("{name} contains white space that is lost: an end-of-word mark represents one space")


_TABLE = regex.compile(rb"(?:[^\t\n]+\t[0-9]+\r?(?:\n|\Z)){3}")
"""The first three lines of a table of word counts."""


def normalized_data(data: bytes, options: Options) -> bytes:
    """Return a text in UTF-8 in the normal form of the options."""
    return data if options.normalization == "none" else normalized(data.decode(), options.normalization).encode()


def _read(source: Source, watch: Watch) -> TextFile:
    if source.data is not None:
        return decode(source.data, source.name, source.encoding)
    if source.path is None:
        raise BpetuiError(f"{visible(source.name)} has no file and no data to read")
    return read_text(source.path, source.encoding, partial(watch, "reading"))
