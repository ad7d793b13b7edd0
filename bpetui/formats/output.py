"""Tokenizers on their way to files: what a training has learned as a tokenizer, and what a format does not hold."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from bpetui.core.errors import BpetuiError
from bpetui.core.options import Options
from bpetui.core.splitting import Split
from bpetui.core.tokenizer import Tokenizer
from bpetui.core.vocabulary import Vocabulary
from bpetui.files.atomic import write_atomically, write_folder_atomically
from bpetui.formats.format_errors import MOST_BYTES
from bpetui.formats.minbpe import Model, write_model
from bpetui.formats.registry import FORMATS, Files, Format, dumps

MINBPE = FORMATS["minbpe"]

HOLDS_MOST = FORMATS["huggingface"]
"""The format that holds all that a tokenizer may have, its normal form too."""


class NotHeld(NamedTuple):
    """Something of a tokenizer that a format does not hold.

    ``what`` names it, ``option`` is the option that replaces it on the command line, empty if none does, and ``use``
    says where that option goes.
    """

    what: str
    option: str
    use: str

    def sentence(self, into: Format) -> str:
        """A sentence on what to do about it."""
        advice = f"; {self.use} with {self.option}" if self.option else ""
        return f"the {into.name} format does not hold {self.what}{advice}"


@dataclass(frozen=True)
class Learned:
    """What a training with these ``options`` has learned: the ``pairs`` of token ids that were merged, in order.

    The special tokens have the ids from ``first_special`` on.
    """

    pairs: Sequence[tuple[int, int]]
    options: Options
    first_special: int

    @property
    def special(self) -> dict[str, int]:
        """The ids of the special tokens."""
        return {token: token_id for token_id, token in enumerate(self.options.special, self.first_special)}

    def tokenizer(self) -> Tokenizer:
        """The tokenizer. Raises as `check_alphabet` and `check_sizes` do."""
        check_alphabet(self.options)
        vocabulary = Vocabulary(self.pairs)
        check_sizes(map(vocabulary.size, range(len(vocabulary))))
        tokenizer = Tokenizer.from_pairs(self.pairs, self.options.with_special(()).split, self.special)
        return replace(tokenizer, normalization=self.options.normalization)

    def files(self, into: Format) -> tuple[Files, tuple[NotHeld, ...]]:
        """The tokenizer as `exported`. Raises as that and `tokenizer` do."""
        patterns = self.options.split.patterns
        if into is MINBPE and self.options.alphabet == "bytes" and len(patterns) < 2:
            # Without the tokens: to the end of a long text they grow large, and the file holds none.
            file = write_model(Model("".join(patterns), self.special, [*self.pairs]))
            return {"": file}, (*_normal_form(self.options.normalization, into),)
        return exported(self.tokenizer(), into)


def check_alphabet(options: Options) -> None:
    """Raise `BpetuiError` for a training of which no tokenizer can be made: one on characters."""
    if options.alphabet != "bytes":
        raise BpetuiError("files hold merges of bytes, and these are of characters")


def check_sizes(sizes: Iterable[int]) -> None:
    """Raise `BpetuiError` for tokens of these sizes if they have too many bytes in all to be put together."""
    if sum(sizes) > MOST_BYTES:
        raise BpetuiError(f"the tokens have over {MOST_BYTES:,} bytes in all, too many to be written")


def exported(tokenizer: Tokenizer, into: Format) -> tuple[Files, tuple[NotHeld, ...]]:
    """The tokenizer as files by name, and what these do not hold: the normal form, the split.

    Raises `BpetuiError`, by name, for anything else that the format cannot hold.
    """
    not_held = [*_normal_form(tokenizer.normalization, into)]
    files, holds_split = dumps(tokenizer if into is HOLDS_MOST else replace(tokenizer, normalization="none"), into)
    if tokenizer.split is not None and not holds_split:
        not_held.append(NotHeld("the split", _split_option(tokenizer.split), "read it"))
    return files, tuple(not_held)


def write_files(path: Path, files: Files, *, force: bool) -> None:
    """Write all files of a tokenizer or none, over what is there with ``force``.

    Raises `BpetuiError` where they cannot be written.
    """
    if "" in files:
        write_atomically(path, files[""], force=force)
    else:
        write_folder_atomically(path, files, force=force)


def _normal_form(form: str, into: Format) -> list[NotHeld]:
    if form == "none" or into is HOLDS_MOST:
        return []
    return [NotHeld("the normal form", f"--normalize {form}", "encode")]


def _split_option(split: Split) -> str:
    if split.name != "custom":
        return f"--split {split.name}"
    return f"--pattern {quote(split.patterns[0])}" if len(split.patterns) == 1 else ""
