"""The result of tokenizing a text, and the interface of all tokenizers."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

from bpetui.core.errors import UsageError
from bpetui.core.utf8 import SPACE, ByteKind, visible

TokenKind = ByteKind | Literal["special", "unknown", "empty"]
"""The kind of a token: that of its bytes in UTF-8, or a special, unknown or empty token."""


@dataclass(frozen=True)
class Tokenization:
    """The tokens of a text, in order.

    - ``text``: the tokenized text, for example after normalization
    - ``ids``: the token ids
    - ``tokens``: the bytes of the tokens
    - ``spans``: where each token starts and stops in the text, in bytes of UTF-8

    With most tokenizers the joined tokens are the text; some leave out white space, or add a space at the start.
    """

    text: str
    ids: tuple[int, ...]
    tokens: tuple[bytes, ...]
    spans: tuple[tuple[int, int], ...]


def check_allowed(allowed: Iterable[str], special_tokens: Collection[str]) -> tuple[str, ...]:
    """Return the special tokens that are allowed in a text, after checking that they are ``special_tokens``.

    Raises `UsageError` for any other token, and for a string instead of a set of strings.
    """
    if isinstance(allowed, str):
        raise UsageError(f"the special tokens are the string {allowed!r}; pass a set of strings")
    allowed = tuple(allowed)
    for token in allowed:
        if token not in special_tokens:
            unknown = visible(token, space=SPACE)
            if not special_tokens:
                raise UsageError(f"{unknown} is not a special token of this tokenizer; it has none")
            listed = [visible(known, space=SPACE) for known in (*special_tokens,)[:_LISTED]]
            if len(special_tokens) > _LISTED:
                listed.append("…")
            known_tokens = ", ".join(listed)
            raise UsageError(f"{unknown} is not a special token of this tokenizer; choose from {known_tokens}")
    return allowed


_LISTED = 10
"""How many special tokens an error lists."""


class AnyTokenizer(Protocol):
    """A tokenizer of any kind, for encoding, inspection and comparison."""

    def tokenize(self, text: str, allowed: Iterable[str] = (), time_limit: float | None = None) -> Tokenization:
        """Return the tokens of a text; the special tokens that are ``allowed`` are found in it.

        A lone surrogate, which UTF-8 cannot encode, becomes U+FFFD. Raises `BpetuiError` if ``allowed`` has a token
        that is not special.
        """

    @property
    def special_tokens(self) -> tuple[str, ...]:
        """The special tokens, which can be allowed in a text."""

    @property
    def reason(self) -> str:
        """Why its merges cannot be traced, and it cannot be converted to another format; empty if both are possible."""

    @property
    def last_id(self) -> int:
        """The highest id."""

    def __len__(self) -> int:
        """The number of tokens, special tokens included."""

    def token(self, token_id: int) -> bytes:
        """Return the bytes of a token. Raises `BpetuiError` for an unknown id."""

    def kind(self, token_id: int) -> TokenKind:
        """Return the kind of a token. Raises as `token` does."""

    def parts(self, token_id: int) -> tuple[int, int] | None:
        """Return the two tokens that merge into this one; None if no merge makes it."""

    def decode(self, token_ids: Iterable[int]) -> bytes:
        """Return the joined bytes of tokens. Raises `BpetuiError` for an unknown id."""
