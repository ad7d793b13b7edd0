"""The user's settings: keys of their own, in a file that they write and the program only reads."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field
from pathlib import Path

from platformdirs import user_config_path

from bpetui.core.utf8 import visible

_KEY = re.compile(r"[!-+\--~]{1,40}(, ?[!-+\--~]{1,40})*")
"""The names of keys, such as ``f5`` or ``ctrl+b``; a comma between several."""


@dataclass(frozen=True)
class Keys:
    """The keys by the id of what they do, as Textual's key maps take them; ``note`` says what could not be read."""

    keys: dict[str, str] = field(default_factory=dict)
    note: str = ""


def keys_path() -> Path:
    """Where the user's keys stand: ``keys.json`` in the user's config folder for bpetui."""
    return user_config_path("bpetui") / "keys.json"


def read_keys(known: set[str], path: Path | None = None) -> Keys:
    """The user's keys: a JSON object such as ``{"step": "space", "back": "backspace,b"}``.

    ``known`` are the ids that there are. A file that cannot be read, or holds something else, is said and left alone;
    what is right in it counts.
    """
    path = path or keys_path()
    name = visible(str(path))
    try:
        if path.exists() and not path.is_file():
            return Keys(note=f"{name} is not a file; keys are as usual")
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return Keys()
    except OSError as error:
        return Keys(note=f"{name} cannot be read: {error.strerror}; keys are as usual")
    except (ValueError, RecursionError) as error:
        where = f" (line {error.lineno})" if isinstance(error, json.JSONDecodeError) else ""
        return Keys(note=f"{name} is not JSON{where}; keys are as usual")
    if not isinstance(found, dict):
        return Keys(note=f"{name} does not hold an object of ids and keys; keys are as usual")
    keys = {
        action: key for action, key in found.items() if action in known and isinstance(key, str) and _KEY.fullmatch(key)
    }
    wrong = [visible(action) for action in found if action not in keys]
    return Keys(keys, f"{name}: there is nothing named {', '.join(wrong)}, or it has no key" if wrong else "")
