"""What a CORPUS or TEXT on the command line names: a file, standard input, a sample."""

import codecs
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from io import BufferedReader
from pathlib import Path
from typing import cast

from bpetui.cli.arguments import TrainingOptions
from bpetui.cli.console import say
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.options import Options
from bpetui.files.samples import Sample, sample
from bpetui.files.text import decode
from bpetui.files.text_stream import decode_parts
from bpetui.worker.messages import Source

STANDARD_INPUT = "standard input"

_PART = 1 << 20


def find(corpus: str, encoding: str, *, is_table: bool = False) -> Source:
    """What ``corpus`` names: a path, ``-``, or ``sample:NAME``; nothing is read yet.

    Raises `UsageError` for a sample or an encoding that there is not, and for an empty name.
    """
    if not corpus:  # which for a path would be the folder that one is in
        raise UsageError("the name of the text is empty; name a file, - (standard input) or sample:NAME")
    decode(b"", corpus, encoding)  # an unknown encoding is said before there is anything to wait for
    if corpus == "-":
        return Source(STANDARD_INPUT, encoding=encoding, is_table=is_table)
    if named := named_sample(corpus):
        return Source(named.file, named.path, is_table=named.is_table)
    path = Path(corpus)
    return Source(path.name, path, encoding=encoding, is_table=is_table)


def named_sample(corpus: str) -> Sample | None:
    """The sample that ``corpus`` names, if it is one. Raises `UsageError` if there is none of that name."""
    return sample(corpus.removeprefix("sample:")) if corpus.startswith("sample:") else None


def held_out(options: TrainingOptions, corpus: Source) -> Source | None:
    """What ``--held-out`` names, read if it is standard input; None if it is not given."""
    if options.held_out is None:
        return None
    source = find(options.held_out, options.encoding)
    if source.path is None and corpus.path is None:
        raise UsageError("standard input cannot be both the corpus and the held-out text; name a file for one of them")
    return with_standard_input(source)


def training_options(options: TrainingOptions, corpus: str) -> Options:
    """The options of a training on ``corpus``: where it is a sample, with its alphabet, unless another is named."""
    named = named_sample(corpus)
    return options.options(named.alphabet, named.end_of_word) if named else options.options()


def with_standard_input(source: Source) -> Source:
    """The source itself, or with all of standard input in it, if that is what was named."""
    return source if source.path is not None else replace(source, data=read_standard_input())


def read_standard_input() -> bytes:
    """All of standard input, as it is."""
    return b"".join(standard_input_parts())


def standard_input_parts() -> Iterator[bytes]:
    """Standard input to its end, as it is, part by part."""
    if sys.stdin is None:
        raise BpetuiError("standard input is closed; give it a text, or name a file")
    if sys.stdin.isatty():
        say("reads what is typed; ctrl+d on a line of its own ends it")
    try:
        while part := cast(BufferedReader, sys.stdin.buffer).read1(_PART):
            yield part
    except OSError as error:
        raise BpetuiError(f"cannot read standard input: {error.strerror or error}") from error


def decoded(parts: Iterable[bytes], source: Source, note: Callable[[Sequence[str]], None]) -> Iterator[str]:
    """A text as it is read, part by part; held whole where it is not in UTF-8.

    ``note`` is told what the reader should know, as phrases that go after the name. Raises `BpetuiError` if it is not
    text in its encoding.
    """
    name = source.name if source.path is None else str(source.path)
    if codecs.lookup(source.encoding).name != "utf-8":
        file = decode(b"".join(parts), name, source.encoding)
        note(file.notes)
        yield file.text
        return
    is_first = True
    for text in decode_parts(parts, name):
        if is_first and text.startswith("\ufeff"):
            note(("begins with a BOM",))
        is_first = False
        yield text


def is_pipe(path: Path) -> bool:
    """Whether it is a pipe, which can be read only once."""
    try:
        return path.is_fifo()
    except OSError:  # whoever reads it will say
        return False


def say_notes(name: str, notes: Sequence[str]) -> None:
    """Say what the reader of a text should know."""
    for note in notes:
        say(f"{name} {note}")
