"""A run: a corpus, the merges made on it so far, and the revision that tells one state of it from another."""

from __future__ import annotations

from functools import cached_property, lru_cache

from bpetui.core.constraints import Veto
from bpetui.core.errors import BpetuiError
from bpetui.core.held_out import HeldOut
from bpetui.core.trainer import Trainer
from bpetui.worker.messages import Opened, Source


class TrainingRun:
    """A trainer, what is known of its words, and the held-out text that its merges are measured on, if there is one.

    ``revision`` grows whenever what was known of the run no longer holds: when a merge is undone or chosen, or a pair
    forbidden or allowed.
    """

    def __init__(self, trainer: Trainer, revision: int) -> None:
        self.trainer = trainer
        self.revision = revision
        self.held_out: HeldOut | None = None
        self.words_containing = lru_cache(maxsize=1)(self._words_containing)

    @property
    def number(self) -> int:
        """How many merges have been made."""
        return self.trainer.number

    def opened(self, source: Source, notes: tuple[str, ...] = ()) -> Opened:
        """What there is to say of the corpus, which came from ``source``."""
        trainer, corpus = self.trainer, self.trainer.corpus
        return Opened(
            self.revision,
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
        """Make the next merge; False when no pair is left.

        Raises `BpetuiError`, and forgets what was undone, if that cannot be made again: a run that is brought back may
        find another text than it was made on.
        """
        if self.number >= self.trainer.limit:
            return False
        if self.trainer.undone:
            self._check_again()
        merge = self.trainer.step()
        if merge and self.held_out:
            self.held_out.merge(merge.left, merge.right)
        return merge is not None

    def _check_again(self) -> None:
        left, right = self.trainer.undone[-1].left, self.trainer.undone[-1].right
        known = 0 <= min(left, right) <= max(left, right) < len(self.trainer.vocabulary)
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
        if self.held_out:
            self.held_out.back()
        self.revision += 1
        return True

    def choose(self, left: int, right: int) -> None:
        """Merge this pair of token ids next; raises `BpetuiError` if it does not stand in the corpus, or is barred."""
        if self.number >= self.trainer.limit:
            raise BpetuiError("no more merges can be made")
        self.trainer.choose(left, right)
        if self.held_out:
            self.held_out.merge(left, right)
        self.revision += 1

    def forbid(self, veto: Veto) -> None:
        """Never merge two tokens until they are allowed; raises `BpetuiError` if they can never meet."""
        self.trainer.veto(veto)
        self.revision += 1

    def allow(self, veto: Veto) -> None:
        """Lift a veto."""
        self.trainer.allow(veto)
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
