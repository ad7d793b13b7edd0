"""Paths as a user types them: ``~`` is the home folder, and some other beginnings mean something else than a file."""

from __future__ import annotations

from pathlib import Path

from bpetui.files.samples import SAMPLE

TABLE = "words:"
"""The beginning of the name of a table of word counts."""


def path_from_typed(text: str) -> Path:
    """Return the path that a user typed. It may be invalid: nothing is read."""
    path = Path(text)
    if not text.startswith("~"):  # ./~x is the same Path as ~x
        return path
    try:
        return path.expanduser()
    except RuntimeError:  # there is no such user, so it is the name of a file, as in the shell
        return path


def typed_path(path: str) -> str:
    """Return a path as a user types it; one that would be read as another name begins with ``./``."""
    return f"./{path}" if path.startswith(("~", " ", SAMPLE, TABLE)) else path
