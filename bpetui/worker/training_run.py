"""A run: a corpus, the merges made on it so far, and the held-out text that they are evaluated on."""

from __future__ import annotations

from functools import cached_property, lru_cache

from bpetui.core.constraints import Veto
from bpetui.core.errors import BpetuiError
from bpetui.core.held_out import HeldOut
from bpetui.core.notes import Note
from bpetui.core.trainer import BpeTrainer
from bpetui.files.source import Source
from bpetui.worker.messages import Opened


class TrainingRun:
    """A trainer, its words in order, and the held-out text that its merges are evaluated on, if there is one."""

    def __init__(self, trainer: BpeTrainer) -> None:
        self.trainer = trainer
        self.held_out: HeldOut | None = None
        self.words_containing = lru_cache(maxsize=1)(self._words_containing)

    @property
    def made(self) -> int:
        """The number of merges made."""
        return self.trainer.made

    def opened(self, source: Source, notes: tuple[Note, ...] = ()) -> Opened:
        """Return the message that describes the corpus, which was loaded from ``source``."""
        trainer, corpus = self.trainer, self.trainer.corpus
        return Opened(
            source,
            corpus.options,
            corpus.alphabet,
            corpus.byte_count,
            corpus.character_count,
            len(corpus.data),
            corpus.word_count,
            len(corpus.words),
            trainer.tokens,
            trainer.limit,
            notes,
        )

    def step(self) -> bool:
        """Make the next merge; return False if there is none.

        Raises `BpetuiError`, and discards the undone merges, if the next of them is impossible: a restored run may find
        another text than the one it was made on.
        """
        if self.trainer.undone:
            self._check_redo()
        merge = self.trainer.step()
        if merge and self.held_out:
            self.held_out.merge(merge.left, merge.right)
        return merge is not None

    def _check_redo(self) -> None:
        number, left, right = self.made + 1, self.trainer.undone[-1].left, self.trainer.undone[-1].right
        known = 0 <= min(left, right) <= max(left, right) < len(self.trainer.vocabulary)
        if not known or not self.trainer.count(left, right):
            self.trainer.undone.clear()
            raise BpetuiError(
                f"merge {number} ({left} + {right}) cannot be repeated: the pair does not occur in the corpus, "
                "which has changed since then"
            )

    def back(self) -> bool:
        """Undo the last merge; return False if none is made."""
        if self.trainer.back() is None:
            return False
        if self.held_out:
            self.held_out.back()
        return True

    def choose(self, left: int, right: int) -> None:
        """Merge this pair of token ids now. Raises `BpetuiError` if it does not occur or must not be merged."""
        self.trainer.choose(left, right)
        if self.held_out:
            self.held_out.merge(left, right)

    def veto(self, veto: Veto) -> None:
        """Add a veto on a pair. Raises `BpetuiError` if the pair can never occur."""
        self.trainer.veto(veto)

    def allow(self, veto: Veto) -> None:
        """Remove a veto."""
        self.trainer.allow(veto)

    @cached_property
    def words_by_count(self) -> list[int]:
        """The indices of the distinct words: most frequent first, words of one count in order of first appearance."""
        counts = self.trainer.corpus.counts
        return sorted(range(len(counts)), key=counts.__getitem__, reverse=True)

    def _words_containing(self, text: str) -> list[int]:
        """Return those of `words_by_count` that contain ``text``."""
        words = self.trainer.corpus.words
        return [index for index in self.words_by_count if text in words[index]]
