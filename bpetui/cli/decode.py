"""``bpetui decode``: the text that token ids stand for."""

import codecs
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from bpetui.cli import corpus_input
from bpetui.cli.arguments import Parser
from bpetui.cli.console import flush, to_json, write
from bpetui.cli.tokenizer_option import TokenizerOptions, add_tokenizer, load
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import Tokenizer
from bpetui.core.utf8 import visible

_EPILOG = """\
The bytes are written exactly as they are, while standard input is still read.
On a terminal, what would act on it is made visible, and what is not UTF-8
becomes U+FFFD. --json gives one object: text, and bytes in hex. The split of
the tokenizer is not needed here.

Special tokens are written by name, whatever format the tokenizer is in; so are
the control symbols of SentencePiece. --skip-special leaves them out.
"""

_LONGEST = 40
"""How much is shown of what is no id."""

_DIGITS = 18
"""The most digits that an id may have."""

_BATCH = 4096
"""How many ids are decoded in one go."""


class _Options(TokenizerOptions):
    ids: list[str]
    json: bool
    skip_special: bool


def run(words: Sequence[str]) -> int:
    """Decode as the words say; returns the exit status."""
    options = _parser().parse_args(words, _Options())
    tokenizer = load(options.tokenizer).tokenizer
    parts = _decoded(_ids(options.ids), tokenizer, _special_ids(tokenizer) if options.skip_special else frozenset())
    if options.json:
        data = b"".join(parts)
        write(to_json({"text": data.decode("utf-8", "replace"), "bytes": data.hex()}) + "\n")
    elif sys.stdout is not None and sys.stdout.isatty():
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        for part in parts:
            _show(decode(part))
        _show(decode(b"", True) + "\n")
    else:
        for part in parts:
            write(part)
            flush()
    return 0


def _parser() -> Parser:
    parser = Parser("decode", "Write the text that token ids stand for.", _EPILOG)
    parser.add_argument(
        "ids", metavar="ID", nargs="+", help="token ids, with white space or commas between; - for standard input"
    )
    add_tokenizer(parser)
    parser.add_argument("--skip-special", action="store_true", help="leave out special tokens")
    parser.add_argument("--json", action="store_true", help="write one JSON object, with the bytes in hex")
    return parser


def _show(text: str) -> None:
    write(visible(text, tab="\t", newline="\n"))
    flush()


def _special_ids(tokenizer: AnyTokenizer) -> frozenset[int]:
    """The ids of the special tokens; those of added tokens that are always found are not among them."""
    if isinstance(tokenizer, Tokenizer):
        return frozenset(tokenizer.special.values())
    return frozenset(token_id for token_id in _all_ids(tokenizer) if tokenizer.kind(token_id) == "special")


def _all_ids(tokenizer: AnyTokenizer) -> Iterator[int]:
    for token_id in range(tokenizer.last_id + 1):
        try:
            tokenizer.token(token_id)
        except BpetuiError:  # there is a gap
            continue
        yield token_id


def _decoded(ids: Iterable[list[int]], tokenizer: AnyTokenizer, skipped: frozenset[int]) -> Iterator[bytes]:
    """What the ids stand for, in parts; all at once for a tokenizer that may look at the ids beside each."""
    before = 0
    is_first = True
    for batch in _few(ids) if isinstance(tokenizer, Tokenizer) else [[*chain.from_iterable(ids)]]:
        left = [token_id for token_id in batch if token_id not in skipped] if skipped else batch
        try:
            # Only the first token of a text may lose a space that was put before it.
            data = tokenizer.decode(left) if is_first else b"".join(map(tokenizer.token, left))
        except BpetuiError:
            for place, token_id in enumerate(batch, before + 1):
                _check(tokenizer, token_id, place)
            raise
        yield data
        before += len(batch)
        is_first = is_first and not left


def _few(batches: Iterable[list[int]]) -> Iterator[list[int]]:
    """The batches in smaller ones: a token may have many times the bytes of its id."""
    for batch in batches:
        for start in range(0, len(batch), _BATCH):
            yield batch[start : start + _BATCH]


def _check(tokenizer: AnyTokenizer, token_id: int, place: int) -> None:
    try:
        tokenizer.token(token_id)
    except BpetuiError:
        raise BpetuiError(
            f"there is no token with the id {token_id} (number {place}); ids go up to {tokenizer.last_id}"
        ) from None


_BETWEEN = str.maketrans(",[]", "   ")
"""What may stand between ids besides white space: as where they are a list in JSON."""


def _ids(words: Sequence[str]) -> Iterator[list[int]]:
    """The ids that are given, or those of standard input as they come."""
    begun, place = "", 0
    for part in _parts() if [*words] == ["-"] else [" ".join(words) + " "]:
        text = (begun + part).translate(_BETWEEN)
        found = text.split()
        begun = found.pop() if text and not text[-1].isspace() else ""
        digits = "".join(found)
        if digits.isascii() and digits.isdigit() and max(map(len, found)) <= _DIGITS:
            yield [*map(int, found)]
        else:
            yield [_id(word, place) for place, word in enumerate(found, place + 1)]
        place += len(found)
        if len(begun) > _LONGEST:  # it is no id, however it ends
            _id(begun, place + 1)


def _parts() -> Iterator[str]:
    """Standard input as text, with white space at its end."""
    decode = codecs.getincrementaldecoder("utf-8")("replace").decode
    for part in corpus_input.standard_input_parts():
        yield decode(part)
    yield decode(b"", True) + " "


def _id(word: str, place: int) -> int:
    if not re.fullmatch(f"[0-9]{{1,{_DIGITS}}}", word):
        shown = word if len(word) <= _LONGEST else word[:_LONGEST] + "…"
        raise UsageError(f"{shown} (number {place}) is not a token id; ids are whole numbers from 0")
    return int(word)
