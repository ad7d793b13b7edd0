"""Loading a tokenizer by its path, its name, or the name of a model that uses it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from difflib import get_close_matches
from pathlib import Path

from bpetui.core.errors import BpetuiError
from bpetui.core.notes import Note
from bpetui.core.progress import ReportProgress
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import visible
from bpetui.formats.download import how_to_get
from bpetui.formats.gpt2 import FILES, OTHER_FILES
from bpetui.formats.known_tokenizers import KNOWN_TOKENIZERS, KnownTokenizer, ModelVersion
from bpetui.formats.local_files import LocalFiles, is_published, local_files, user_tokenizers
from bpetui.formats.model_names import known_tokenizer, model_version, unsupported_encoding
from bpetui.formats.registry import FORMATS, LoadedTokenizer, loads, read
from bpetui.formats.tokenizer_checks import check_usable
from bpetui.formats.tokenizer_file import read_file

_FORMAT_KEYS = {".tiktoken": "", ".json": "", **dict(zip(OTHER_FILES, FILES, strict=True))}
"""The keys of `KnownTokenizer.files` as the formats name their files (see `registry.Files`)."""


def load(name: str, progress: ReportProgress | None = None) -> LoadedTokenizer:
    """Load the tokenizer at a path, with a name, or of the model with that name. A path comes first.

    Raises `BpetuiError` if there is none, or it is damaged.
    """
    path = Path(name)
    if name and _exists(path):
        return read(path, progress)
    known = known_tokenizer(name)
    if known is not None:
        return _load_known(known, name, progress)
    if users := user_tokenizers().get(name):
        return replace(read(users, progress), name=name)
    raise _unknown(name)


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # such as a name that is too long
        return False


def _unknown(name: str) -> BpetuiError:
    """Return the error for a name that leads to nothing."""
    names = ", ".join(known.name for known in KNOWN_TOKENIZERS)
    shown_name = visible(name)
    if encoding := unsupported_encoding(name):
        if name == encoding:
            return BpetuiError(f"bpetui does not offer the encoding {encoding}; known names: {names}")
        what = f"{shown_name} uses the encoding {encoding}, which bpetui does not offer; known names: {names}"
        return BpetuiError(what)
    if not name:
        return BpetuiError(f"the name of the tokenizer is empty; known names: {names}")
    candidates = [text for known in KNOWN_TOKENIZERS for text in (known.name, *known.model_names)]
    if similar := get_close_matches(name.lower(), candidates, 1):
        what = f"there is no file {shown_name}, and no tokenizer or model has that name; did you mean {similar[0]}?"
        return BpetuiError(what)
    return BpetuiError(f"there is no file {shown_name}, and no tokenizer or model has that name; known names: {names}")


def _load_known(known: KnownTokenizer, name: str, progress: ReportProgress | None) -> LoadedTokenizer:
    """Load a known tokenizer, as the model with that ``name`` uses it."""
    rejected = []
    for local in local_files(known):
        files = {key: read_file(path) for key, path in local.paths.items()}
        published = is_published(known, files)
        if not published and not local.is_users:
            rejected.append(f"the files in {local.where} differ from the published ones")
            continue
        loaded = _load_files(known, local, files, progress)
        version = model_version(name)
        # A user's own file, in a format that holds special tokens, has those of the model already.
        if version and (published or not FORMATS[loaded.format].records_special):
            return _with_version(loaded, version, name)
        note = () if known.name == name else (_of_model(name),)
        return replace(loaded, notes=(*note, *loaded.notes))
    raise BpetuiError("; ".join((f"{known.name} is not on this machine", *rejected, how_to_get(known))))


def _load_files(
    known: KnownTokenizer, local: LocalFiles, files: Mapping[str, bytes], progress: ReportProgress | None
) -> LoadedTokenizer:
    loaded = loads({_FORMAT_KEYS.get(key, key): data for key, data in files.items()}, known.name, progress)
    tokenizer, notes = loaded.tokenizer, loaded.notes
    if local.is_users and not is_published(known, files):
        notes = (Note.with_values("{name} in {place} differs from the published one", place=local.where), *notes)
    if isinstance(tokenizer, BpeTokenizer) and tokenizer.split is None:
        tokenizer = replace(tokenizer, split=known.split, special=known.special)
        check_usable(tokenizer, known.name, loaded.format)
    return replace(loaded, tokenizer=tokenizer, name=known.name, notes=notes)


def _of_model(model: str) -> Note:
    return Note.with_values("{name} is the tokenizer of {model}", model=model)


def _with_version(loaded: LoadedTokenizer, version: ModelVersion, name: str) -> LoadedTokenizer:
    """Return a known tokenizer with the special tokens of a model."""
    tokenizer = loaded.tokenizer
    if not isinstance(tokenizer, BpeTokenizer):  # its special tokens belong to the other package
        return replace(loaded, notes=(_of_model(name), *loaded.notes))
    tokenizer = replace(tokenizer, special=version.special or {}, added={})
    check_usable(tokenizer, name, loaded.format)
    sentence = (
        "{name} has the ordinary tokens of {other}; its special tokens are unknown and left out"
        if version.special is None
        else "{name} has the ordinary tokens of {other} and its own special tokens"
    )
    note = Note.with_values(sentence, other=loaded.name)
    return replace(loaded, tokenizer=tokenizer, name=name, notes=(note, *loaded.notes))
