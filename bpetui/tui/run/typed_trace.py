"""The trace of a text that was typed, and what is said of each step."""

from __future__ import annotations

from dataclasses import dataclass

from bpetui.core.errors import BpetuiError
from bpetui.core.plurals import counted
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import Tokenizer
from bpetui.core.trace import TextTrace, TraceStep
from bpetui.core.utf8 import visible
from bpetui.rendering.cells import brief
from bpetui.tui.run.run_state_tokenizer import RunStateTokenizer

_WIDTH = 24

WORD_BORDER = "┃"
"""Stands between two words: the split keeps them apart."""


@dataclass(frozen=True)
class TypedTrace:
    """How a text came to its tokens, and the bytes of all of these by id.

    ``ranks`` says that the ranks of merges are ids, and no list of merges gives them.
    """

    trace: TextTrace
    tokens: dict[int, bytes]
    ranks: bool

    @classmethod
    def of(cls, text: str, tokenizer: AnyTokenizer, name: str, time_limit: float) -> TypedTrace:
        """Trace a text. Raises `BpetuiError` where there are no merges to see, or the text cannot be split."""
        if isinstance(tokenizer, RunStateTokenizer):
            words = tokenizer.words(text, (), time_limit)
            trace = TextTrace.from_words(words, tokenizer.run.model, tokenizer.token)
            ranks = False
        elif isinstance(tokenizer, Tokenizer):
            found = tokenizer.words(text, (), time_limit)
            words, special = [word for word, _ in found], [token_id for _, token_id in found]
            trace = TextTrace.from_words(words, tokenizer.model, tokenizer.token, special)
            ranks = tokenizer.merges is None
        else:
            raise BpetuiError(f"the merges of {visible(name)} cannot be traced: {tokenizer.reason}")
        ids = {part.id for part in trace.base_tokens} | {step.id for step in trace.steps}
        return cls(trace, {token_id: tokenizer.token(token_id) for token_id in ids}, ranks)

    @property
    def last(self) -> int:
        """How many steps there are."""
        return len(self.trace.steps)

    def heading(self, number: int) -> str:
        """Which step it is, and how many tokens there are after it."""
        tokens = counted(len(self.trace.after(number)), "token")
        return f"step {number:,} of {self.last:,}: {tokens}" if number else f"the start: {tokens}, none merged yet"

    def said(self, number: int) -> str:
        """What the step does that leads to this point."""
        if number == 0:
            crossing = f"; none crosses {WORD_BORDER}, where a word ends" if len(self.trace.words) > 1 else ""
            return f"each step merges two tokens, wherever they stand side by side{crossing}"
        step = self.trace.steps[number - 1]
        places = counted(len(step.places), "place")
        if step.rank is None:
            whole = counted(len(step.places), "word")
            return f"{self._sum(step)} · id {step.id} · {whole} taken whole, which is a token"
        which = f"id and rank {step.id}" if self.ranks else f"id {step.id}, merge {step.rank + 1:,}"
        return f"{self._sum(step)} · {which} · at {places}"

    def next(self, number: int) -> str:
        """What comes behind this point."""
        if number < self.last:
            return f"next: {self._sum(self.trace.steps[number])}"
        where = " in a word" if len(self.trace.words) > 1 else ""
        return (
            f"the end: no two tokens side by side{where} can be merged" if number else "there is nothing to merge here"
        )

    def _sum(self, step: TraceStep) -> str:
        parts = [*step.parts[:3]]
        shown = " + ".join(brief(self.tokens[part], "hex", _WIDTH) for part in parts)
        more = " + …" if len(step.parts) > len(parts) else ""
        return f"{shown}{more} → {brief(self.tokens[step.id], 'hex', _WIDTH)}"
