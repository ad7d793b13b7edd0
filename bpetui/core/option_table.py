"""The table of options, for the command line, the settings form, the help and reports.

To add an option, add its name to `OptionName`, a field to `Options` (if it is about training), and an entry here.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from bpetui.core.alphabet import MAX_VOCABULARY
from bpetui.core.errors import UsageError
from bpetui.core.option_kinds import (
    NO,
    YES,
    Number,
    OneOf,
    OptionChoice,
    OptionKind,
    Switch,
    Text,
    TokenPairs,
    Tokens,
    Value,
)
from bpetui.core.options import MAX_COUNT, MIN_TOKEN_BYTES, OptionError, OptionName, Options

PATTERN = "pattern"
"""The value of ``split`` that selects the split by ``pattern`` instead of one of `SPLIT_NAMES`."""


class Group(Enum):
    """A group of options in a form; the value is its heading."""

    WORDS = "Words"
    ALPHABET = "Starting vocabulary"
    MERGES = "Merges"
    EVALUATION = "Evaluation"


@dataclass(frozen=True)
class Option:
    """An option.

    - ``label``: its name in sentences and forms
    - ``explanation``: what it does; ``example``: a value or a consequence
    - ``metavar``: the names of its values in the help of the command line, one per argument
    - ``spelling``: the flag, if different from the name
    - ``empty``: the text that a form shows for an empty value
    - ``group``: its group in a form; None for an option that is set elsewhere
    - ``is_explicit``: whether a command line includes it even with its default, because samples have other defaults
    """

    name: OptionName
    kind: OptionKind
    label: str
    explanation: str
    default: Value
    example: str = ""
    metavar: tuple[str, ...] = ()
    spelling: str = ""
    empty: str = ""
    group: Group | None = None
    is_explicit: bool = False

    @property
    def flag(self) -> str:
        """The flag on the command line."""
        return self.spelling or "--" + self.name.replace("_", "-")

    @property
    def choices(self) -> tuple[OptionChoice, ...]:
        """The values to choose from; empty if any value can be written."""
        return self.kind.choices if isinstance(self.kind, OneOf | Switch) else ()

    @property
    def help(self) -> str:
        """The explanation for the help of the command line, with the choices and the default."""
        text = self.explanation
        if isinstance(self.kind, OneOf):
            text += ": " + ", ".join(value for value in self.kind.values if value != PATTERN)
        if isinstance(self.kind, Tokens | TokenPairs):
            return text + " (repeatable)"
        if self.default in (None, "", False):
            return text
        return f"{text} (default: {self.kind.write(self.default)})"

    def read(self, text: str) -> Value:
        """Read a value. Raises `OptionError` for an invalid value."""
        try:
            return self.kind.read(text, self.label)
        except UsageError as error:
            raise OptionError(str(error), self.name) from None

    def read_entry(self, text: str) -> Value:
        """Read a value of a form: the same as `read`, but an empty number is the default."""
        return self.default if isinstance(self.kind, Number) and not text else self.read(text)

    def explained(self, text: str) -> tuple[str, str]:
        """Return an explanation and an example: those of the choice ``text``, or those of the option."""
        for choice in self.choices:
            if choice.value == text:
                return choice.explanation, choice.example
        return self.explanation, self.example


_DEFAULT = Options()

_SPLITS = (
    OptionChoice("none", "the whole text is one word; merges cross spaces and line ends"),
    OptionChoice("lines", "each line is a word; merges cross spaces but not line ends"),
    OptionChoice("whitespace", "split at white space; each run of white space is a word too"),
    OptionChoice("gpt2-simple", "like gpt2, with a shorter pattern that keeps letters and digits together"),
    OptionChoice("gpt2", "as in GPT-2: letters, digits and signs apart, each with the space before it"),
    OptionChoice("cl100k_base", "as in GPT-4: at most three digits together, without the space before them"),
    OptionChoice("o200k_base", "as in GPT-4o: like GPT-4, but keeps 'll with its word and splits one│Two"),
    OptionChoice("llama3", "as in Llama 3: much like GPT-4"),
    OptionChoice("qwen", "as in Qwen: much like GPT-4, but each digit is a word"),
    OptionChoice("deepseek-v3", "as in DeepSeek V3: Chinese and Japanese apart from everything else"),
    OptionChoice(PATTERN, "use the pattern in the next row"),
)

_NORMALIZATIONS = (
    OptionChoice("none", "keep the text as it is", "e.g. é can be one character, or e and ◌́: the bytes differ"),
    OptionChoice(
        "nfc",
        "combine letters and their marks into one character where possible (NFC)",
        "e.g. e and ◌́ become é; ﬁ and ２ stay as they are",
    ),
    OptionChoice(
        "nfd",
        "separate letters from their marks (NFD)",
        "e.g. é becomes e and ◌́; ﬁ and ２ stay as they are",
    ),
    OptionChoice(
        "nfkc",
        "like nfc, and replace variant characters with plain ones (NFKC)",
        "e.g. e and ◌́ become é, ﬁ becomes fi, ２ becomes 2",
    ),
    OptionChoice(
        "nfkd",
        "like nfd, and replace variant characters with plain ones (NFKD)",
        "e.g. é becomes e and ◌́, ﬁ becomes fi, ２ becomes 2",
    ),
)

_ALPHABETS = (
    OptionChoice(
        "bytes",
        "start with the 256 bytes, which can represent every text",
        "e.g. é starts as two tokens, c3 a9, and 床 as three, e5 ba 8a",
    ),
    OptionChoice(
        "characters",
        "start with the characters of the text; all others are unknown",
        "e.g. é starts as one token, and so does 床",
    ),
)

_TIES = (
    OptionChoice(
        "first",
        "among pairs with the highest count, merge the one that occurs first",
        "e.g. in cdcdabab, cd and ab occur twice: merge cd (minbpe's rule)",
        label="occurs first",
    ),
    OptionChoice(
        "smallest-id",
        "among pairs with the highest count, merge the one with the smallest ids",
        "e.g. in cdcdabab, cd and ab occur twice: merge ab (rustbpe's rule)",
        label="smallest ids",
    ),
)

_WHOLE_CHARACTERS = Switch(
    OptionChoice(
        NO,
        "tokens may mix parts of characters with other characters",
        "e.g. in 床前, e5 ba 8a e5 89 8d, a merge can make the token 8a e5",
    ),
    OptionChoice(
        YES,
        "tokens never mix parts of characters with other characters (bytes only)",
        "e.g. in 床前, e5 ba 8a e5 89 8d, no merge makes the token 8a e5",
    ),
)

OPTIONS: tuple[Option, ...] = (
    Option(
        "vocab_size",
        Number(1, MAX_VOCABULARY),
        "vocabulary size",
        "vocabulary size: base symbols plus merges, special tokens excluded",
        512,
        metavar=("N",),
    ),
    Option(
        "word_counts",
        Switch(
            OptionChoice(NO, "the corpus is a text"),
            OptionChoice(YES, "the corpus is a table of words and their counts"),
        ),
        "word counts",
        "read CORPUS as a table: on each line a word, a tab (or a space) and its count, as bpetui count writes it",
        False,
    ),
    Option(
        "split",
        OneOf("split", _SPLITS),
        "split",
        "how to split the text into words, which merges never cross",
        _DEFAULT.split.name,
        metavar=("NAME",),
        group=Group.WORDS,
    ),
    Option(
        "pattern",
        Text(),
        "pattern",
        "split with a regular expression (Python package regex): each match is a word",
        "",
        example=r"e.g. \p{L}+|\P{L}+ splits between letters and everything else",
        metavar=("REGEX",),
        empty="(none; type one to use it)",
        group=Group.WORDS,
    ),
    Option(
        "special",
        Tokens(),
        "special tokens",
        "special token: kept whole in the corpus, excluded from all merges",
        _DEFAULT.special,
        example="e.g. <|endoftext|> '<two words>'",
        metavar=("TOKEN",),
        empty="(none)",
        group=Group.WORDS,
    ),
    Option(
        "normalization",
        OneOf("normal form", _NORMALIZATIONS),
        "normalization",
        "put the text in this Unicode normal form",
        _DEFAULT.normalization,
        metavar=("FORM",),
        spelling="--normalize",
        group=Group.WORDS,
    ),
    Option(
        "encoding",
        Text(),
        "encoding",
        "encoding of the files to read",
        "utf-8",
        example="e.g. gb18030, utf-16, latin-1",
        metavar=("NAME",),
    ),
    Option(
        "alphabet",
        OneOf("alphabet", _ALPHABETS),
        "alphabet",
        "symbols that the vocabulary starts with",
        _DEFAULT.alphabet,
        metavar=("NAME",),
        group=Group.ALPHABET,
        is_explicit=True,
    ),
    Option(
        "end_of_word",
        Text(),
        "end-of-word mark",
        "end each word with this mark instead of white space (characters only)",
        _DEFAULT.end_of_word,
        example="e.g. with </w>, low lower starts as l o w </w> l o w e r </w>",
        metavar=("MARK",),
        empty="(none)",
        group=Group.ALPHABET,
    ),
    Option(
        "ties",
        OneOf("tie rule", _TIES),
        "ties",
        "which pair to merge if several have the highest count",
        _DEFAULT.ties,
        metavar=("RULE",),
        group=Group.MERGES,
    ),
    Option(
        "min_count",
        Number(1, MAX_COUNT),
        "minimum count",
        "ignore pairs that occur fewer times than this",
        _DEFAULT.min_count,
        example="e.g. 2 stops when no pair occurs twice; 1 stops when no pair is left",
        metavar=("N",),
        empty=f"({_DEFAULT.min_count})",
        group=Group.MERGES,
    ),
    Option(
        "max_token_bytes",
        Number(MIN_TOKEN_BYTES, 1_000_000_000),
        "longest token in bytes",
        "make no token longer than this",
        _DEFAULT.max_token_bytes,
        example="e.g. 16: an English letter takes 1 byte, é takes 2, 床 takes 3",
        metavar=("N",),
        empty="(no limit)",
        group=Group.MERGES,
    ),
    Option(
        "whole_characters",
        _WHOLE_CHARACTERS,
        "whole characters",
        "tokens never mix parts of characters with other characters (bytes only)",
        _DEFAULT.whole_characters,
        group=Group.MERGES,
    ),
    Option(
        "veto",
        TokenPairs(),
        "vetoes",
        "never merge this pair of tokens, each given as text or as bytes in hex (0xe4ba)",
        (),
        metavar=("LEFT", "RIGHT"),
    ),
    Option(
        "held_out",
        Text(),
        "held-out text",
        "also evaluate on this text; it is not used for training",
        "",
        example="e.g. notes.txt or sample:english; empty for none",
        metavar=("FILE",),
        empty="(none)",
        group=Group.EVALUATION,
    ),
)

OPTION_BY_NAME: Mapping[OptionName, Option] = {option.name: option for option in OPTIONS}
"""The options by name."""
