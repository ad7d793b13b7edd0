"""The source of a text: a file, a sample, or data that was read from standard input."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # not imported by the trainer's process
    from bpetui.files.samples import Sample


@dataclass(frozen=True)
class Source:
    """The source of a text: a file at ``path``, or ``data`` that was read from standard input.

    ``is_table``: it is a table of words with their counts.
    """

    name: str
    path: Path | None = None
    data: bytes | None = None
    encoding: str = "utf-8"
    is_table: bool = False

    @classmethod
    def from_sample(cls, sample: Sample) -> Source:
        """Return the source of a sample."""
        return cls(sample.file, sample.path, is_table=sample.is_table)
