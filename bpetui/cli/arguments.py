"""What the commands' arguments have in common: one sentence for an error, and the options on corpus and split."""

import argparse
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any, Literal, NoReturn, TypeVar

from bpetui.cli.console import say, write
from bpetui.core.alphabet import BYTES, MAX_VOCABULARY
from bpetui.core.constraints import Veto
from bpetui.core.errors import UsageError
from bpetui.core.option_kinds import Switch, TokenPairs, Tokens, Value
from bpetui.core.option_table import OPTION, OPTIONS, PATTERN
from bpetui.core.option_values import FIELDS, Values, options_of, token_of_word, token_word, values_of
from bpetui.core.options import AlphabetName, OptionError, OptionName, Options
from bpetui.core.splitting import NO_SPLIT, Split
from bpetui.core.utf8 import without_surrogates

Arguments = TypeVar("Arguments", bound=argparse.Namespace)


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

    def parse_args(  # type: ignore[override]  # argparse also makes namespaces
        self, args: Sequence[str], namespace: Arguments
    ) -> Arguments:
        """Read the arguments into ``namespace``. Raises `UsageError` for what it does not understand."""
        parsed, left_over = self.parse_known_args(args, namespace)
        if left_over:
            what = f"unrecognized arguments: {' '.join(left_over)}"
            self.error(f"{what}; {self.hint}" if self.hint else what)
        return parsed

    def error(self, message: str) -> NoReturn:
        raise UsageError(f"{message}; see {self.prog} --help")


def target_name(name: str) -> str:
    """The name of what is to be written. Raises `UsageError` if it is empty."""
    if not name:
        raise UsageError("the name after --output is empty; name a file")
    return name


class ReadingOptions(argparse.Namespace):
    """How to read a text: its encoding, and the normal form to give it."""

    encoding: str
    normalization: str


class WordsOptions(ReadingOptions):
    """How to read a text and split it into words: ``split`` is that of ``--split`` or ``--pattern``."""

    split: Split
    special: list[str]

    @property
    def words_split(self) -> Split:
        """The split, with the special tokens."""
        return replace(self.split, special=tuple(self.special))


class TrainingOptions(WordsOptions):
    """What to learn from and how. What has a default in the corpus is None where it is not named."""

    vocab_size: int
    word_counts: bool
    alphabet: AlphabetName | None
    end_of_word: str | None
    veto: list[tuple[str, str]]
    held_out: str | None

    def options(self, alphabet: AlphabetName = "bytes", end_of_word: str = "") -> Options:
        """The options of the training, with the alphabet and mark given here unless either is named.

        Says what may surprise. Raises `OptionError` for what contradicts itself.
        """
        named: dict[str, Any] = {
            name: value for name, value in vars(self).items() if name in FIELDS and value is not None
        }
        if self.alphabet is None and self.end_of_word is None:
            named |= {"alphabet": alphabet, "end_of_word": end_of_word}
        options = Options(self.words_split, **named)
        for note in options.check():
            say(note)
        if options.alphabet == "bytes" and self.vocab_size < len(BYTES):
            raise OptionError(
                f"vocabulary size must be a whole number from {len(BYTES)} (the bytes) to {MAX_VOCABULARY:,}, "
                f"not {self.vocab_size}",
                "vocab_size",
            )
        return options

    def values(self, options: Options) -> Values:
        """The values of all options of a training with these ``options``."""
        others: dict[OptionName, Value] = {
            "vocab_size": self.vocab_size,
            "word_counts": self.word_counts,
            "encoding": self.encoding,
            "veto": tuple((token_word(left), token_word(right)) for left, right in self.vetoes),
            "held_out": self.held_out or "",
        }
        return {**values_of(options), **others}

    @property
    def vetoes(self) -> tuple[Veto, ...]:
        """The pairs that ``--veto`` names, by the bytes of the two tokens."""
        return tuple((token_of_word(left), token_of_word(right)) for left, right in self.veto)


def add_option(parser: argparse._ActionsContainer, name: OptionName, **changes: Any) -> None:
    """Add an option as the table has it, with ``changes`` to what argparse is told."""
    option = OPTION[name]
    told: dict[str, Any] = {"dest": name, "help": option.help.replace("%", "%%")}
    if isinstance(option.kind, Switch):
        told["action"] = "store_true"
    elif isinstance(option.kind, TokenPairs):
        told |= {"action": "append", "nargs": 2, "metavar": option.metavar, "type": str, "default": []}
    elif isinstance(option.kind, Tokens):
        told |= {"action": "append", "metavar": option.metavar[0], "type": str, "default": []}
    else:
        told |= {"metavar": option.metavar[0], "type": option.read, "default": option.default}
    parser.add_argument(option.flag, **told | changes)


def add_reading(parser: Parser) -> None:
    """Add the options of `ReadingOptions`."""
    add_option(parser, "normalization")
    add_option(parser, "encoding")


def add_words(parser: Parser) -> None:
    """Add the options of `WordsOptions`."""
    add_split(parser, NO_SPLIT, OPTION["split"].help)
    add_option(parser, "special")
    add_reading(parser)


def add_split(parser: Parser, default: Split | None, about: str) -> None:
    """Add ``--split`` and ``--pattern``, of which one can be given."""
    either = parser.add_mutually_exclusive_group()
    add_option(either, "split", type=partial(_split, "split"), default=default, help=about)
    add_option(either, "pattern", type=partial(_split, "pattern"), default=default, dest="split")


def add_training(parser: Parser) -> None:
    """Add the options of `TrainingOptions`: all there are."""
    for option in OPTIONS:
        if option.name == "split":
            add_split(parser, NO_SPLIT, option.help)
        elif option.name != "pattern":
            add_option(parser, option.name, **{"default": None} if option.name in _UNNAMED else {})


_UNNAMED: frozenset[OptionName] = frozenset(("alphabet", "end_of_word", "held_out"))
"""Options that are None unless named: a sample has its own alphabet and mark, and an empty file name is an error."""


def _split(name: Literal["split", "pattern"], text: str) -> Split:
    """The split that ``--split`` or ``--pattern`` names."""
    if without_surrogates(text)[1]:
        raise OptionError(
            f"the {name} contains a byte that is not text; write such characters as \\u and their code", name
        )
    return options_of({"split": PATTERN, "pattern": text} if name == "pattern" else {"split": text}).split
