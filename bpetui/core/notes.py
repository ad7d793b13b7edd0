"""Notes: sentences on what is unusual about a file, whose name is known where they are shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from bpetui.core.utf8 import visible


@dataclass(frozen=True)
class Note:
    """A sentence with ``{name}`` in place of the name of the file, and other placeholders for its ``values``."""

    sentence: str
    values: tuple[tuple[str, str], ...] = ()

    @classmethod
    def with_values(cls, sentence: str, **values: object) -> Note:
        """Return a note with values for the placeholders other than ``{name}``."""
        return cls(sentence, tuple((key, str(value)) for key, value in values.items()))

    @classmethod
    def plural(cls, number: int, one: str, many: str, **values: object) -> Note:
        """Return the note for one thing or for many, with the number in place of ``{n}``."""
        return cls.with_values(one if number == 1 else many, n=f"{number:,}", **values)

    def about(self, name: str) -> str:
        """Return the sentence on a file with this name."""
        return self.sentence.format(name=visible(name), **dict(self.values))


def sentences(notes: Iterable[Note], name: str) -> tuple[str, ...]:
    """Return the sentences of some notes on one file."""
    return tuple(note.about(name) for note in notes)
