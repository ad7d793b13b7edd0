"""``--tokenizer T``: the tokenizer that a file, a folder or a name leads to, and its split."""

import argparse
import os
from functools import partial

from bpetui.cli.arguments import CommandParser, add_split
from bpetui.cli.inputs import print_notes
from bpetui.cli.progress_bar import ProgressBar
from bpetui.cli.standard_streams import print_message
from bpetui.core.errors import UsageError
from bpetui.core.splitting import SPLIT_NAMES, Split
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats import lookup
from bpetui.formats.known_tokenizers import KNOWN_TOKENIZERS
from bpetui.formats.registry import LoadedTokenizer

_NAMES = ", ".join(known.name for known in KNOWN_TOKENIZERS)

TOKENIZER_HELP = f"a file or folder in any format, a name ({_NAMES}), or the name of a model, such as gpt-4o"
"""What can name a tokenizer, for the help."""

_SPLITS = ", ".join(SPLIT_NAMES)
_SPLIT_HELP = f"how to split a text into words; replaces the split that the tokenizer records, if any: {_SPLITS}"
_MISSING_SPLIT_HELP = f"how to split a text into words for tokenizers that do not record their split: {_SPLITS}"


class TokenizerArguments(argparse.Namespace):
    """The tokenizer, and its split; None leaves the split to the file of the tokenizer."""

    tokenizer: str
    split: Split | None


class TextTokenizerArguments(TokenizerArguments):
    """The tokenizer for a text, and whether it recognizes special tokens there."""

    allow_special: bool


def add_tokenizer(parser: CommandParser) -> None:
    """Add the arguments of `TokenizerArguments`."""
    parser.add_argument("--tokenizer", metavar="T", required=True, help=f"the tokenizer: {TOKENIZER_HELP}")
    add_tokenizer_split(parser)


def add_tokenizer_split(parser: CommandParser) -> None:
    """Add the split of `TokenizerArguments`."""
    add_split(parser, None, _SPLIT_HELP)


def add_missing_split(parser: CommandParser) -> None:
    """Add a split that is only for tokenizers that do not record their own."""
    add_split(parser, None, _MISSING_SPLIT_HELP)


def add_text_tokenizer(parser: CommandParser) -> None:
    """Add the arguments of `TextTokenizerArguments`."""
    add_tokenizer(parser)
    parser.add_argument(
        "--allow-special",
        action="store_true",
        help="recognize special tokens in the text (default: treat them as plain text)",
    )


def load_text_tokenizer(arguments: TextTokenizerArguments) -> tuple[AnyTokenizer, tuple[str, ...]]:
    """Return the tokenizer for a text, and the special tokens it recognizes.

    Raises the errors of `load_tokenizer` and `with_split`.
    """
    tokenizer = with_split(load_tokenizer(arguments.tokenizer), arguments.split)
    return tokenizer, tokenizer.special_tokens if arguments.allow_special else ()


def load_tokenizer(name: str) -> LoadedTokenizer:
    """Load the tokenizer at a path or with a name; print what may surprise. Raises `BpetuiError` if there is none."""
    progress = ProgressBar(os.isatty(2))
    try:
        loaded = lookup.load(name, partial(progress.show, "reading the tokenizer"))
    finally:
        progress.clear()
    print_notes(loaded.name, loaded.notes)
    return loaded


def with_split(loaded: LoadedTokenizer, split: Split | None) -> AnyTokenizer:
    """Return the tokenizer, with ``split`` if it is given.

    Raises `UsageError` if the split cannot be changed, and the errors of `with_known_split`.
    """
    if isinstance(loaded.tokenizer, BpeTokenizer):
        return with_known_split(loaded.tokenizer, loaded.name, split)
    if split is not None:
        raise UsageError(f"the split of {loaded.name} cannot be changed; remove --split and --pattern")
    return loaded.tokenizer


def with_known_split(tokenizer: BpeTokenizer, name: str, split: Split | None) -> BpeTokenizer:
    """Return the tokenizer called ``name``, with ``split`` if it is given; print that this replaces another split.

    Raises `UsageError` if neither the tokenizer nor ``split`` gives one.
    """
    own = tokenizer.split
    if split is None:
        if own is None:
            raise UsageError(f"{name} does not record its split; choose one with --split or --pattern")
        return tokenizer
    if own is not None and own.patterns != split.patterns:
        print_message(f"{name} records the split {own.name}; {split.name} is used instead")
    return tokenizer.with_split(split)
