"""What a CORPUS or TEXT on the command line names: a file, standard input, a sample."""

import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bpetui.cli.output import say
from bpetui.core.errors import BpetuiError
from bpetui.files.samples import sample
from bpetui.files.text import decode
from bpetui.worker.messages import Source

STANDARD_INPUT = "standard input"


def find(corpus: str, encoding: str, normalization: str) -> Source:
    """What ``corpus`` names: a path, ``-``, or ``sample:NAME``; nothing is read yet.

    Raises `UsageError` for a sample or an encoding that there is not.
    """
    decode(b"", corpus, encoding)  # an unknown encoding is said before there is anything to wait for
    if corpus == "-":
        return Source(STANDARD_INPUT, encoding=encoding, normalization=normalization)
    path = sample(corpus.removeprefix("sample:")).path if corpus.startswith("sample:") else Path(corpus)
    return Source(path.name, path, encoding=encoding, normalization=normalization)


def with_standard_input(source: Source) -> Source:
    """The source itself, or with all of standard input in it, if that is what was named."""
    return source if source.path is not None else replace(source, data=read_standard_input())


def read_standard_input() -> bytes:
    """All of standard input, as it is."""
    if sys.stdin is None:
        raise BpetuiError("standard input is closed; give it a text, or name a file")
    if sys.stdin.isatty():
        say("reads what is typed; ctrl+d on a line of its own ends it")
    try:
        return sys.stdin.buffer.read()
    except OSError as error:
        raise BpetuiError(f"cannot read standard input: {error.strerror or error}") from error


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
