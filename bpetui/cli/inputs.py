"""The inputs that a command line names: a CORPUS or FILE (a file, standard input, a sample), or a TEXT itself."""

import codecs
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from io import BufferedReader
from pathlib import Path
from typing import cast

from bpetui.cli.arguments import CommandParser, ReadingArguments, TrainingArguments, add_reading
from bpetui.cli.progress_bar import ProgressBar
from bpetui.cli.standard_streams import print_message
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.normalization import normalized
from bpetui.core.notes import Note, sentences
from bpetui.core.options import Options
from bpetui.core.plurals import plural
from bpetui.core.utf8 import without_surrogates
from bpetui.files.samples import find_sample
from bpetui.files.source import Source
from bpetui.files.text import BOM_NOTE, check_encoding, decode, read_text
from bpetui.files.text_stream import decode_parts, normalized_parts

STANDARD_INPUT = "standard input"

_PART = 1 << 20
"""The most bytes read from standard input at once."""


# -- CORPUS and FILE ---------------------------------------------------------------------------------------------------


def find_source(name: str, encoding: str, *, is_table: bool = False) -> Source:
    """Return the source that ``name`` names: a path, ``-`` (standard input) or ``sample:NAME``; nothing is read yet.

    Raises `UsageError` for an unknown sample or encoding, and for an empty name.
    """
    if not name:  # as a path it would mean the current folder
        raise UsageError("the file name is empty; name a file, - (standard input) or sample:NAME")
    check_encoding(encoding)  # before anything takes time
    if name == "-":
        return Source(STANDARD_INPUT, encoding=encoding, is_table=is_table)
    if found := find_sample(name):
        return Source.from_sample(found)
    path = Path(name)
    return Source(path.name, path, encoding=encoding, is_table=is_table)


def ignored_word_counts(arguments: TrainingArguments, corpus: str) -> str:
    """Return a note if ``--word-counts`` is given for a sample that is a text; empty if not."""
    found = find_sample(corpus)
    if arguments.word_counts and found and not found.is_table:
        return f"{corpus} is a text, not a table of word counts; --word-counts is ignored"
    return ""


def held_out_source(arguments: TrainingArguments, corpus: Source) -> Source | None:
    """Return the source that ``--held-out`` names, None without it; standard input is read at once."""
    if arguments.held_out is None:
        return None
    source = find_source(arguments.held_out, arguments.encoding)
    if source.path is None and corpus.path is None:
        raise UsageError("standard input cannot be both the corpus and the held-out text; name a file for one of them")
    return source_with_data(source)


def training_options(arguments: TrainingArguments, corpus: str) -> Options:
    """Return the options of a training on ``corpus``; a sample has its own alphabet unless the arguments name one."""
    found = find_sample(corpus)
    return arguments.training_options(found.alphabet, found.end_of_word) if found else arguments.training_options()


def source_with_data(source: Source) -> Source:
    """Return the source; if it is standard input, with everything that standard input holds."""
    return source if source.path is not None else replace(source, data=b"".join(standard_input_parts()))


def standard_input_parts() -> Iterator[bytes]:
    """Yield standard input, unchanged, part by part, until it ends."""
    if sys.stdin is None:
        raise BpetuiError("standard input is closed; pipe a text into it or name a file")
    if sys.stdin.isatty():
        print_message("reading what you type; press ctrl+d on an empty line to finish")
    try:
        while part := cast(BufferedReader, sys.stdin.buffer).read1(_PART):
            yield part
    except OSError as error:
        reason = error.strerror or str(error)
        raise BpetuiError(f"cannot read standard input: {reason}") from error


def decode_source(
    parts: Iterable[bytes], source: Source, report_notes: Callable[[Sequence[Note]], None]
) -> Iterator[str]:
    """Yield a text as it is read, part by part; a text that is not in UTF-8 is held whole.

    ``report_notes`` receives the notes on it. Raises
    `BpetuiError` for a source that is not text in its encoding.
    """
    name = source.name if source.path is None else str(source.path)
    if codecs.lookup(source.encoding).name != "utf-8":
        file = decode(b"".join(parts), name, source.encoding)
        report_notes(file.notes)
        yield file.text
        return
    is_first = True
    for text in decode_parts(parts, name):
        if is_first and text.startswith("\ufeff"):
            report_notes((BOM_NOTE,))
        is_first = False
        yield text


def is_pipe(path: Path) -> bool:
    """Whether the path is a pipe, which can be read only once."""
    try:
        return path.is_fifo()
    except OSError:  # reading the path reports the error
        return False


def print_notes(name: str, notes: Sequence[Note]) -> None:
    """Print the notes on a file."""
    for sentence in sentences(notes, name):
        print_message(sentence)


# -- TEXT --------------------------------------------------------------------------------------------------------------


class TextArguments(ReadingArguments):
    """A text, and how to read it."""

    text: str


def add_text(parser: CommandParser) -> None:
    """Add the arguments of `TextArguments`."""
    parser.hint = "put quotes around a text with spaces"
    parser.add_argument(
        "text", metavar="TEXT", help="the text, or - for standard input; put -- before a text that begins with -"
    )
    add_reading(parser)


def text_parts(arguments: TextArguments, command: str, progress: ProgressBar) -> Iterator[str]:
    """Return the text of a command; standard input comes part by part, and ``progress`` shows how much was read.

    Raises `UsageError` for an unknown encoding, and the errors of `decode_source`.
    """
    source = find_source("-", arguments.encoding)
    if arguments.text != "-":
        return iter([text_argument(arguments.text, arguments.normalization, f"bpetui {command} - < FILE")])
    return normalized_parts(_standard_input_text(source, progress), arguments.normalization)


def text_argument(text: str, normalization: str, way_to_read_file: str) -> str:
    """Return a text given on the command line, normalized; print what may surprise."""
    if is_file(text):
        print_message(f"{text} is used as the text itself; to read the file, use {way_to_read_file}")
    text, replaced = without_surrogates(text)
    if replaced:
        print_message(
            plural(
                replaced,
                "the text contains {n} byte that is not UTF-8; U+FFFD replaces it",
                "the text contains {n} bytes that are not UTF-8; U+FFFD replaces each",
            )
        )
    return normalized(text, normalization)


def read_text_source(name: str, arguments: ReadingArguments) -> str:
    """Return the whole text of a file or of standard input, normalized; print what may surprise.

    Raises `BpetuiError` for a source that is not text.
    """
    source = find_source(name, arguments.encoding)
    if source.path is None:
        return "".join(normalized_parts(_standard_input_text(source, ProgressBar(False)), arguments.normalization))
    if source.is_table:
        raise UsageError(f"{source.name} is a table of word counts, not a text; name a text")
    file = read_text(source.path, source.encoding)
    print_notes(file.name, file.notes)
    return normalized(file.text, arguments.normalization)


def is_file(text: str) -> bool:
    """Whether a text is the name of a file, which the user may have meant."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def text_lines(parts: Iterable[str]) -> Iterator[list[str]]:
    """Yield the lines of a text as they arrive, several at a time, without their ends (LF or CR LF)."""
    held: list[str] = []
    for part in parts:
        first, *more = part.split("\n")
        held.append(first)
        if more:
            yield [line.removesuffix("\r") for line in ("".join(held), *more[:-1])]
            held = more[-1:]
    if last := "".join(held):
        yield [last]


def _standard_input_text(source: Source, progress: ProgressBar) -> Iterator[str]:
    done = 0

    def parts() -> Iterator[bytes]:
        nonlocal done
        for part in standard_input_parts():
            done += len(part)
            progress.show("reading", done, 0)
            yield part

    def report_notes(notes: Sequence[Note]) -> None:
        progress.clear()
        print_notes(source.name, notes)

    return decode_source(parts(), source, report_notes)
