"""The tokenizer files in the folder of a published model: tokenizer.json, or the files that older programs read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from bpetui.core.errors import BpetuiError
from bpetui.core.notes import Note
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import visible
from bpetui.formats.format_errors import shown
from bpetui.formats.gpt2 import FILES, OTHER_FILES
from bpetui.formats.json_object import read_json_object
from bpetui.formats.tokenizer_checks import check_usable

SINGLE_FILES = ("tokenizer.json", "tokenizer.model", "tiktoken.model")
"""The names of files that each hold a whole tokenizer; the first holds most."""

CONFIG = "tokenizer_config.json"
"""The file that holds the special tokens of a ``tiktoken.model`` in the same folder."""


@dataclass(frozen=True)
class TokenizerFiles:
    """The ``paths`` of a tokenizer's files, by their names in the formats (see `registry.Files`).

    ``config`` is a tokenizer_config.json with the special tokens, if the file itself holds none. The ``notes`` are on
    other files in the folder.
    """

    paths: Mapping[str, Path]
    config: Path | None = None
    notes: tuple[Note, ...] = ()


def find_tokenizer_files(path: Path) -> TokenizerFiles:
    """Return the tokenizer files at a path, which is a file or a folder.

    Raises `BpetuiError` for a folder without a tokenizer.
    """
    folder = path if path.is_dir() else path.parent
    candidates = [[folder / name for name in names] for names in (FILES, OTHER_FILES)]
    pairs = [dict(zip(FILES, paths, strict=True)) for paths in candidates if all(map(Path.is_file, paths))]
    if not path.is_dir():
        return next((TokenizerFiles(pair) for pair in pairs if path in pair.values()), _single(path))
    singles = [folder / name for name in SINGLE_FILES if (folder / name).is_file()]
    if singles and singles[0].name == SINGLE_FILES[0]:
        sentence = "{name} also holds {other}; bpetui reads {first}"
        notes = [Note.with_values(sentence, other=single.name, first=singles[0].name) for single in singles[1:]]
        return replace(_single(singles[0]), notes=tuple(notes))
    if pairs:
        return TokenizerFiles(pairs[0])
    ranks = sorted(folder.glob("*.tiktoken"))
    if singles or len(ranks) == 1:
        return _single((singles or ranks)[0])
    singles_known, pair_known = ", ".join(SINGLE_FILES), " with ".join(FILES)
    raise BpetuiError(f"the folder {visible(str(path))} holds no tokenizer; it needs {singles_known}, or {pair_known}")


def _single(path: Path) -> TokenizerFiles:
    config = path.parent / CONFIG
    return TokenizerFiles({"": path}, config if path.name == "tiktoken.model" and config.is_file() else None)


def with_special_tokens(tokenizer: BpeTokenizer, config: bytes, name: str) -> BpeTokenizer:
    """Return a tokenizer with the special tokens of a tokenizer_config.json. Raises `BpetuiError` for damage."""
    added = read_json_object(config, f"{name}/{CONFIG}", CONFIG).optional_child("added_tokens_decoder")
    if added is None:
        return tokenizer
    special: dict[str, int] = {}
    for token_id in added.found:
        if not re.fullmatch("[0-9]{1,9}", token_id):
            raise added.damaged(f"{shown(token_id)} is not a token id")
        text = added.child(token_id).text("content")
        if tokenizer.tokens.get(int(token_id)) != text.encode():
            special[text] = int(token_id)
    tokenizer = replace(tokenizer, special={**tokenizer.special, **special})
    check_usable(tokenizer, name, CONFIG)
    return tokenizer
