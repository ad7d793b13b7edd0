"""What ``--tokenizer T`` names: a tokenizer from a file."""

from dataclasses import dataclass
from pathlib import Path

from bpetui.cli.corpora import read_bytes
from bpetui.core.errors import BpetuiError
from bpetui.core.splitting import Split, split_custom, split_named
from bpetui.core.vocabulary import BYTES, MAX_VOCABULARY, Vocabulary
from bpetui.formats.minbpe import loads


@dataclass(frozen=True)
class Tokenizer:
    """What encoding and decoding need; ``special`` gives the text of each special token by its id."""

    split: Split
    vocabulary: Vocabulary
    special: dict[int, str]


def load(name: str) -> Tokenizer:
    """Read the tokenizer's file. Raises `BpetuiError` if there is none, or it is damaged, or has too many merges."""
    path = Path(name)
    model = loads(read_bytes(path), path.name)
    if BYTES + len(model.merges) > MAX_VOCABULARY:
        raise BpetuiError(f"{path.name} holds {len(model.merges):,} merges; {MAX_VOCABULARY - BYTES:,} are the most")
    return Tokenizer(
        split_custom(model.pattern) if model.pattern else split_named("none"),
        Vocabulary(model.merges),
        {token_id: token for token, token_id in model.special.items()},
    )
