"""Files and folders that commands write: the format, the checks before the work, and the files of a tokenizer."""

import argparse
import os
import stat
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from bpetui.cli.arguments import CommandParser
from bpetui.cli.standard_streams import print_message
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.options import Options
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.vocabulary import Merge
from bpetui.files.source import Source
from bpetui.formats.export import (
    MINBPE,
    RICHEST_FORMAT,
    Omission,
    TrainingResult,
    check_alphabet,
    export_tokenizer,
    write_files,
)
from bpetui.formats.minbpe import MinbpeModel, write_model
from bpetui.formats.registry import WRITTEN, Files, Format, format_for, format_named

# -- paths -------------------------------------------------------------------------------------------------------------


def output_name(name: str) -> str:
    """Return the name after ``--output``. Raises `UsageError` if it is empty."""
    if not name:
        raise UsageError("the name after --output is empty; name a file")
    return name


def check_output_file(output: Path, sources: Iterable[Source], *, force: bool, role: str = "the corpus") -> None:
    """Check that a file can be written, before the work starts.

    ``role`` is what the sources are. Raises `UsageError` if the file is one of the sources, and `BpetuiError` if it
    cannot be written or, without ``force``, exists.
    """
    status = _status(output)
    if status is not None:
        if any(_is_source(status, source) for source in sources):
            raise UsageError(f"{output} is {role} itself; choose another output file")
        if stat.S_ISDIR(status.st_mode):
            raise BpetuiError(f"{output} is a folder; name a file in it")
        if not stat.S_ISREG(status.st_mode):  # a device or a pipe, which is written to and not replaced
            return
        if not force:
            raise BpetuiError(f"{output} already exists; use --force to overwrite it")
    _check_parent(output)


def check_output_folder(
    output: Path, names: Iterable[str], sources: Iterable[Source], *, force: bool, role: str = "the corpus"
) -> None:
    """Check that files with these names can be written to a folder; raises the errors of `check_output_file`."""
    status = _status(output)
    if status is None:
        _check_parent(output)
        return
    if not stat.S_ISDIR(status.st_mode):
        raise BpetuiError(f"{output} is a file, but this format is a folder; choose another name")
    existing = [found for name in names if (found := _status(output / name)) is not None]
    if any(_is_source(found, source) for source in sources for found in existing):
        raise UsageError(f"{output} contains {role} itself; choose another output folder")
    if not force:
        raise BpetuiError(f"{output} already exists; use --force to write into it")
    _check_writable(output, output)


def _status(output: Path) -> os.stat_result | None:
    """Return the status of what is at the path, None if nothing is."""
    try:
        return output.stat()
    except FileNotFoundError:
        return None
    except ValueError as error:  # NUL, or a character that the encoding of the file system lacks
        raise BpetuiError(f"{output} is not a valid file name") from error
    except PermissionError as error:
        raise BpetuiError(f"no permission to write {output}") from error
    except OSError as error:
        reason = error.strerror or str(error)
        raise BpetuiError(f"cannot write {output}: {reason}") from error


def _check_parent(output: Path) -> None:
    folder = output.resolve().parent  # the folder of the file that a symbolic link points to
    if not folder.is_dir():
        raise BpetuiError(f"cannot write {output}: its folder does not exist")
    _check_writable(folder, output)


def _check_writable(folder: Path, output: Path) -> None:
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BpetuiError(f"no permission to write {output}")


def _is_source(status: os.stat_result, source: Source) -> bool:
    with suppress(OSError, ValueError):  # reading the source reports the error
        source_status = source.path.stat() if source.path is not None else os.fstat(0)
        return stat.S_ISREG(source_status.st_mode) and os.path.samestat(status, source_status)
    return False


# -- formats -----------------------------------------------------------------------------------------------------------


class FormatArguments(argparse.Namespace):
    """The format that ``--format`` names, and whether to overwrite existing files."""

    format: Format | None
    force: bool


def add_format(parser: CommandParser) -> None:
    """Add the arguments of `FormatArguments`."""
    parser.add_argument(
        "--format",
        metavar="NAME",
        type=format_named,
        help=f"format of the output: {', '.join(WRITTEN)} (default: chosen by the name: NAME.tiktoken is tiktoken, "
        "NAME.json is huggingface, NAME/ (a folder) is gpt2, any other name is minbpe)",
    )
    parser.add_argument("--force", action="store_true", help="overwrite existing files")


def output_path_and_format(arguments: FormatArguments, output: str) -> tuple[Path, Format]:
    """Return where to write, and the format: the one that was named, or the one that the name of the file implies.

    Raises `UsageError` if the name is that of a folder and the format is a file.
    """
    output_format = arguments.format or format_for(output)
    if output.endswith("/") and not output_format.is_folder:
        raise UsageError(f"{output} names a folder, but the {output_format.name} format is a file; remove the slash")
    return Path(output), output_format


def check_output(output: Path, output_format: Format, sources: Sequence[Source], *, force: bool, role: str) -> None:
    """Check that a tokenizer can be written; raises the errors of `check_output_file` and `check_output_folder`."""
    if output_format.is_folder:
        check_output_folder(output, output_format.files, sources, force=force, role=role)
    else:
        check_output_file(output, sources, force=force, role=role)


# -- tokenizers --------------------------------------------------------------------------------------------------------


def print_omissions(omissions: Sequence[Omission], output_format: Format) -> None:
    """Print what the files do not record, and what to do about it."""
    for each in omissions:
        print_message(each.sentence(output_format))


def remedies(tokenizer: BpeTokenizer, output_format: Format, *, can_leave_out: bool) -> Iterator[str]:
    """Yield what the user can do about a tokenizer that the format cannot hold.

    ``can_leave_out`` says that the command has an option to leave out special tokens.
    """
    if can_leave_out and tokenizer.others and _can_hold(without_special(tokenizer), output_format):
        yield "leave out special tokens with --without-special"
    if output_format is not RICHEST_FORMAT and _can_hold(tokenizer, RICHEST_FORMAT):
        yield f"--format {RICHEST_FORMAT.name} can hold it"


def write_tokenizer_files(output: Path, output_format: Format, files: Files, *, force: bool) -> str:
    """Write all files or none, and return the message that says so. Raises `BpetuiError` if writing fails."""
    write_files(output, files, force=force)
    if output_format.is_folder:
        names = ", ".join(files)
        return f"wrote {output} ({output_format.name}): {names}"
    return f"wrote {output} ({output_format.name})"


def without_special(tokenizer: BpeTokenizer) -> BpeTokenizer:
    """Return the tokenizer without its special and added tokens."""
    return replace(tokenizer, special={}, added={}, matchings={})


def _can_hold(tokenizer: BpeTokenizer, output_format: Format) -> bool:
    try:
        export_tokenizer(tokenizer, output_format)
    except BpetuiError:
        return False
    return True


class TrainingOutput:
    """The file or folder that ``bpetui train`` writes, in one of the formats.

    ``options`` are those of the training; special tokens have the ids from ``vocab_size`` on.
    """

    def __init__(self, output: Path, output_format: Format, options: Options, vocab_size: int) -> None:
        self._output, self._format, self._options, self._vocab_size = output, output_format, options, vocab_size

    def check(self, source: Source, *, force: bool) -> None:
        """Check that the tokenizer can be written, and print what the format does not record, before the training.

        Raises `BpetuiError` for what the format cannot hold, and the errors of `check_output`.
        """
        if str(self._output) == "-":
            raise UsageError("--output needs a file name; without --output the merges go to standard output")
        check_output(self._output, self._format, [source], force=force, role="the corpus")
        try:
            check_alphabet(self._options)
        except BpetuiError as error:
            raise BpetuiError(f"{error}; train without --output") from error
        learned = TrainingResult((), self._options, self._vocab_size)
        try:
            omissions = learned.files(self._format)[1]
        except BpetuiError as error:
            ways = remedies(learned.tokenizer(), self._format, can_leave_out=False)
            raise BpetuiError("; ".join((str(error), *ways))) from error
        print_omissions(omissions, self._format)

    def write(self, merges: Sequence[Merge], *, force: bool) -> str:
        """Write the tokenizer, and return the message that says so.

        Raises `BpetuiError` if it cannot be written. If the reason is something the format cannot hold, such as two
        tokens with the same bytes, the merges are saved in the minbpe format, so that the training is not lost.
        """
        pairs = [(merge.left, merge.right) for merge in merges]
        try:
            files: Files = TrainingResult(pairs, self._options, self._vocab_size).files(self._format)[0]
        except BpetuiError as error:
            rescue = self._output.with_name(f"{self._output.name}.merges.model")
            write_tokenizer_files(rescue, MINBPE, {"": write_model(MinbpeModel(merges=pairs))}, force=force)
            raise BpetuiError(f"{error}; the merges alone are saved in {rescue} (minbpe)") from error
        return write_tokenizer_files(self._output, self._format, files, force=force)
