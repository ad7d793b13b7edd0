"""SentencePiece's ``.model`` (github.com/google/sentencepiece), through its own package, where that is installed.

The file is a ``ModelProto`` (``src/sentencepiece_model.proto``) in the binary form of Protocol Buffers: fields, each a
key that says which field it is and of what form, then its value. First come the pieces, which are the tokens; behind
them how the trainer was set, and how a text is brought in a normal form. Pieces are spelled with a ▁ for a space. The
package has no merges to show, not of byte-pair encoding either.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from typing import Protocol

from bpetui.core.errors import BpetuiError
from bpetui.core.tokenization import AnyTokenizer, Tokenization, TokenKind, check_allowed
from bpetui.core.utf8 import kind, visible
from bpetui.formats.format_errors import damaged
from bpetui.formats.offsets import Placed, shared_out, tokenized

_WHAT = "SentencePiece model"

_NORMALIZER = 3
"""The field that says how a text is prepared."""

_SETTINGS = {2, _NORMALIZER}
"""The fields that every trainer writes behind the pieces; a file without them ends too soon."""

_VARINT, _EIGHT_BYTES, _BYTES, _FOUR_BYTES = 0, 1, 2, 5
"""The forms of a field's value."""


class _Original(Protocol):
    """What is used of ``sentencepiece.SentencePieceProcessor``."""

    def load_from_serialized_proto(self, serialized: bytes, /) -> bool: ...

    def get_piece_size(self) -> int: ...

    def id_to_piece(self, ids: list[int], /) -> list[str]: ...

    def is_control(self, ids: list[int], /) -> list[bool]: ...

    def is_byte(self, ids: list[int], /) -> list[bool]: ...

    def unk_id(self) -> int: ...

    def encode(self, text: str, /, *, out_type: str) -> bytes: ...


def recognizes(data: bytes) -> bool:
    """Whether a file begins as this format does, with a piece."""
    try:
        number, piece = next(_fields(data))
        return number == 1 and isinstance(piece, bytes) and {1} <= {each for each, _ in _fields(piece)} <= {1, 2, 3}
    except (ValueError, StopIteration):
        return False


def loads(data: bytes, name: str) -> AnyTokenizer:
    """Open a file; ``name`` is what errors call it.

    Raises `BpetuiError` if the package is not installed, or the file is damaged.
    """
    try:
        fields = dict(_fields(data))  # of the pieces the last
        missing = _SETTINGS - fields.keys()
        normalizer = fields.get(_NORMALIZER, b"")
        flags = dict(_fields(normalizer)) if isinstance(normalizer, bytes) else {}
    except ValueError as error:
        raise damaged(name, _WHAT, str(error)) from error
    if missing:
        raise damaged(name, _WHAT, "it ends before it says how a text is prepared")
    try:
        package = import_module("sentencepiece")
    except ImportError as error:
        what = f"{visible(name)} opens only with the package sentencepiece"
        raise BpetuiError(f"{what}; to get it: pip install 'bpetui[models]'") from error
    original: _Original = package.SentencePieceProcessor()
    try:
        original.load_from_serialized_proto(data)
        return SentencePieceTokenizer(
            original, puts_space=bool(flags.get(3, True)), strips_spaces=bool(flags.get(4, True))
        )
    except UnicodeDecodeError as error:
        raise damaged(name, _WHAT, "one of its pieces is not UTF-8") from error
    except RuntimeError as error:
        raise damaged(name, _WHAT, visible(str(error))) from error


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """The fields of a message: their numbers and values. Raises ValueError for what is none."""
    at = 0
    while at < len(data):
        key, at = _varint(data, at)
        number, form = key >> 3, key & 7
        if form == _VARINT:
            value, at = _varint(data, at)
            yield number, value
            continue
        size = {_EIGHT_BYTES: 8, _FOUR_BYTES: 4}.get(form, 0)
        if form == _BYTES:
            size, at = _varint(data, at)
        elif not size:
            raise ValueError(f"at byte {at} there is no field")
        if at + size > len(data):
            raise ValueError("it ends too soon")
        yield number, data[at : at + size]
        at += size


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """A number in groups of seven bits, the lowest first, and where it stops."""
    value = shift = 0
    while at < len(data):
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
        if shift > 63:
            raise ValueError(f"at byte {at} there is no number")
    raise ValueError("it ends too soon")


class SentencePieceTokenizer:
    """A tokenizer of SentencePiece's package, as `AnyTokenizer`. Its special tokens are the control symbols.

    A token for what is not in the vocabulary stands in a text for what is there. ``puts_space`` says that a space is
    put before a text, ``strips_spaces`` that those at its edges are taken off.
    """

    reason = "the package sentencepiece does not tell its merges"

    def __init__(self, original: _Original, *, puts_space: bool, strips_spaces: bool) -> None:
        self._original = original
        self._puts_space, self._strips_spaces = puts_space, strips_spaces
        ids = [*range(original.get_piece_size())]
        self._pieces = original.id_to_piece(ids)
        self._is_control, self._is_byte = original.is_control(ids), original.is_byte(ids)
        self._unknown = original.unk_id()
        self._special = {self._pieces[each]: each for each in ids if self._is_control[each]}

    # -- tokens --------------------------------------------------------------------------------------------------------

    @property
    def special_tokens(self) -> tuple[str, ...]:
        """The special tokens, which can be allowed in a text."""
        return tuple(self._special)

    @property
    def last_id(self) -> int:
        """The highest id."""
        return len(self._pieces) - 1

    def __len__(self) -> int:
        """How many tokens there are, special ones among them."""
        return len(self._pieces)

    def token(self, token_id: int) -> bytes:
        """The bytes that a token stands for. Raises `BpetuiError` if there is none of that id."""
        if not 0 <= token_id < len(self._pieces):
            raise BpetuiError(f"there is no token with the id {token_id}; ids go up to {self.last_id}")
        piece = self._pieces[token_id]
        if self._is_byte[token_id]:
            return bytes.fromhex(piece[3:5])  # <0x0A>
        return piece.encode() if self._is_control[token_id] else piece.replace("▁", " ").encode()

    def kind(self, token_id: int) -> TokenKind:
        """How a token stands in UTF-8, or what else it is. Raises as `token` does."""
        data = self.token(token_id)
        if token_id == self._unknown:
            return "unknown"
        return "special" if self._is_control[token_id] else kind(data)

    def parts(self, token_id: int) -> None:
        """None: what a token is made of, the package does not say."""

    # -- texts ---------------------------------------------------------------------------------------------------------

    def tokenize(self, text: str, allowed: Iterable[str] = (), time_limit: float | None = None) -> Tokenization:
        """The tokens of a text, in which those special tokens are found that are allowed.

        The package finds none: what stands between them is a text of its own. It keeps to no ``time_limit``. Raises as
        `check_allowed` does.
        """
        chosen = {token: self._special[token] for token in check_allowed(allowed, self.special_tokens)}
        return tokenized(text, chosen, self._encoded)

    def _encoded(self, text: str) -> Iterator[Placed]:
        data = text.encode()
        ids, spans = self._made_of(text)
        tokens = [*map(self.token, ids)]
        for token_id, token, (start, stop) in zip(ids, tokens, shared_out(data, spans, tokens), strict=True):
            yield token_id, (data[start:stop] or token) if token_id == self._unknown else token, (start, stop)

    def _made_of(self, text: str) -> tuple[Sequence[int], Sequence[tuple[int, int]]]:
        """The ids of a text's tokens, and what bytes of it each was made of."""
        ids: list[int] = []
        spans: list[tuple[int, int]] = []
        for number, value in _fields(self._original.encode(text, out_type="serialized_proto")):
            if number == 2 and isinstance(value, bytes):  # of a SentencePieceText: a piece of it
                piece = dict(_fields(value))
                ids.append(int(piece.get(2, 0)))
                spans.append((int(piece.get(4, 0)), int(piece.get(5, 0))))
        # Of the bytes of a character only the last is said to be made of it.
        for at in range(len(ids) - 2, -1, -1):
            if self._is_byte[ids[at]] and self._is_byte[ids[at + 1]] and spans[at][0] == spans[at][1]:
                spans[at] = spans[at + 1]
        return ids, spans

    def decode(self, token_ids: Iterable[int]) -> bytes:
        """What tokens stand for, joined as the package does, but that bytes stay what they are, whole characters or
        not, and that control symbols and the one for what is not in the vocabulary are there by name.

        Raises `BpetuiError` for an id that there is not.
        """
        found = bytearray()
        puts_space = self._puts_space or self._strips_spaces
        for token_id in token_ids:
            token = self.token(token_id)
            if puts_space and not found and token.startswith(b" ") and not self._is_byte[token_id]:
                token = token[1:]
                puts_space = self._strips_spaces
            found += token
        return bytes(found)
