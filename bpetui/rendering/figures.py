"""Figures of a text and its tokens, by which tokenizers are compared."""

from __future__ import annotations

from dataclasses import dataclass

import regex


@dataclass(frozen=True)
class TextSizes:
    """How large a text is: bytes of UTF-8, characters (code points), and words (runs without white space)."""

    bytes: int
    characters: int
    words: int

    @classmethod
    def from_text(cls, text: str) -> TextSizes:
        """Measure a text without lone surrogates."""
        return cls(len(text.encode()), len(text), sum(1 for _ in regex.finditer(r"\S+", text)))


@dataclass(frozen=True)
class TokenFigures:
    """The number of ``tokens`` of a text, and its ``sizes``. A ratio is None if its divisor is zero.

    Words are runs without white space, so ``tokens_per_word`` says little about Chinese, Japanese, or Thai.
    """

    sizes: TextSizes
    tokens: int

    @property
    def bytes_per_token(self) -> float | None:
        return ratio(self.sizes.bytes, self.tokens)

    @property
    def characters_per_token(self) -> float | None:
        return ratio(self.sizes.characters, self.tokens)

    @property
    def tokens_per_word(self) -> float | None:
        return ratio(self.tokens, self.sizes.words) if self.tokens else None


def ratio(number: int, of: int) -> float | None:
    """Divide; None where ``of`` is zero."""
    return number / of if of else None


def two_places(figure: float | None) -> str:
    """Return a figure with two decimal places; a dash for None."""
    return "–" if figure is None else f"{figure:.2f}"
