"""The state of the run as the app knows it: the corpus, the merges, and how many of them are made."""

from __future__ import annotations

from collections.abc import Sequence

from bpetui.core.alphabet import Alphabet
from bpetui.core.constraints import Veto
from bpetui.core.models import MergeModel
from bpetui.core.options import Options
from bpetui.core.vocabulary import Merge, Vocabulary
from bpetui.worker.messages import HeldOutReport, Opened, RunProgress


class RunState:
    """An open corpus and the known merges: ``made`` of them are made, the rest are undone.

    - ``base``: the size of the starting vocabulary
    - ``target``: the number of merges to stop at
    - ``vocabulary``, ``model``: with all known merges, and with those made
    - ``held_out``, ``held_out_tokens``: the held-out text, if any, and its tokens after each number of merges
    """

    def __init__(self, opened: Opened, vocab_size: int, known: Sequence[Merge] = ()) -> None:
        """``vocab_size`` is the target; ``known`` are the merges of a run to restore."""
        options, alphabet = opened.options, opened.alphabet
        self.opened = opened
        self.base = len(alphabet)
        self.target = max(0, vocab_size - self.base)
        self.merges = [*known]
        self.made = 0
        self.tokens = opened.tokens
        self.moving = False
        self.vetoes: tuple[Veto, ...] = ()
        self.held_out: HeldOutReport | None = None
        self.held_out_tokens: list[int] = []
        self.vocabulary = Vocabulary(((merge.left, merge.right) for merge in known), alphabet, options.special)
        self.model = MergeModel.from_pairs((), alphabet)

    @property
    def options(self) -> Options:
        """The options of the run."""
        return self.opened.options

    @property
    def alphabet(self) -> Alphabet:
        """The starting vocabulary."""
        return self.opened.alphabet

    @property
    def last(self) -> Merge | None:
        """The last merge made."""
        return self.merges[self.made - 1] if self.made else None

    @property
    def has_constraints(self) -> bool:
        """Whether a veto or a limit may keep pairs from being merged."""
        options = self.opened.options
        return bool(self.vetoes) or options.max_token_bytes is not None or options.whole_characters

    @property
    def unit(self) -> str:
        """What a token is before the first merge."""
        return "byte" if self.opened.alphabet.characters is None else "character"

    @property
    def has_words(self) -> bool:
        """Whether the corpus is split into words."""
        return bool(self.opened.source.is_table or self.opened.options.words_split.patterns)

    @property
    def vocab_size(self) -> int:
        """The size of the vocabulary after the merges made."""
        return self.base + self.made

    def knows(self, token_id: int) -> bool:
        """Whether a token exists, made or undone."""
        return 0 <= token_id < self.base + len(self.merges)

    def token(self, token_id: int) -> bytes:
        """Return the bytes of a token for display (see `Vocabulary.abridged`)."""
        return self.vocabulary.abridged(token_id)

    def update(self, progress: RunProgress) -> None:
        """Apply the merges made, undone or chosen since the last such message."""
        if progress.merges:
            before = progress.first - 1
            known = self.merges[before : before + len(progress.merges)]
            if known != list(progress.merges):  # others than the undone ones
                self._forget(before)
                self.merges += progress.merges
                for merge in progress.merges:
                    self.vocabulary.append(merge.left, merge.right)
            self.model.truncate(before)
            for merge in progress.merges:
                self.model.append(merge.left, merge.right, merge.id)
        self.model.truncate(progress.made)
        self._forget(progress.made + progress.undone)
        self.made, self.tokens, self.moving = progress.made, progress.tokens, progress.moving
        self.vetoes = progress.vetoes
        if self.held_out:
            if progress.merges:
                self.held_out_tokens[progress.first :] = progress.held_out
            del self.held_out_tokens[progress.made + 1 :]

    def hold_out(self, held_out: HeldOutReport) -> None:
        """Set the held-out text, with its tokens after each merge made so far, or none."""
        self.held_out = held_out if held_out.source else None
        self.held_out_tokens = [*held_out.tokens]

    def _forget(self, number: int) -> None:
        """Keep only the first ``number`` known merges."""
        del self.merges[number:]
        self.vocabulary.truncate(number)
