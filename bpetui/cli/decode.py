"""``bpetui decode``: turn token ids into text."""

import codecs
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from bpetui.cli import inputs
from bpetui.cli.arguments import CommandParser
from bpetui.cli.json_output import to_json
from bpetui.cli.standard_streams import flush_output, write_output
from bpetui.cli.tokenizer_option import TokenizerArguments, add_tokenizer, load_tokenizer
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import visible

_EPILOG = """\
The output is exactly the bytes of the tokens. It begins before all of standard
input has been read. On a terminal, control characters are shown, never
executed, and bytes that are not UTF-8 become U+FFFD. --json writes one object:
text, and bytes in hex. Decoding does not need the split of the tokenizer.

Special tokens, and the control symbols of SentencePiece, are written as their
names. --skip-special leaves them out.
"""

_LONGEST = 40
"""How many characters of a wrong id an error shows."""

_DIGITS = 18
"""The most digits of an id."""

_BATCH = 4096
"""How many ids are decoded at once."""


class _Arguments(TokenizerArguments):
    ids: list[str]
    json: bool
    skip_special: bool


def run(words: Sequence[str]) -> int:
    """Run ``bpetui decode`` and return the exit status."""
    arguments = _parser().parse_args(words, _Arguments())
    tokenizer = load_tokenizer(arguments.tokenizer).tokenizer
    skipped = _special_ids(tokenizer) if arguments.skip_special else frozenset()
    parts = _decode(_read_ids(arguments.ids), tokenizer, skipped)
    if arguments.json:
        data = b"".join(parts)
        write_output(to_json({"text": data.decode("utf-8", "replace"), "bytes": data.hex()}) + "\n")
    elif sys.stdout is not None and sys.stdout.isatty():
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        for part in parts:
            _write_visible(decode(part))
        _write_visible(decode(b"", True) + "\n")
    else:
        for part in parts:
            write_output(part)
            flush_output()
    return 0


def _parser() -> CommandParser:
    parser = CommandParser("decode", "Turn token ids into text.", _EPILOG)
    parser.add_argument(
        "ids", metavar="ID", nargs="+", help="token ids, separated by white space or commas; - for standard input"
    )
    add_tokenizer(parser)
    parser.add_argument("--skip-special", action="store_true", help="leave out special tokens")
    parser.add_argument("--json", action="store_true", help="write one JSON object: the text, and the bytes in hex")
    return parser


def _write_visible(text: str) -> None:
    write_output(visible(text, tab="\t", newline="\n"))
    flush_output()


def _special_ids(tokenizer: AnyTokenizer) -> frozenset[int]:
    """Return the ids of the special tokens, without added tokens that every text may contain."""
    if isinstance(tokenizer, BpeTokenizer):
        return frozenset(tokenizer.special.values())
    return frozenset(token_id for token_id in _all_ids(tokenizer) if tokenizer.kind(token_id) == "special")


def _all_ids(tokenizer: AnyTokenizer) -> Iterator[int]:
    for token_id in range(tokenizer.last_id + 1):
        try:
            tokenizer.token(token_id)
        except BpetuiError:  # a gap in the ids
            continue
        yield token_id


def _decode(ids: Iterable[list[int]], tokenizer: AnyTokenizer, skipped: frozenset[int]) -> Iterator[bytes]:
    """Yield the bytes of the ids in parts; all at once for a tokenizer that may look at neighboring ids."""
    before = 0
    is_first = True
    for batch in _small_batches(ids) if isinstance(tokenizer, BpeTokenizer) else [[*chain.from_iterable(ids)]]:
        kept = [token_id for token_id in batch if token_id not in skipped] if skipped else batch
        try:
            # Only the first token of a text may lose the space that encoding added.
            data = tokenizer.decode(kept) if is_first else b"".join(map(tokenizer.token, kept))
        except BpetuiError:
            for place, token_id in enumerate(batch, before + 1):
                _check_id(tokenizer, token_id, place)
            raise
        yield data
        before += len(batch)
        is_first = is_first and not kept


def _small_batches(batches: Iterable[list[int]]) -> Iterator[list[int]]:
    """Divide the batches into smaller ones, since a token may have many more bytes than its id."""
    for batch in batches:
        for start in range(0, len(batch), _BATCH):
            yield batch[start : start + _BATCH]


def _check_id(tokenizer: AnyTokenizer, token_id: int, place: int) -> None:
    try:
        tokenizer.token(token_id)
    except BpetuiError:
        raise BpetuiError(
            f"there is no token {token_id} (number {place} in the input); ids go up to {tokenizer.last_id}"
        ) from None


_SEPARATORS = str.maketrans(",[]", "   ")
"""Characters treated as white space between ids, so that a JSON list can be read."""


def _read_ids(words: Sequence[str]) -> Iterator[list[int]]:
    """Yield the ids given as words, or those of standard input as they arrive."""
    unfinished, place = "", 0
    for part in _standard_input_text() if [*words] == ["-"] else [" ".join(words) + " "]:
        text = (unfinished + part).translate(_SEPARATORS)
        found = text.split()
        unfinished = found.pop() if text and not text[-1].isspace() else ""
        digits = "".join(found)
        if digits.isascii() and digits.isdigit() and max(map(len, found)) <= _DIGITS:
            yield [*map(int, found)]
        else:
            yield [_parse_id(word, place) for place, word in enumerate(found, place + 1)]
        place += len(found)
        if len(unfinished) > _LONGEST:  # no id, however it ends
            _parse_id(unfinished, place + 1)


def _standard_input_text() -> Iterator[str]:
    """Yield standard input as text, with white space at the end."""
    decode = codecs.getincrementaldecoder("utf-8")("replace").decode
    for part in inputs.standard_input_parts():
        yield decode(part)
    yield decode(b"", True) + " "


def _parse_id(word: str, place: int) -> int:
    if not re.fullmatch(f"[0-9]{{1,{_DIGITS}}}", word):
        shown = word if len(word) <= _LONGEST else word[:_LONGEST] + "…"
        raise UsageError(f"{shown} (number {place} in the input) is not a token id; ids are whole numbers, 0 or more")
    return int(word)
