"""The ``.model`` file of minbpe (github.com/karpathy/minbpe, ``Tokenizer.save`` and ``load`` in base.py).

Lines of UTF-8 text: ``minbpe v1``; the split pattern, empty for none; the number of special tokens; a line
``token id`` for each of them; then a line ``left right`` for each merge. The merges make the ids from 256 up, in order.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from bpetui.core.character_sets import literal_sets, plain_sets
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.splitting import NO_SPLIT, split_custom
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import visible, without_surrogates
from bpetui.formats.format_errors import damaged, refused, shown
from bpetui.formats.tokenizer_checks import (
    MOST_BYTES,
    check_bytes_only,
    check_none_added,
    check_usable,
    merges_or_recovered,
)

TITLE = "minbpe"

_HEADER = "minbpe v1"
_FIRST_SPECIAL_LINE = 4
_FIRST_MERGE_ID = 256

# Python's int() also accepts signs, underscores and digits of other scripts, and fails at thousands of digits.
_NUMBER = "[0-9]{1,18}"


@dataclass(frozen=True)
class MinbpeModel:
    """The content of a file: the split pattern ("" for none), special tokens with their ids, and merges as id pairs.

    Ids 0 to 255 are the bytes; merge k, counted from 0, makes id 256 + k.
    """

    pattern: str = ""
    special: dict[str, int] = field(default_factory=dict)
    merges: list[tuple[int, int]] = field(default_factory=list)


def loads(data: bytes, name: str) -> BpeTokenizer:
    """Read a model file as a tokenizer; ``name`` is its name in errors.

    Raises `BpetuiError` as `read_model` does, for a pattern that does not compile, and for tokens that are too long.
    """
    model = read_model(data, name)
    sizes = [1] * _FIRST_MERGE_ID  # computed first, since each of fifty lines could double the size of a token
    for left, right in model.merges:
        sizes.append(min(sizes[left] + sizes[right], MOST_BYTES + 1))
    if sum(sizes) > MOST_BYTES:
        raise BpetuiError(f"the tokens of {visible(name)} have over {MOST_BYTES:,} bytes in all, too many for bpetui")
    try:
        split = split_custom(literal_sets(model.pattern)) if model.pattern else NO_SPLIT
    except UsageError as error:
        raise BpetuiError(f"{visible(name)} cannot be used: {error}") from error
    tokenizer = BpeTokenizer.from_pairs(model.merges, split, model.special)
    check_usable(tokenizer, name, "minbpe model")
    return tokenizer


def dumps(tokenizer: BpeTokenizer) -> bytes:
    """Return the tokenizer as a file. Raises `BpetuiError` for what the format cannot hold."""
    check_bytes_only(tokenizer, TITLE)
    for value in range(_FIRST_MERGE_ID):
        if tokenizer.tokens.get(value) != bytes([value]):
            raise refused(TITLE, f"its ids 0 to 255 are the bytes, but here the id {value} is not 0x{value:02x}")
    merges = merges_or_recovered(tokenizer, TITLE)
    for made, merge in enumerate(merges, _FIRST_MERGE_ID):
        if merge[2] != made:
            token = shown(tokenizer.tokens[merge[2]])
            raise refused(TITLE, f"its merges make the ids from 256 up, but {token} has the id {merge[2]}")
    if len(tokenizer.tokens) > _FIRST_MERGE_ID + len(merges):
        token_id = next(each for each in sorted(tokenizer.tokens) if each >= _FIRST_MERGE_ID + len(merges))
        raise refused(TITLE, f"no merge makes the token {shown(tokenizer.tokens[token_id])} (id {token_id})")
    check_none_added(tokenizer, TITLE)
    patterns = tokenizer.split.patterns if tokenizer.split else ()
    if len(patterns) > 1:
        name = tokenizer.split.name if tokenizer.split else ""
        raise refused(TITLE, f"the split {name} has {len(patterns)} patterns, but the format holds one")
    pairs = [(left, right) for left, right, _ in merges]
    return write_model(MinbpeModel(plain_sets("".join(patterns)), {**tokenizer.special}, pairs))


def write_model(model: MinbpeModel) -> bytes:
    """Return the model as a file, byte for byte as minbpe writes it.

    Raises `BpetuiError` for what minbpe would lose when it reads the file (a pattern with line ends or with white space
    at its ends, a special token that is empty or contains white space), and for ids that do not fit.
    """
    pattern = visible(model.pattern)
    if "\n" in model.pattern or "\r" in model.pattern:
        raise refused(TITLE, f"the split pattern {pattern} contains a line end")
    if model.pattern != model.pattern.strip():
        raise refused(TITLE, f'the split pattern "{pattern}" begins or ends with white space')
    for token in model.special:
        if not token:
            raise refused(TITLE, "a special token is empty")
        if any(character.isspace() for character in token):
            raise refused(TITLE, f'the special token "{visible(token)}" contains white space')
    for text in (model.pattern, *model.special):
        if without_surrogates(text)[1]:
            raise refused(TITLE, f"{visible(text)} contains a lone surrogate")
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


def read_model(data: bytes, name: str) -> MinbpeModel:
    """Read a model file; ``name`` is its name in errors.

    Reads everything that minbpe writes, which is more than minbpe reads: a pattern keeps the white space at its ends, a
    special token the white space in it. The last line may lack its line end. A file that was cut off after a merge, or
    within the second number of one, can look like a smaller model: this cannot be detected.

    Raises `BpetuiError` with the line number for any other damage.
    """
    lines = _lines(data, name)
    if lines[:1] != [_HEADER]:
        raise BpetuiError(f"{visible(name)} is not a minbpe model: line 1 is not {_HEADER}")
    if len(lines) < _FIRST_SPECIAL_LINE - 1:
        raise _damaged(name, len(lines) + 1, "the file ends here")
    count = re.fullmatch(_NUMBER, lines[2])
    if not count:
        raise _damaged(name, 3, "expected the number of special tokens")
    first_merge = _FIRST_SPECIAL_LINE - 1 + int(count[0])
    if len(lines) < first_merge:
        raise _damaged(name, 3, f"there are fewer lines than the {count[0]} special tokens announced")

    special: list[tuple[str, int]] = []
    for number, line in enumerate(lines[_FIRST_SPECIAL_LINE - 1 : first_merge], _FIRST_SPECIAL_LINE):
        token = re.fullmatch(f"(.+) ({_NUMBER})", line)
        if not token:
            raise _damaged(name, number, "expected a special token and its id")
        special.append((token[1], int(token[2])))
    merges: list[tuple[int, int]] = []
    for number, line in enumerate(lines[first_merge:], first_merge + 1):
        pair = re.fullmatch(f"({_NUMBER}) ({_NUMBER})", line)
        if not pair:
            raise _damaged(name, number, "expected two token ids separated by a space")
        merges.append((int(pair[1]), int(pair[2])))
    if fault := _fault(special, merges):
        raise _damaged(name, *fault)
    return MinbpeModel(lines[1], dict(special), merges)


def _lines(data: bytes, name: str) -> list[str]:
    """Return the lines without their ends, which may be LF, CR LF or CR: minbpe writes CR LF on Windows."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise _damaged(name, line, f"byte 0x{data[error.start]:02x} at offset {error.start} is not UTF-8") from error
    lines = re.split("\r\n|\r|\n", text)
    return lines if lines[-1] else lines[:-1]


def _fault(special: Sequence[tuple[str, int]], merges: Iterable[tuple[int, int]]) -> tuple[int, str] | None:
    """Return the first line that contradicts earlier ones or reuses an id, and the fault; None if there is none."""
    made = _FIRST_MERGE_ID
    seen: set[tuple[int, int]] = set()
    for line, pair in enumerate(merges, _FIRST_SPECIAL_LINE + len(special)):
        if not all(0 <= part < made for part in pair):
            return line, f"the merge {pair[0]} {pair[1]} uses a token that no earlier merge makes"
        if pair in seen:
            return line, f"the merge {pair[0]} {pair[1]} occurs twice"
        seen.add(pair)
        made += 1
    tokens: set[str] = set()
    ids: set[int] = set()
    for line, (token, number) in enumerate(special, _FIRST_SPECIAL_LINE):
        if token in tokens:
            return line, f"the special token {visible(token)} occurs twice"
        if number in ids or number < made:
            return line, f"another token has the id {number} of the special token {visible(token)}"
        tokens.add(token)
        ids.add(number)
    return None


def _damaged(name: str, line: int, why: str) -> BpetuiError:
    return damaged(name, "minbpe model", why, line)
