"""Writing the merges of a run as a tokenizer's file."""

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

_NAME_WIDTH = 24
_SHOWN = 200


def suggested(run: RunState) -> str:
    """A name for the file: that of the corpus, so far as it can be one."""
    stem = Path(run.opened.source.name.removeprefix("sample:")).stem
    return (stem if re.fullmatch(r"\w[\w.-]*", stem) else "tokenizer") + ".model"


def check(run: RunState, keys: Keys) -> None:
    """Raise `BpetuiError` for a run that fits in no format; ``keys`` are those to name."""
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
    """The merges made by now, wherever the run is then; special tokens get the next ids."""
    pairs = [(merge.left, merge.right) for merge in run.merges[: run.made]]
    return TrainingResult(pairs, run.opened.options, run.vocab_size)


class ExportPath(NamedTuple):
    """What is written, and in which format."""

    path: Path
    into: Format

    @property
    def is_folder(self) -> bool:
        """Whether it is several files."""
        return len(self.into.files) > 1

    @property
    def is_there(self) -> bool:
        """Whether something has that name."""
        return self.path.exists()

    @property
    def name(self) -> str:
        """What it is called, in a short sentence: its path, or the name alone."""
        whole = visible(str(self.path))
        return (
            whole if len(whole) <= _NAME_WIDTH else cut(visible(self.path.name), _NAME_WIDTH)
        ) + "/" * self.is_folder


def export_path(name: str) -> ExportPath:
    """What a name stands for: its end says the format; a folder, or what ends with a slash, has GPT-2's two files.

    Raises `BpetuiError` for what cannot be a name.
    """
    mode = 0
    try:
        path = Path(name).expanduser()
        with suppress(FileNotFoundError, NotADirectoryError):
            mode = path.stat().st_mode
    except (OSError, RuntimeError, ValueError) as error:  # no such user's home; too long; NUL
        raise BpetuiError(f"{cut(visible(name), _SHOWN)} is not a valid file name") from error
    if mode and not stat.S_ISREG(mode) and not stat.S_ISDIR(mode):  # to write to it could last for ever
        raise BpetuiError(f"{visible(name)} is a device or a pipe, not a file; name another")
    if not path.absolute().parent.is_dir():
        raise BpetuiError(f"cannot write {visible(name)}: its folder does not exist")
    return ExportPath(path, FORMATS["gpt2"] if stat.S_ISDIR(mode) else format_for(name))


def export(merges: TrainingResult, output: ExportPath, *, force: bool) -> str:
    """Write merges, over what is there with ``force``; returns a sentence that says so, and what is left out.

    Raises `BpetuiError` for what the format does not hold, and where it cannot be written.
    """
    files, not_held = merges.files(output.into)
    write_files(output.path, files, force=force)
    tokens = counted(merges.first_special + len(merges.special), "token")
    written = f"Wrote {output.name} ({output.into.name}): {tokens}"
    missing = [f"{each.what} ({each.option})" if each.option else each.what for each in not_held]
    left_out = ", ".join(missing)
    return f"{written}. Not recorded: {left_out}" if missing else written
