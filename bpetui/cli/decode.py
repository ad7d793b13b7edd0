"""``bpetui decode``: the text that token ids stand for."""

import argparse
import re
import sys
from collections.abc import Sequence

from bpetui.cli import corpora, tokenizers
from bpetui.cli.arguments import Parser, add_tokenizer
from bpetui.cli.output import to_json, write
from bpetui.core.encoding import decode
from bpetui.core.errors import UsageError
from bpetui.core.utf8 import visible

SUMMARY = "the text that token ids stand for"

_EPILOG = """\
The bytes are written exactly as they are. On a terminal, what would act on it
is made visible, and what is not UTF-8 becomes U+FFFD. --json gives one object:
text, and bytes in hex.
"""


class _Options(argparse.Namespace):
    ids: list[str]
    tokenizer: str
    json: bool


def run(words: Sequence[str]) -> int:
    """Decode as the words say; returns the exit status."""
    options = _parser().parse_args(words, _Options())
    tokenizer = tokenizers.load(options.tokenizer)
    data = decode(_ids(options.ids), tokenizer.vocabulary, tokenizer.special)
    text = data.decode("utf-8", "replace")
    if options.json:
        write(to_json({"text": text, "bytes": data.hex()}) + "\n")
    elif sys.stdout is not None and sys.stdout.isatty():
        write(visible(text, tab="\t", newline="\n") + "\n")
    else:
        write(data)
    return 0


def _parser() -> Parser:
    parser = Parser("decode", "Write the text that token ids stand for.", _EPILOG)
    parser.add_argument(
        "ids", metavar="ID", nargs="+", help="token ids, with white space or commas between; - for standard input"
    )
    add_tokenizer(parser)
    parser.add_argument("--json", action="store_true", help="write one JSON object, with the bytes in hex")
    return parser


def _ids(words: list[str]) -> list[int]:
    text = corpora.read_standard_input().decode("utf-8", "replace") if words == ["-"] else " ".join(words)
    ids = [word for word in re.split(r"[\s,]+", text) if word]
    for place, word in enumerate(ids, 1):
        if not re.fullmatch("[0-9]{1,18}", word):
            shown = word if len(word) <= 40 else word[:40] + "…"
            raise UsageError(f"{shown} (number {place}) is not a token id; ids are whole numbers from 0")
    return [int(word) for word in ids]
