"""The formats by name; reading a tokenizer in any of them, and writing one in a given format."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.notes import Note
from bpetui.core.progress import ReportProgress
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import visible
from bpetui.files.signatures import check_signature
from bpetui.formats import gpt2, minbpe, sentencepiece, tiktoken
from bpetui.formats.format_detection import detect_format
from bpetui.formats.format_errors import first_special, refused, shown
from bpetui.formats.huggingface import reader, writer
from bpetui.formats.known_tokenizers import KNOWN_TOKENIZERS, KnownTokenizer
from bpetui.formats.model_folder import find_tokenizer_files, with_special_tokens
from bpetui.formats.tokenizer_checks import missing_ids_note
from bpetui.formats.tokenizer_file import read_file

Files = Mapping[str, bytes]
"""The files of a tokenizer by name; a single file has an empty name."""


@dataclass(frozen=True)
class Format:
    """A format of tokenizer files.

    ``suffix`` is the end of the names of its files, if they have a common one; ``files`` are the names in a folder.
    ``loads`` also returns notes; ``dumps`` is None if bpetui only reads the format. ``records_split`` and
    ``records_special`` say what it records besides the tokens and their merges.
    """

    name: str
    about: str
    loads: Callable[[Files, str, ReportProgress | None], tuple[AnyTokenizer, tuple[Note, ...]]]
    dumps: Callable[[BpeTokenizer], Files] | None
    suffix: str = ""
    files: tuple[str, ...] = ("",)
    records_split: bool = False
    records_special: bool = True

    @property
    def is_folder(self) -> bool:
        """Whether a tokenizer in this format is a folder of files."""
        return self.files != ("",)


FORMATS = {
    each.name: each
    for each in (
        Format(
            "minbpe",
            "a .model file of minbpe",
            lambda files, name, _: (minbpe.loads(files[""], name), ()),
            lambda tokenizer: {"": minbpe.dumps(tokenizer)},
            ".model",
            records_split=True,
        ),
        Format(
            "tiktoken",
            "a .tiktoken file of ranks",
            lambda files, name, progress: (tiktoken.loads(files[""], name, progress), ()),
            lambda tokenizer: {"": tiktoken.dumps(tokenizer)},
            ".tiktoken",
            records_special=False,
        ),
        Format(
            "gpt2",
            "a folder with vocab.json and merges.txt",
            lambda files, name, _: gpt2.loads(files, name),
            gpt2.dumps,
            files=gpt2.FILES,
        ),
        Format(
            "huggingface",
            "a tokenizer.json of Hugging Face",
            lambda files, name, _: reader.loads(files[""], name),
            lambda tokenizer: {"": writer.dumps(tokenizer)},
            ".json",
            records_split=True,
        ),
        Format(
            "sentencepiece",
            "a .model file of SentencePiece",
            lambda files, name, _: (sentencepiece.loads(files[""], name), ()),
            None,
        ),
    )
}

WRITTEN = tuple(name for name, each in FORMATS.items() if each.dumps)
"""The names of the formats that can be written."""


@dataclass(frozen=True)
class LoadedTokenizer:
    """A tokenizer that was read, its name and ``format``, and ``notes`` for the user, to follow the name."""

    tokenizer: AnyTokenizer
    name: str
    format: str
    notes: tuple[Note, ...] = ()


# -- reading -----------------------------------------------------------------------------------------------------------


def read(path: str | Path, progress: ReportProgress | None = None) -> LoadedTokenizer:
    """Read the tokenizer in a file or folder.

    Raises `BpetuiError` if there is none, its format is unknown, or it is damaged.
    """
    path = Path(path)
    found, name = find_tokenizer_files(path), path.name or str(path)
    loaded = loads({key: read_file(file) for key, file in found.paths.items()}, name, progress)
    if found.config and isinstance(loaded.tokenizer, BpeTokenizer):
        loaded = replace(loaded, tokenizer=with_special_tokens(loaded.tokenizer, read_file(found.config), name))
    return replace(loaded, notes=(*found.notes, *loaded.notes))


def loads(files: Files, name: str, progress: ReportProgress | None = None) -> LoadedTokenizer:
    """Read a tokenizer from the content of its files; ``name`` is its name in errors. Raises as `read` does."""
    for file, data in files.items():
        check_signature(data, f"{name}/{file}" if file else name)
    descriptions = [each.about for each in FORMATS.values()]
    found = FORMATS["gpt2" if len(files) > 1 else detect_format(files[""], name, descriptions)]
    tokenizer, notes = found.loads(files, name, progress)
    if not isinstance(tokenizer, BpeTokenizer):
        return LoadedTokenizer(tokenizer, name, found.name, notes)
    if tokenizer.split is None and (known := _identified(tokenizer, files)):
        tokenizer = replace(tokenizer, split=known.split, special=known.special)
    return LoadedTokenizer(tokenizer, name, found.name, (*notes, *missing_ids_note(tokenizer)))


def _identified(tokenizer: BpeTokenizer, files: Files) -> KnownTokenizer | None:
    """Return the known tokenizer that has exactly these ordinary tokens, if there is one."""
    by_ranks = {known.ranks_sha256: known for known in KNOWN_TOKENIZERS if known.ranks_sha256}
    found = by_ranks.get(sha256(files.get("", b"")).hexdigest())
    if found is None and _may_be_known(tokenizer):
        found = by_ranks.get(sha256(tiktoken.lines(tokenizer)).hexdigest())
    return found


def _may_be_known(tokenizer: BpeTokenizer) -> bool:
    """Whether a known tokenizer has as many ordinary tokens."""
    return any(len(tokenizer.tokens) == known.tokens for known in KNOWN_TOKENIZERS)


# -- writing -----------------------------------------------------------------------------------------------------------


def format_for(name: str) -> Format:
    """Return the format that the name of a file, or of a folder with a final slash, implies; minbpe by default."""
    if name.endswith("/"):
        return FORMATS["gpt2"]
    for each in FORMATS.values():
        if each.dumps and each.suffix and name.endswith(each.suffix):
            return each
    return FORMATS["minbpe"]


def format_named(name: str) -> Format:
    """Return the format with a name, for writing. Raises `UsageError` if there is none."""
    if name not in WRITTEN:
        names = ", ".join(WRITTEN)
        raise UsageError(f"there is no format {visible(name)} to write; choose one of {names}")
    return FORMATS[name]


class WrittenTokenizer(NamedTuple):
    """The files of a tokenizer, by name, and whether their readers know its split."""

    files: Files
    records_split: bool


def dumps(tokenizer: BpeTokenizer, into: Format) -> WrittenTokenizer:
    """Return the tokenizer as files.

    Raises `BpetuiError` for tokens and merges that the format cannot hold.
    """
    if into.dumps is None:
        raise BpetuiError(f"bpetui reads the {into.name} format but does not write it")
    if tokenizer.shared:
        data, token_id = next(iter(tokenizer.shared.items()))
        first = shown(tokenizer.tokens[token_id])
        raise refused(into.name, f"the tokens {first} and {shown(data)} have the same id {token_id}")
    if into.records_split and into.records_special:
        return WrittenTokenizer(into.dumps(tokenizer), records_split=True)
    bare = replace(tokenizer, special={}, added={}, matchings={})
    lacks_special = bool(tokenizer.others) and not into.records_special
    if lacks_special and not _may_be_known(tokenizer):
        raise _cannot_hold_special(tokenizer, into)  # before the work
    files = into.dumps(tokenizer if into.records_special else bare)
    if (known := _identified(bare, files)) and known.split == tokenizer.split and known.special == tokenizer.others:
        return WrittenTokenizer(files, records_split=True)  # readers identify the tokenizer by its tokens
    if lacks_special:
        raise _cannot_hold_special(tokenizer, into)
    return WrittenTokenizer(files, into.records_split)


def _cannot_hold_special(tokenizer: BpeTokenizer, into: Format) -> BpetuiError:
    return refused(into.name, f"it cannot hold special tokens: {first_special(tokenizer.others)}")
