"""What a person names as a text: a file, ``sample:NAME``, or ``words:FILE`` for a table of words with counts."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from bpetui.core.errors import BpetuiError
from bpetui.core.options import Options
from bpetui.core.utf8 import visible
from bpetui.files.samples import sample
from bpetui.files.text import read_beginning, size_of
from bpetui.worker.messages import Source

_TABLE = "words:"


def named(text: str, encoding: str) -> Source:
    """The text that is named; nothing is read yet. Raises `BpetuiError` for a name that is none of a text."""
    try:
        if text.startswith("sample:"):
            found = sample(text.removeprefix("sample:"))
            return Source(found.file, found.path, is_table=found.is_table)
        name = text.removeprefix(_TABLE)
        if not name:
            raise BpetuiError(f"{text} is to be followed by the name of a file")
        path = Path(name).expanduser()
        if path.is_fifo():  # which the trainer's process could read only once, and would wait for
            raise BpetuiError(f"{path} is a pipe; give it to the command: bpetui - < PIPE")
    except (RuntimeError, ValueError, OSError) as error:  # no such user's home; NUL; too long
        raise BpetuiError(f"{visible(text[:60])} is not a valid file name") from error
    size_of(path)  # or it would be said only when something else is in front
    read_beginning(path)
    return Source(path.name, path, None, encoding, text.startswith(_TABLE))


def fitting(options: Options, text: str) -> Options:
    """The options to open ``text`` with: a sample that is to be learned by its characters is."""
    if text.startswith("sample:") and options.alphabet == "bytes":
        found = sample(text.removeprefix("sample:"))
        return replace(options, alphabet=found.alphabet, end_of_word=found.end_of_word)
    return options
