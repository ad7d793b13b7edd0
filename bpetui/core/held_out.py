"""Evaluation of a run's merges on held-out text, after each merge."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from bpetui.core.corpus import Corpus
from bpetui.core.progress import ReportProgress
from bpetui.core.trainer import BpeTrainer


@dataclass(frozen=True)
class HeldOutFigures:
    """The compression of a held-out text: its sizes, its ``tokens``, and its characters ``unseen`` in the corpus.

    A ratio with divisor 0 is 0.
    """

    byte_count: int
    character_count: int
    unseen: int
    tokens: int

    @classmethod
    def from_held_out(cls, held_out: HeldOut) -> HeldOutFigures:
        """Return the figures of a held-out text after the merges made so far."""
        return cls(held_out.byte_count, held_out.character_count, held_out.unseen, held_out.tokens[-1])

    @property
    def tokens_per_byte(self) -> float:
        return self.tokens / self.byte_count if self.byte_count else 0.0

    @property
    def characters_per_token(self) -> float:
        return self.character_count / self.tokens if self.tokens else 0.0

    @property
    def unseen_share(self) -> float:
        """The share of unseen characters, from 0 to 1."""
        return self.unseen / self.character_count if self.character_count else 0.0


class HeldOut:
    """A held-out text, split and merged like the corpus of a run.

    - ``tokens``: its number of tokens before any merge and after each
    - ``byte_count``, ``character_count``: its sizes
    - ``unseen``: the number of its characters that do not occur in the corpus
    - ``is_trained_on``: whether it is the text of the corpus itself
    """

    def __init__(self, data: bytes, trained: Corpus, progress: ReportProgress | None = None) -> None:
        """Split a text in UTF-8, normalized as the corpus was.

        Raises `BpetuiError` if a custom pattern does not finish, or the end-of-word mark occurs in a word.
        """
        # The limits have already been applied to the merges of the run.
        options = replace(trained.options, max_token_bytes=None, whole_characters=False)
        corpus = Corpus.from_text(data, options, progress, alphabet=trained.alphabet)
        self.byte_count, self.character_count = corpus.byte_count, corpus.character_count
        self.is_trained_on = corpus.data == trained.data
        seen = set().union(*(word for word, _ in _plain_words(trained)))
        self.unseen = sum(
            count * sum(character not in seen for character in word) for word, count in _plain_words(corpus)
        )
        self._trainer = BpeTrainer(corpus)
        self.tokens = [self._trainer.tokens]

    def merge(self, left: int, right: int) -> None:
        """Make a merge that the run made, of two token ids."""
        self.tokens.append(self._trainer.replay(left, right).tokens)

    def back(self) -> None:
        """Undo the last merge."""
        self._trainer.back()
        self._trainer.undone.clear()  # only merges of the run are made here
        self.tokens.pop()


def _plain_words(corpus: Corpus) -> Iterator[tuple[str, int]]:
    """Yield the distinct words without their end-of-word marks, and their counts; special tokens are left out."""
    mark, special = corpus.options.end_of_word, set(corpus.options.special)
    for word, count in zip(corpus.words, corpus.counts, strict=True):
        if word not in special:
            yield word.removesuffix(mark), count
