"""``bpetui convert``: a tokenizer written in another format."""

from collections.abc import Sequence
from pathlib import Path

from bpetui.cli.arguments import Parser, target_name
from bpetui.cli.console import say
from bpetui.cli.text_input import is_there
from bpetui.cli.tokenizer_option import T, add_split_of_tokenizer, known_split, load
from bpetui.cli.tokenizer_output import (
    FormatOptions,
    add_format,
    check_target,
    chosen,
    say_not_held,
    ways_out,
    without_special,
    write_exported,
)
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.splitting import Split
from bpetui.core.tokenizer import Tokenizer
from bpetui.formats.export import export_tokenizer
from bpetui.formats.gpt2 import FILES, OTHER_FILES
from bpetui.formats.model_folder import SINGLE_FILES
from bpetui.formats.model_names import known_tokenizer
from bpetui.formats.registry import Format, LoadedTokenizer
from bpetui.formats.tokenizer_list import list_tokenizers
from bpetui.worker.messages import Source

_FILES = (*FILES, *OTHER_FILES)

_EPILOG = """\
Tokens, ids and merges stay what they are; what a format cannot hold is refused.
Only minbpe and huggingface hold the split: where the tokenizer's own file does
not say it, name it with --split or --pattern.
"""


class _Options(FormatOptions):
    tokenizer: str
    output: str
    split: Split | None
    without_special: bool


def run(words: Sequence[str]) -> int:
    """Convert as the words say; returns the exit status."""
    options = _parser().parse_args(words, _Options())
    if options.output == "-":
        raise UsageError("--output takes the name of a file, not standard output")
    output, into = chosen(options, options.output)
    check_target(output, into, _sources(options.tokenizer), force=options.force, what="the tokenizer")
    tokenizer = _tokenizer(load(options.tokenizer), options.split, into)
    if options.without_special:
        tokenizer = without_special(tokenizer)
    try:
        files, not_held = export_tokenizer(tokenizer, into)
    except BpetuiError as error:
        ways = ways_out(tokenizer, into, can_leave_out=not options.without_special)
        raise BpetuiError("; ".join((str(error), *ways))) from error
    say_not_held(not_held, into)
    say(write_exported(output, into, files, force=options.force))
    return 0


def _parser() -> Parser:
    parser = Parser("convert", "Write a tokenizer in another format.", _EPILOG)
    parser.add_argument("tokenizer", metavar="T", help=f"the tokenizer: {T}")
    parser.add_argument(
        "--output", metavar="PATH", type=target_name, required=True, help="the file, or the folder, to write"
    )
    add_format(parser)
    add_split_of_tokenizer(parser)
    parser.add_argument("--without-special", action="store_true", help="leave out special and added tokens")
    return parser


def _sources(name: str) -> list[Source]:
    """The files that the tokenizer is perhaps read from."""
    path = Path(name)
    if not is_there(path):
        known = known_tokenizer(name)
        path = next((Path(each.path) for each in list_tokenizers() if each.known is known and each.path), path)
    if path.is_dir():
        paths = [path / each for each in (*_FILES, *SINGLE_FILES)]
    else:
        paths = [path.parent / each for each in _FILES] if path.name in _FILES else [path]
    return [Source(name, each) for each in paths]


def _tokenizer(loaded: LoadedTokenizer, split: Split | None, into: Format) -> Tokenizer:
    """The tokenizer to be written, with the split that was asked for. Raises `BpetuiError` if it cannot be."""
    tokenizer = loaded.tokenizer
    if not isinstance(tokenizer, Tokenizer):
        raise BpetuiError(f"{loaded.name} cannot be converted: {tokenizer.reason}")
    if split is None and not into.holds_split:
        return tokenizer
    return known_split(tokenizer, loaded.name, split)
