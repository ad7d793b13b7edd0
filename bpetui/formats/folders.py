"""Which files of a folder are its tokenizer, as models are published: tokenizer.json, or what older programs read."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from bpetui.core.errors import BpetuiError
from bpetui.core.tokenizer import Tokenizer
from bpetui.core.utf8 import visible
from bpetui.formats.format_errors import check, damaged, shown
from bpetui.formats.gpt2 import FILES, OTHER_FILES
from bpetui.formats.json_file import parsed
from bpetui.formats.json_object import JsonObject

SINGLE_FILES = ("tokenizer.json", "tokenizer.model", "tiktoken.model")
"""The names of files that each hold a whole tokenizer, the one first that holds most."""

CONFIG = "tokenizer_config.json"
"""The file that holds the special tokens of a ``tiktoken.model`` beside it."""


@dataclass(frozen=True)
class TokenizerFiles:
    """The ``paths`` of a tokenizer's files by the names that formats have for them: see `registry.Files`.

    ``config`` is a tokenizer_config.json that holds the special tokens, if the file itself holds none. The ``notes``
    are phrases that go after the name of the tokenizer.
    """

    paths: Mapping[str, Path]
    config: Path | None = None
    notes: tuple[str, ...] = ()


def tokenizer_files(path: Path) -> TokenizerFiles:
    """The files that a path leads to. Raises `BpetuiError` for a folder that holds no tokenizer."""
    folder = path if path.is_dir() else path.parent
    pairs = [[folder / each for each in names] for names in (FILES, OTHER_FILES)]
    whole = [dict(zip(FILES, pair, strict=True)) for pair in pairs if all(map(Path.is_file, pair))]
    if not path.is_dir():
        return next((TokenizerFiles(pair) for pair in whole if path in pair.values()), _single(path))
    singles = [folder / name for name in SINGLE_FILES if (folder / name).is_file()]
    if singles and singles[0].name == SINGLE_FILES[0]:
        also = [f"holds {single.name}, too; {singles[0].name} is read" for single in singles[1:]]
        return replace(_single(singles[0]), notes=tuple(also))
    if whole:
        return TokenizerFiles(whole[0])
    ranks = sorted(folder.glob("*.tiktoken"))
    if singles or len(ranks) == 1:
        return _single((singles or ranks)[0])
    known = f"{', '.join(SINGLE_FILES)}, or {' with '.join(FILES)}"
    raise BpetuiError(f"the folder {visible(str(path))} holds no tokenizer; it has to hold {known}")


def _single(path: Path) -> TokenizerFiles:
    config = path.parent / CONFIG
    return TokenizerFiles({"": path}, config if path.name == "tiktoken.model" and config.is_file() else None)


def with_special(tokenizer: Tokenizer, config: bytes, name: str) -> Tokenizer:
    """A tokenizer with the special tokens that a tokenizer_config.json gives. Raises `BpetuiError` for damage."""
    where = f"{name}/{CONFIG}"
    found = parsed(config, where, CONFIG)
    if not isinstance(found, dict):
        raise damaged(where, CONFIG, "it is not an object")
    added = JsonObject(found, where, CONFIG).optional_child("added_tokens_decoder")
    if added is None:
        return tokenizer
    special: dict[str, int] = {}
    for token_id in added.found:
        if not re.fullmatch("[0-9]{1,9}", token_id):
            raise added.damaged(f"{shown(token_id)} is not the id of a token")
        text = added.child(token_id).text("content")
        if tokenizer.tokens.get(int(token_id)) != text.encode():
            special[text] = int(token_id)
    tokenizer = replace(tokenizer, special={**tokenizer.special, **special})
    check(tokenizer, name, CONFIG)
    return tokenizer
