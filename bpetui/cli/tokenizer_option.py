"""``--tokenizer T``: the tokenizer that a file, a folder or a name leads to, and how it splits a text."""

import argparse
import os
from functools import partial

from bpetui.cli import corpus_input
from bpetui.cli.arguments import Parser, add_split
from bpetui.cli.console import say
from bpetui.cli.progress import Progress
from bpetui.core.errors import UsageError
from bpetui.core.splitting import SPLIT_NAMES, Split
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import Tokenizer
from bpetui.formats import lookup
from bpetui.formats.known_tokenizers import KNOWN_TOKENIZERS
from bpetui.formats.registry import LoadedTokenizer

_NAMES = ", ".join(known.name for known in KNOWN_TOKENIZERS)

T = f"a file or folder in any format, a name ({_NAMES}), or the name of a model, such as gpt-4o"
"""What names a tokenizer, for the help."""

_SPLIT = f"how a text is cut into words, where the tokenizer's file does not say it: {', '.join(SPLIT_NAMES)}"


class TokenizerOptions(argparse.Namespace):
    """The tokenizer, and the split for it: None where that is left to its file."""

    tokenizer: str
    split: Split | None


class TextTokenizerOptions(TokenizerOptions):
    """The tokenizer of a text, in which special tokens are perhaps found."""

    allow_special: bool


def add_tokenizer(parser: Parser) -> None:
    """Add the options of `TokenizerOptions`."""
    parser.add_argument("--tokenizer", metavar="T", required=True, help=f"the tokenizer: {T}")
    add_split_of_tokenizer(parser)


def add_split_of_tokenizer(parser: Parser) -> None:
    """Add the split of `TokenizerOptions`."""
    add_split(parser, None, _SPLIT)


def add_text_tokenizer(parser: Parser) -> None:
    """Add the options of `TextTokenizerOptions`."""
    add_tokenizer(parser)
    parser.add_argument(
        "--allow-special", action="store_true", help="find special tokens in the text; without it they are plain text"
    )


def text_tokenizer(options: TextTokenizerOptions) -> tuple[AnyTokenizer, tuple[str, ...]]:
    """The tokenizer for a text, and the special tokens that are found in it. Raises as `load` and `with_split` do."""
    tokenizer = with_split(load(options.tokenizer), options.split)
    return tokenizer, tokenizer.special_tokens if options.allow_special else ()


def load(name: str) -> LoadedTokenizer:
    """The tokenizer at a path or of a name; what is odd about it is said. Raises `BpetuiError` if there is none."""
    progress = Progress(os.isatty(2))
    try:
        loaded = lookup.load(name, partial(progress.show, "reading the tokenizer"))
    finally:
        progress.clear()
    corpus_input.say_notes(loaded.name, loaded.notes)
    return loaded


def with_split(loaded: LoadedTokenizer, split: Split | None) -> AnyTokenizer:
    """The tokenizer with the split that was asked for, if one was. Raises `UsageError` as `known_split` does, and where
    the split cannot be changed."""
    if isinstance(loaded.tokenizer, Tokenizer):
        return known_split(loaded.tokenizer, loaded.name, split)
    if split is not None:
        raise UsageError(f"{loaded.name} cuts a text in a way of its own; leave out --split and --pattern")
    return loaded.tokenizer


def known_split(tokenizer: Tokenizer, name: str, split: Split | None) -> Tokenizer:
    """The tokenizer of that name with the split that was asked for, if one was; that it has another is said.

    Raises `UsageError` where there is neither.
    """
    own = tokenizer.split
    if split is None:
        if own is None:
            raise UsageError(f"{name} does not say how a text is split; name that with --split or --pattern")
        return tokenizer
    if own is not None and own.patterns != split.patterns:
        say(f"{name} has a split of its own ({own.name}), and is used with another ({split.name})")
    return tokenizer.with_split(split)
