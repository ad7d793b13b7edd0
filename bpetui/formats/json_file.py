"""JSON files of tokenizers, read so that no damage passes for something else."""

from __future__ import annotations

import json
from collections import Counter

from bpetui.core.utf8 import visible
from bpetui.formats.format_errors import damaged, shown


class _TwiceError(Exception):
    """A key stands twice in an object, where JSON's readers would keep the last and say nothing."""


def parsed(data: bytes, name: str, title: str) -> object:
    """What a JSON file in UTF-8 holds. ``name`` is what errors call it, and ``title`` what it should be.

    Raises `BpetuiError`, saying where, if it is no JSON, or an object holds a key twice or a string that is no text.
    """
    try:
        found: object = json.loads(data.decode("utf-8-sig"), object_pairs_hook=_object, parse_constant=_constant)
        if b"\\ud" in data.lower():
            json.dumps(found, ensure_ascii=False).encode()
        return found
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise damaged(name, title, f"byte 0x{data[error.start]:02x} is not UTF-8", line) from error
    except UnicodeEncodeError as error:
        raise damaged(name, title, "a string in it holds half of a pair of surrogates, which is no text") from error
    except json.JSONDecodeError as error:
        why = error.msg[:1].lower() + error.msg[1:]
        raise damaged(name, title, f"{why} (column {error.colno})", error.lineno) from error
    except _TwiceError as error:
        raise damaged(name, title, f"{error} is there twice in one object") from error
    except RecursionError as error:
        raise damaged(name, title, "it is nested deeper than any tokenizer") from error
    except ValueError as error:  # a number of thousands of digits, or what is no number
        raise damaged(name, title, visible(str(error))) from error


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        counts = Counter(key for key, _ in pairs)
        raise _TwiceError(shown(counts.most_common(1)[0][0]))
    return found


def _constant(text: str) -> object:
    raise ValueError(f"{text} is no number")
