"""The user's own keys, in a file that the user writes and the program only reads."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_config_path

from bpetui.core.utf8 import visible


@dataclass(frozen=True)
class KeyFile:
    """The entries of the file as they are written, by the ids of commands; ``fault`` says why there are none.

    ``repeated`` are the ids that have several entries, of which ``entries`` holds the last.
    """

    entries: Mapping[str, object] = field(default_factory=dict)
    fault: str = ""
    repeated: tuple[str, ...] = ()


class _JsonObject(dict[str, object]):
    """A JSON object that keeps the names of repeated members, which `json` drops."""

    def __init__(self, members: list[tuple[str, object]]) -> None:
        super().__init__(members)
        times = Counter(name for name, _ in members)
        self.repeated = tuple(name for name, number in times.items() if number > 1)


def keys_path() -> Path:
    """Return the path of the user's keys: ``keys.json`` in the user's config folder for bpetui."""
    return user_config_path("bpetui") / "keys.json"


def read_key_file(path: Path | None = None) -> KeyFile:
    """Read the user's keys: a JSON object such as ``{"step": "f2", "back": "backspace,f3"}``.

    A file that cannot be read, or holds something else, is reported and left as it is. There need not be one.
    """
    path = path or keys_path()
    name = visible(str(path))
    try:
        if path.exists() and not path.is_file():
            return KeyFile(fault=f"{name} is not a file; the default keys are used")
        found = json.loads(path.read_text(encoding="utf-8-sig"), object_pairs_hook=_JsonObject)
    except FileNotFoundError:
        return KeyFile()
    except OSError as error:
        return KeyFile(fault=f"{name} cannot be read: {error.strerror}; the default keys are used")
    except (ValueError, RecursionError) as error:
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        return KeyFile(fault=f"{name} is not JSON{where}; the default keys are used")
    if not isinstance(found, _JsonObject):
        return KeyFile(fault=f"{name} must hold a JSON object of commands and keys; the default keys are used")
    return KeyFile(found, repeated=found.repeated)
