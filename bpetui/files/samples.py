"""The sample corpora that come with the program."""

from __future__ import annotations

import atexit
import json
from contextlib import ExitStack
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.options import AlphabetName
from bpetui.core.utf8 import visible

if TYPE_CHECKING:
    from importlib.abc import Traversable


SAMPLE = "sample:"
"""The beginning of the name by which a user names a sample."""


@dataclass(frozen=True)
class Sample:
    """A corpus with a name (``sample:NAME``), a title for lists, and a line ``about`` what it shows.

    ``file`` is the name of its file, and ``path`` is where to read it: a copy if the program is in a zip. ``is_table``:
    it is a table of words with their counts. ``alphabet`` and ``end_of_word`` are the options to train with by default.
    """

    name: str
    title: str
    about: str
    file: str
    path: Path
    is_table: bool = False
    alphabet: AlphabetName = "bytes"
    end_of_word: str = ""


def samples() -> list[Sample]:
    """Return the samples in a good order to explore them. Raises BpetuiError if they are not installed."""
    folder = assets_folder()
    try:
        entries = json.loads((folder / "samples.json").read_text(encoding="utf-8"))
    except OSError as error:
        raise BpetuiError(f"the samples are missing from {visible(str(folder))}; reinstall bpetui") from error
    return [
        Sample(
            entry["name"],
            entry["title"],
            entry["about"],
            entry["file"],
            _path(folder / entry["file"]),
            entry.get("table", False),
            entry.get("alphabet", "bytes"),
            entry.get("end_of_word", ""),
        )
        for entry in entries
    ]


def sample(name: str) -> Sample:
    """Return the sample of that name. Raises UsageError if there is none."""
    found = {each.name: each for each in samples()}
    if name not in found:
        raise UsageError(f"there is no sample {visible(name)}; the samples are {', '.join(found)}")
    return found[name]


def find_sample(name: str) -> Sample | None:
    """Return the sample that ``sample:NAME`` names, None for any other name. Raises `UsageError` if it is unknown."""
    return sample(name.removeprefix(SAMPLE)) if name.startswith(SAMPLE) else None


def assets_folder() -> Traversable:
    """Return the folder of the assets: in the installed package, which may be in a zip, or at the top of a checkout."""
    package = Path(__file__).parent.parent
    for folder in (package / "assets", package.parent / "assets"):
        if folder.is_dir():
            return folder
    from importlib.resources import files  # not above: its import takes longer than all else here

    return files("bpetui") / "assets"


@lru_cache(maxsize=64)
def _path(file: Traversable) -> Path:
    """Return a path at which a file of the assets can be read; a file in a zip is unpacked until the program ends."""
    if isinstance(file, Path):
        return file
    from importlib.resources import as_file

    unpacked = ExitStack()
    atexit.register(unpacked.close)
    try:
        return unpacked.enter_context(as_file(file))
    except OSError as error:
        raise BpetuiError(f"the sample {visible(file.name)} cannot be unpacked: {error.strerror or error}") from error
