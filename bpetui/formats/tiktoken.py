"""The ``.tiktoken`` file (github.com/openai/tiktoken, ``tiktoken/load.py``): the tokens of a vocabulary by rank.

A line per token: its bytes in base64, a space, and its rank, which is also its id. The file holds no split and no
special tokens. The ranks imply the merges: two parts are merged if together they are a token.
"""

from __future__ import annotations

import re
from binascii import a2b_base64, b2a_base64
from codecs import BOM_UTF8
from itertools import pairwise

from bpetui.core.errors import BpetuiError
from bpetui.core.progress import ReportProgress
from bpetui.core.rank_merging import merges_of_ranks
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.formats.format_errors import damaged, first_special, refused, shown
from bpetui.formats.tokenizer_checks import check_bytes_only, check_usable

TITLE = "tiktoken"


# Only what b2a_base64 writes: unused bits are 0.
_LINE = (
    rb"(?=[A-Za-z0-9+/])(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?"
    rb" (?:0|[1-9][0-9]{0,8})"
)
_LINES = re.compile(rb"(?:%b\n)*(?:%b)?" % (_LINE, _LINE))
_BLOCK = 1 << 16


def recognizes(data: bytes) -> bool:
    """Whether a file begins like one in this format."""
    return re.match(rb"(?:%b)?[A-Za-z0-9+/]+={0,2} [0-9]+\r?(?:\n|\Z)" % BOM_UTF8, data) is not None


def loads(data: bytes, name: str, progress: ReportProgress | None = None) -> BpeTokenizer:
    """Read a file; ``name`` is its name in errors.

    A file that was cut off after a complete line looks like a smaller vocabulary: this cannot be detected. Raises
    `BpetuiError`, with the line, for any other damage.
    """
    data = data.removeprefix(BOM_UTF8)
    tokens: list[bytes] = []
    ranks: list[int] = []
    start = 0
    while start < len(data):  # block by block, so that other threads get their turn
        stop = data.find(b"\n", start + _BLOCK) + 1 or len(data)
        block = data[start:stop]
        if not _LINES.fullmatch(block):
            block = _without_empty_lines(block, name, data.count(b"\n", 0, start))
        fields = block.split()
        tokens += map(a2b_base64, fields[::2])
        ranks += map(int, fields[1::2])
        start = stop
        if progress:
            progress(start, len(data))
    by_rank = dict(zip(ranks, tokens, strict=True))
    tokenizer = BpeTokenizer(by_rank, None, split=None)
    if len(by_rank) < len(ranks) or len(tokenizer.ids) < len(by_rank):
        raise _duplicate(tokens, ranks, name)
    check_usable(tokenizer, name, "tiktoken file")
    return tokenizer


def _without_empty_lines(block: bytes, name: str, before: int) -> bytes:
    """Return the lines of a block without empty ones and without CR before LF. Raises `BpetuiError` for damage."""
    lines = []
    for number, ended in enumerate(block.split(b"\n"), before + 1):
        line = ended.removesuffix(b"\r")
        if not line:
            continue
        if not re.fullmatch(_LINE, line):
            why = "expected a token in base64, a space and a rank"
            if re.fullmatch(rb"=*[ \t]*[0-9]+|[^A-Za-z0-9+/]+ [0-9]+", line):
                why = "the token is empty"
            raise damaged(name, "tiktoken file", why, number)
        lines.append(line)
    return b"\n".join(lines)


def _duplicate(tokens: list[bytes], ranks: list[int], name: str) -> BpetuiError:
    """Return the error for a token or a rank that occurs twice."""
    seen: dict[bytes | int, int] = {}
    for number, (token, rank) in enumerate(zip(tokens, ranks, strict=True), 1):
        for key, phrase in ((token, f"the token {shown(token)}"), (rank, f"the rank {rank}")):
            if key in seen:
                return damaged(name, "tiktoken file", f"{phrase} already occurs on line {seen[key]}", number)
            seen[key] = number
    raise AssertionError


def dumps(tokenizer: BpeTokenizer) -> bytes:
    """Return the tokenizer as a file, byte for byte as tiktoken writes it.

    Raises `BpetuiError` for what it cannot hold: special tokens, and merges that do not follow from ranks.
    """
    check_bytes_only(tokenizer, TITLE)
    if tokenizer.others:
        raise refused(TITLE, f"it cannot hold special tokens: {first_special(tokenizer.others)}")
    for token_id, token in tokenizer.tokens.items():
        if not token:
            raise refused(TITLE, f"it cannot hold the empty token with the id {token_id}")
    if len(tokenizer.ids) < len(tokenizer.tokens):
        raise refused(TITLE, f"the token {shown(_token_with_two_ids(tokenizer))} has two ids")
    if tokenizer.merges is not None:
        _check_merges(tokenizer)
    return lines(tokenizer)


def lines(tokenizer: BpeTokenizer) -> bytes:
    """Return the lines of a file in this format for the ordinary tokens, with their ids as ranks."""
    tokens = tokenizer.tokens
    return b"".join(b"%b %d\n" % (b2a_base64(tokens[rank])[:-1], rank) for rank in sorted(tokens))


def _token_with_two_ids(tokenizer: BpeTokenizer) -> bytes:
    return next(token for token_id, token in tokenizer.tokens.items() if tokenizer.ids[token] != token_id)


def _check_merges(tokenizer: BpeTokenizer) -> None:
    """Raise `BpetuiError` for merges other than those that the ids imply as ranks."""
    made = {made: (left, right) for left, right, made in tokenizer.merges or ()}
    order = [made for _, _, made in tokenizer.merges or ()]
    if len(made) < len(order) or order != sorted(order):
        token_id = next(after for before, after in pairwise(order) if after <= before)
        raise refused(TITLE, f"its ids are ranks, but the merges are not in the order of their ids: see id {token_id}")
    for rank, parts in merges_of_ranks(tokenizer.tokens):
        if made.get(rank) != parts:
            token = shown(tokenizer.tokens[rank])
            raise refused(TITLE, f"its ranks would make the token {token} (id {rank}) from other tokens, or not at all")
