"""Recognition of tokenizers among files and folders, from the first bytes of a file, however large it is."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

from bpetui.core.errors import BpetuiError
from bpetui.formats import sentencepiece, tiktoken
from bpetui.formats.model_folder import find_tokenizer_files

_BEGINNING = 1 << 16
"""The number of bytes of a file that are read."""

_JSON_KEYS = re.compile(rb'"(added_tokens|normalizer|pre_tokenizer|truncation|padding|model)"\s*:')
"""Keys of a tokenizer.json; other JSON files seldom have two of them."""

_RANK = re.compile(rb"(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4}) ([0-9]{1,9})\r?")
"""A line of a tiktoken file."""

_LINES = 20
"""The number of lines of a tiktoken file that are checked."""


def is_tokenizer(path: Path) -> bool:
    """Whether a path leads to a tokenizer in a known format.

    A list of words with counts is none, nor is a path that does not exist or cannot be read.
    """
    try:
        if not (path.is_dir() or path.is_file()):
            return False
        files = find_tokenizer_files(path).paths
        beginnings = {name: _beginning(file) for name, file in files.items()}
    except (BpetuiError, OSError, ValueError):
        return False
    return len(beginnings) > 1 or any(map(_is_single, beginnings.values()))


def _beginning(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_BEGINNING)


def _is_single(data: bytes) -> bool:
    """Whether a file with this beginning is a whole tokenizer."""
    if data.startswith(b"minbpe v"):
        return True
    if data.removeprefix(b"\xef\xbb\xbf").lstrip().startswith(b"{"):
        return len({*_JSON_KEYS.findall(data)}) > 1
    if b"\0" in data[:_BEGINNING]:
        return sentencepiece.recognizes(data)
    return tiktoken.recognizes(data) and _has_ranks_in_order(data)


def _has_ranks_in_order(data: bytes) -> bool:
    """Whether the lines hold base64 and ascending ranks, unlike a list of words with counts."""
    lines = data.removeprefix(b"\xef\xbb\xbf").split(b"\n")[:-1][:_LINES]
    found = [_RANK.fullmatch(line) for line in lines]
    ranks = [int(each[1]) for each in found if each]
    return len(ranks) == len(found) > 1 and all(one + 1 == other for one, other in pairwise(ranks))
