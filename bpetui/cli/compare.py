"""``bpetui compare``: compare how many tokens several tokenizers need for a text, and for its translation."""

import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from rich.cells import cell_len

from bpetui.cli.arguments import CommandParser, ReadingArguments, add_reading
from bpetui.cli.inputs import find_source, read_text_source, text_argument
from bpetui.cli.json_output import to_json
from bpetui.cli.standard_streams import print_message, write_output
from bpetui.cli.stream_encoding import text_encoder
from bpetui.cli.tokenizer_option import TOKENIZER_HELP, add_missing_split, load_tokenizer, with_split
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.plurals import counted
from bpetui.core.splitting import Split
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import normal_form, visible
from bpetui.rendering.figures import TextSizes, TokenFigures, ratio, two_places
from bpetui.rendering.text_table import GAP, table_row

_EPILOG = """\
Each row is a tokenizer: its tokens for the text, the bytes and characters (code
points) per token, and the tokens per word. Words are separated by white space,
so tokens/word means little for Chinese or Thai. --against and --against-file
give a second text with the same meaning, such as a translation; its tokens are
counted too, and the premium is the tokens of the text divided by those.

Special tokens are treated as plain text. --split and --pattern apply only to
tokenizers that do not record their split. --json writes a list of objects:
tokenizer, ids, tokens, bytes, characters, words, bytes_per_token,
characters_per_token, tokens_per_word, against (tokens, bytes, characters,
words; or null), premium.
"""

_HEADER = ("tokenizer", "tokens", "bytes/token", "chars/token", "tokens/word")
_AGAINST_HEADER = ("against", "premium")


class _Arguments(ReadingArguments):
    text: str | None
    file: str | None
    against: str | None
    against_file: str | None
    tokenizer: list[str]
    split: Split | None
    json: bool


@dataclass(frozen=True)
class _Text:
    """A text and its sizes."""

    text: str
    sizes: TextSizes

    @classmethod
    def from_text(cls, text: str) -> "_Text":
        return cls(text, TextSizes.from_text(text))


@dataclass(frozen=True)
class _Comparison:
    """The ids that a tokenizer gives the text, and how many tokens it gives the second text, None without one."""

    name: str
    ids: Sequence[int]
    against: int | None


def run(words: Sequence[str]) -> int:
    """Run ``bpetui compare`` and return the exit status."""
    arguments = _parser().parse_args(words, _Arguments())
    find_source("-", arguments.encoding)  # reports an unknown encoding, needed or not
    if [arguments.text, arguments.file, arguments.against, arguments.against_file].count("-") > 1:
        raise UsageError("standard input can be read only once; name a file for one of the two texts")
    text = _text(arguments, arguments.text, arguments.file, "--file")
    if text is None:
        raise UsageError("there is no text to compare; give TEXT, - (standard input) or --file FILE")
    against = _text(arguments, arguments.against, arguments.against_file, "--against-file")
    tokenizers = [_load_tokenizer(name, arguments.split) for name in arguments.tokenizer]
    comparisons = [_compare(*each, text, against) for each in zip(arguments.tokenizer, tokenizers, strict=True)]
    if arguments.json:
        write_output(to_json([_json_object(each, text, against) for each in comparisons]) + "\n")
        return 0
    _print_sizes("text", text)
    if against is not None:
        _print_sizes("against", against)
    for line in _table_rows(comparisons, text, shutil.get_terminal_size((80, 24)).columns):
        write_output(line)
    return 0


def _parser() -> CommandParser:
    parser = CommandParser("compare", "Compare how many tokens several tokenizers need for a text.", _EPILOG)
    parser.hint = "put quotes around a text with spaces, and --tokenizer before each tokenizer"
    text = parser.add_mutually_exclusive_group()
    text.add_argument("text", metavar="TEXT", nargs="?", help="the text, or - for standard input")
    text.add_argument("--file", metavar="FILE", help="read the text from this file or sample:NAME")
    parser.add_argument(
        "--tokenizer",
        metavar="T",
        action="append",
        required=True,
        help=f"a tokenizer to compare (repeatable): {TOKENIZER_HELP}",
    )
    against = parser.add_mutually_exclusive_group()
    against.add_argument(
        "--against", metavar="TEXT", help="second text with the same meaning, whose tokens are counted too"
    )
    against.add_argument("--against-file", metavar="FILE", help="read the second text from this file or sample:NAME")
    add_missing_split(parser)
    parser.add_argument("--json", action="store_true", help="write a list of JSON objects, with the ids")
    add_reading(parser)
    return parser


def _text(arguments: _Arguments, text: str | None, file: str | None, option: str) -> _Text | None:
    if text == "-" or file is not None:
        return _Text.from_text(read_text_source("-" if file is None else file, arguments))
    return None if text is None else _Text.from_text(text_argument(text, arguments.normalization, f"{option} FILE"))


def _load_tokenizer(name: str, split: Split | None) -> AnyTokenizer:
    """Load a tokenizer, with ``split`` if its file records none."""
    loaded = load_tokenizer(name)
    lacks_split = isinstance(loaded.tokenizer, BpeTokenizer) and loaded.tokenizer.split is None
    return with_split(loaded, split if lacks_split else None)


def _compare(name: str, tokenizer: AnyTokenizer, text: _Text, against: _Text | None) -> _Comparison:
    encode = text_encoder(tokenizer)
    try:
        return _Comparison(name, encode(text.text), None if against is None else len(encode(against.text)))
    except BpetuiError as error:
        raise BpetuiError(f"{name}: {error}") from error


def _print_sizes(role: str, text: _Text) -> None:
    byte_count = counted(text.sizes.bytes, "byte")
    characters = counted(text.sizes.characters, "character")
    words = counted(text.sizes.words, "word")
    form = normal_form(text.text)
    print_message(f"{role}: {byte_count}, {characters}, {words}, {form}")


# -- the table, and JSON -----------------------------------------------------------------------------------------------


def _table_rows(comparisons: Sequence[_Comparison], text: _Text, width: int) -> list[str]:
    table: list[tuple[str, ...]] = [_HEADER if comparisons[0].against is None else (*_HEADER, *_AGAINST_HEADER)]
    for each in comparisons:
        tokens = len(each.ids)
        figures = TokenFigures(text.sizes, tokens)
        ratios = (figures.bytes_per_token, figures.characters_per_token, figures.tokens_per_word)
        line = [visible(each.name), f"{tokens:,}", *map(two_places, ratios)]
        if each.against is not None:
            line += [f"{each.against:,}", two_places(ratio(tokens, each.against))]
        table.append(tuple(line))
    columns = [*zip(*table, strict=True)]
    widths = [max(map(cell_len, column)) for column in columns]
    widths[0] = min(widths[0], max(len(_HEADER[0]), width - sum(widths[1:]) - len(GAP) * len(widths[1:])))
    return [table_row(line, widths, [False, *[True] * (len(widths) - 1)]) for line in table]


def _json_object(comparison: _Comparison, text: _Text, against: _Text | None) -> dict[str, object]:
    tokens = len(comparison.ids)
    figures = TokenFigures(text.sizes, tokens)
    other = None
    if against is not None and comparison.against is not None:
        other = {"tokens": comparison.against, **asdict(against.sizes)}
    return {
        "tokenizer": comparison.name,
        "ids": comparison.ids,
        "tokens": tokens,
        **asdict(text.sizes),
        "bytes_per_token": _rounded(figures.bytes_per_token),
        "characters_per_token": _rounded(figures.characters_per_token),
        "tokens_per_word": _rounded(figures.tokens_per_word),
        "against": other,
        "premium": _rounded(ratio(tokens, comparison.against or 0)),
    }


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else round(figure, 6)
