"""Writing a tokenizer: in which format and where to, what that does not hold, and what to do where it cannot be."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from bpetui.cli.arguments import Parser
from bpetui.cli.console import say
from bpetui.cli.output_paths import check_folder, check_output
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.tokenizer import Tokenizer
from bpetui.formats.export import RICHEST_FORMAT, Omission, export_tokenizer, write_files
from bpetui.formats.registry import WRITTEN, Files, Format, format_for, format_named
from bpetui.worker.messages import Source


class FormatOptions(argparse.Namespace):
    """The format that was named, and whether what is there is written over."""

    format: Format | None
    force: bool


def add_format(parser: Parser) -> None:
    """Add the options of `FormatOptions`."""
    parser.add_argument(
        "--format",
        metavar="NAME",
        type=format_named,
        help=f"the format: {', '.join(WRITTEN)} (default: by the name: .tiktoken, .json for huggingface, NAME/ for "
        "gpt2, which is a folder, else minbpe)",
    )
    parser.add_argument("--force", action="store_true", help="write over what is there")


def chosen(options: FormatOptions, output: str) -> tuple[Path, Format]:
    """Where to write, and the format that was named, or the one that the name asks for.

    Raises `UsageError` where the name is that of a folder, and the format a file.
    """
    into = options.format or format_for(output)
    if output.endswith("/") and not is_folder(into):
        raise UsageError(f"{output} is the name of a folder, and the {into.name} format is a file; leave out the slash")
    return Path(output), into


def check_target(output: Path, into: Format, sources: Sequence[Source], *, force: bool, what: str) -> None:
    """Refuse what cannot be written or must not be written over; ``what`` is what the sources are.

    Raises as `check_output` does.
    """
    if is_folder(into):
        check_folder(output, into.files, sources, force=force, what=what)
    else:
        check_output(output, sources, force=force, what=what)


def is_folder(into: Format) -> bool:
    """Whether a tokenizer in this format is a folder of files."""
    return into.files != ("",)


def say_not_held(not_held: Sequence[Omission], into: Format) -> None:
    """Say what the files do not hold, and what to do about it."""
    for each in not_held:
        say(each.sentence(into))


def ways_out(tokenizer: Tokenizer, into: Format, *, can_leave_out: bool) -> Iterator[str]:
    """What can be done about a tokenizer that the format cannot hold.

    ``can_leave_out`` says that there is an option to leave out special tokens.
    """
    if can_leave_out and tokenizer.others and _can_hold(without_special(tokenizer), into):
        yield "leave out special tokens with --without-special"
    if into is not RICHEST_FORMAT and _can_hold(tokenizer, RICHEST_FORMAT):
        yield f"--format {RICHEST_FORMAT.name} holds it"


def write_exported(output: Path, into: Format, files: Files, *, force: bool) -> str:
    """Write the files, whole or not at all; returns a sentence on it. Raises `BpetuiError` where that fails."""
    write_files(output, files, force=force)
    said = f"wrote {output} ({into.name})"
    return f"{said}: {', '.join(files)}" if is_folder(into) else said


def without_special(tokenizer: Tokenizer) -> Tokenizer:
    """The tokenizer without its special tokens and those that were added."""
    return replace(tokenizer, special={}, added={}, matchings={})


def _can_hold(tokenizer: Tokenizer, into: Format) -> bool:
    try:
        export_tokenizer(tokenizer, into)
    except BpetuiError:
        return False
    return True
