"""Export of tokenizers to files: the result of a training as a tokenizer, and what a format does not record."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from shlex import quote
from typing import NamedTuple

from bpetui.core.errors import BpetuiError
from bpetui.core.options import Options
from bpetui.core.splitting import Split
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.vocabulary import Vocabulary
from bpetui.files.atomic import write_atomically, write_folder_atomically
from bpetui.formats.minbpe import MinbpeModel, write_model
from bpetui.formats.registry import FORMATS, Files, Format, dumps
from bpetui.formats.tokenizer_checks import MOST_BYTES

MINBPE = FORMATS["minbpe"]

RICHEST_FORMAT = FORMATS["huggingface"]
"""The format that records most, including the normal form."""


class Omission(NamedTuple):
    """A part of a tokenizer that a format does not record.

    ``what`` names it; ``option`` replaces it on the command line ("" if no option does); ``use`` is what to do with
    that option, in the imperative.
    """

    what: str
    option: str
    use: str

    def sentence(self, into: Format) -> str:
        """Return a sentence that names the omission and what to do about it."""
        if self.option:
            return f"the {into.name} format does not record {self.what}; {self.use} with {self.option}"
        return f"the {into.name} format does not record {self.what}"


@dataclass(frozen=True)
class TrainingResult:
    """The result of a training with these ``options``: the ``pairs`` of token ids that were merged, in order.

    The special tokens have the ids from ``first_special`` up.
    """

    pairs: Sequence[tuple[int, int]]
    options: Options
    first_special: int

    @property
    def special(self) -> dict[str, int]:
        """The ids of the special tokens."""
        return {token: token_id for token_id, token in enumerate(self.options.special, self.first_special)}

    def tokenizer(self) -> BpeTokenizer:
        """Return the tokenizer. Raises as `check_alphabet` and `check_sizes` do."""
        check_alphabet(self.options)
        vocabulary = Vocabulary(self.pairs)
        check_sizes(map(vocabulary.size, range(len(vocabulary))))
        tokenizer = BpeTokenizer.from_pairs(self.pairs, self.options.with_special(()).split, self.special)
        return replace(tokenizer, normalization=self.options.normalization)

    def files(self, into: Format) -> tuple[Files, tuple[Omission, ...]]:
        """Return the tokenizer as `export_tokenizer` does. Raises as that and `tokenizer` do."""
        patterns = self.options.split.patterns
        if into is MINBPE and self.options.alphabet == "bytes" and len(patterns) < 2:
            # Without building the tokens, which can grow large in a long text; the file does not hold them.
            file = write_model(MinbpeModel("".join(patterns), self.special, [*self.pairs]))
            return {"": file}, (*_normal_form(self.options.normalization, into),)
        return export_tokenizer(self.tokenizer(), into)


def check_alphabet(options: Options) -> None:
    """Raise `BpetuiError` for a training on characters, which no format holds."""
    if options.alphabet != "bytes":
        raise BpetuiError("files hold merges of bytes, but these are merges of characters")


def check_sizes(sizes: Iterable[int]) -> None:
    """Raise `BpetuiError` if tokens of these sizes have too many bytes in all."""
    if sum(sizes) > MOST_BYTES:
        raise BpetuiError(f"the tokens have over {MOST_BYTES:,} bytes in all, too many for a file")


def export_tokenizer(tokenizer: BpeTokenizer, into: Format) -> tuple[Files, tuple[Omission, ...]]:
    """Return the tokenizer as files by name, and what these omit: the normal form, the split.

    Raises `BpetuiError` for anything else that the format cannot hold.
    """
    omissions = [*_normal_form(tokenizer.normalization, into)]
    written = dumps(tokenizer if into is RICHEST_FORMAT else replace(tokenizer, normalization="none"), into)
    if tokenizer.split is not None and not written.records_split:
        omissions.append(Omission("the split", _split_option(tokenizer.split), "read it"))
    return written.files, tuple(omissions)


def write_files(path: Path, files: Files, *, force: bool) -> None:
    """Write all files of a tokenizer or none; ``force`` overwrites existing ones.

    Raises `BpetuiError` if they cannot be written.
    """
    if "" in files:
        write_atomically(path, files[""], force=force)
    else:
        write_folder_atomically(path, files, force=force)


def _normal_form(form: str, into: Format) -> list[Omission]:
    if form == "none" or into is RICHEST_FORMAT:
        return []
    return [Omission("the normal form", f"--normalize {form}", "encode")]


def _split_option(split: Split) -> str:
    if split.name != "custom":
        return f"--split {split.name}"
    return f"--pattern {quote(split.patterns[0])}" if len(split.patterns) == 1 else ""
