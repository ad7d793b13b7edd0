"""The ``.model`` file of minbpe (github.com/karpathy/minbpe, ``Tokenizer.save`` and ``load`` in base.py).

Lines of UTF-8 text: ``minbpe v1``; the split pattern, empty for none; the number of special tokens; for each of them
``token id``; then ``left right`` for each merge, whose ids are implied: 256 and up.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bpetui.core.character_sets import literal_sets, plain_sets
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.splitting import NO_SPLIT, split_custom
from bpetui.core.tokenizer import Tokenizer
from bpetui.core.utf8 import visible, without_surrogates
from bpetui.formats.format_errors import MOST_BYTES, check, damaged, listed_merges, only_bytes, refused, shown

TITLE = "minbpe"

_HEADER = "minbpe v1"
_FIRST_SPECIAL_LINE = 4
_FIRST_MERGE_ID = 256

# Python's int() also takes signs, underscores and the digits of other scripts, and balks at thousands of digits.
_NUMBER = "[0-9]{1,18}"


@dataclass(frozen=True)
class Model:
    """What the file holds: the split pattern ("" for none), special tokens with their ids, and pairs of ids in order.

    Ids 0-255 are the bytes; merge k, counted from 0, makes id 256 + k.
    """

    pattern: str = ""
    special: dict[str, int] = field(default_factory=dict)
    merges: list[tuple[int, int]] = field(default_factory=list)


def loads(data: bytes, name: str) -> Tokenizer:
    """Read a model file as a tokenizer; ``name`` is what errors call it.

    Raises `BpetuiError` as `read_model` does, and for a pattern that does not compile or tokens that are too long.
    """
    model = read_model(data, name)
    sizes = [1] * _FIRST_MERGE_ID  # counted before they are made: each of fifty lines can double the one before
    for left, right in model.merges:
        sizes.append(min(sizes[left] + sizes[right], MOST_BYTES + 1))
    if sum(sizes) > MOST_BYTES:
        raise BpetuiError(f"{visible(name)} has tokens of over {MOST_BYTES:,} bytes in all; it is not a real tokenizer")
    try:
        split = split_custom(literal_sets(model.pattern)) if model.pattern else NO_SPLIT
    except UsageError as error:
        raise BpetuiError(f"{visible(name)} is no use: {error}") from error
    tokenizer = Tokenizer.from_pairs(model.merges, split, model.special)
    check(tokenizer, name, "minbpe model")
    return tokenizer


def dumps(tokenizer: Tokenizer) -> bytes:
    """The tokenizer as a file. Raises `BpetuiError`, by name, for what it cannot hold."""
    only_bytes(tokenizer, TITLE)
    for value in range(_FIRST_MERGE_ID):
        if tokenizer.tokens.get(value) != bytes([value]):
            raise refused(TITLE, f"there the ids 0 to 255 are the bytes, and the id {value} is not 0x{value:02x}")
    merges = listed_merges(tokenizer, TITLE)
    for made, merge in enumerate(merges, _FIRST_MERGE_ID):
        if merge[2] != made:
            token = shown(tokenizer.tokens[merge[2]])
            raise refused(TITLE, f"there the merges make the ids from 256 on, and {token} has the id {merge[2]}")
    if len(tokenizer.tokens) > _FIRST_MERGE_ID + len(merges):
        token_id = next(each for each in sorted(tokenizer.tokens) if each >= _FIRST_MERGE_ID + len(merges))
        raise refused(TITLE, f"no merge makes the token {shown(tokenizer.tokens[token_id])} (id {token_id})")
    if tokenizer.added:
        raise refused(TITLE, f"it does not hold that {shown(next(iter(tokenizer.added)))} is always matched")
    patterns = tokenizer.split.patterns if tokenizer.split else ()
    if len(patterns) > 1:
        name = tokenizer.split.name if tokenizer.split else ""
        raise refused(TITLE, f"the split {name} is {len(patterns)} patterns, and it holds one")
    return write_model(
        Model(plain_sets("".join(patterns)), {**tokenizer.special}, [(left, right) for left, right, _ in merges])
    )


def write_model(model: Model) -> bytes:
    """The model as a file, the same as minbpe writes.

    Raises BpetuiError, by name, for what minbpe would lose when it reads the file (a pattern with line ends or with
    white space at its edges, a special token that is empty or holds white space), and for ids that do not fit.
    """
    pattern = visible(model.pattern)
    if "\n" in model.pattern or "\r" in model.pattern:
        raise refused(TITLE, f"the split pattern {pattern} holds a line end")
    if model.pattern != model.pattern.strip():
        raise refused(TITLE, f'the split pattern "{pattern}" begins or ends with white space')
    for token in model.special:
        if not token:
            raise refused(TITLE, "a special token is empty")
        if any(character.isspace() for character in token):
            raise refused(TITLE, f'the special token "{visible(token)}" holds white space')
    for text in (model.pattern, *model.special):
        if without_surrogates(text)[1]:
            raise refused(TITLE, f"{visible(text)} holds a lone surrogate")
    if fault := _fault(list(model.special.items()), model.merges):
        raise refused(TITLE, fault[1])
    lines = [
        _HEADER,
        model.pattern,
        str(len(model.special)),
        *(f"{token} {number}" for token, number in model.special.items()),
        *(f"{left} {right}" for left, right in model.merges),
    ]
    return "".join(f"{line}\n" for line in lines).encode()


def read_model(data: bytes, name: str) -> Model:
    """Read a model file; ``name`` is what errors call it.

    It reads what minbpe writes, which is more than minbpe reads: a pattern keeps the white space at its edges, a
    special token the white space in it. The last line may lack its line end. A file cut off after a whole merge, or
    within the second number of one, can still be a smaller model: that cannot be noticed.

    Raises BpetuiError with the line number for any other damage.
    """
    lines = _lines(data, name)
    if lines[:1] != [_HEADER]:
        raise BpetuiError(f"{visible(name)} is not a minbpe model: line 1 is not {_HEADER}")
    if len(lines) < _FIRST_SPECIAL_LINE - 1:
        raise _damaged(name, len(lines) + 1, "it is missing")
    count = re.fullmatch(_NUMBER, lines[2])
    if not count:
        raise _damaged(name, 3, "it is not the number of special tokens")
    first_merge = _FIRST_SPECIAL_LINE - 1 + int(count[0])
    if len(lines) < first_merge:
        raise _damaged(name, 3, f"it announces {count[0]} special tokens, more than there are lines")

    special: list[tuple[str, int]] = []
    for number, line in enumerate(lines[_FIRST_SPECIAL_LINE - 1 : first_merge], _FIRST_SPECIAL_LINE):
        token = re.fullmatch(f"(.+) ({_NUMBER})", line)
        if not token:
            raise _damaged(name, number, "it is not a special token and its id")
        special.append((token[1], int(token[2])))
    merges: list[tuple[int, int]] = []
    for number, line in enumerate(lines[first_merge:], first_merge + 1):
        pair = re.fullmatch(f"({_NUMBER}) ({_NUMBER})", line)
        if not pair:
            raise _damaged(name, number, "it is not a merge, two numbers with a space between")
        merges.append((int(pair[1]), int(pair[2])))
    if fault := _fault(special, merges):
        raise _damaged(name, *fault)
    return Model(lines[1], dict(special), merges)


def _lines(data: bytes, name: str) -> list[str]:
    """The lines without their ends, which are those of Python's text files: minbpe writes CR LF on Windows."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _damaged(name, line, f"byte 0x{data[error.start]:02x} at offset {error.start} is not UTF-8") from error
    lines = re.split("\r\n|\r|\n", text)
    return lines if lines[-1] else lines[:-1]


def _fault(special: Sequence[tuple[str, int]], merges: Iterable[tuple[int, int]]) -> tuple[int, str] | None:
    """The first line that goes against those before it, or names an id that is taken, and why; None if all is well."""
    made = _FIRST_MERGE_ID
    seen: set[tuple[int, int]] = set()
    for line, pair in enumerate(merges, _FIRST_SPECIAL_LINE + len(special)):
        if not all(0 <= part < made for part in pair):
            return line, f"the merge {pair[0]} {pair[1]} uses a token that is not made before it"
        if pair in seen:
            return line, f"the merge {pair[0]} {pair[1]} is there twice"
        seen.add(pair)
        made += 1
    tokens: set[str] = set()
    ids: set[int] = set()
    for line, (token, number) in enumerate(special, _FIRST_SPECIAL_LINE):
        if token in tokens:
            return line, f"the special token {visible(token)} is there twice"
        if number in ids or number < made:
            return line, f"the id {number} of the special token {visible(token)} is that of another token"
        tokens.add(token)
        ids.add(number)
    return None


def _damaged(name: str, line: int, why: str) -> BpetuiError:
    return damaged(name, "minbpe model", why, line)
