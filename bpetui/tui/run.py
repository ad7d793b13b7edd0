"""What the app knows of the run in the trainer's process: the corpus, the merges, and where it stands."""

from __future__ import annotations

from collections.abc import Sequence

from bpetui.core.encoding import Encoder
from bpetui.core.vocabulary import BYTES, Merge, Vocabulary
from bpetui.worker.messages import Opened, Progress


class Run:
    """A corpus opened and the merges known: ``made`` of them are made, the rest were undone and can be made again.

    ``target`` is the number of merges to stop at. ``vocabulary`` holds all merges known, ``encoder`` those made.
    """

    def __init__(self, opened: Opened, target: int, known: Sequence[Merge] = ()) -> None:
        """``known`` are the merges of a run that is brought back."""
        self.opened = opened
        self.target = target
        self.merges = [*known]
        self.made = 0
        self.tokens = opened.byte_count
        self.moving = False
        self.vocabulary = Vocabulary((merge.left, merge.right) for merge in known)
        self.encoder = Encoder(opened.split)

    @property
    def last(self) -> Merge | None:
        """The merge made last."""
        return self.merges[self.made - 1] if self.made else None

    @property
    def vocab_size(self) -> int:
        """How many tokens the vocabulary holds now."""
        return BYTES + self.made

    def knows(self, token_id: int) -> bool:
        """Whether there is such a token, made or undone."""
        return 0 <= token_id < BYTES + len(self.merges)

    def token(self, token_id: int) -> bytes:
        """The bytes of any token known, as they are to be shown: see `Vocabulary.abridged`."""
        return self.vocabulary.abridged(token_id)

    def follow(self, progress: Progress) -> None:
        """Take over what has been merged, undone or chosen since the last such message."""
        if progress.merges:
            before = progress.first - 1
            known = self.merges[before : before + len(progress.merges)]
            if known != list(progress.merges):  # not those undone, made again
                self._forget(before)
                self.merges += progress.merges
                for merge in progress.merges:
                    self.vocabulary.append(merge.left, merge.right)
            self.encoder.truncate(before)
            for merge in progress.merges:
                self.encoder.append(merge.left, merge.right)
        self.encoder.truncate(progress.made)
        self._forget(progress.made + progress.undone)
        self.made, self.tokens, self.moving = progress.made, progress.tokens, progress.moving

    def _forget(self, number: int) -> None:
        """Keep only the first ``number`` merges known."""
        del self.merges[number:]
        self.vocabulary.truncate(number)
