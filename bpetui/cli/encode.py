"""``bpetui encode``: the token ids of a text."""

import os
from collections.abc import Callable, Iterable, Sequence
from itertools import count

from bpetui.cli.arguments import Parser
from bpetui.cli.console import flush, say, to_json, write
from bpetui.cli.progress import Progress
from bpetui.cli.streamed_encoding import encode_with, encoded_parts
from bpetui.cli.text_input import TextOptions, add_text, lines, text_parts
from bpetui.cli.token_json import CHANGED, TokenObjects
from bpetui.cli.tokenizer_option import TextTokenizerOptions, add_text_tokenizer, text_tokenizer
from bpetui.core.errors import BpetuiError
from bpetui.core.tokenization import AnyTokenizer

_EPILOG = """\
The ids are written on one line, while standard input is still read. --json
gives one object: ids, and tokens, each with its id, bytes in hex, text (null
unless it is whole characters), kind, and the byte offsets where it starts and
ends. With --lines each line of the text is encoded by itself, without its end
(LF or CR LF), and gives a line of ids, or an object.
"""


class _Options(TextTokenizerOptions, TextOptions):
    lines: bool
    json: bool


def run(words: Sequence[str]) -> int:
    """Encode as the words say; returns the exit status."""
    options = _parser().parse_args(words, _Options())
    tokenizer, allowed = text_tokenizer(options)
    # Not where the ids run over the same terminal.
    progress = Progress(os.isatty(2) and not os.isatty(1))
    parts = text_parts(options, "encode", progress)
    encode = _Objects(tokenizer, allowed) if options.json else _ids(tokenizer, allowed)
    try:
        if options.lines:
            _write_lines(parts, encode)
        elif options.json:
            write(encode("".join(parts)) + "\n")
        else:
            _write_parts(encoded_parts(tokenizer, parts, allowed))
    finally:
        progress.clear()
    if isinstance(encode, _Objects) and encode.changed:
        say(CHANGED)
    return 0


def _parser() -> Parser:
    parser = Parser("encode", "Write the token ids of a text.", _EPILOG)
    add_text(parser)
    add_text_tokenizer(parser)
    parser.add_argument("--lines", action="store_true", help="many texts: each line is one, and so is its result")
    parser.add_argument("--json", action="store_true", help="write a JSON object, with the tokens in full")
    return parser


def _write_parts(parts: Iterable[Sequence[int]]) -> None:
    between = ""
    for ids in parts:
        if ids:
            write(between + " ".join(map(str, ids)))
            between = " "
            flush()
    write("\n")


def _write_lines(parts: Iterable[str], encode: Callable[[str], str]) -> None:
    numbers = count(1)
    for texts in lines(parts):
        for text, number in zip(texts, numbers, strict=False):
            try:
                line = encode(text)
            except BpetuiError as error:
                raise BpetuiError(f"line {number:,}: {error}") from error
            write(line + "\n")
        flush()


def _ids(tokenizer: AnyTokenizer, allowed: Sequence[str]) -> Callable[[str], str]:
    encode = encode_with(tokenizer, allowed)
    return lambda text: " ".join(map(str, encode(text)))


class _Objects:
    """Gives a text's tokens as a JSON object; ``changed`` says that a text was not tokenized as it is."""

    def __init__(self, tokenizer: AnyTokenizer, allowed: Sequence[str]) -> None:
        self._tokenizer, self._allowed = tokenizer, allowed
        self._objects = TokenObjects(tokenizer)
        self.changed = False

    def __call__(self, text: str) -> str:
        tokenization = self._tokenizer.tokenize(text, self._allowed)
        self.changed |= tokenization.text != text
        return to_json({"ids": tokenization.ids, "tokens": [*self._objects.of(tokenization)]})
