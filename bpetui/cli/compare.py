"""``bpetui compare``: how many tokens a text takes in several tokenizers, and how many the same in another language."""

import shutil
from collections.abc import Sequence
from dataclasses import asdict, dataclass

from rich.cells import cell_len

from bpetui.cli import corpus_input
from bpetui.cli.arguments import Parser, ReadingOptions, add_reading
from bpetui.cli.console import say, to_json, write
from bpetui.cli.streamed_encoding import encode_with
from bpetui.cli.text_input import read, written
from bpetui.cli.tokenizer_option import T, add_split_of_tokenizer, load, with_split
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.plurals import counted
from bpetui.core.splitting import Split
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import Tokenizer
from bpetui.core.utf8 import normal_form, visible
from bpetui.rendering.figures import TextSizes, TokenFigures, ratio, two_places
from bpetui.rendering.text_table import GAP, table_row

_EPILOG = """\
For each tokenizer: the tokens of the text, and how many bytes and characters
(code points) one has on average; tokens/word counts as words the runs without
white space, so that it says little of Chinese or Thai. With --against or
--against-file, a text that says the same in another language or form, its
tokens, too, and the premium: tokens of the text over tokens of the other.
Special tokens are plain text here. --split and --pattern are for those files
that do not hold their split. --json gives a list of objects: tokenizer, ids,
tokens, bytes, characters, words, bytes_per_token, characters_per_token,
tokens_per_word, against (tokens, bytes, characters, words; or null), premium.
"""

_HEADER = ("tokenizer", "tokens", "bytes/token", "chars/token", "tokens/word")
_MORE = ("against", "premium")


class _Options(ReadingOptions):
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
    def of(cls, text: str) -> "_Text":
        return cls(text, TextSizes.from_text(text))


@dataclass(frozen=True)
class _Compared:
    """What a tokenizer makes of the text: its ids; and how many tokens it makes of the other text, if there is one."""

    name: str
    ids: Sequence[int]
    against: int | None


def run(words: Sequence[str]) -> int:
    """Compare as the words say; returns the exit status."""
    options = _parser().parse_args(words, _Options())
    corpus_input.find("-", options.encoding)  # an encoding that there is not is said whether or not it is needed
    if [options.text, options.file, options.against, options.against_file].count("-") > 1:
        raise UsageError("standard input can be read only once; name a file for one of the two texts")
    text = _text(options, options.text, options.file, "--file")
    if text is None:
        raise UsageError("there is no text to compare; give TEXT, - for standard input, or --file FILE")
    against = _text(options, options.against, options.against_file, "--against-file")
    tokenizers = [_load(name, options.split) for name in options.tokenizer]
    compared = [_compare(*each, text, against) for each in zip(options.tokenizer, tokenizers, strict=True)]
    if options.json:
        write(to_json([_object(each, text, against) for each in compared]) + "\n")
        return 0
    _say_sizes(text, "")
    if against is not None:
        _say_sizes(against, "against ")
    for line in _rows(compared, text, shutil.get_terminal_size((80, 24)).columns):
        write(line)
    return 0


def _parser() -> Parser:
    parser = Parser("compare", "Compare tokenizers on a text.", _EPILOG)
    parser.hint = "quote a text that has spaces, and write --tokenizer before each tokenizer"
    text = parser.add_mutually_exclusive_group()
    text.add_argument("text", metavar="TEXT", nargs="?", help="the text, or - for standard input")
    text.add_argument("--file", metavar="FILE", help="compare on the text in this file, or sample:NAME")
    parser.add_argument(
        "--tokenizer",
        metavar="T",
        action="append",
        required=True,
        help=f"a tokenizer, and once more for each of the others: {T}",
    )
    against = parser.add_mutually_exclusive_group()
    against.add_argument("--against", metavar="TEXT", help="a text that says the same, to count its tokens, too")
    against.add_argument("--against-file", metavar="FILE", help="such a text in a file, or sample:NAME")
    add_split_of_tokenizer(parser)
    parser.add_argument("--json", action="store_true", help="write a list of objects, with the ids")
    add_reading(parser)
    return parser


def _text(options: _Options, text: str | None, file: str | None, option: str) -> _Text | None:
    if text == "-" or file is not None:
        return _Text.of(read("-" if file is None else file, options))
    return None if text is None else _Text.of(written(text, options.normalization, f"{option} FILE"))


def _load(name: str, split: Split | None) -> AnyTokenizer:
    """A tokenizer, with the split that was asked for where its file holds none."""
    loaded = load(name)
    has_none = isinstance(loaded.tokenizer, Tokenizer) and loaded.tokenizer.split is None
    return with_split(loaded, split if has_none else None)


def _compare(name: str, tokenizer: AnyTokenizer, text: _Text, against: _Text | None) -> _Compared:
    encode = encode_with(tokenizer)
    try:
        return _Compared(name, encode(text.text), None if against is None else len(encode(against.text)))
    except BpetuiError as error:
        raise BpetuiError(f"{name}: {error}") from error


def _say_sizes(text: _Text, before: str) -> None:
    sizes = text.sizes
    said = (counted(sizes.bytes, "byte"), counted(sizes.characters, "character"), counted(sizes.words, "word"))
    say(f"{before}{', '.join(said)}; {normal_form(text.text)}")


# -- what is written ---------------------------------------------------------------------------------------------------


def _rows(compared: Sequence[_Compared], text: _Text, width: int) -> list[str]:
    table: list[tuple[str, ...]] = [_HEADER if compared[0].against is None else (*_HEADER, *_MORE)]
    for each in compared:
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


def _object(compared: _Compared, text: _Text, against: _Text | None) -> dict[str, object]:
    tokens = len(compared.ids)
    figures = TokenFigures(text.sizes, tokens)
    other = None
    if against is not None and compared.against is not None:
        other = {"tokens": compared.against, **asdict(against.sizes)}
    return {
        "tokenizer": compared.name,
        "ids": compared.ids,
        "tokens": tokens,
        **asdict(text.sizes),
        "bytes_per_token": _rounded(figures.bytes_per_token),
        "characters_per_token": _rounded(figures.characters_per_token),
        "tokens_per_word": _rounded(figures.tokens_per_word),
        "against": other,
        "premium": _rounded(ratio(tokens, compared.against or 0)),
    }


def _rounded(figure: float | None) -> float | None:
    return None if figure is None else round(figure, 6)
