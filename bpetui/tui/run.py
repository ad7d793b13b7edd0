"""What the app knows of the run in the trainer's process: the corpus, the merges, and where it stands."""

from __future__ import annotations

from bpetui.core.encoding import Encoder
from bpetui.core.vocabulary import BYTES, Merge, Vocabulary
from bpetui.worker.messages import Opened, Progress


class Run:
    """A corpus opened and the merges known: ``made`` of them are made, the rest were undone and can be made again.

    ``target`` is the number of merges to stop at, ``vocabulary`` and ``encoder`` hold the merges that are made.
    """

    def __init__(self, opened: Opened, target: int) -> None:
        self.opened = opened
        self.target = target
        self.merges: list[Merge] = []
        self.made = 0
        self.tokens = opened.byte_count
        self.moving = False
        self.vocabulary = Vocabulary()
        self.encoder = Encoder(opened.split)

    @property
    def last(self) -> Merge | None:
        """The merge made last."""
        return self.merges[self.made - 1] if self.made else None

    @property
    def vocab_size(self) -> int:
        """How many tokens the vocabulary holds now."""
        return BYTES + self.made

    def follow(self, progress: Progress) -> None:
        """Take over what has been merged, undone or chosen since the last such message."""
        if progress.merges:
            self.merges[progress.first - 1 : progress.first - 1 + len(progress.merges)] = progress.merges
            self._truncate(progress.first - 1)
            for merge in progress.merges:
                self.vocabulary.append(merge.left, merge.right)
                self.encoder.append(merge.left, merge.right)
        self._truncate(progress.made)
        del self.merges[progress.made + progress.undone :]
        self.made, self.tokens, self.moving = progress.made, progress.tokens, progress.moving

    def token(self, token_id: int) -> bytes:
        """The bytes of any token known, also of one whose merge was undone."""
        if token_id < len(self.vocabulary):
            return self.vocabulary[token_id]
        parts, waiting = [], [token_id]
        while waiting:
            token_id = waiting.pop()
            if token_id < len(self.vocabulary):
                parts.append(self.vocabulary[token_id])
            else:
                merge = self.merges[token_id - BYTES]
                waiting += [merge.right, merge.left]
        return b"".join(parts)

    def _truncate(self, number: int) -> None:
        if number < len(self.vocabulary.pairs):
            self.vocabulary.truncate(number)
            self.encoder.truncate(number)
