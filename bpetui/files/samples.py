"""The corpora that come with the program."""

import json
from dataclasses import dataclass
from pathlib import Path

from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.options import AlphabetName
from bpetui.core.utf8 import visible


@dataclass(frozen=True)
class Sample:
    """A corpus by name (``sample:NAME``), with a title for lists, a line on what it shows, and the file of its text.

    ``is_table`` says that it is a table of words with their counts; ``alphabet`` and ``end_of_word`` are what it is to
    be learned with, unless something else is asked for.
    """

    name: str
    title: str
    about: str
    path: Path
    is_table: bool = False
    alphabet: AlphabetName = "bytes"
    end_of_word: str = ""


def samples() -> list[Sample]:
    """The samples in the order in which they are best met. Raises BpetuiError if they were not installed."""
    folder = assets_folder()
    try:
        entries = json.loads((folder / "samples.json").read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise BpetuiError(f"the samples are not in {visible(str(folder))}; install bpetui again") from error
    return [
        Sample(
            entry["name"],
            entry["title"],
            entry["about"],
            folder / entry["file"],
            entry.get("table", False),
            entry.get("alphabet", "bytes"),
            entry.get("end_of_word", ""),
        )
        for entry in entries
    ]


def sample(name: str) -> Sample:
    """The sample of that name. Raises UsageError if there is none."""
    found = {each.name: each for each in samples()}
    if name not in found:
        raise UsageError(f"there is no sample {visible(name)}; there are {', '.join(found)}")
    return found[name]


def assets_folder() -> Path:
    """The folder of the assets: inside the installed package, or at the top of the repository in a checkout."""
    package = Path(__file__).parent.parent
    installed = package / "assets"
    return installed if installed.is_dir() else package.parent / "assets"
