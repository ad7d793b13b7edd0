"""Tokenizers of any kind in a tokenizer.json, through Hugging Face's own package, where that is installed.

What is no byte-pair encoding as `Tokenizer` knows it is opened here, to encode with and to compare: WordPiece, Unigram,
words as they are, byte-pair encoding with other ways to prepare a text. What puts special tokens around a text, and
what cuts it or fills it up to some length, is left out.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from importlib import import_module
from threading import Lock
from typing import Protocol

from bpetui.core.errors import BpetuiError
from bpetui.core.tokenization import AnyTokenizer, Tokenization, TokenKind, check_allowed
from bpetui.core.utf8 import kind, visible
from bpetui.formats.bpe_json import read_merges, read_vocabulary, with_one_id
from bpetui.formats.decoders import Piece, read_decoder
from bpetui.formats.format_errors import damaged
from bpetui.formats.huggingface.token_spelling import read_spelling
from bpetui.formats.json_object import JsonObject
from bpetui.formats.offsets import Placed, placed, tokenized

_WHAT = "tokenizer.json"

_LEFT_OUT = ("post_processor", "truncation", "padding")


class _Added(Protocol):
    """An added token."""

    content: str
    special: bool


class _Encoding(Protocol):
    """The tokens of a text: their ids, and where each starts and stops in it, in characters."""

    ids: list[int]
    offsets: list[tuple[int, int]]


class _Original(Protocol):
    """What is used of ``tokenizers.Tokenizer``."""

    encode_special_tokens: bool

    def encode(self, sequence: str, *, add_special_tokens: bool) -> _Encoding: ...

    def decode(self, ids: Sequence[int], *, skip_special_tokens: bool) -> str: ...

    def get_vocab(self, *, with_added_tokens: bool) -> dict[str, int]: ...

    def get_added_tokens_decoder(self) -> Mapping[int, _Added]: ...


def loads(data: bytes, name: str, why: str) -> AnyTokenizer:
    """Open a file that holds a JSON object; ``name`` is what errors call it, ``why`` what is not opened without this.

    Raises `BpetuiError` if the package is not installed, or takes the file for damaged.
    """
    file: dict[str, object] = json.loads(data.decode("utf-8-sig"))
    file.update(dict.fromkeys(_LEFT_OUT))
    try:
        package = import_module("tokenizers")
    except ImportError as error:
        what = f"{visible(name)} opens only with Hugging Face's tokenizers, since {why}"
        raise BpetuiError(f"{what}; to get them: pip install 'bpetui[models]'") from error
    try:
        original: _Original = package.Tokenizer.from_str(json.dumps(file))
    except BaseException as error:
        if not _is_its_own(error):
            raise
        raise damaged(name, _WHAT, visible(str(error))) from error
    return ForeignTokenizer(original, JsonObject(file, name, _WHAT), why)


def _is_its_own(error: BaseException) -> bool:
    """Whether the package has raised it: what its code in Rust panics with is no `Exception`."""
    return isinstance(error, Exception) or type(error).__name__ == "PanicException"


class ForeignTokenizer:
    """A tokenizer of Hugging Face's package, as `AnyTokenizer`.

    ``reason`` is why `Tokenizer` cannot stand for it. A token for what is not in the vocabulary stands in a text for
    what is there.
    """

    def __init__(self, original: _Original, file: JsonObject, reason: str) -> None:
        self._original, self._file, self.reason = original, file, reason
        self._lock = Lock()
        self._ids = original.get_vocab(with_added_tokens=True)
        # Of tokens with the same id the one counts whose text comes first: the package knows no order.
        self._texts = {token_id: text for text, token_id in sorted(self._ids.items(), reverse=True)}
        self._added = original.get_added_tokens_decoder()
        self._spelling = read_spelling(file)
        self._decoder = read_decoder(file)
        self._model = file.child("model")

    def __reduce__(self) -> tuple[type[ForeignTokenizer], tuple[_Original, JsonObject, str]]:
        """What pickle carries: not the lock."""
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
        """How many tokens there are, special ones among them."""
        return len(self._texts)

    def token(self, token_id: int) -> bytes:
        """The bytes that a token stands for. Raises `BpetuiError` if there is none of that id."""
        if token_id not in self._texts:
            raise BpetuiError(f"there is no token with the id {token_id}; ids go up to {self.last_id}")
        text = self._texts[token_id]
        return text.encode() if token_id in self._added else self._spelling.bytes_of(text)

    def kind(self, token_id: int) -> TokenKind:
        """How a token stands in UTF-8, or what else it is. Raises as `token` does."""
        data = self.token(token_id)
        if self._texts[token_id] == self._spelling.unknown:
            return "unknown"
        if token_id in self._added and self._added[token_id].special:
            return "special"
        return kind(data) if data else "empty"

    def parts(self, token_id: int) -> tuple[int, int] | None:
        """The two tokens of which a token is made; None for one that no merge makes."""
        return self._made_of.get(token_id)

    @cached_property
    def _made_of(self) -> dict[int, tuple[int, int]]:
        if not self._model.has("merges"):
            return {}
        vocabulary = read_vocabulary(self._model.child("vocab"))
        if with_one_id(vocabulary):
            return {}  # what stands for several tokens may be made of itself
        merges, _ = read_merges(self._model, vocabulary, self._spelling.inside)
        return {made: (left, right) for left, right, made in reversed(merges)}

    # -- texts ---------------------------------------------------------------------------------------------------------

    def tokenize(self, text: str, allowed: Iterable[str] = (), time_limit: float | None = None) -> Tokenization:
        """The tokens of a text, in which those special tokens are found that are allowed.

        The package finds all special tokens, or none: where only some are allowed, what stands between these is a text
        of its own. It keeps to no ``time_limit``. Raises `BpetuiError` if it cannot encode the text, and
        as `check_allowed` does.
        """
        chosen = {token: self._ids[token] for token in check_allowed(allowed, self.special_tokens)}
        finds_all = len(chosen) == len(self.special_tokens)
        with self._lock:  # what is found is a property of the original, and not of one call
            self._original.encode_special_tokens = not finds_all
            return tokenized(text, {} if finds_all else chosen, self._encoded)

    def _encoded(self, text: str) -> Iterator[Placed]:
        try:
            encoding = self._original.encode(text, add_special_tokens=False)
        except BaseException as error:
            if not _is_its_own(error):
                raise
            raise BpetuiError(f"Hugging Face's tokenizers cannot encode this text: {visible(str(error))}") from error
        tokens = [self.token(token_id) for token_id in encoding.ids]
        data = text.encode()
        for token_id, token, (start, stop) in zip(
            encoding.ids, tokens, placed(text, encoding.offsets, tokens), strict=True
        ):
            is_unknown = self._texts[token_id] == self._spelling.unknown
            yield token_id, (data[start:stop] or token) if is_unknown else token, (start, stop)

    def decode(self, token_ids: Iterable[int]) -> bytes:
        """What tokens stand for, joined as the package does, but for what `decoders` says.

        Raises `BpetuiError` for an id that there is not.
        """
        ids = [*token_ids]
        pieces = [self._piece(token_id) for token_id in ids]
        if self._decoder:
            return self._decoder(pieces)
        try:
            return self._original.decode(ids, skip_special_tokens=False).encode()
        except BaseException as error:
            if not _is_its_own(error):
                raise
            raise BpetuiError(f"Hugging Face's tokenizers cannot decode this: {visible(str(error))}") from error

    def _piece(self, token_id: int) -> Piece:
        data, text = self.token(token_id), self._texts[token_id]
        return Piece(text, data, token_id in self._added or self._spelling.is_byte(text))
