"""``bpetui encode``: turn a text into token ids."""

import os
from collections.abc import Callable, Iterable, Sequence
from itertools import count

from bpetui.cli.arguments import CommandParser
from bpetui.cli.inputs import TextArguments, add_text, text_lines, text_parts
from bpetui.cli.json_output import TEXT_CHANGED, TokenObjects, to_json
from bpetui.cli.progress_bar import ProgressBar
from bpetui.cli.standard_streams import flush_output, print_message, write_output
from bpetui.cli.stream_encoding import encode_stream, text_encoder
from bpetui.cli.tokenizer_option import TextTokenizerArguments, add_text_tokenizer, load_text_tokenizer
from bpetui.core.errors import BpetuiError
from bpetui.core.tokenization import AnyTokenizer

_EPILOG = """\
The ids go on one line. Output begins before all of standard input has been
read. --json writes one object: ids, and tokens, each with its id, bytes in hex,
text (null unless it is whole characters), kind, and the byte offsets where it
starts and ends. --lines encodes each line by itself, without its end (LF or CR
LF), and writes one line of ids, or one object, for each.
"""


class _Arguments(TextTokenizerArguments, TextArguments):
    lines: bool
    json: bool


def run(words: Sequence[str]) -> int:
    """Run ``bpetui encode`` and return the exit status."""
    arguments = _parser().parse_args(words, _Arguments())
    tokenizer, allowed = load_text_tokenizer(arguments)
    # No progress bar if the ids go to the same terminal.
    progress = ProgressBar(os.isatty(2) and not os.isatty(1))
    parts = text_parts(arguments, "encode", progress)
    encode = _JsonEncoder(tokenizer, allowed) if arguments.json else _id_encoder(tokenizer, allowed)
    try:
        if arguments.lines:
            _write_lines(parts, encode)
        elif arguments.json:
            write_output(encode("".join(parts)) + "\n")
        else:
            _write_parts(encode_stream(tokenizer, parts, allowed))
    finally:
        progress.clear()
    if isinstance(encode, _JsonEncoder) and encode.has_changed_text:
        print_message(TEXT_CHANGED)
    return 0


def _parser() -> CommandParser:
    parser = CommandParser("encode", "Turn a text into token ids.", _EPILOG)
    add_text(parser)
    add_text_tokenizer(parser)
    parser.add_argument(
        "--lines", action="store_true", help="encode each line as a text of its own, one result per line"
    )
    parser.add_argument("--json", action="store_true", help="write one JSON object: the ids, and each token in full")
    return parser


def _write_parts(parts: Iterable[Sequence[int]]) -> None:
    separator = ""
    for ids in parts:
        if ids:
            write_output(separator + " ".join(map(str, ids)))
            separator = " "
            flush_output()
    write_output("\n")


def _write_lines(parts: Iterable[str], encode: Callable[[str], str]) -> None:
    numbers = count(1)
    for texts in text_lines(parts):
        for text, number in zip(texts, numbers, strict=False):
            try:
                line = encode(text)
            except BpetuiError as error:
                raise BpetuiError(f"line {number:,}: {error}") from error
            write_output(line + "\n")
        flush_output()


def _id_encoder(tokenizer: AnyTokenizer, allowed: Sequence[str]) -> Callable[[str], str]:
    """Return a function from a text to its ids, separated by spaces."""
    encode = text_encoder(tokenizer, allowed)
    return lambda text: " ".join(map(str, encode(text)))


class _JsonEncoder:
    """A function from a text to a JSON object; ``has_changed_text`` says that the tokenizer changed some text."""

    def __init__(self, tokenizer: AnyTokenizer, allowed: Sequence[str]) -> None:
        self._tokenizer, self._allowed = tokenizer, allowed
        self._objects = TokenObjects(tokenizer)
        self.has_changed_text = False

    def __call__(self, text: str) -> str:
        tokenization = self._tokenizer.tokenize(text, self._allowed)
        self.has_changed_text |= tokenization.text != text
        return to_json({"ids": tokenization.ids, "tokens": [*self._objects.from_tokenization(tokenization)]})
