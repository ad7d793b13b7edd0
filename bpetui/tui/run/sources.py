"""Texts by the names that a user types: a file, ``sample:NAME``, or ``words:FILE`` for a table of word counts.

The encoding can follow the name of a file: ``notes.txt encoding=gb18030``.
"""

from __future__ import annotations

import re
from dataclasses import replace

from bpetui.core.errors import BpetuiError
from bpetui.core.options import Options
from bpetui.core.utf8 import visible
from bpetui.files.samples import SAMPLE, find_sample, samples
from bpetui.files.source import Source
from bpetui.files.text import check_encoding, read_beginning, size_of
from bpetui.tui.run.typed_paths import TABLE, path_from_typed, typed_path

_ENCODING = re.compile(r"(.*\S)\s+encoding=(\S*)", re.DOTALL)


def without_encoding(text: str) -> tuple[str, str | None]:
    """Split an answer into the name of a text and the encoding after it, None if there is none."""
    found = _ENCODING.fullmatch(text)
    return (found[1], found[2]) if found else (text, None)


def with_encoding(source: Source, encoding: str) -> str:
    """Return the name of a text as a user types it, with its encoding."""
    return f"{_without_its_encoding(source)} encoding={encoding}"


def typed_name(source: Source, encoding: str) -> str:
    """Return the name of a text as a user types it; the encoding follows if it is not ``encoding``."""
    for each in samples():
        if each.path == source.path:
            return f"{SAMPLE}{each.name}"
    return _without_its_encoding(source) if source.encoding == encoding else with_encoding(source, source.encoding)


def _without_its_encoding(source: Source) -> str:
    name = typed_path(str(source.path)) if source.path else source.name
    return f"{TABLE}{name}" if source.is_table else name


def named(text: str, encoding: str) -> Source:
    """Return the text with a name, in ``encoding`` unless the name has another; only its first bytes are read.

    Raises `BpetuiError` for a name that leads to no text.
    """
    text, own = without_encoding(text)
    if own == "":
        raise BpetuiError("type the encoding of the file after encoding=, such as gb18030")
    encoding = own or encoding
    check_encoding(encoding)
    try:
        if found := find_sample(text):
            return Source.from_sample(found)
        name = text.removeprefix(TABLE)
        if not name:
            raise BpetuiError(f"type the name of a file after {text}")
        path = path_from_typed(name)
        if path.is_fifo():  # can be read only once, and might never end
            raise BpetuiError(f"{path} is a pipe; give it to the command: bpetui - < PIPE")
    except (ValueError, OSError) as error:  # NUL; too long
        raise BpetuiError(f"{visible(text[:60])} is not a valid file name") from error
    size_of(path)  # report the error while the question is open
    read_beginning(path)
    return Source(path.name, path, None, encoding, text.startswith(TABLE))


def options_for(text: str, options: Options) -> Options:
    """Return the options to open a text with: some samples bring their own alphabet."""
    if options.alphabet == "bytes" and (found := find_sample(text)):
        return replace(options, alphabet=found.alphabet, end_of_word=found.end_of_word)
    return options
