"""What the commands' arguments have in common: one sentence for an error, and the options on corpus and split."""

import argparse
import re
from typing import NoReturn

from bpetui.cli.output import write
from bpetui.core.errors import UsageError
from bpetui.core.splitting import SPLIT_NAMES, Split, split_custom, split_named
from bpetui.core.utf8 import without_surrogates
from bpetui.core.vocabulary import BYTES, MAX_VOCABULARY
from bpetui.files.text import NORMALIZATIONS


class Parser(argparse.ArgumentParser):
    """A parser of one command's arguments, which raises `UsageError` for what it does not understand."""

    def __init__(self, command: str, description: str, epilog: str = "") -> None:
        super().__init__(
            f"bpetui {command}".rstrip(),
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )

    def print_help(self, file: object = None) -> None:
        """Write the help as a result is written: argparse would not notice that it cannot be."""
        write(self.format_help())

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see {self.prog} --help")


class ReadingOptions(argparse.Namespace):
    """How a text is read: its encoding, and the normalization that it is given."""

    encoding: str
    normalize: str


class TrainingOptions(ReadingOptions):
    """What to learn from and how: ``split`` is what ``--split`` or ``--pattern`` says."""

    vocab_size: int
    split: Split


def add_reading(parser: Parser) -> None:
    """Add the options of `ReadingOptions`."""
    parser.add_argument(
        "--normalize",
        metavar="FORM",
        type=str.lower,
        choices=NORMALIZATIONS,
        default="none",
        help=f"Unicode normalization of the text: {', '.join(NORMALIZATIONS)} (default: none)",
    )
    parser.add_argument(
        "--encoding", metavar="NAME", default="utf-8", help="the encoding of what is read (default: utf-8)"
    )


def add_training(parser: Parser) -> None:
    """Add the options of `TrainingOptions`."""
    parser.add_argument(
        "--vocab-size",
        metavar="N",
        type=_vocab_size,
        default=512,
        help=f"tokens in all, the {BYTES} bytes and the merges (default: 512)",
    )
    words = parser.add_mutually_exclusive_group()
    words.add_argument(
        "--split",
        metavar="NAME",
        type=split_named,
        default=split_named("none"),
        help=f"how the text is cut into words, which no merge crosses: {', '.join(SPLIT_NAMES)} (default: none)",
    )
    words.add_argument(
        "--pattern",
        metavar="REGEX",
        dest="split",
        type=_pattern,
        help="a split of your own, in the syntax of the Python package regex",
    )
    add_reading(parser)


def add_tokenizer(parser: Parser) -> None:
    """Add ``--tokenizer``."""
    parser.add_argument(
        "--tokenizer",
        metavar="T",
        required=True,
        help="the tokenizer: a file that bpetui train --output wrote (.model)",
    )


def _vocab_size(value: str) -> int:
    # Python's int() also takes signs, underscores and the digits of other scripts, and balks at thousands of digits.
    if not re.fullmatch("[0-9]{1,9}", value) or not BYTES <= int(value) <= MAX_VOCABULARY:
        raise UsageError(
            f"--vocab-size takes a whole number from {BYTES} (the bytes) to {MAX_VOCABULARY:,}, not {value}"
        )
    return int(value)


def _pattern(value: str) -> Split:
    if without_surrogates(value)[1]:
        raise UsageError("the pattern holds a byte that is no text; write such characters as \\u and their code")
    return split_custom(value)
