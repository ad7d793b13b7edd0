"""``bpetui encode``: the token ids of a text."""

from collections.abc import Sequence
from pathlib import Path

from bpetui.cli import corpora, tokenizers
from bpetui.cli.arguments import Parser, ReadingOptions, add_reading, add_tokenizer
from bpetui.cli.output import say, to_json, write
from bpetui.cli.report import several
from bpetui.core.encoding import Encoder
from bpetui.core.utf8 import kind, without_surrogates
from bpetui.core.vocabulary import Vocabulary
from bpetui.files.text import decode, normalized

SUMMARY = "the token ids of a text"

_EPILOG = """\
The ids are written on one line. --json gives one object: ids, and tokens, each
with its id, bytes in hex, text (null unless it is whole characters), kind, and
the byte offsets where it starts and ends. Special tokens are plain text here.
"""


class _Options(ReadingOptions):
    text: str
    tokenizer: str
    json: bool


def run(words: Sequence[str]) -> int:
    """Encode as the words say; returns the exit status."""
    options = _parser().parse_args(words, _Options())
    tokenizer = tokenizers.load(options.tokenizer)
    text = normalized(_text(options), options.normalize)
    if options.text != "-" and is_file(options.text):
        say(f"{options.text} is taken as the text itself; what is in the file: bpetui encode - < FILE")
    ids = Encoder(tokenizer.split, tokenizer.vocabulary.pairs).encode(text)
    if options.json:
        write(to_json({"ids": ids, "tokens": _tokens(ids, tokenizer.vocabulary)}) + "\n")
    else:
        write(" ".join(map(str, ids)) + "\n")
    return 0


def is_file(text: str) -> bool:
    """Whether a text is the name of a file, which was perhaps meant."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def _parser() -> Parser:
    parser = Parser("encode", "Write the token ids of a text.", _EPILOG)
    parser.add_argument("text", metavar="TEXT", help="the text, or - for standard input; after -- it may begin with -")
    add_tokenizer(parser)
    parser.add_argument("--json", action="store_true", help="write one JSON object, with the tokens in full")
    add_reading(parser)
    return parser


def _text(options: _Options) -> str:
    if options.text == "-":
        file = decode(corpora.read_standard_input(), corpora.STANDARD_INPUT, options.encoding)
        corpora.say_notes(file.name, file.notes)
        return file.text
    text, strange = without_surrogates(options.text)
    if strange:
        say(f"the text holds {several(strange, 'byte')} that UTF-8 does not have, now U+FFFD")
    return text


def _tokens(ids: list[int], vocabulary: Vocabulary) -> list[dict[str, int | str | None]]:
    tokens: list[dict[str, int | str | None]] = []
    start = 0
    for token_id in ids:
        token = vocabulary[token_id]
        how = kind(token)
        text = token.decode() if how == "whole" else None
        end = start + len(token)
        tokens.append({"id": token_id, "bytes": token.hex(), "text": text, "kind": how, "start": start, "end": end})
        start = end
    return tokens
