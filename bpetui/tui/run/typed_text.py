"""A text that was typed, the tokens it becomes, and what is said of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from bpetui.core.normalization import normalized
from bpetui.core.tokenization import AnyTokenizer, Tokenization
from bpetui.core.tokenizer import Tokenizer
from bpetui.core.utf8 import Character, characters, clusters, normal_form
from bpetui.rendering.cells import plural
from bpetui.rendering.sentences import describe, touched_by
from bpetui.rendering.units import Spelling, Unit, units
from bpetui.tui.run.run_tokenizer import Trained

_NOTHING = Tokenization("", (), (), ())


@dataclass(frozen=True)
class Typed:
    """A text and its tokens.

    ``text`` is what was typed, in ``form`` (or from one form to another); ``tokenization`` are its tokens, and the text
    that they stand in: that may have end marks, at ``marks``, and is made of ``characters``. ``newest`` is the id of a
    run's last merge, ``base`` that of its first; tokens of other tokenizers have all the same standing.
    """

    text: str = ""
    form: str = ""
    tokenization: Tokenization = _NOTHING
    characters: tuple[Character, ...] = ()
    marks: frozenset[int] = frozenset()
    newest: int = -1
    base: int = 0
    tokenizer: AnyTokenizer | None = field(default=None, compare=False)

    @classmethod
    def of(cls, text: str, tokenization: Tokenization | None, tokenizer: AnyTokenizer) -> Typed:
        """The tokens of a text that was typed; none where it cannot be tokenized."""
        form = normal_form(text)
        text = normalized(text, _normalization(tokenizer))
        if normal_form(text) != form:
            form = f"{form} → {normal_form(text)}"
        tokenization = tokenization or _NOTHING
        shown = tuple(characters(tokenization.text.encode()))
        if not isinstance(tokenizer, Trained):
            return cls(text, form, tokenization, shown, tokenizer=tokenizer)
        run = tokenizer.run
        newest = run.last.id if run.last else -1
        marks = frozenset(tokenizer.marks_in(tokenization.text))
        return cls(text, form, tokenization, shown, marks, newest, run.base, tokenizer)

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of the tokens."""
        return self.tokenization.ids

    def at(self, offset: int) -> int:
        """The token that the byte at an offset of the text is in, or the last one before it."""
        return max(0, sum(start <= offset for start, _ in self.tokenization.spans) - 1)

    def units(self, spelling: Spelling) -> Iterator[Unit]:
        """The tokens as they are drawn. What leaves out parts of the text has no characters that go on in the next."""
        tokens = self.tokenization.tokens
        if spelling == "characters" and b"".join(tokens) != self.tokenization.text.encode():
            spelling = "hex"
        return units(tokens, spelling)

    def describe(self, index: int) -> str:
        """A sentence on one of the tokens."""
        if self.tokenizer is None:
            return ""
        token_id, token, span = self.ids[index], self.tokenization.tokens[index], self.tokenization.spans[index]
        return describe(token_id, token, self.tokenizer.kind(token_id), span, self.touched(index), self.marks)

    def touched(self, index: int) -> list[Character]:
        """The characters that one of the tokens stands for, or for a part of; those of an end mark are none."""
        start, stop = self.tokenization.spans[index]
        stop = next((mark for mark in self.marks if start <= mark < stop), stop)
        return touched_by(start, stop, self.characters) if start < stop else []

    @property
    def figures(self) -> list[str]:
        """Tokens, bytes, characters, the normal form, and grapheme clusters where they are not as many."""
        if not self.text:
            return []
        size, points = len(self.text.encode()), len(self.text)
        counts = [plural(len(self.ids), "token")] if self.ids else []
        counts += [plural(size, "byte"), plural(points, "character"), self.form]
        if (seen := clusters(self.text)) != points:
            counts.append(plural(seen, "cluster"))
        return counts


def _normalization(tokenizer: AnyTokenizer) -> str:
    """The normal form that a tokenizer is known to give a text."""
    if isinstance(tokenizer, Trained):
        return tokenizer.run.opened.options.normalization
    return tokenizer.normalization if isinstance(tokenizer, Tokenizer) else "none"
