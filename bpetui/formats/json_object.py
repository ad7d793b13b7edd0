"""Objects of a JSON file, read strictly: duplicate keys and values of a wrong type are errors that say where."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from bpetui.core.errors import BpetuiError
from bpetui.core.utf8 import visible
from bpetui.formats.format_errors import damaged, shown

# bool comes before int, since True is a number in Python.
_TYPE_NAMES = {bool: "true or false", str: "a string", int: "a whole number", list: "a list", dict: "an object"}


def read_json_object(data: bytes, name: str, title: str) -> JsonObject:
    """Read a JSON file in UTF-8 that holds an object; ``name`` is the file's name in errors, ``title`` its kind.

    Raises `BpetuiError`, with the place, for anything but a JSON object, for duplicate keys, and for strings with a
    lone surrogate.
    """
    try:
        found: object = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_unique, parse_constant=_not_a_number)
        if b"\\ud" in data.lower():
            json.dumps(found, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise damaged(name, title, f"byte 0x{data[error.start]:02x} is not UTF-8", line) from error
    except UnicodeEncodeError as error:
        raise damaged(name, title, "a string contains a lone surrogate") from error
    except json.JSONDecodeError as error:
        why = error.msg[:1].lower() + error.msg[1:]
        raise damaged(name, title, f"{why} (column {error.colno})", error.lineno) from error
    except _DuplicateKeyError as error:
        raise damaged(name, title, f"an object has the key {error} twice") from error
    except RecursionError as error:
        raise damaged(name, title, "it is nested too deeply") from error
    except ValueError as error:  # a number of thousands of digits, or NaN
        raise damaged(name, title, visible(str(error))) from error
    if not isinstance(found, dict):
        raise damaged(name, title, "it is not an object")
    return JsonObject(found, name, title)


class _DuplicateKeyError(Exception):
    """An object has a key twice; Python's ``json`` would silently keep the last value."""


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise _DuplicateKeyError(shown(counts.most_common(1)[0][0]))
    return found


def _not_a_number(text: str) -> object:
    raise ValueError(f"{text} is not a number")


@dataclass(frozen=True)
class JsonObject:
    """An object in a JSON file; ``name`` and ``title`` are as in `read_json_object`, ``path`` is its place in the file.

    A value of another type than requested is damage: `BpetuiError` says where. A null counts as missing.
    """

    found: Mapping[str, object]
    name: str
    title: str
    path: str = ""

    def damaged(self, why: str) -> BpetuiError:
        """Return the error for a fault in this object."""
        return damaged(self.name, self.title, f"{self.path}: {why}" if self.path else why)

    def has(self, key: str) -> bool:
        """Whether the key has a value."""
        return self.found.get(key) is not None

    def text(self, key: str, missing: str | None = None) -> str:
        """Return a string; ``missing``, unless None, replaces a missing value."""
        value = self.found.get(key)
        if value is None and missing is not None:
            return missing
        if isinstance(value, str):
            return value
        raise self._wrong_type(key, str)

    def flag(self, key: str, missing: bool | None = None) -> bool:
        """Return true or false; ``missing``, unless None, replaces a missing value."""
        value = self.found.get(key)
        if value is None and missing is not None:
            return missing
        if isinstance(value, bool):
            return value
        raise self._wrong_type(key, bool)

    def number(self, key: str) -> int:
        """Return a whole number, 0 or more."""
        value = self.found.get(key)
        if isinstance(value, int) and not isinstance(value, bool) and value >= 0:
            return value
        raise self._wrong_type(key, int)

    def child(self, key: str) -> JsonObject:
        """Return an object."""
        value = self.found.get(key)
        if isinstance(value, dict):
            return JsonObject(value, self.name, self.title, self._path_to(key))
        raise self._wrong_type(key, dict)

    def optional_child(self, key: str) -> JsonObject | None:
        """Return an object, or None if the key has no value."""
        return self.child(key) if self.has(key) else None

    def items(self, key: str) -> list[object]:
        """Return a list."""
        value = self.found.get(key)
        if isinstance(value, list):
            return value
        raise self._wrong_type(key, list)

    def children(self, key: str) -> list[JsonObject]:
        """Return a list of objects; an empty one if the key has no value."""
        found = []
        for at, value in enumerate(self.items(key) if self.has(key) else []):
            path = f"{self._path_to(key)}[{at}]"
            if not isinstance(value, dict):
                raise damaged(self.name, self.title, f"{path} is not an object")
            found.append(JsonObject(value, self.name, self.title, path))
        return found

    def _path_to(self, key: str) -> str:
        return f"{self.path}.{key}" if self.path else key

    def _wrong_type(self, key: str, wanted: type) -> BpetuiError:
        path = self._path_to(key)
        if key in self.found:
            return damaged(self.name, self.title, f"{path} is not {_TYPE_NAMES[wanted]}")
        return damaged(self.name, self.title, f"{path} is missing")
