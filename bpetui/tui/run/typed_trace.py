"""The trace of a typed text, with a sentence on each step."""

from __future__ import annotations

from dataclasses import dataclass

from bpetui.core.errors import BpetuiError
from bpetui.core.plurals import counted, plural
from bpetui.core.tokenization import AnyTokenizer
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.trace import TextTrace, TraceStep
from bpetui.core.utf8 import visible
from bpetui.rendering.cells import brief
from bpetui.tui.run.run_state_tokenizer import RunStateTokenizer

_WIDTH = 24

WORD_BORDER = "┃"
"""The border between two words, which the split separates."""


@dataclass(frozen=True)
class TypedTrace:
    """The merges that build the tokens of a text, and the bytes of all tokens in it, by id.

    ``ranks`` says whether the ids are the ranks, because the tokenizer has no list of merges.
    """

    trace: TextTrace
    tokens: dict[int, bytes]
    ranks: bool

    @classmethod
    def from_text(cls, text: str, tokenizer: AnyTokenizer, name: str, time_limit: float) -> TypedTrace:
        """Trace a text. Raises `BpetuiError` if the tokenizer has no merges to trace, or the text cannot be split."""
        if isinstance(tokenizer, RunStateTokenizer):
            words = tokenizer.words(text, (), time_limit)
            trace = TextTrace.from_words(words, tokenizer.run.model, tokenizer.token)
            ranks = False
        elif isinstance(tokenizer, BpeTokenizer):
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
        """The number of steps."""
        return len(self.trace.steps)

    def heading(self, number: int) -> str:
        """Return the number of the step, and of the tokens after it."""
        tokens = counted(len(self.trace.after(number)), "token")
        if number == 0:
            return f"Start: {tokens}, no merges yet"
        return f"Step {number:,} of {self.last:,}: {tokens}"

    def description(self, number: int) -> str:
        """Return a sentence on the step that leads to this point."""
        if number == 0:
            if len(self.trace.words) > 1:
                return f"Each step merges one pair everywhere, but never across {WORD_BORDER} (end of a word)"
            return "Each step merges one pair everywhere"
        step = self.trace.steps[number - 1]
        merge, places = self._sum(step), counted(len(step.places), "place")
        if step.rank is None:
            words = plural(len(step.places), "{n} whole word is this token", "{n} whole words are this token")
            return f"{merge} · id {step.id} · {words}"
        if self.ranks:
            return f"{merge} · id and rank {step.id} · at {places}"
        merge_number = f"{step.rank + 1:,}"
        return f"{merge} · id {step.id}, merge {merge_number} · at {places}"

    def next(self, number: int) -> str:
        """Return a sentence on the step that follows this point."""
        if number < self.last:
            merge = self._sum(self.trace.steps[number])
            return f"Next: {merge}"
        if number == 0:
            return "No pair of this text can be merged"
        if len(self.trace.words) > 1:
            return "End: no pair within a word can be merged"
        return "End: no pair can be merged"

    def _sum(self, step: TraceStep) -> str:
        parts = [*step.parts[:3]]
        shown = " + ".join(brief(self.tokens[part], "hex", _WIDTH) for part in parts)
        more = " + …" if len(step.parts) > len(parts) else ""
        return f"{shown}{more} → {brief(self.tokens[step.id], 'hex', _WIDTH)}"
