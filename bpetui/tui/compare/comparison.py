"""One text under several tokenizers: what each makes of it, in figures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from bpetui.core.errors import BpetuiError
from bpetui.core.normalization import normalized
from bpetui.core.tokenization import AnyTokenizer, Tokenization
from bpetui.core.tokenizer import Tokenizer
from bpetui.core.utf8 import normal_form, visible
from bpetui.rendering.figures import TextSizes, TokenFigures
from bpetui.rendering.row_text import RowText
from bpetui.tui.run.typed_text import TypedText

TIME_LIMIT = 0.25
"""Seconds that a custom split pattern may take over a text, at each key."""


@dataclass(frozen=True)
class Version:
    """The text that was typed, or the same in a normal form; ``form`` says which, in a few words."""

    text: str
    form: str = ""


def versions(text: str, forms: bool) -> list[Version]:
    """The text as it was typed; with ``forms`` its normal forms too, if they are not the same."""
    both = {form: normalized(text, form.lower()) for form in ("NFC", "NFD")}
    if not forms or both["NFC"] == both["NFD"]:
        return [Version(text)]
    typed = normal_form(text)
    mixed = [Version(text, f"{typed} typed")] if typed not in both else []
    return mixed + [Version(each, f"{form} typed" if form == typed else form) for form, each in both.items()]


@dataclass(frozen=True)
class Compared:
    """A version of the text under the tokenizer called ``name``; ``problem`` says why there are no tokens, if so."""

    name: str
    tokenizer: AnyTokenizer
    version: Version
    tokenization: Tokenization
    problem: str = ""

    @classmethod
    def of(cls, name: str, tokenizer: AnyTokenizer, version: Version) -> Compared:
        """Tokenize a version of the text; special tokens are plain text in it."""
        try:
            return cls(name, tokenizer, version, tokenizer.tokenize(version.text, (), TIME_LIMIT))
        except BpetuiError as error:
            size = len(version.text.encode())
            return cls(
                name, tokenizer, version, Tokenization(version.text, (), (), ()), visible(str(error)) if size else ""
            )

    @property
    def count(self) -> int:
        """How many tokens there are."""
        return len(self.tokenization.ids)

    @cached_property
    def figures(self) -> TokenFigures:
        """The tokens per word, and the bytes and characters per token."""
        return TokenFigures(TextSizes.from_text(self.version.text), self.count)

    @cached_property
    def typed(self) -> TypedText:
        """The text and its tokens, of which sentences are to be had."""
        return TypedText.of(self.version.text, self.tokenization, self.tokenizer)

    @cached_property
    def tokens(self) -> RowText:
        """The tokens as they are drawn."""
        return RowText(self.tokenization, _unknown(self.tokenization, self.tokenizer))


def fewest(compared: Iterable[Compared]) -> int | None:
    """The least number of tokens; None where all have the same number."""
    counts = {each.count for each in compared if not each.problem}
    return min(counts) if len(counts) > 1 else None


def _unknown(tokenization: Tokenization, tokenizer: AnyTokenizer) -> dict[int, bytes]:
    """The tokens, by index, that stand for what the vocabulary does not hold: the bytes of such a token itself."""
    if isinstance(tokenizer, Tokenizer):  # it holds all bytes
        return {}
    unknown = {
        token_id: tokenizer.token(token_id)
        for token_id in set(tokenization.ids)
        if tokenizer.kind(token_id) == "unknown"
    }
    return {index: unknown[token_id] for index, token_id in enumerate(tokenization.ids) if token_id in unknown}
