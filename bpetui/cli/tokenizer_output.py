"""Writing a tokenizer: in which format and where to, what that does not hold, and what to do where it cannot be."""

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from bpetui.cli.arguments import Parser
from bpetui.cli.output_paths import check_folder, check_output
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.tokenizer import Tokenizer
from bpetui.files.atomic import write_atomically, write_folder_atomically
from bpetui.formats.registry import FORMATS, WRITTEN, Files, Format, dumps, format_for, format_named
from bpetui.worker.messages import Source

MINBPE = FORMATS["minbpe"]

_HOLDS_MOST = FORMATS["huggingface"]
"""The format that holds all that a tokenizer may have, its normal form too."""


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


def exported(tokenizer: Tokenizer, into: Format, *, can_leave_out: bool) -> tuple[Files, tuple[str, ...]]:
    """The tokenizer as files, and sentences on what they do not hold: the split, the normal form.

    ``can_leave_out`` says that there is an option to leave out special tokens. Raises `BpetuiError`, with what to do,
    for what the format cannot hold.
    """
    form = tokenizer.normalization
    sentences = []
    if form != "none" and into is not _HOLDS_MOST:
        sentences.append(f"the {into.name} format does not hold the normal form; encode with --normalize {form}")
    try:
        files, more = _dumps(tokenizer, into)
    except BpetuiError as error:
        raise BpetuiError("; ".join((str(error), *_ways_out(tokenizer, into, can_leave_out)))) from error
    return files, (*sentences, *more)


def write_exported(output: Path, into: Format, files: Files, *, force: bool) -> str:
    """Write the files, whole or not at all; returns a sentence on it. Raises `BpetuiError` where that fails."""
    if is_folder(into):
        write_folder_atomically(output, files, force=force)
        return f"wrote {output} ({into.name}): {', '.join(files)}"
    write_atomically(output, files[""], force=force)
    return f"wrote {output} ({into.name})"


def without_special(tokenizer: Tokenizer) -> Tokenizer:
    """The tokenizer without its special tokens and those that were added."""
    return replace(tokenizer, special={}, added={}, matchings={})


def _dumps(tokenizer: Tokenizer, into: Format) -> tuple[Files, tuple[str, ...]]:
    return dumps(tokenizer if into is _HOLDS_MOST else replace(tokenizer, normalization="none"), into)


def _ways_out(tokenizer: Tokenizer, into: Format, can_leave_out: bool) -> Iterator[str]:
    if can_leave_out and tokenizer.others and _can_hold(without_special(tokenizer), into):
        yield "leave out special tokens with --without-special"
    if into is not _HOLDS_MOST and _can_hold(tokenizer, _HOLDS_MOST):
        yield f"--format {_HOLDS_MOST.name} holds it"


def _can_hold(tokenizer: Tokenizer, into: Format) -> bool:
    try:
        _dumps(tokenizer, into)
    except BpetuiError:
        return False
    return True
