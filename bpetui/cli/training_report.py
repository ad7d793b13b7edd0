"""What ``bpetui train`` tells of its merges while it learns them: as JSON, or not at all; see `training_rows`."""

import shlex
import time
from typing import Literal

from bpetui.cli.console import flush, say, to_json, uninterrupted, write
from bpetui.cli.token_json import text_of
from bpetui.core.held_out import HeldOut, HeldOutFigures
from bpetui.core.option_values import Values, changed_values, to_arguments
from bpetui.core.plurals import counted
from bpetui.core.trainer import Ended, Trainer
from bpetui.core.utf8 import visible
from bpetui.core.vocabulary import Merge

EndReason = Literal["target", "interrupted"] | Ended
"""Why a training ended: at the size asked for, by ctrl+c, or see `Ended`."""


class Report:
    """Says nothing on standard output, and on standard error what was read and what came of it.

    ``values`` are those of the options of the training.
    """

    def __init__(self, values: Values) -> None:
        self._options = changed_values(values)
        self._options.pop("vocab_size", None)  # it is among the figures
        self._trainer: Trainer | None = None
        self._held_out: HeldOut | None = None
        self._told = 0  # how many of the merges
        self._began = time.monotonic()

    def corpus(self, name: str, trainer: Trainer, held_out: HeldOut | None) -> None:
        """What there is to learn from, and to measure on."""
        self._trainer, self._held_out = trainer, held_out
        self._corpus(name, trainer)

    def about_to_merge(self) -> None:
        """Note what is to be told of the next merge and will not be known after it."""

    def catch_up(self) -> None:
        """Tell of those of the merges made so far that were not told of before."""
        if self._trainer is None:
            return
        with uninterrupted():
            for merge in self._trainer.merges[self._told :]:
                self._merge(merge, self._trainer.vocabulary[merge.id])
                self._told += 1
            flush()

    def end(self, reason: EndReason) -> None:
        """What was learned, once all merges were told of."""
        if self._trainer:
            made = counted(self._trainer.number, "merge")
            size, tokens = self._sizes
            say(f"{made} in {self._seconds} s: {size:,} tokens in the vocabulary, {tokens:,} in the text")
            if self._options:
                say(f"options: {visible(shlex.join(to_arguments(self._options)))}")
        if held_out := self._held_out:
            figures = HeldOutFigures.from_held_out(held_out)
            unseen = f"; {100 * figures.unseen_share:.2f} % of its characters were never seen" if figures.unseen else ""
            say(
                f"held out: {counted(figures.tokens, 'token')}, {figures.tokens_per_byte:.4f} per byte, "
                f"{figures.characters_per_token:.3f} characters per token{unseen}"
            )

    def _corpus(self, name: str, trainer: Trainer) -> None:
        corpus = trainer.corpus
        words = counted(corpus.word_count, "word")
        if corpus.word_count > 1:
            words += f" ({len(corpus.words):,} distinct)"
        say(f"{name}: {counted(corpus.byte_count, 'byte')}, {counted(corpus.character_count, 'character')}, {words}")

    def _merge(self, merge: Merge, token: bytes) -> None:
        pass

    @property
    def _sizes(self) -> tuple[int, int]:
        """The size of the vocabulary, and the tokens in the text; right also where ctrl+c came into a merge."""
        if (trainer := self._trainer) is None:
            return 0, 0
        tokens = trainer.merges[-1].tokens if trainer.merges else trainer.tokens
        return len(trainer.corpus.alphabet) + trainer.number, tokens

    @property
    def _seconds(self) -> float:
        return round(time.monotonic() - self._began, 2)


class Events(Report):
    """A line of JSON for the corpus, for each merge, and for the end."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self._tied: dict[int, list[tuple[int, int]]] = {}  # by the number of the merge

    def about_to_merge(self) -> None:
        """Note which pairs tie, if several do."""
        if self._trainer is not None and len(tied := self._trainer.tied()) > 1:
            self._tied[self._trainer.number + 1] = tied

    def _corpus(self, name: str, trainer: Trainer) -> None:
        corpus = trainer.corpus
        with uninterrupted():
            _event(
                "corpus",
                bytes=corpus.byte_count,
                characters=corpus.character_count,
                words=corpus.word_count,
                distinct_words=len(corpus.words),
                tokens=trainer.tokens,
            )
            flush()

    def end(self, reason: EndReason) -> None:
        more: dict[str, object] = {"options": self._options} if self._options else {}
        if held_out := self._held_out:
            figures = HeldOutFigures.from_held_out(held_out)
            more["held_out"] = {
                "bytes": figures.byte_count,
                "characters": figures.character_count,
                "tokens": figures.tokens,
                "tokens_per_byte": round(figures.tokens_per_byte, 6),
                "characters_per_token": round(figures.characters_per_token, 6),
                "unseen_characters": figures.unseen,
                "unseen_share": round(figures.unseen_share, 6),
            }
        size, tokens = self._sizes
        _event("end", reason=reason, vocab_size=size, tokens=tokens, seconds=self._seconds, **more)

    def _merge(self, merge: Merge, token: bytes) -> None:
        more: dict[str, object] = {}
        if tied := self._tied.pop(merge.number, None):
            more["tied"] = tied
        if self._held_out and merge.number < len(self._held_out.tokens):  # or ctrl+c came between the two
            more["held_out_tokens"] = self._held_out.tokens[merge.number]
        _event(
            "merge",
            step=merge.number,
            id=merge.id,
            left=merge.left,
            right=merge.right,
            count=merge.count,
            ties=merge.ties,
            bytes=token.hex(),
            text=text_of(token),
            tokens=merge.tokens,
            **more,
        )


def _event(name: str, **fields: object) -> None:
    write(to_json({"event": name, **fields}) + "\n")
