"""What ``--tokenizer T`` names: a tokenizer from a file."""

from dataclasses import dataclass
from pathlib import Path

from bpetui.core.alphabet import BYTES, MAX_VOCABULARY
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.splitting import Split, split_custom, split_named
from bpetui.core.vocabulary import Vocabulary
from bpetui.files.text import read_bytes
from bpetui.formats.minbpe import loads

_MOST_BYTES = 1_000_000_000


@dataclass(frozen=True)
class Tokenizer:
    """What encoding and decoding need; ``special`` gives the text of each special token by its id."""

    split: Split
    vocabulary: Vocabulary
    special: dict[int, str]


def load(name: str) -> Tokenizer:
    """Read the tokenizer's file.

    Raises `BpetuiError` if there is none, it is damaged, its pattern does not compile, or it is too large to hold.
    """
    path = Path(name)
    model = loads(read_bytes(path), path.name)
    if len(BYTES) + len(model.merges) > MAX_VOCABULARY:
        raise BpetuiError(
            f"{path.name} holds {len(model.merges):,} merges; {MAX_VOCABULARY - len(BYTES):,} are the most"
        )
    if _size(model.merges) > _MOST_BYTES:
        raise BpetuiError(f"{path.name} has tokens of over {_MOST_BYTES:,} bytes in all; it is not a real tokenizer")
    try:
        split = split_custom(model.pattern) if model.pattern else split_named("none")
    except UsageError as error:
        raise BpetuiError(f"{path.name} is no use: {error}") from error
    return Tokenizer(split, Vocabulary(model.merges), {token_id: token for token, token_id in model.special.items()})


def _size(merges: list[tuple[int, int]]) -> int:
    """The bytes of all tokens, counted without making them: each of fifty lines can double the one before."""
    sizes = [1] * len(BYTES)
    for left, right in merges:
        sizes.append(min(sizes[left] + sizes[right], _MOST_BYTES + 1))  # or the numbers themselves grow too large
    return sum(sizes)
