"""A run: a corpus, the merges made on it so far, and the revision that tells one state of it from another."""

from __future__ import annotations

from functools import cached_property, lru_cache

from bpetui.core.errors import BpetuiError
from bpetui.core.trainer import Trainer
from bpetui.core.vocabulary import BYTES, MAX_VOCABULARY, Vocabulary


class Run:
    """A trainer, how far it can go, and what is known of its tokens and words.

    ``revision`` grows whenever what was known of the run no longer holds: when a merge is undone or chosen. ``limit``
    is the most merges that can be made: each takes at least one token from one of the distinct words.
    """

    def __init__(self, trainer: Trainer, revision: int) -> None:
        self.trainer = trainer
        self._vocabulary = Vocabulary()
        self.revision = revision
        words = trainer.corpus.words
        self.limit = min(sum(map(len, map(str.encode, words))) - len(words), MAX_VOCABULARY - BYTES)
        self.words_containing = lru_cache(maxsize=1)(self._words_containing)

    @property
    def vocabulary(self) -> Vocabulary:
        """The bytes of the tokens, brought up to date when they are asked for: few commands need them."""
        for merge in self.trainer.merges[len(self._vocabulary.pairs) :]:
            self._vocabulary.append(merge.left, merge.right)
        return self._vocabulary

    @property
    def number(self) -> int:
        """How many merges have been made."""
        return self.trainer.number

    def step(self) -> bool:
        """Make the next merge; False when no pair is left.

        Raises `BpetuiError`, and forgets what was undone, if that cannot be made again: a run that is brought back may
        find another text than it was made on.
        """
        if self.number >= self.limit:
            return False
        if self.trainer.undone:
            self._check_again()
        return self.trainer.step() is not None

    def _check_again(self) -> None:
        left, right = self.trainer.undone[-1].left, self.trainer.undone[-1].right
        known = 0 <= min(left, right) <= max(left, right) < BYTES + self.number
        if not known or not self.trainer.count(left, right):
            self.trainer.undone.clear()
            raise BpetuiError(
                f"merge {self.number + 1} ({left} + {right}) cannot be made again: the pair does not stand in the "
                "corpus, which has changed since then"
            )

    def back(self) -> bool:
        """Undo the last merge; False at the start."""
        if self.trainer.back() is None:
            return False
        self._vocabulary.truncate(self.number)
        self.revision += 1
        return True

    def choose(self, left: int, right: int) -> None:
        """Merge this pair of token ids next; raises `BpetuiError` if it does not stand in the corpus."""
        if self.number >= self.limit:
            raise BpetuiError("no more merges can be made")
        self.trainer.choose(left, right)
        self.revision += 1

    @cached_property
    def words_by_count(self) -> list[int]:
        """The distinct words, by index: the most frequent first, among equals the one met first."""
        counts = self.trainer.corpus.counts
        return sorted(range(len(counts)), key=counts.__getitem__, reverse=True)

    def _words_containing(self, text: str) -> list[int]:
        """Those of `words_by_count` that contain ``text``."""
        words = self.trainer.corpus.words
        return [index for index in self.words_by_count if text in words[index]]
