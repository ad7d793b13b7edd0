"""The export of the merges of a run to a tokenizer file."""

from __future__ import annotations

import re
import stat
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from bpetui.core.errors import BpetuiError
from bpetui.core.plurals import counted
from bpetui.core.utf8 import visible
from bpetui.formats.export import TrainingResult, check_alphabet, check_sizes, write_files
from bpetui.formats.registry import FORMATS, Format, format_for
from bpetui.rendering.cells import cut
from bpetui.tui.keys.keys_in_force import Keys
from bpetui.tui.run.run_state import RunState
from bpetui.tui.run.typed_paths import path_from_typed

_NAME_WIDTH = 24
_SHOWN = 200


def suggested_name(run: RunState) -> str:
    """Return a name for the file: that of the corpus if it is a plain name."""
    stem = Path(run.opened.source.name.removeprefix("sample:")).stem
    return (stem if re.fullmatch(r"\w[\w.-]*", stem) else "tokenizer") + ".model"


def check(run: RunState, keys: Keys) -> None:
    """Raise `BpetuiError` for a run that no format holds; the sentence names the ``keys`` in force."""
    try:
        check_alphabet(run.opened.options)
    except BpetuiError as error:
        sentence = "{error}; press {keys[settings]} to change the alphabet"
        raise BpetuiError(keys.format(sentence, error=error)) from error
    try:
        check_sizes(map(run.vocabulary.size, range(run.vocab_size)))
    except BpetuiError as error:
        sentence = "{error}; press {keys[go_to]} to go back to fewer merges"
        raise BpetuiError(keys.format(sentence, error=error)) from error


def snapshot(run: RunState) -> TrainingResult:
    """Return the merges made so far, whatever the run does next; special tokens have the ids after them."""
    pairs = [(merge.left, merge.right) for merge in run.merges[: run.made]]
    return TrainingResult(pairs, run.opened.options, run.vocab_size)


class ExportPath(NamedTuple):
    """A file or folder to write, and its format."""

    path: Path
    into: Format

    @property
    def is_folder(self) -> bool:
        """Whether the format is a folder of files."""
        return self.into.is_folder

    @property
    def exists_already(self) -> bool:
        """Whether the file or folder exists."""
        return self.path.exists()

    @property
    def name(self) -> str:
        """The name for a short sentence: the path, or only the last part of a long one."""
        whole = visible(str(self.path))
        return (
            whole if len(whole) <= _NAME_WIDTH else cut(visible(self.path.name), _NAME_WIDTH)
        ) + "/" * self.is_folder


def export_path(name: str) -> ExportPath:
    """Return the path for a name, and the format that its ending implies; a folder has GPT-2's two files.

    Raises `BpetuiError` for a name that cannot be written to.
    """
    mode = 0
    try:
        path = path_from_typed(name)
        with suppress(FileNotFoundError, NotADirectoryError):
            mode = path.stat().st_mode
    except (OSError, ValueError) as error:  # too long; NUL
        raise BpetuiError(f"{cut(visible(name), _SHOWN)} is not a valid file name") from error
    if mode and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):  # writing to it might never end
        raise BpetuiError(f"{visible(name)} is a device or a pipe, not a file; name another")
    if not path.absolute().parent.is_dir():
        raise BpetuiError(f"cannot write {visible(name)}: its folder does not exist")
    return ExportPath(path, FORMATS["gpt2"] if stat.S_ISDIR(mode) else format_for(name))


def export(merges: TrainingResult, output: ExportPath, *, force: bool) -> str:
    """Write merges, and return a sentence on the file and on what the format does not record.

    ``force`` overwrites existing files. Raises `BpetuiError` if the format cannot hold the merges, or if the files
    cannot be written.
    """
    files, omissions = merges.files(output.into)
    write_files(output.path, files, force=force)
    tokens = counted(merges.first_special + len(merges.special), "token")
    sentence = (
        "Wrote {name} ({format}): {tokens}. Not recorded: {omitted}"
        if omissions
        else "Wrote {name} ({format}): {tokens}"
    )
    omitted = ", ".join(f"{each.what} ({each.option})" if each.option else each.what for each in omissions)
    return sentence.format(name=output.name, format=output.into.name, tokens=tokens, omitted=omitted)
