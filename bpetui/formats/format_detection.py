"""The format of a file, detected from its content."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bpetui.core.errors import BpetuiError
from bpetui.core.utf8 import visible
from bpetui.files.encoding_guess import marked_encoding
from bpetui.formats import sentencepiece, tiktoken
from bpetui.formats.json_object import read_json_object

_MERGES = re.compile(rb"(?:\S+ \S+\r?\n){2}|\S+ \S+\r?\n\Z")
"""The first lines of a list of merges, or the only one."""

_MERGE_LINES = 200
"""The number of lines of a list of merges that are searched for an end-of-word mark."""

_MERGE_BYTES = 1 << 16
"""The number of bytes that these lines may take."""


def detect_format(data: bytes, name: str, formats: Iterable[str]) -> str:
    """Return the name of the format that a single file is in.

    ``name`` is the file's name in errors; ``formats`` are descriptions of the known formats. Raises `BpetuiError` for
    anything else, naming what the file is where that can be detected.
    """
    name = visible(name)
    if not data.strip():
        raise BpetuiError(f"{name} is empty; open a file that holds a tokenizer")
    if encoding := marked_encoding(data):
        raise BpetuiError(f"{name} begins with the byte order mark of {encoding}; convert the file to UTF-8")
    if data.startswith(b"minbpe "):
        return "minbpe"
    if tiktoken.recognizes(data):
        return "tiktoken"
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{"):
        if re.search(rb'"model"\s*:\s*\{', data):
            return "huggingface"
        if re.match(rb'\s*\{\s*"(?:[^"\\]|\\.)*"\s*:\s*[0-9]', data):
            raise BpetuiError(f"{name} is a vocabulary without its merges; put its merges.txt into the same folder")
        read_json_object(data, name, "JSON file")  # what is damaged or cut off is not of another kind
    if _has_end_of_word_marks(data):
        raise BpetuiError(
            f"{name} is a list of merges in the format of subword-nmt, which has no token ids, so bpetui cannot read "
            "it; open the tokenizer.json of the same model if there is one"
        )
    if data.startswith(b"#version") or _MERGES.match(data):
        raise BpetuiError(f"{name} is a list of merges without token ids; put its vocab.json into the same folder")
    if sentencepiece.recognizes(data):
        return "sentencepiece"
    known = ", ".join(formats)
    raise BpetuiError(f"{name} is not a tokenizer in a known format; known formats: {known}")


def _has_end_of_word_marks(data: bytes) -> bool:
    """Whether these are merges, with a count or without, of which an early one makes a token with the mark ``</w>``."""
    for number, line in enumerate(data[:_MERGE_BYTES].split(b"\n", _MERGE_LINES)[:_MERGE_LINES]):
        if number == 0 and line.startswith(b"#version:"):
            continue
        fields = line.split()
        if len(fields) not in {2, 3} or (len(fields) == 3 and not fields[2].isdigit()):
            return False
        if fields[1].endswith(b"</w>"):
            return True
    return False
