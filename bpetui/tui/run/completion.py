"""Tab completion in questions: the names of files, samples and tokenizers that begin with the typed text."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import takewhile

from rich.cells import cell_len

from bpetui.core.utf8 import visible, without_surrogates
from bpetui.files.samples import SAMPLE, samples
from bpetui.rendering.cells import cut
from bpetui.tui.run.sources import without_encoding
from bpetui.tui.run.typed_paths import TABLE, path_from_typed, typed_path

_GAP = "  "


@dataclass(frozen=True)
class Completion:
    """The ``names`` that begin with the ``typed`` text, without their folder.

    ``added`` is what Tab adds to the text: the longest continuation that all names share.
    """

    typed: str
    added: str
    names: tuple[str, ...]

    def describe(self, width: int) -> str:
        """Return a line on the names, at most ``width`` cells wide; empty if the only name is now typed."""
        if not self.names:
            return cut(f"no name begins with {visible(self.typed)}" if self.typed else "there is no name here", width)
        if len(self.names) > 1:
            return _line([visible(name) for name in self.names], width)
        return "" if self.added else cut(f"{visible(self.names[0])} is complete; press enter", width)


def complete_path(typed: str) -> Completion:
    """Complete the path of a file or folder. A folder ends with a slash; hidden names need the dot."""
    return _completion(typed, _paths(typed))


def complete_text(typed: str) -> Completion:
    """Complete the name of a text: a path, ``sample:NAME`` or ``words:PATH``, and an encoding after a path."""
    if typed.startswith(SAMPLE):
        return _completion(typed, (SAMPLE + sample.name for sample in samples()))
    _, encoding = without_encoding(typed)
    if encoding is not None:
        from bpetui.files.encoding_guess import ENCODINGS

        before = typed.removesuffix(encoding)
        return _completion(typed, (before + each for each in ENCODINGS))
    if typed.startswith(TABLE):
        return _completion(typed, (TABLE + path for path in _paths(typed.removeprefix(TABLE))))
    return _completion(typed, [SAMPLE, TABLE, *_paths(typed)])


def complete_tokenizer(typed: str, known: Iterable[str]) -> Completion:
    """Complete the name of a tokenizer: a path, one of the ``known`` names, or a model."""
    from bpetui.formats.known_tokenizers import KNOWN_TOKENIZERS

    models = (model for each in KNOWN_TOKENIZERS for model in each.model_names)
    return _completion(typed, [*known, *models, *_paths(typed)])


def _completion(typed: str, candidates: Iterable[str]) -> Completion:
    found = sorted({candidate for candidate in candidates if candidate.startswith(typed)})
    pairs = zip(found[0], found[-1], strict=False) if found else ()  # the names between them share what these two share
    common = "".join(one for one, _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
    folder = max(map(typed.rfind, "/:=")) + 1
    return Completion(typed, common[len(typed) :], tuple(each[folder:] for each in found))


def _paths(typed: str) -> Iterator[str]:
    """Yield the paths that begin with the typed text."""
    folder, slash, name = typed.rpartition("/")
    folder += slash
    if typed == "~" or name == "..":
        yield typed + "/"
        return
    try:
        with os.scandir(path_from_typed(folder)) as entries:
            for entry in entries:
                matches = entry.name.startswith(name) and (name.startswith(".") or not entry.name.startswith("."))
                if matches and _can_be_typed(entry.name):
                    yield (folder + entry.name if folder else typed_path(entry.name)) + (
                        "/" if _is_folder(entry) else ""
                    )
    except (OSError, ValueError):  # no folder, or no permission; NUL
        return


def _is_folder(entry: os.DirEntry[str]) -> bool:
    """Whether an entry is a folder or a link to one; a loop of links is not."""
    try:
        return entry.is_dir()
    except OSError:
        return False


def _can_be_typed(name: str) -> bool:
    """Whether an answer of one line can be this name: it has no encoding in it, and no space at its end."""
    is_line = not without_surrogates(name)[1] and "\n" not in name and "\r" not in name
    return is_line and name == name.rstrip() and without_encoding(name)[1] is None


def _line(names: list[str], width: int) -> str:
    """Return as many names as fit in a line, and the number of the others."""
    whole = _GAP.join(names)
    if cell_len(whole) <= width:
        return whole
    for shown in range(min(len(names) - 1, width), 0, -1):
        line = _GAP.join([*names[:shown], f"… {len(names) - shown:,} more"])
        if cell_len(line) <= width:
            return line
    return cut(whole, width)
