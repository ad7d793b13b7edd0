"""The arguments of the commands: the parser, and the options for reading, splitting and training."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal, NoReturn, TypeVar

from bpetui.cli.standard_streams import print_message, write_output
from bpetui.core.alphabet import BYTES, MAX_VOCABULARY
from bpetui.core.constraints import Veto
from bpetui.core.errors import UsageError
from bpetui.core.option_kinds import Switch, TokenPairs, Tokens, Value
from bpetui.core.option_table import OPTION_BY_NAME, OPTIONS, PATTERN
from bpetui.core.option_values import FIELDS, Values, to_options, to_values, token_from_word, token_word
from bpetui.core.options import AlphabetName, OptionError, OptionName, Options
from bpetui.core.splitting import NO_SPLIT, Split
from bpetui.core.utf8 import without_surrogates

Arguments = TypeVar("Arguments", bound=argparse.Namespace)


class CommandParser(argparse.ArgumentParser):
    """A parser of the arguments of one command; it raises `UsageError` for arguments it does not accept."""

    def __init__(self, command: str, description: str, epilog: str = "") -> None:
        super().__init__(
            f"bpetui {command}".rstrip(),
            description=description,
            epilog=epilog,
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        self.hint = ""  # what to do about too many arguments

    def print_help(self, file: object = None) -> None:
        """Write the help as a result; argparse itself would ignore an error of writing."""
        write_output(self.format_help())

    def parse_args(  # type: ignore[override]  # argparse also creates namespaces
        self, args: Sequence[str], namespace: Arguments
    ) -> Arguments:
        """Parse the arguments into ``namespace``. Raises `UsageError` for arguments it does not accept."""
        parsed, left_over = self.parse_known_args(args, namespace)
        if left_over:
            message = f"unrecognized arguments: {' '.join(left_over)}"
            self.error(f"{message}; {self.hint}" if self.hint else message)
        return parsed

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see {self.prog} --help")


class ReadingArguments(argparse.Namespace):
    """How to read a text: its encoding, and the normal form to give it."""

    encoding: str
    normalization: str


class WordArguments(ReadingArguments):
    """How to read a text and split it into words; ``split`` comes from ``--split`` or ``--pattern``."""

    split: Split
    special: list[str]

    @property
    def split_with_special(self) -> Split:
        """The split, with the special tokens."""
        return replace(self.split, special=tuple(self.special))


class TrainingArguments(WordArguments):
    """What to train on and how. None stands for an option that was not given and has a default in the corpus."""

    vocab_size: int
    word_counts: bool
    alphabet: AlphabetName | None
    end_of_word: str | None
    veto: list[tuple[str, str]]
    held_out: str | None

    def training_options(self, alphabet: AlphabetName = "bytes", end_of_word: str = "") -> Options:
        """Return the options of the training; ``alphabet`` and ``end_of_word`` apply if neither was given.

        Print what may surprise. Raises `OptionError` for options that contradict each other.
        """
        given: dict[str, Any] = {
            name: value for name, value in vars(self).items() if name in FIELDS and value is not None
        }
        if self.alphabet is None and self.end_of_word is None:
            given |= {"alphabet": alphabet, "end_of_word": end_of_word}
        options = Options(self.split_with_special, **given)
        for note in options.check():
            print_message(note)
        if options.alphabet == "bytes" and self.vocab_size < len(BYTES):
            raise OptionError(
                f"vocabulary size must be a whole number from {len(BYTES)} (the bytes) to {MAX_VOCABULARY:,}, "
                f"not {self.vocab_size}",
                "vocab_size",
            )
        return options

    def values(self, options: Options) -> Values:
        """Return the values of all options of a training with these ``options``."""
        others: dict[OptionName, Value] = {
            "vocab_size": self.vocab_size,
            "word_counts": self.word_counts,
            "encoding": self.encoding,
            "veto": tuple((token_word(left), token_word(right)) for left, right in self.vetoes),
            "held_out": self.held_out or "",
        }
        return {**to_values(options), **others}

    @property
    def vetoes(self) -> tuple[Veto, ...]:
        """The pairs that ``--veto`` names, each as the bytes of its two tokens."""
        return tuple((token_from_word(left), token_from_word(right)) for left, right in self.veto)


def add_option(parser: argparse._ActionsContainer, name: OptionName, **changes: Any) -> None:
    """Add an option from the table of options; ``changes`` replace keyword arguments of ``add_argument``."""
    option = OPTION_BY_NAME[name]
    settings: dict[str, Any] = {"dest": name, "help": option.help.replace("%", "%%")}
    if isinstance(option.kind, Switch):
        settings["action"] = "store_true"
    elif isinstance(option.kind, TokenPairs):
        settings |= {"action": "append", "nargs": 2, "metavar": option.metavar, "type": str, "default": []}
    elif isinstance(option.kind, Tokens):
        settings |= {"action": "append", "metavar": option.metavar[0], "type": str, "default": []}
    else:
        settings |= {"metavar": option.metavar[0], "type": option.read, "default": option.default}
    parser.add_argument(option.flag, **settings | changes)


def add_reading(parser: CommandParser) -> None:
    """Add the arguments of `ReadingArguments`."""
    add_option(parser, "normalization")
    add_option(parser, "encoding")


def add_split(parser: CommandParser, default: Split | None, explanation: str) -> None:
    """Add ``--split`` and ``--pattern``, which exclude each other."""
    group = parser.add_mutually_exclusive_group()
    add_option(group, "split", type=partial(_split, "split"), default=default, help=explanation)
    add_option(group, "pattern", type=partial(_split, "pattern"), default=default, dest="split")


def add_training(parser: CommandParser) -> None:
    """Add the arguments of `TrainingArguments`: every option of the table."""
    for option in OPTIONS:
        if option.name == "split":
            add_split(parser, NO_SPLIT, option.help)
        elif option.name != "pattern":
            add_option(parser, option.name, **{"default": None} if option.name in _NONE_UNLESS_GIVEN else {})


_NONE_UNLESS_GIVEN: frozenset[OptionName] = frozenset(("alphabet", "end_of_word", "held_out"))
"""Options that are None unless given: a sample has its own alphabet and mark, and an empty file name is an error."""


def _split(name: Literal["split", "pattern"], text: str) -> Split:
    """Return the split that ``--split`` or ``--pattern`` names."""
    if without_surrogates(text)[1]:
        raise OptionError(
            f"the {name} contains a byte that is not UTF-8; write the character as \\u and its code", name
        )
    return to_options({"split": PATTERN, "pattern": text} if name == "pattern" else {"split": text}).split
