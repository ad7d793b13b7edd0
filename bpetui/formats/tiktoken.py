"""The ``.tiktoken`` file (github.com/openai/tiktoken, ``tiktoken/load.py``): the tokens of a vocabulary by rank.

A line for each token: its bytes in base64, a space, its rank, which is its id, too. The file holds no split and no
special tokens. How tokens are merged follows from the ranks: two parts are merged if what they spell is a token.
"""

from __future__ import annotations

import re
from binascii import a2b_base64, b2a_base64
from codecs import BOM_UTF8
from itertools import pairwise

from bpetui.core.errors import BpetuiError
from bpetui.core.progress import ReportProgress
from bpetui.core.rank_merging import merges_of_ranks
from bpetui.core.tokenizer import Tokenizer
from bpetui.formats.format_errors import check, damaged, first_special, only_bytes, refused, shown

TITLE = "tiktoken"


# Only what b2a_base64 writes: the bits that stand for nothing are 0.
_LINE = (
    rb"(?=[A-Za-z0-9+/])(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?"
    rb" (?:0|[1-9][0-9]{0,8})"
)
_LINES = re.compile(rb"(?:%b\n)*(?:%b)?" % (_LINE, _LINE))
_BLOCK = 1 << 16


def recognizes(data: bytes) -> bool:
    """Whether a file begins as this format does."""
    return re.match(rb"(?:%b)?[A-Za-z0-9+/]+={0,2} [0-9]+\r?(?:\n|\Z)" % BOM_UTF8, data) is not None


def loads(data: bytes, name: str, progress: ReportProgress | None = None) -> Tokenizer:
    """Read a file; ``name`` is what errors call it. A file that ends after a whole line can be a part of a larger one:
    that cannot be noticed.

    Raises `BpetuiError`, with the line, for any other damage.
    """
    data = data.removeprefix(BOM_UTF8)
    tokens: list[bytes] = []
    ranks: list[int] = []
    start = 0
    while start < len(data):  # block by block, so that whatever runs beside this has its turn
        stop = data.find(b"\n", start + _BLOCK) + 1 or len(data)
        block = data[start:stop]
        if not _LINES.fullmatch(block):
            block = _tidied(block, name, data.count(b"\n", 0, start))
        fields = block.split()
        tokens += map(a2b_base64, fields[::2])
        ranks += map(int, fields[1::2])
        start = stop
        if progress:
            progress(start, len(data))
    by_rank = dict(zip(ranks, tokens, strict=True))
    tokenizer = Tokenizer(by_rank, None, split=None)
    if len(by_rank) < len(ranks) or len(tokenizer.ids) < len(by_rank):
        raise _twice(tokens, ranks, name)
    check(tokenizer, name, "tiktoken file")
    return tokenizer


def _tidied(block: bytes, name: str, before: int) -> bytes:
    """The lines of a block without what may be there besides: empty lines, and the CR of Windows."""
    lines = []
    for number, ended in enumerate(block.split(b"\n"), before + 1):
        line = ended.removesuffix(b"\r")
        if not line:
            continue
        if not re.fullmatch(_LINE, line):
            why = "it is not a token in base64, a space and a rank"
            if re.fullmatch(rb"=*[ \t]*[0-9]+|[^A-Za-z0-9+/]+ [0-9]+", line):
                why = "its token is empty"
            raise damaged(name, "tiktoken file", why, number)
        lines.append(line)
    return b"\n".join(lines)


def _twice(tokens: list[bytes], ranks: list[int], name: str) -> BpetuiError:
    """The error for a token or a rank that is there twice."""
    seen: dict[bytes | int, int] = {}
    for number, (token, rank) in enumerate(zip(tokens, ranks, strict=True), 1):
        for what, said in ((token, f"the token {shown(token)}"), (rank, f"the rank {rank}")):
            if what in seen:
                return damaged(name, "tiktoken file", f"{said} stands at token {seen[what]}, too", number)
            seen[what] = number
    raise AssertionError


def dumps(tokenizer: Tokenizer) -> bytes:
    """The tokenizer as a file, the same as tiktoken's own.

    Raises `BpetuiError`, by name, for what it cannot hold: special tokens, and merges that do not follow from ranks.
    """
    only_bytes(tokenizer, TITLE)
    if tokenizer.others:
        raise refused(TITLE, f"it holds no special tokens, and there is {first_special(tokenizer.others)}")
    if empty := next((token_id for token_id, token in tokenizer.tokens.items() if not token), None):
        raise refused(TITLE, f"it holds no empty token, and the id {empty} is one")
    if len(tokenizer.ids) < len(tokenizer.tokens):
        raise refused(TITLE, f"the token {shown(_double(tokenizer))} has two ids")
    if tokenizer.merges is not None:
        _check_merges(tokenizer)
    return lines(tokenizer)


def lines(tokenizer: Tokenizer) -> bytes:
    """The ordinary tokens by id, as a file of this format has them by rank."""
    tokens = tokenizer.tokens
    return b"".join(b"%b %d\n" % (b2a_base64(tokens[rank])[:-1], rank) for rank in sorted(tokens))


def _double(tokenizer: Tokenizer) -> bytes:
    return next(token for token_id, token in tokenizer.tokens.items() if tokenizer.ids[token] != token_id)


def _check_merges(tokenizer: Tokenizer) -> None:
    """Refuse merges that are not those that the ids give as ranks."""
    made = {made: (left, right) for left, right, made in tokenizer.merges or ()}
    order = [made for _, _, made in tokenizer.merges or ()]
    if len(made) < len(order) or order != sorted(order):
        token_id = next(after for before, after in pairwise(order) if after <= before)
        raise refused(TITLE, f"the merges are not in the order of their ids, which are ranks there: see id {token_id}")
    for rank, parts in merges_of_ranks(tokenizer.tokens):
        if made.get(rank) != parts:
            token = shown(tokenizer.tokens[rank])
            raise refused(TITLE, f"by rank the token {token} (id {rank}) would be made of other tokens, or of none")
