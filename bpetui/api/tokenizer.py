"""`Tokenizer`, which encodes and decodes texts, and `load`, which returns one."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable
from pathlib import Path
from typing import Literal

from bpetui.core.alphabet import UNKNOWN
from bpetui.core.argument_checks import flag, path_text, string, strings_or_all, token_ids, whole_number, wrong_type
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.notes import sentences
from bpetui.core.splitting import Split, split_custom, split_named
from bpetui.core.tokenization import AnyTokenizer, Tokenization
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import SPACE, visible
from bpetui.files.atomic import path_exists
from bpetui.formats import lookup
from bpetui.formats.export import export_tokenizer, write_files
from bpetui.formats.registry import FORMATS, format_for, format_named

SpecialTokens = Collection[str] | Literal["all"]
"""A set of a tokenizer's special tokens, or ``all``."""


def load(
    name_or_path: str | os.PathLike[str], split: str | Split | None = None, pattern: str | None = None
) -> Tokenizer:
    """Load a tokenizer by path, by name, such as ``cl100k_base``, or by model, such as ``gpt-4o``.

    ``split`` (a name, or a `Split`) or ``pattern`` (a regular expression) is the split to use if the file does not
    record one. Nothing is downloaded. Raises `BpetuiError` if there is no such tokenizer, or if its file is damaged.
    """
    loaded = lookup.load(path_text("name_or_path", name_or_path))
    tokenizer = loaded.tokenizer
    chosen = chosen_split(split, pattern)
    if chosen is not None:
        if not isinstance(tokenizer, BpeTokenizer):
            raise UsageError(f"{loaded.name} has its own way of splitting text; remove split and pattern")
        tokenizer = tokenizer.with_split(chosen)
    return Tokenizer(tokenizer, loaded.name, sentences(loaded.notes, loaded.name))


def chosen_split(split: str | Split | None, pattern: str | None) -> Split | None:
    """Return the split that these arguments name; None if they name none. Raises `UsageError` if both are given."""
    if pattern is not None:
        if split is not None:
            raise UsageError("split and pattern both define the split; remove one")
        return split_custom(string("pattern", pattern))
    if split is None or isinstance(split, Split):
        return split
    if isinstance(split, str):
        return split_named(split)
    raise wrong_type("split", "the name of a split, or a Split", split)


class Tokenizer:
    """A tokenizer, which encodes and decodes text. `load` and `train` return one; it can be pickled.

    ``name`` is the name or path that it was loaded by. ``notes`` are sentences on what is
    unusual about its file.
    """

    def __init__(self, tokenizer: AnyTokenizer, name: str, notes: tuple[str, ...] = ()) -> None:
        self._tokenizer = tokenizer
        self.name, self.notes = name, notes

    def __repr__(self) -> str:
        return f"<bpetui.Tokenizer {visible(self.name)} with {len(self)} tokens>"

    def __len__(self) -> int:
        """The number of tokens, special tokens included."""
        return len(self._tokenizer)

    @property
    def special_tokens(self) -> tuple[str, ...]:
        """The special tokens."""
        return self._tokenizer.special_tokens

    @property
    def split(self) -> Split | None:
        """The split; None if it is not known, or if another package splits the text."""
        return self._tokenizer.split if isinstance(self._tokenizer, BpeTokenizer) else None

    def encode(
        self, text: str, *, allowed_special: SpecialTokens = (), disallowed_special: SpecialTokens = "all"
    ) -> list[int]:
        """Return the token ids of a text. A lone surrogate in it becomes U+FFFD.

        Special tokens are treated as in tiktoken: allowed tokens are found in the text; a disallowed token, by default
        every other one, is an error; a token that is neither is plain text.

        Raises `BpetuiError` for a disallowed special token in the text, and if the split is not known.
        """
        allowed = self._allowed(text, allowed_special, disallowed_special)
        if isinstance(self._tokenizer, BpeTokenizer):
            return self._tokenizer.encode(text, allowed)
        return [*self._tokenized(text, allowed).ids]

    def tokenize(
        self, text: str, *, allowed_special: SpecialTokens = (), disallowed_special: SpecialTokens = "all"
    ) -> Tokenization:
        """Return the tokens of a text: their ids, their bytes, and where each starts and stops.

        Special tokens are treated as in `encode`. Raises as `encode` does.
        """
        return self._tokenized(text, self._allowed(text, allowed_special, disallowed_special))

    def _tokenized(self, text: str, allowed: Collection[str]) -> Tokenization:
        found = self._tokenizer.tokenize(text, allowed)
        if UNKNOWN in found.ids:
            start, stop = found.spans[found.ids.index(UNKNOWN)]
            unknown = visible(found.text.encode()[start:stop].decode(), space=SPACE)
            raise BpetuiError(
                f"the text contains the character {unknown}, which is not in the alphabet of the tokenizer; "
                "remove it, or train with an alphabet of bytes"
            )
        return found

    def _allowed(self, text: str, allowed: SpecialTokens, disallowed: SpecialTokens) -> Collection[str]:
        """Return the special tokens to find in a text. Raises `BpetuiError` if it contains a disallowed one."""
        text = string("text", text)
        if isinstance(self._tokenizer, BpeTokenizer) and self._tokenizer.split is None:
            name = visible(self.name)
            raise BpetuiError(f"{name} does not record its split; load it with split= or pattern=")
        special = self.special_tokens
        found = _tokens("allowed_special", allowed, special)
        for token in _tokens("disallowed_special", disallowed, [each for each in special if each not in found]):
            if token and token in text:
                shown = visible(token, space=SPACE)
                raise BpetuiError(
                    f"the text contains the special token {shown}; allow it with allowed_special, or read it as plain "
                    "text with disallowed_special=()"
                )
        return found

    def decode(self, ids: Iterable[int]) -> str:
        """Return the text of tokens; bytes that are not UTF-8 become U+FFFD.

        Raises `BpetuiError` for an unknown id.
        """
        return self.decode_bytes(ids).decode(errors="replace")

    def decode_bytes(self, ids: Iterable[int]) -> bytes:
        """Return the joined bytes of tokens. Raises as `decode` does."""
        return self._tokenizer.decode(token_ids("ids", ids))

    def token(self, token_id: int) -> bytes:
        """Return the bytes of a token, for example to feed a `StreamingDecoder`. Raises as `decode` does."""
        return self._tokenizer.token(whole_number("token_id", token_id))

    def save(
        self,
        path: str | os.PathLike[str],
        *,
        format: str | None = None,  # noqa: A002 - its name on the command line
        force: bool = False,
    ) -> tuple[str, ...]:
        """Save the tokenizer to a file, or to a folder in GPT-2's format.

        ``format`` is one of ``minbpe``, ``tiktoken``, ``gpt2``, ``huggingface``; by default the ending of the name
        decides, as on the command line. ``force`` overwrites existing files. Returns sentences about what the format
        does not record, for example the split. Raises `BpetuiError` for anything else that the format cannot record,
        for an existing file, and if the file cannot be written.
        """
        target = Path(path_text("path", path))
        force = flag("force", force)
        if not isinstance(self._tokenizer, BpeTokenizer):
            name = visible(self.name)
            raise BpetuiError(f"{name} cannot be saved: no format can record a tokenizer of this kind")
        if format is not None:
            into = format_named(string("format", format))
        else:
            into = FORMATS["gpt2"] if path_exists(target) and target.is_dir() else format_for(os.fspath(path))
        if not force and path_exists(target):
            raise BpetuiError(f"{visible(str(target))} already exists; use force=True to overwrite it")
        files, omissions = export_tokenizer(self._tokenizer, into)
        write_files(target, files, force=force)
        return tuple(f"the {into.name} format does not record {each.what}" for each in omissions)


def _tokens(argument: str, asked: SpecialTokens, every: Collection[str]) -> Collection[str]:
    """Return the special tokens that an argument names."""
    return every if asked == "all" else strings_or_all(argument, asked)
