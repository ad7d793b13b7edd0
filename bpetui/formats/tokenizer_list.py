"""The list of tokenizers that can be loaded by name."""

from __future__ import annotations

from dataclasses import dataclass

from bpetui.formats.known_tokenizers import KNOWN_TOKENIZERS, KnownTokenizer
from bpetui.formats.local_files import LocalFiles, local_files, user_tokenizers


@dataclass(frozen=True)
class ListedTokenizer:
    """A known tokenizer and its location: in words, the path of its first file, and the package that contains it.

    All three are empty if the tokenizer is not on this machine; ``package`` is also empty if no package contains it.
    """

    known: KnownTokenizer
    where: str = ""
    path: str = ""
    package: str = ""

    @classmethod
    def from_files(cls, known: KnownTokenizer, files: LocalFiles) -> ListedTokenizer:
        """Return the entry of a known tokenizer whose files are on this machine."""
        return cls(known, files.where, str(next(iter(files.paths.values()))), files.package)


def list_tokenizers() -> list[ListedTokenizer]:
    """Return all known tokenizers, then the user's own ones in the data folder."""
    listed = []
    for known in KNOWN_TOKENIZERS:
        files = next(local_files(known), None)
        listed.append(ListedTokenizer.from_files(known, files) if files else ListedTokenizer(known))
    for name, path in user_tokenizers().items():
        listed.append(ListedTokenizer(KnownTokenizer(name, "your own", {}), "your folder", str(path)))
    return listed
