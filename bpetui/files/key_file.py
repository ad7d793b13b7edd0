"""The user's keys, in a file that the user writes and the program only reads."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_config_path

from bpetui.core.utf8 import visible

_KEY = re.compile(r"[!-+\--~]{1,40}(, ?[!-+\--~]{1,40})*")
"""The names of one or more keys, separated by commas: ``f5``, ``ctrl+b, f6``."""


@dataclass(frozen=True)
class Keys:
    """Keys by action id, in the form of Textual's key maps; ``note`` is a sentence on what is wrong with the file."""

    keys: dict[str, str] = field(default_factory=dict)
    note: str = ""


def keys_path() -> Path:
    """Return the path of the user's keys: ``keys.json`` in the user's config folder for bpetui."""
    return user_config_path("bpetui") / "keys.json"


def read_keys(known: set[str], path: Path | None = None) -> Keys:
    """Read the user's keys: a JSON object such as ``{"step": "space", "back": "backspace,b"}``.

    ``known`` are the action ids of the program. A file that is damaged or cannot be read is reported in the note and
    not changed; its valid entries are used.
    """
    path = path or keys_path()
    name = visible(str(path))
    try:
        if path.exists() and not path.is_file():
            return Keys(note=f"{name} is not a file; the default keys are used")
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Keys()
    except OSError as error:
        return Keys(note=f"{name} cannot be read: {error.strerror}; the default keys are used")
    except (ValueError, RecursionError) as error:
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        return Keys(note=f"{name} is not JSON{where}; the default keys are used")
    if not isinstance(found, dict):
        return Keys(note=f"{name} is not a JSON object of actions and keys; the default keys are used")
    keys = {
        action: key for action, key in found.items() if action in known and isinstance(key, str) and _KEY.fullmatch(key)
    }
    wrong = [visible(action) for action in found if action not in keys]
    return Keys(keys, f"{name}: unknown action or invalid key for {', '.join(wrong)}" if wrong else "")
