"""``bpetui convert``: write a tokenizer in another format."""

from collections.abc import Sequence
from pathlib import Path

from bpetui.cli.arguments import CommandParser
from bpetui.cli.outputs import (
    FormatArguments,
    add_format,
    check_output,
    output_name,
    output_path_and_format,
    print_omissions,
    remedies,
    without_special,
    write_tokenizer_files,
)
from bpetui.cli.standard_streams import print_message
from bpetui.cli.tokenizer_option import TOKENIZER_HELP, add_tokenizer_split, load_tokenizer, with_known_split
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.splitting import Split
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.files.atomic import path_exists
from bpetui.files.source import Source
from bpetui.formats.export import export_tokenizer
from bpetui.formats.gpt2 import FILES, OTHER_FILES
from bpetui.formats.model_folder import SINGLE_FILES
from bpetui.formats.model_names import known_tokenizer
from bpetui.formats.registry import Format, LoadedTokenizer
from bpetui.formats.tokenizer_list import list_tokenizers

_FILES = (*FILES, *OTHER_FILES)

_EPILOG = """\
The tokens, ids and merges stay the same; convert refuses a tokenizer that the
format cannot hold. Only minbpe and huggingface record the split: if the file of
the tokenizer does not record it, choose one with --split or --pattern.
"""


class _Arguments(FormatArguments):
    tokenizer: str
    output: str
    split: Split | None
    without_special: bool


def run(words: Sequence[str]) -> int:
    """Run ``bpetui convert`` and return the exit status."""
    arguments = _parser().parse_args(words, _Arguments())
    if arguments.output == "-":
        raise UsageError("--output needs a file name; a tokenizer cannot go to standard output")
    output, output_format = output_path_and_format(arguments, arguments.output)
    check_output(
        output, output_format, _possible_sources(arguments.tokenizer), force=arguments.force, role="the tokenizer"
    )
    tokenizer = _convertible(load_tokenizer(arguments.tokenizer), arguments.split, output_format)
    if arguments.without_special:
        tokenizer = without_special(tokenizer)
    try:
        files, omissions = export_tokenizer(tokenizer, output_format)
    except BpetuiError as error:
        ways = remedies(tokenizer, output_format, can_leave_out=not arguments.without_special)
        raise BpetuiError("; ".join((str(error), *ways))) from error
    print_omissions(omissions, output_format)
    print_message(write_tokenizer_files(output, output_format, files, force=arguments.force))
    return 0


def _parser() -> CommandParser:
    parser = CommandParser("convert", "Write a tokenizer in another format.", _EPILOG)
    parser.add_argument("tokenizer", metavar="T", help=f"the tokenizer: {TOKENIZER_HELP}")
    parser.add_argument("--output", metavar="PATH", type=output_name, required=True, help="file or folder to write")
    add_format(parser)
    add_tokenizer_split(parser)
    parser.add_argument("--without-special", action="store_true", help="leave out special and added tokens")
    return parser


def _possible_sources(name: str) -> list[Source]:
    """Return the files that the tokenizer may be read from."""
    path = Path(name)
    if not path_exists(path):
        known = known_tokenizer(name)
        path = next((Path(each.path) for each in list_tokenizers() if each.known is known and each.path), path)
    if path.is_dir():
        paths = [path / each for each in (*_FILES, *SINGLE_FILES)]
    else:
        paths = [path.parent / each for each in _FILES] if path.name in _FILES else [path]
    return [Source(name, each) for each in paths]


def _convertible(loaded: LoadedTokenizer, split: Split | None, output_format: Format) -> BpeTokenizer:
    """Return the tokenizer to write, with ``split`` if it is given. Raises `BpetuiError` if it cannot be converted."""
    tokenizer = loaded.tokenizer
    if not isinstance(tokenizer, BpeTokenizer):
        raise BpetuiError(f"{loaded.name} cannot be converted: {tokenizer.reason}")
    if split is None and not output_format.records_split:
        return tokenizer
    return with_known_split(tokenizer, loaded.name, split)
