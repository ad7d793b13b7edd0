"""A text and its tokens, whatever has tokenized it, and what all tokenizers can be asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, Protocol

from bpetui.core.utf8 import Kind

TokenKind = Kind | Literal["special", "unknown", "empty"]
"""How a token stands in UTF-8, or that it is special, or empty, or stands for what is not in the vocabulary."""


@dataclass(frozen=True)
class Tokenized:
    """The tokens of a text, in order.

    ``text`` is what was tokenized: in the tokenizer's normal form, for one. ``ids`` are the tokens', ``tokens`` the
    bytes that they stand for, ``spans`` where each starts and stops in the text, in bytes of UTF-8. Most tokenizers
    leave nothing out, and their tokens join to the text; some leave out white space, or put in a space at the start.
    """

    text: str
    ids: tuple[int, ...]
    tokens: tuple[bytes, ...]
    spans: tuple[tuple[int, int], ...]


class AnyTokenizer(Protocol):
    """A tokenizer of any kind, to encode with, to inspect and to compare."""

    def tokenize(self, text: str, allowed: Iterable[str] = (), time_limit: float | None = None) -> Tokenized:
        """The tokens of a text without lone surrogates, in which those special tokens are found that are allowed."""

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
