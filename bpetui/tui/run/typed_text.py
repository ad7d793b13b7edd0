"""A typed text, its tokens, and sentences about them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from bpetui.core.normalization import normalized
from bpetui.core.plurals import counted
from bpetui.core.tokenization import AnyTokenizer, Tokenization
from bpetui.core.tokenizer import BpeTokenizer
from bpetui.core.utf8 import clusters, normal_form
from bpetui.rendering.character_parts import CharacterPart, parts_of_characters
from bpetui.rendering.sentences import describe_token
from bpetui.rendering.units import Spelling, Unit, units
from bpetui.tui.run.run_state_tokenizer import RunStateTokenizer

_NOTHING = Tokenization("", (), (), ())


@dataclass(frozen=True)
class TypedText:
    """A text and its tokens.

    - ``text``: the typed text, in the normal form of the tokenizer
    - ``form``: its normal form, or two forms with an arrow if the tokenizer changed it
    - ``tokenization``: the tokens, and the tokenized text, which has end-of-word marks at the byte offsets ``marks``
    - ``newest``, ``base``: the ids of the last and the first token that merges made, in the tokenizer of a run
    """

    text: str = ""
    form: str = ""
    tokenization: Tokenization = _NOTHING
    marks: frozenset[int] = frozenset()
    newest: int = -1
    base: int = 0
    tokenizer: AnyTokenizer | None = field(default=None, compare=False)

    @classmethod
    def from_text(cls, text: str, tokenization: Tokenization | None, tokenizer: AnyTokenizer) -> TypedText:
        """Return a typed text with its tokens; with no tokens if it cannot be tokenized."""
        form = normal_form(text)
        text = normalized(text, _normalization(tokenizer))
        if normal_form(text) != form:
            form = f"{form} → {normal_form(text)}"
        tokenization = tokenization or _NOTHING
        if not isinstance(tokenizer, RunStateTokenizer):
            return cls(text, form, tokenization, tokenizer=tokenizer)
        run = tokenizer.run
        newest = run.last.id if run.last else -1
        marks = frozenset(tokenizer.marks_in(tokenization.text))
        return cls(text, form, tokenization, marks, newest, run.base, tokenizer)

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of the tokens."""
        return self.tokenization.ids

    def at(self, offset: int) -> int:
        """Return the index of the token with the byte at an offset, or of the last one before it."""
        return max(0, sum(start <= offset for start, _ in self.tokenization.spans) - 1)

    def units(self, spelling: Spelling) -> Iterator[Unit]:
        """Return the units to draw; in hex where the tokens leave out parts of the text, and so parts of characters."""
        tokens = self.tokenization.tokens
        if spelling == "characters" and b"".join(tokens) != self.tokenization.text.encode():
            spelling = "hex"
        return units(tokens, spelling)

    def describe(self, index: int) -> str:
        """Return a sentence on one of the tokens."""
        if self.tokenizer is None:
            return ""
        token_id, token = self.ids[index], self.tokenization.tokens[index]
        return describe_token(
            token_id, token, self.tokenizer.kind(token_id), self.parts(index), ends_word=self._mark(index) is not None
        )

    def parts(self, index: int) -> list[CharacterPart]:
        """Return the characters, whole or in part, that one of the tokens holds; an end mark holds none."""
        start, stop = self.tokenization.spans[index]
        if (mark := self._mark(index)) is not None:
            stop = mark
        return [*parts_of_characters(self._data, start, stop)]

    def _mark(self, index: int) -> int | None:
        """Return the offset of the end-of-word mark in one of the tokens, if it has one."""
        start, stop = self.tokenization.spans[index]
        return next((mark for mark in self.marks if start <= mark < stop), None)

    @cached_property
    def _data(self) -> bytes:
        return self.tokenization.text.encode()

    @property
    def figures(self) -> list[str]:
        """Tokens, bytes, characters, the normal form, and grapheme clusters if their number differs."""
        if not self.text:
            return []
        size, points = len(self.text.encode()), len(self.text)
        counts = [counted(len(self.ids), "token")] if self.ids else []
        counts += [counted(size, "byte"), counted(points, "character"), self.form]
        if (seen := clusters(self.text)) != points:
            counts.append(counted(seen, "cluster"))
        return counts


def _normalization(tokenizer: AnyTokenizer) -> str:
    """Return the normal form that a tokenizer converts a text to, as far as it is known."""
    if isinstance(tokenizer, RunStateTokenizer):
        return tokenizer.run.opened.options.normalization
    return tokenizer.normalization if isinstance(tokenizer, BpeTokenizer) else "none"
