"""SentencePiece's ``.model`` file (github.com/google/sentencepiece), opened with the optional package sentencepiece.

The file is a ``ModelProto`` (``src/sentencepiece_model.proto``) in the binary encoding of Protocol Buffers: fields,
each a key with the field's number and wire type, then its value. The pieces come first, which are the tokens; the
settings of the trainer and of the normalizer follow. Pieces are spelled with ▁ for a space. The package does not expose
merges, not even those of byte-pair encoding.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from bpetui.core.errors import BpetuiError
from bpetui.core.tokenization import AnyTokenizer, Tokenization, TokenKind, check_allowed
from bpetui.core.utf8 import kind, visible
from bpetui.formats.format_errors import damaged
from bpetui.formats.optional_packages import import_optional
from bpetui.formats.token_spans import PlacedToken, Span, divided_spans, tokenize_around_special

_TITLE = "SentencePiece model"

_NORMALIZER = 3
"""The number of the field with the settings of the normalizer."""

_SETTINGS = {2, _NORMALIZER}
"""The fields that every trainer writes after the pieces; a file without them was cut off."""

_VARINT, _EIGHT_BYTES, _BYTES, _FOUR_BYTES = 0, 1, 2, 5
"""The wire types of Protocol Buffers."""


class _Original(Protocol):
    """The part of ``sentencepiece.SentencePieceProcessor`` that is used here."""

    def load_from_serialized_proto(self, serialized: bytes, /) -> bool: ...

    def get_piece_size(self) -> int: ...

    def id_to_piece(self, ids: list[int], /) -> list[str]: ...

    def is_control(self, ids: list[int], /) -> list[bool]: ...

    def is_byte(self, ids: list[int], /) -> list[bool]: ...

    def unk_id(self) -> int: ...

    def encode(self, text: str, /, *, out_type: str) -> bytes: ...


def recognizes(data: bytes) -> bool:
    """Whether a file begins like one in this format: with a piece."""
    try:
        number, piece = next(_fields(data))
        return number == 1 and isinstance(piece, bytes) and {1} <= {each for each, _ in _fields(piece)} <= {1, 2, 3}
    except (ValueError, StopIteration):
        return False


def loads(data: bytes, name: str) -> AnyTokenizer:
    """Open a file; ``name`` is its name in errors.

    Raises `BpetuiError` if the package is not installed, or the file is damaged.
    """
    try:
        fields = dict(_fields(data))  # only the last piece remains
        missing = _SETTINGS - fields.keys()
        normalizer = fields.get(_NORMALIZER, b"")
        flags = dict(_fields(normalizer)) if isinstance(normalizer, bytes) else {}
    except ValueError as error:
        raise damaged(name, _TITLE, str(error)) from error
    if missing:
        raise damaged(name, _TITLE, "it ends before the settings of the normalizer")
    package = import_optional("sentencepiece", f"{visible(name)} opens only with the package sentencepiece")
    original: _Original = package.SentencePieceProcessor()
    try:
        original.load_from_serialized_proto(data)
        return SentencePieceTokenizer(
            original, inserts_space=bool(flags.get(3, True)), strips_spaces=bool(flags.get(4, True))
        )
    except UnicodeDecodeError as error:
        raise damaged(name, _TITLE, "a piece is not UTF-8") from error
    except RuntimeError as error:
        raise damaged(name, _TITLE, visible(str(error))) from error


def _fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    """Yield the numbers and values of a message's fields. Raises ValueError, with the byte, for damage."""
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
            raise ValueError(f"there is no field at byte {at}")
        if at + size > len(data):
            raise ValueError("it ends too soon")
        yield number, data[at : at + size]
        at += size


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a number encoded in groups of seven bits, the lowest first, and the position after it."""
    value = shift = 0
    while at < len(data):
        byte = data[at]
        at += 1
        value |= (byte & 0x7F) << shift
        if byte < 0x80:
            return value, at
        shift += 7
        if shift > 63:
            raise ValueError(f"there is no number at byte {at}")
    raise ValueError("it ends too soon")


class SentencePieceTokenizer:
    """A tokenizer of SentencePiece's package, as an `AnyTokenizer`. Its special tokens are the control symbols.

    In a text, the unknown token has the bytes that it replaces. ``inserts_space`` says that the normalizer inserts a
    space before a text, ``strips_spaces`` that it removes spaces at both ends.
    """

    reason = "the package sentencepiece does not expose its merges"

    def __init__(self, original: _Original, *, inserts_space: bool, strips_spaces: bool) -> None:
        self._original = original
        self._inserts_space, self._strips_spaces = inserts_space, strips_spaces
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
        """Return the number of tokens, including special ones."""
        return len(self._pieces)

    def token(self, token_id: int) -> bytes:
        """Return the bytes of a token. Raises `BpetuiError` if no token has this id."""
        if not 0 <= token_id < len(self._pieces):
            raise BpetuiError(f"there is no token with the id {token_id}; ids go up to {self.last_id}")
        piece = self._pieces[token_id]
        if self._is_byte[token_id]:
            return bytes.fromhex(piece[3:5])  # <0x0A>
        return piece.encode() if self._is_control[token_id] else piece.replace("▁", " ").encode()

    def kind(self, token_id: int) -> TokenKind:
        """Return the kind of a token: special, unknown, or how it divides UTF-8. Raises as `token` does."""
        data = self.token(token_id)
        if token_id == self._unknown:
            return "unknown"
        return "special" if self._is_control[token_id] else kind(data)

    def parts(self, token_id: int) -> None:
        """Return None: the package does not expose merges."""

    # -- texts ---------------------------------------------------------------------------------------------------------

    def tokenize(self, text: str, allowed: Iterable[str] = (), time_limit: float | None = None) -> Tokenization:
        """Return the tokens of a text, with the ``allowed`` special tokens in it.

        The package itself finds no special tokens, so each part between them is encoded as a text of its own. It has no
        ``time_limit``. Raises as `check_allowed` does.
        """
        chosen = {token: self._special[token] for token in check_allowed(allowed, self.special_tokens)}
        return tokenize_around_special(text, chosen, self._encoded)

    def _encoded(self, text: str) -> Iterator[PlacedToken]:
        data = text.encode()
        ids, spans = self._ids_and_spans(text)
        tokens = [*map(self.token, ids)]
        for token_id, token, (start, stop) in zip(ids, tokens, divided_spans(data, spans, tokens), strict=True):
            replaced = data[start:stop] if token_id == self._unknown else b""
            yield PlacedToken(token_id, replaced or token, (start, stop))

    def _ids_and_spans(self, text: str) -> tuple[Sequence[int], Sequence[Span]]:
        """Return the ids of a text's tokens, and the bytes of the text that each was made of."""
        ids: list[int] = []
        spans: list[Span] = []
        for number, value in _fields(self._original.encode(text, out_type="serialized_proto")):
            if number == 2 and isinstance(value, bytes):  # a piece in a SentencePieceText
                piece = dict(_fields(value))
                ids.append(int(piece.get(2, 0)))
                spans.append((int(piece.get(4, 0)), int(piece.get(5, 0))))
        # If a character falls back to bytes, the package gives its span to the last byte only.
        for at in range(len(ids) - 2, -1, -1):
            if self._is_byte[ids[at]] and self._is_byte[ids[at + 1]] and spans[at][0] == spans[at][1]:
                spans[at] = spans[at + 1]
        return ids, spans

    def decode(self, token_ids: Iterable[int]) -> bytes:
        """Return the bytes of tokens, joined as the package does.

        Unlike the package, this keeps bytes that are not UTF-8, and names control symbols and the unknown token.
        Raises `BpetuiError` if no token has one of the ids.
        """
        found = bytearray()
        inserts_space = self._inserts_space or self._strips_spaces
        for token_id in token_ids:
            token = self.token(token_id)
            if inserts_space and not found and token.startswith(b" ") and not self._is_byte[token_id]:
                token = token[1:]
                inserts_space = self._strips_spaces
            found += token
        return bytes(found)
