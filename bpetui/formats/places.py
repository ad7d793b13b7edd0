"""Where the files of a tokenizer with a name are on this machine; nothing is ever downloaded here.

Looked for in this order: the user's data folder, the package that carries them, tiktoken's cache.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from hashlib import sha1
from importlib.util import find_spec
from pathlib import Path

from platformdirs import user_data_path

from bpetui.formats.gpt2 import FILES, OTHER_FILES
from bpetui.formats.published import Named


@dataclass(frozen=True)
class Place:
    """Where all files of a tokenizer are: ``where`` in words, ``paths`` by the names that they have here.

    ``is_users`` says that the user has put them there, and may have put other ones than were published; ``package`` is
    the package that carries them, if one does.
    """

    where: str
    paths: Mapping[str, Path]
    is_users: bool = False
    package: str = ""


def data_folder() -> Path:
    """The user's folder for tokenizers."""
    return user_data_path("bpetui") / "tokenizers"


def places(named: Named) -> Iterator[Place]:
    """Where the files are, the place first that counts."""
    yield from _in_data_folder(named)
    package, module, paths = named.package
    spec = find_spec(module) if module else None
    if spec is not None and spec.origin is not None:
        folder = Path(spec.origin).parent
        found = {name: folder / path for name, path in paths.items()}
        yield from _complete(f"package {package}", found, package=package)
    if all(file.address for file in named.files.values()) and (cache := _tiktoken_cache()) is not None:
        keys = {name: sha1(file.address.encode()).hexdigest() for name, file in named.files.items()}
        yield from _complete("tiktoken's cache", {name: cache / key for name, key in keys.items()})


def _in_data_folder(named: Named) -> Iterator[Place]:
    folder = data_folder()
    for name in (".tiktoken", ".json"):
        yield from _complete("your folder", {name: folder / f"{named.name}{name}"}, is_users=True)
    for names in (FILES, OTHER_FILES):
        paths = {name: folder / named.name / name for name in names}
        yield from _complete("your folder", paths, is_users=True)


def _complete(where: str, paths: Mapping[str, Path], *, is_users: bool = False, package: str = "") -> Iterator[Place]:
    if all(map(os.path.isfile, paths.values())):
        yield Place(where, paths, is_users, package)


def _tiktoken_cache() -> Path | None:
    """The folder that tiktoken would look in (``tiktoken/load.py``), None if it is told to look in none."""
    for variable in ("TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR"):
        if variable in os.environ:
            return Path(os.environ[variable]) if os.environ[variable] else None
    try:
        return Path(tempfile.gettempdir()) / "data-gym-cache"
    except OSError:  # there is no usable one
        return None
