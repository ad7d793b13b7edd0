"""Objects of a JSON file, of which each value has to be of the type that is asked for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from bpetui.core.errors import BpetuiError
from bpetui.formats.format_errors import damaged

# What JSON calls them; bool comes first, since for Python True is a number, too.
_SAID = {bool: "true or false", str: "a string", int: "a whole number", list: "a list", dict: "an object"}


@dataclass(frozen=True)
class JsonObject:
    """An object in a file that errors call ``name``, and that should be a ``title``; ``where`` it stands in the file.

    What is asked for and is of another type is damage: `BpetuiError` says where. A null is as if it were not there.
    """

    found: Mapping[str, object]
    name: str
    title: str
    where: str = ""

    def damaged(self, why: str) -> BpetuiError:
        """The error for a fault in this object."""
        return damaged(self.name, self.title, f"{self.where}: {why}" if self.where else why)

    def has(self, key: str) -> bool:
        """Whether there is a value."""
        return self.found.get(key) is not None

    def text(self, key: str, missing: str | None = None) -> str:
        """A string; ``missing`` stands for one that is not there, unless it is None."""
        value = self.found.get(key)
        if value is None and missing is not None:
            return missing
        if isinstance(value, str):
            return value
        raise self._wrong(key, str)

    def flag(self, key: str, missing: bool | None = None) -> bool:
        """True or false."""
        value = self.found.get(key)
        if value is None and missing is not None:
            return missing
        if isinstance(value, bool):
            return value
        raise self._wrong(key, bool)

    def number(self, key: str) -> int:
        """A whole number from 0."""
        value = self.found.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        raise self._wrong(key, int)

    def child(self, key: str) -> JsonObject:
        """An object."""
        value = self.found.get(key)
        if isinstance(value, dict):
            return JsonObject(value, self.name, self.title, self._path(key))
        raise self._wrong(key, dict)

    def optional_child(self, key: str) -> JsonObject | None:
        """An object, or None if there is none."""
        return self.child(key) if self.has(key) else None

    def items(self, key: str) -> list[object]:
        """A list."""
        value = self.found.get(key)
        if isinstance(value, list):
            return value
        raise self._wrong(key, list)

    def children(self, key: str) -> list[JsonObject]:
        """A list of objects; empty if it is not there."""
        found = []
        for at, value in enumerate(self.items(key) if self.has(key) else []):
            where = f"{self._path(key)}[{at}]"
            if not isinstance(value, dict):
                raise damaged(self.name, self.title, f"{where} is not an object")
            found.append(JsonObject(value, self.name, self.title, where))
        return found

    def _path(self, key: str) -> str:
        return f"{self.where}.{key}" if self.where else key

    def _wrong(self, key: str, wanted: type) -> BpetuiError:
        what = f"is not {_SAID[wanted]}" if key in self.found else "is not there"
        return damaged(self.name, self.title, f"{self._path(key)} {what}")
