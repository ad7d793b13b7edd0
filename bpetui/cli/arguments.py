"""What the commands' arguments have in common: one sentence for an error, and the options on corpus and split."""

import argparse
import os
import re
from collections.abc import Callable
from dataclasses import replace
from typing import NoReturn

from bpetui.cli.console import say, write
from bpetui.core.alphabet import BYTES, MAX_VOCABULARY
from bpetui.core.constraints import Veto
from bpetui.core.errors import UsageError
from bpetui.core.normalization import NORMALIZATIONS
from bpetui.core.options import ALPHABETS, MAX_COUNT, TIES, AlphabetName, Options, Ties
from bpetui.core.splitting import NO_SPLIT, SPLIT_NAMES, Split, split_custom, split_named
from bpetui.core.utf8 import without_surrogates


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
        self.hint = ""  # what is to be done about arguments that are too many

    def print_help(self, file: object = None) -> None:
        """Write the help as a result is written: argparse would not notice that it cannot be."""
        write(self.format_help())

    def error(self, message: str) -> NoReturn:
        if self.hint and message.startswith("unrecognized arguments"):
            message = f"{message}; {self.hint}"
        raise UsageError(f"{message}; see {self.prog} --help")


def target_name(name: str) -> str:
    """The name of what is to be written. Raises `UsageError` if it is empty."""
    if not name:
        raise UsageError("the name after --output is empty; name a file")
    return name


class ReadingOptions(argparse.Namespace):
    """How a text is read: its encoding, and the normalization that it is given."""

    encoding: str
    normalize: str


class WordsOptions(ReadingOptions):
    """How a text is read and cut into words: ``split`` is what ``--split`` or ``--pattern`` says, with ``special``."""

    split: Split
    special: list[str]

    @property
    def words_split(self) -> Split:
        """The split, with the special tokens."""
        return replace(self.split, special=tuple(self.special))


class TrainingOptions(WordsOptions):
    """What to learn from and how; ``alphabet`` and ``end_of_word`` are None where they were not named."""

    vocab_size: int
    word_counts: bool
    alphabet: AlphabetName | None
    end_of_word: str | None
    ties: Ties
    min_count: int
    max_token_bytes: int | None
    whole_characters: bool
    veto: list[tuple[str, str]]
    held_out: str | None

    def options(self, alphabet: AlphabetName = "bytes", end_of_word: str = "") -> Options:
        """The options of the training; what was not named is as given here.

        Says what may surprise. Raises `UsageError` for what contradicts itself.
        """
        named = self.alphabet is not None or self.end_of_word is not None
        options = Options(
            self.words_split,
            self.normalize,
            (self.alphabet or "bytes") if named else alphabet,
            (self.end_of_word or "") if named else end_of_word,
            self.ties,
            self.min_count,
            self.max_token_bytes,
            self.whole_characters,
        )
        for note in options.check():
            say(note)
        if options.alphabet == "bytes" and self.vocab_size < len(BYTES):
            raise UsageError(
                f"--vocab-size takes a whole number from {len(BYTES)} (the bytes) to {MAX_VOCABULARY:,}, "
                f"not {self.vocab_size}"
            )
        return options

    @property
    def vetoes(self) -> tuple[Veto, ...]:
        """The pairs that ``--veto`` names, by the bytes of the two tokens."""
        return tuple((_token(left), _token(right)) for left, right in self.veto)


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


def add_words(parser: Parser) -> None:
    """Add the options of `WordsOptions`."""
    names = ", ".join(SPLIT_NAMES)
    add_split(parser, NO_SPLIT, f"how the text is cut into words, which no merge crosses: {names} (default: none)")
    parser.add_argument(
        "--special",
        metavar="TOKEN",
        action="append",
        default=[],
        help="a special token: whole in the corpus, kept out of all merges; may be given several times",
    )
    add_reading(parser)


def add_split(parser: Parser, default: Split | None, about: str) -> None:
    """Add ``--split`` and ``--pattern``, of which one can be given."""
    split = parser.add_mutually_exclusive_group()
    split.add_argument("--split", metavar="NAME", type=split_named, default=default, help=about)
    split.add_argument(
        "--pattern",
        metavar="REGEX",
        dest="split",
        type=_pattern,
        help="a split of your own, in the syntax of the Python package regex, with sets in sets and && between sets",
    )


def add_training(parser: Parser) -> None:
    """Add the options of `TrainingOptions`."""
    parser.add_argument(
        "--vocab-size",
        metavar="N",
        type=_whole_number("--vocab-size", 1, MAX_VOCABULARY),
        default=512,
        help="tokens in all, the bytes (or characters) and the merges, special tokens not (default: 512)",
    )
    parser.add_argument(
        "--word-counts",
        action="store_true",
        help="CORPUS is a table: a word, a tab (or a space) and its count on each line, as bpetui count writes it",
    )
    add_words(parser)
    parser.add_argument(
        "--alphabet",
        metavar="NAME",
        choices=ALPHABETS,
        help=f"what the vocabulary starts with: {' or '.join(ALPHABETS)} of the corpus (default: bytes)",
    )
    parser.add_argument(
        "--end-of-word",
        metavar="MARK",
        help="with characters: words end with this mark, such as </w>, in place of space",
    )
    parser.add_argument(
        "--ties",
        metavar="RULE",
        choices=TIES,
        default="first",
        help=f"which of the pairs with the same count is merged: {' or '.join(TIES)} (default: first met)",
    )
    parser.add_argument(
        "--min-count",
        metavar="N",
        type=_whole_number("--min-count", 1, MAX_COUNT),
        default=1,
        help="merge no pair that stands fewer times (default: 1)",
    )
    parser.add_argument(
        "--max-token-bytes",
        metavar="N",
        type=_whole_number("--max-token-bytes", 2, 1_000_000_000),
        help="make no token longer than this",
    )
    parser.add_argument(
        "--whole-characters",
        action="store_true",
        help="join bytes within a character, or whole characters: no token holds a part of one beside another",
    )
    parser.add_argument(
        "--veto",
        nargs=2,
        metavar=("LEFT", "RIGHT"),
        action="append",
        default=[],
        help="never merge these two tokens, as text or as bytes in hex (0xe4ba); may be given several times",
    )
    parser.add_argument(
        "--held-out", metavar="FILE", help="measure the merges on this text too, from which nothing is learned"
    )


def _whole_number(option: str, least: int, most: int) -> Callable[[str], int]:
    def read(value: str) -> int:
        # Python's int() also takes signs, underscores and the digits of other scripts, and balks at thousands of them.
        if not re.fullmatch("[0-9]{1,19}", value) or not least <= int(value) <= most:
            raise UsageError(f"{option} takes a whole number from {least} to {most:,}, not {value}")
        return int(value)

    return read


def _token(part: str) -> bytes:
    """A token as it is named on the command line: its text, or its bytes in hex."""
    return bytes.fromhex(part[2:]) if re.fullmatch("0x([0-9a-fA-F]{2})+", part) else os.fsencode(part)


def _pattern(value: str) -> Split:
    if without_surrogates(value)[1]:
        raise UsageError("the pattern holds a byte that is no text; write such characters as \\u and their code")
    return split_custom(value)
