"""The files of known tokenizers on this machine, and the user's own tokenizers. Nothing is downloaded here.

Searched in this order: the user's data folder, the package that contains the files, tiktoken's cache.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha1, sha256
from importlib.util import find_spec
from pathlib import Path

from platformdirs import user_data_path

from bpetui.formats.gpt2 import FILES, OTHER_FILES
from bpetui.formats.known_tokenizers import KNOWN_TOKENIZERS, KnownTokenizer

_SUFFIXES = {".tiktoken", ".json", ".model"}


@dataclass(frozen=True)
class LocalFiles:
    """A complete set of files of a known tokenizer: their location in words, and the ``paths`` by key.

    ``is_users`` says that the files are in the user's folder, so they may differ from the published ones; ``package``
    is the package that contains them, if one does.
    """

    where: str
    paths: Mapping[str, Path]
    is_users: bool = False
    package: str = ""


def data_folder() -> Path:
    """Return the user's folder for tokenizers."""
    return user_data_path("bpetui") / "tokenizers"


def data_path(known: KnownTokenizer, key: str) -> Path:
    """Return where a file of a known tokenizer belongs in the data folder."""
    folder = data_folder()
    return folder / f"{known.name}{key}" if key.startswith(".") else folder / known.name / key


def local_files(known: KnownTokenizer) -> Iterator[LocalFiles]:
    """Yield the complete sets of files of a known tokenizer, the preferred one first."""
    yield from _in_data_folder(known)
    package, module, paths = known.package
    spec = find_spec(module) if module else None
    if spec is not None and spec.origin is not None:
        folder = Path(spec.origin).parent
        yield from _complete(f"package {package}", {key: folder / path for key, path in paths.items()}, package=package)
    if known.is_downloadable and (cache := _tiktoken_cache()) is not None:
        digests = {key: sha1(file.address.encode()).hexdigest() for key, file in known.files.items()}
        yield from _complete("tiktoken's cache", {key: cache / digest for key, digest in digests.items()})


def _in_data_folder(known: KnownTokenizer) -> Iterator[LocalFiles]:
    for keys in ((".tiktoken",), (".json",), FILES, OTHER_FILES):
        yield from _complete("your folder", {key: data_path(known, key) for key in keys}, is_users=True)


def _complete(
    where: str, paths: Mapping[str, Path], *, is_users: bool = False, package: str = ""
) -> Iterator[LocalFiles]:
    if all(map(os.path.isfile, paths.values())):
        yield LocalFiles(where, paths, is_users, package)


def _tiktoken_cache() -> Path | None:
    """Return the folder that tiktoken uses as its cache (``tiktoken/load.py``); None if caching is switched off."""
    for variable in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"):
        if variable in os.environ:
            return Path(os.environ[variable]) if os.environ[variable] else None
    try:
        return Path(tempfile.gettempdir()) / "data-gym-cache"
    except OSError:  # there is no usable temporary folder
        return None


def is_published(known: KnownTokenizer, files: Mapping[str, bytes]) -> bool:
    """Whether files, by key, are the published ones."""
    return set(files) == set(known.files) and all(
        sha256(data).hexdigest() == known.files[key].sha256 for key, data in files.items()
    )


def user_tokenizers() -> dict[str, Path]:
    """Return the user's own tokenizers in the data folder: files and folders by name, without the suffix of the format.

    The names of known tokenizers are not among them.
    """
    known_names = {known.name for known in KNOWN_TOKENIZERS}
    try:
        paths = sorted(path for path in data_folder().iterdir() if path.suffix in _SUFFIXES or path.is_dir())
    except OSError:  # there is no such folder
        return {}
    return {path.stem: path for path in paths if path.stem not in known_names and not path.name.startswith(".")}
