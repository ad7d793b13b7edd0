"""Any tokenizer.json, opened with Hugging Face's optional package ``tokenizers``.

Files that `Tokenizer` does not support open here, for encoding and comparing: WordPiece, Unigram, WordLevel, and
byte-pair encoding with another preparation of the text. Post-processors, truncation and padding are ignored.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from threading import Lock
from typing import Protocol

from bpetui.core.errors import BpetuiError
from bpetui.core.tokenization import Tokenization, TokenKind, check_allowed
from bpetui.core.utf8 import kind, visible
from bpetui.formats.bpe_vocabulary import read_merges, read_vocabulary, tokens_with_one_id
from bpetui.formats.huggingface.decoders import SpelledToken, read_decoder
from bpetui.formats.huggingface.file_spelling import read_spelling
from bpetui.formats.json_object import JsonObject
from bpetui.formats.optional_packages import import_optional
from bpetui.formats.token_spans import PlacedToken, spans_from_offsets, tokenize_around_special

_IGNORED = ("post_processor", "truncation", "padding")


class _AddedToken(Protocol):
    """An added token of the package."""

    content: str
    special: bool


class _Encoding(Protocol):
    """The tokens of a text: their ids, and the start and stop of each in the text, in characters."""

    ids: list[int]
    offsets: list[tuple[int, int]]


class _Original(Protocol):
    """The part of ``tokenizers.Tokenizer`` that is used here."""

    encode_special_tokens: bool

    def encode(self, sequence: str, *, add_special_tokens: bool) -> _Encoding: ...

    def decode(self, ids: Sequence[int], *, skip_special_tokens: bool) -> str: ...

    def get_vocab(self, *, with_added_tokens: bool) -> dict[str, int]: ...

    def get_added_tokens_decoder(self) -> Mapping[int, _AddedToken]: ...


def open_with_package(file: JsonObject, reason: str) -> HuggingFaceTokenizer:
    """Open a file with the package; ``reason`` is why `Tokenizer` does not support it.

    Raises `BpetuiError` if the package is not installed, or finds the file damaged.
    """
    file = replace(file, found={**file.found, **dict.fromkeys(_IGNORED)})
    name = visible(file.name)
    package = import_optional("tokenizers", f"{name} opens only with Hugging Face's package tokenizers, since {reason}")
    try:
        original: _Original = package.Tokenizer.from_str(json.dumps(file.found))
    except BaseException as error:
        if not _is_from_package(error):
            raise
        raise file.damaged(visible(str(error))) from error
    return HuggingFaceTokenizer(original, file, reason)


def _is_from_package(error: BaseException) -> bool:
    """Whether the package raised an error; a panic of its Rust code is not an `Exception`."""
    return isinstance(error, Exception) or type(error).__name__ == "PanicException"


class HuggingFaceTokenizer:
    """A tokenizer of Hugging Face's package, as an `AnyTokenizer`.

    ``reason`` is why `Tokenizer` does not support it. In a text, the unknown token has the bytes that it replaces.
    """

    def __init__(self, original: _Original, file: JsonObject, reason: str) -> None:
        self._original, self._file, self.reason = original, file, reason
        self._lock = Lock()
        self._ids = original.get_vocab(with_added_tokens=True)
        # Of tokens with the same id, the one whose text sorts first counts, since the package keeps no order.
        self._texts = {token_id: text for text, token_id in sorted(self._ids.items(), reverse=True)}
        self._added = original.get_added_tokens_decoder()
        self._spelling = read_spelling(file)
        self._decoder = read_decoder(file)
        self._model = file.child("model")

    def __reduce__(self) -> tuple[type[HuggingFaceTokenizer], tuple[_Original, JsonObject, str]]:
        """Return what pickle needs, which excludes the lock."""
        return type(self), (self._original, self._file, self.reason)

    # -- tokens --------------------------------------------------------------------------------------------------------

    @property
    def special_tokens(self) -> tuple[str, ...]:
        """The special tokens, which can be allowed in a text."""
        return tuple(added.content for _, added in sorted(self._added.items()) if added.special)

    @cached_property
    def last_id(self) -> int:
        """The highest id."""
        return max(self._texts, default=-1)

    def __len__(self) -> int:
        """Return the number of tokens, including special ones."""
        return len(self._texts)

    def token(self, token_id: int) -> bytes:
        """Return the bytes of a token. Raises `BpetuiError` if no token has this id."""
        if token_id not in self._texts:
            raise BpetuiError(f"there is no token with the id {token_id}; ids go up to {self.last_id}")
        text = self._texts[token_id]
        return text.encode() if token_id in self._added else self._spelling.bytes_of(text)

    def kind(self, token_id: int) -> TokenKind:
        """Return the kind of a token: unknown, special, empty, or how it divides UTF-8. Raises as `token` does."""
        data = self.token(token_id)
        if self._texts[token_id] == self._spelling.unknown:
            return "unknown"
        if token_id in self._added and self._added[token_id].special:
            return "special"
        return kind(data) if data else "empty"

    def parts(self, token_id: int) -> tuple[int, int] | None:
        """Return the ids of the two tokens that merge into a token; None if no merge makes it."""
        return self._parts.get(token_id)

    @cached_property
    def _parts(self) -> dict[int, tuple[int, int]]:
        if not self._model.has("merges"):
            return {}
        vocabulary = read_vocabulary(self._model.child("vocab"))
        if tokens_with_one_id(vocabulary):
            return {}  # a token could be made of another one with its own id
        merges, _ = read_merges(self._model, vocabulary, self._spelling.inside)
        return {made: (left, right) for left, right, made in reversed(merges)}

    # -- texts ---------------------------------------------------------------------------------------------------------

    def tokenize(self, text: str, allowed: Iterable[str] = (), time_limit: float | None = None) -> Tokenization:
        """Return the tokens of a text, with the ``allowed`` special tokens in it.

        The package finds all special tokens or none: if only some are allowed, each part between them is encoded as a
        text of its own. It has no ``time_limit``. Raises `BpetuiError` if the package cannot encode the text, and as
        `check_allowed` does.
        """
        chosen = {token: self._ids[token] for token in check_allowed(allowed, self.special_tokens)}
        finds_all = len(chosen) == len(self.special_tokens)
        with self._lock:  # encode_special_tokens is a setting of the original, not an argument
            self._original.encode_special_tokens = not finds_all
            return tokenize_around_special(text, {} if finds_all else chosen, self._encoded)

    def _encoded(self, text: str) -> Iterator[PlacedToken]:
        try:
            encoding = self._original.encode(text, add_special_tokens=False)
        except BaseException as error:
            if not _is_from_package(error):
                raise
            raise BpetuiError(f"Hugging Face's tokenizers cannot encode this text: {visible(str(error))}") from error
        tokens = [self.token(token_id) for token_id in encoding.ids]
        data = text.encode()
        spans = spans_from_offsets(text, encoding.offsets, tokens)
        for token_id, token, (start, stop) in zip(encoding.ids, tokens, spans, strict=True):
            replaced = data[start:stop] if self._texts[token_id] == self._spelling.unknown else b""
            yield PlacedToken(token_id, replaced or token, (start, stop))

    def decode(self, token_ids: Iterable[int]) -> bytes:
        """Return the bytes of tokens, joined as the package does, with the exceptions in `decoders`.

        Raises `BpetuiError` if no token has one of the ids.
        """
        ids = [*token_ids]
        tokens = [self._spelled(token_id) for token_id in ids]  # raises for unknown ids
        if self._decoder:
            return self._decoder(tokens)
        try:
            return self._original.decode(ids, skip_special_tokens=False).encode()
        except BaseException as error:
            if not _is_from_package(error):
                raise
            raise BpetuiError(f"Hugging Face's tokenizers cannot decode these tokens: {visible(str(error))}") from error

    def _spelled(self, token_id: int) -> SpelledToken:
        data, text = self.token(token_id), self._texts[token_id]
        return SpelledToken(text, data, token_id in self._added or self._spelling.is_byte(text))
