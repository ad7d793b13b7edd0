"""The formats by name, and which of them a file is in: that is told from what it holds, not from its name."""

from __future__ import annotations

import re
import zlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path

from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.progress import ReportProgress
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import Tokenizer
from bpetui.core.utf8 import visible
from bpetui.files.signatures import check_signature
from bpetui.files.text import read_beginning, read_bytes, size_of
from bpetui.formats import gpt2, minbpe, sentencepiece, tiktoken
from bpetui.formats.folders import tokenizer_files, with_special
from bpetui.formats.format_errors import first_special, gaps, refused, shown
from bpetui.formats.huggingface import tokenizer_json
from bpetui.formats.known_tokenizers import KNOWN_TOKENIZERS, KnownTokenizer

Files = Mapping[str, bytes]
"""The files of a tokenizer by name; of one that is a single file, the name is empty."""


@dataclass(frozen=True)
class Format:
    """A format of tokenizer files.

    ``suffix`` is how the names of its files end, where they do; ``files`` are those of a folder. ``loads`` gives
    phrases for the reader, too; ``dumps`` is None where it is only read; ``holds_split`` and ``holds_special`` say what
    it holds besides the tokens and their merges.
    """

    name: str
    about: str
    loads: Callable[[Files, str, ReportProgress | None], tuple[AnyTokenizer, tuple[str, ...]]]
    dumps: Callable[[Tokenizer], Files] | None
    suffix: str = ""
    files: tuple[str, ...] = ("",)
    holds_split: bool = False
    holds_special: bool = True


FORMATS = {
    each.name: each
    for each in (
        Format(
            "minbpe",
            "a .model file of minbpe",
            lambda files, name, _: (minbpe.loads(files[""], name), ()),
            lambda tokenizer: {"": minbpe.dumps(tokenizer)},
            ".model",
            holds_split=True,
        ),
        Format(
            "tiktoken",
            "a .tiktoken file of ranks",
            lambda files, name, progress: (tiktoken.loads(files[""], name, progress), ()),
            lambda tokenizer: {"": tiktoken.dumps(tokenizer)},
            ".tiktoken",
            holds_special=False,
        ),
        Format(
            "gpt2",
            "a folder with vocab.json and merges.txt",
            lambda files, name, _: gpt2.read(files, name),
            gpt2.dumps,
            files=gpt2.FILES,
        ),
        Format(
            "huggingface",
            "a tokenizer.json of Hugging Face",
            lambda files, name, _: tokenizer_json.read(files[""], name),
            lambda tokenizer: {"": tokenizer_json.dumps(tokenizer)},
            ".json",
            holds_split=True,
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
class Loaded:
    """A tokenizer that was read, what it is called, its ``format``, and what the reader of it should know.

    The ``notes`` are phrases that go after the name.
    """

    tokenizer: AnyTokenizer
    name: str
    format: str
    notes: tuple[str, ...] = ()


# -- reading -----------------------------------------------------------------------------------------------------------

_MOST_FILE_BYTES = 300_000_000
"""The largest file that is taken for a tokenizer; the largest in use have some 40 MB."""

_GZIP = b"\x1f\x8b"

_MERGES = re.compile(rb"(?:\S+ \S+\r?\n){2}|\S+ \S+\r?\n\Z")
"""The first lines of a list of merges, or the only one."""

_MARKED_MERGES = re.compile(
    rb"(?:#version:[^\n]*\n)?(?:\S+ \S+(?: \d+)?\r?\n){0,200}?\S* ?\S*</w>(?: \d+)?\r?(?:\n|\Z)"
)
"""The first lines of a list of merges in which tokens end with an end-of-word mark."""


def read(path: str | Path, progress: ReportProgress | None = None) -> Loaded:
    """Read the tokenizer in a file or folder.

    Raises `BpetuiError` if there is none, it is in no format that is known here, or it is damaged.
    """
    path = Path(path)
    found, name = tokenizer_files(path), path.name or str(path)
    loaded = loads({key: read_file(file) for key, file in found.paths.items()}, name, progress)
    if found.config and isinstance(loaded.tokenizer, Tokenizer):
        loaded = replace(loaded, tokenizer=with_special(loaded.tokenizer, read_file(found.config), name))
    return replace(loaded, notes=(*found.notes, *loaded.notes))


def loads(files: Files, name: str, progress: ReportProgress | None = None) -> Loaded:
    """Read the files of a tokenizer, which ``name`` is what errors call. Raises as `read` does."""
    for file, data in files.items():
        check_signature(data, f"{name}/{file}" if file else name)
    found = FORMATS["gpt2"] if len(files) > 1 else _format_of(files[""], name)
    tokenizer, notes = found.loads(files, name, progress)
    if not isinstance(tokenizer, Tokenizer):
        return Loaded(tokenizer, name, found.name, notes)
    if tokenizer.split is None and (proved := _proved(tokenizer, files)):
        tokenizer = replace(tokenizer, split=proved.split, special=proved.special)
    return Loaded(tokenizer, name, found.name, (*notes, *gaps(tokenizer)))


def read_file(path: Path) -> bytes:
    """The bytes of a file of a tokenizer, uncompressed if it is compressed with gzip. Raises `BpetuiError`."""
    if size_of(path) > _MOST_FILE_BYTES:
        read_beginning(path)  # of what models are published with, weights are this large
        raise BpetuiError(f"{visible(path.name)} has over {_MOST_FILE_BYTES:,} bytes; it is no tokenizer")
    data = read_bytes(path)
    if not data.startswith(_GZIP):
        return data
    return _unpacked(data, visible(path.name))


def _unpacked(data: bytes, name: str) -> bytes:
    """What gzip has packed, in one member or in several one behind the other."""
    found = bytearray()
    while data.startswith(_GZIP):
        unpacker = zlib.decompressobj(31)  # gzip, and no other
        try:
            found += unpacker.decompress(data, _MOST_FILE_BYTES + 1 - len(found))
        except zlib.error as error:
            raise BpetuiError(f"{name} is not a whole gzip file: {error}") from error
        if len(found) > _MOST_FILE_BYTES:
            raise BpetuiError(f"{name} is not a tokenizer: it unpacks to over {_MOST_FILE_BYTES:,} bytes")
        if not unpacker.eof:
            raise BpetuiError(f"{name} is not a whole gzip file: it ends too soon")
        data = unpacker.unused_data
    if data.strip(b"\0"):  # tape and disk fill up what is left
        raise BpetuiError(f"{name} is not a whole gzip file: something else stands behind it")
    return bytes(found)


def _format_of(data: bytes, name: str) -> Format:
    """The format that a file is in."""
    name = visible(name)
    if not data.strip():
        raise BpetuiError(f"{name} is empty; it holds no tokenizer")
    if data.startswith(b"minbpe "):
        return FORMATS["minbpe"]
    if tiktoken.recognizes(data):
        return FORMATS["tiktoken"]
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        if re.search(rb'"model"\s*:\s*\{', data):
            return FORMATS["huggingface"]
        if re.match(rb'\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*[0-9]', data):
            raise BpetuiError(f"{name} is a vocabulary without its merges; put the merges.txt of it in the same folder")
    if _MARKED_MERGES.match(data):
        raise BpetuiError(
            f"{name} is a list of merges in the format of subword-nmt, which has no token ids, and bpetui does not "
            "read it; if the same model has a tokenizer.json, open that"
        )
    if data.startswith(b"#version") or _MERGES.match(data):
        raise BpetuiError(f"{name} is a list of merges without ids; put the vocab.json of it in the same folder")
    if sentencepiece.recognizes(data):
        return FORMATS["sentencepiece"]
    known = ", ".join(each.about for each in FORMATS.values())
    raise BpetuiError(f"{name} is not a tokenizer in a format that is known here: {known}")


def _proved(tokenizer: Tokenizer, files: Files) -> KnownTokenizer | None:
    """The tokenizer with a name that these tokens are those of, if they are one's."""
    known = {each.ranks_sha256: each for each in KNOWN_TOKENIZERS if each.ranks_sha256}
    data = files.get("", b"")
    found = known.get(sha256(data).hexdigest())
    if found is None and len(tokenizer.tokens) in {each.tokens for each in KNOWN_TOKENIZERS}:
        found = known.get(sha256(tiktoken.lines(tokenizer)).hexdigest())
    return found


# -- writing -----------------------------------------------------------------------------------------------------------


def format_for(name: str) -> Format:
    """The format that the name of a file asks for, or that of a folder, which ends with a slash; else minbpe's."""
    if name.endswith("/"):
        return FORMATS["gpt2"]
    for each in FORMATS.values():
        if each.dumps and each.suffix and name.endswith(each.suffix):
            return each
    return FORMATS["minbpe"]


def format_named(name: str) -> Format:
    """The format of that name, to be written. Raises `UsageError` if there is none."""
    if name not in WRITTEN:
        raise UsageError(f"there is no format {visible(name)} to write; there are {', '.join(WRITTEN)}")
    return FORMATS[name]


def dumps(tokenizer: Tokenizer, into: Format) -> tuple[Files, bool]:
    """The tokenizer as files by name, and whether whoever reads them knows the split.

    Raises `BpetuiError`, by name, for any token and merge that the format cannot hold.
    """
    if into.dumps is None:
        raise BpetuiError(f"the {into.name} format is only read here, not written")
    if tokenizer.shared:
        data, token_id = next(iter(tokenizer.shared.items()))
        other = shown(tokenizer.tokens[token_id])
        raise refused(into.name, f"the id {token_id} is that of {other} and of {shown(data)}")
    if into.holds_split and into.holds_special:
        return into.dumps(tokenizer), True
    bare = replace(tokenizer, special={}, added={}, matchings={})
    if (
        tokenizer.others
        and not into.holds_special
        and len(tokenizer.tokens) not in {each.tokens for each in KNOWN_TOKENIZERS}
    ):
        raise _cannot_hold_special(tokenizer, into)  # before the work
    files = into.dumps(tokenizer if into.holds_special else bare)
    if (proved := _proved(bare, files)) and proved.split == tokenizer.split and proved.special == tokenizer.others:
        return files, True  # from what they hold
    if tokenizer.others and not into.holds_special:
        raise _cannot_hold_special(tokenizer, into)
    return files, into.holds_split


def _cannot_hold_special(tokenizer: Tokenizer, into: Format) -> BpetuiError:
    return refused(into.name, f"it holds no special tokens, and there is {first_special(tokenizer.others)}")
