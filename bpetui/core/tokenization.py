"""A text and its tokens, whatever has tokenized it, and what all tokenizers can be asked."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

from bpetui.core.errors import UsageError
from bpetui.core.utf8 import SPACE, Kind, visible

TokenKind = Kind | Literal["special", "unknown", "empty"]
"""How a token stands in UTF-8, or that it is special, or empty, or stands for what is not in the vocabulary."""


@dataclass(frozen=True)
class Tokenization:
    """The tokens of a text, in order.

    ``text`` is what was tokenized: in the tokenizer's normal form, for one. ``ids`` are the tokens', ``tokens`` the
    bytes that they stand for, ``spans`` where each starts and stops in the text, in bytes of UTF-8. Most tokenizers
    leave nothing out, and their tokens join to the text; some leave out white space, or put in a space at the start.
    """

    text: str
    ids: tuple[int, ...]
    tokens: tuple[bytes, ...]
    spans: tuple[tuple[int, int], ...]


def check_allowed(allowed: Iterable[str], special_tokens: Collection[str]) -> tuple[str, ...]:
    """The special tokens to be found in a text, each of which must be one of the ``special_tokens``.

    Raises `UsageError` for any other, and for a string, which is no set of them.
    """
    if isinstance(allowed, str):
        raise UsageError(f"the special tokens {allowed!r} are one string; give a set of strings")
    allowed = tuple(allowed)
    if unknown := [token for token in allowed if token not in special_tokens]:
        known = ", ".join(visible(token, space=SPACE) for token in (*special_tokens,)[:_LISTED])
        more = ", …" if len(special_tokens) > _LISTED else ""
        what = f"{visible(unknown[0], space=SPACE)} is not a special token of this tokenizer"
        raise UsageError(f"{what}; it has {known}{more}" if known else f"{what}; it has none")
    return allowed


_LISTED = 10
"""How many special tokens a sentence lists."""


class AnyTokenizer(Protocol):
    """A tokenizer of any kind, to encode with, to inspect and to compare."""

    def tokenize(self, text: str, allowed: Iterable[str] = (), time_limit: float | None = None) -> Tokenization:
        """The tokens of a text, in which those special tokens are found that are ``allowed``.

        A lone surrogate, which UTF-8 cannot hold, becomes U+FFFD. Raises `BpetuiError` for what is allowed and is no
        special token.
        """

    @property
    def special_tokens(self) -> tuple[str, ...]:
        """The special tokens, which can be allowed in a text."""

    @property
    def reason(self) -> str:
        """Why its merges cannot be followed, and no other format holds it; empty where neither is so."""

    @property
    def last_id(self) -> int:
        """The highest id."""

    def __len__(self) -> int:
        """How many tokens there are, special ones among them."""

    def token(self, token_id: int) -> bytes:
        """The bytes that a token stands for. Raises `BpetuiError` if there is none of that id."""

    def kind(self, token_id: int) -> TokenKind:
        """How a token stands in UTF-8, or what else it is. Raises as `token` does."""

    def parts(self, token_id: int) -> tuple[int, int] | None:
        """The two tokens of which a token is made; None for one that no merge makes."""

    def decode(self, token_ids: Iterable[int]) -> bytes:
        """What tokens stand for, joined. Raises `BpetuiError` for an id that there is not."""
