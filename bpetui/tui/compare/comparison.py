"""The rows of a comparison: one tokenizer on one form of a text."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from bpetui.core.errors import BpetuiError
from bpetui.core.normalization import normalized
from bpetui.core.tokenization import AnyTokenizer, Tokenization
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import normal_form, visible
from bpetui.rendering.figures import TextSizes, TokenFigures
from bpetui.rendering.row_text import RowText
from bpetui.tui.run.typed_text import TypedText

TIME_LIMIT = 0.25
"""Seconds that a custom split pattern may take on the text after every key."""


@dataclass(frozen=True)
class TextForm:
    """The text as it was typed, or in a normal form that ``label`` names."""

    text: str
    label: str = ""


def text_forms(text: str, both_forms: bool) -> list[TextForm]:
    """Return the text as it was typed or, with ``both_forms``, in NFC and in NFD where these differ."""
    both = {form: normalized(text, form.lower()) for form in ("NFC", "NFD")}
    if not both_forms or both["NFC"] == both["NFD"]:
        return [TextForm(text)]
    typed = normal_form(text)
    mixed = [TextForm(text, f"{typed} typed")] if typed not in both else []
    return mixed + [TextForm(each, f"{form} typed" if form == typed else form) for form, each in both.items()]


@dataclass(frozen=True)
class ComparisonRow:
    """A form of the text under the tokenizer called ``name``; ``problem`` says why there are no tokens, if so."""

    name: str
    tokenizer: AnyTokenizer
    text_form: TextForm
    tokenization: Tokenization
    problem: str = ""

    @classmethod
    def from_text(cls, name: str, tokenizer: AnyTokenizer, text_form: TextForm) -> ComparisonRow:
        """Tokenize a form of the text, with special tokens as plain text."""
        try:
            return cls(name, tokenizer, text_form, tokenizer.tokenize(text_form.text, (), TIME_LIMIT))
        except BpetuiError as error:
            problem = visible(str(error)) if text_form.text else ""
            return cls(name, tokenizer, text_form, Tokenization(text_form.text, (), (), ()), problem)

    @property
    def token_count(self) -> int:
        """The number of tokens."""
        return len(self.tokenization.ids)

    @cached_property
    def figures(self) -> TokenFigures:
        """The tokens per word, and the bytes and characters per token."""
        return TokenFigures(TextSizes.from_text(self.text_form.text), self.token_count)

    @cached_property
    def typed(self) -> TypedText:
        """The text with its tokens, which describes each of them."""
        return TypedText.from_text(self.text_form.text, self.tokenization, self.tokenizer)

    @cached_property
    def tokens(self) -> RowText:
        """The tokens as they are drawn."""
        return RowText(self.tokenization, _unknown_tokens(self.tokenization, self.tokenizer))


def fewest_tokens(rows: Iterable[ComparisonRow]) -> int | None:
    """Return the smallest number of tokens, or None if all rows have the same number."""
    counts = {row.token_count for row in rows if not row.problem}
    return min(counts) if len(counts) > 1 else None


def _unknown_tokens(tokenization: Tokenization, tokenizer: AnyTokenizer) -> dict[int, bytes]:
    """Return the bytes of the unknown tokens themselves (such as ``[UNK]``), by their index in the tokenization."""
    if isinstance(tokenizer, BpeTokenizer):  # its vocabulary holds all bytes
        return {}
    unknown = {
        token_id: tokenizer.token(token_id)
        for token_id in set(tokenization.ids)
        if tokenizer.kind(token_id) == "unknown"
    }
    return {index: unknown[token_id] for index, token_id in enumerate(tokenization.ids) if token_id in unknown}
