"""Reports on a training: the base, which prints only a summary, and JSON; `training_table` has the table of merges."""

import shlex
import time
from typing import Literal

from bpetui.cli.json_output import to_json, token_text
from bpetui.cli.standard_streams import flush_output, interrupts_blocked, print_message, write_output
from bpetui.core.held_out import HeldOut, HeldOutFigures
from bpetui.core.option_values import Values, changed_values, to_arguments
from bpetui.core.plurals import counted
from bpetui.core.trainer import BpeTrainer, Ended
from bpetui.core.utf8 import visible
from bpetui.core.vocabulary import Merge

EndReason = Literal["target", "interrupted"] | Ended
"""Why a training ended: the vocabulary size is reached, ctrl+c, or a reason of `Ended`."""


class TrainingReport:
    """A report that writes nothing to standard output, and to standard error what was read and what was learned.

    ``values`` are those of the options of the training.
    """

    def __init__(self, values: Values) -> None:
        self._options = changed_values(values)
        self._options.pop("vocab_size", None)  # the report has it anyway
        self._trainer: BpeTrainer | None = None
        self._held_out: HeldOut | None = None
        self._reported = 0  # how many merges
        self._began = time.monotonic()

    def begin(self, name: str, trainer: BpeTrainer, held_out: HeldOut | None) -> None:
        """Report the corpus, and keep what the merges are read from."""
        self._trainer, self._held_out = trainer, held_out
        self._corpus(name, trainer)

    def before_merge(self) -> None:
        """Record what the report needs of the next merge and cannot be known after it."""

    def catch_up(self) -> None:
        """Report the merges that were made since the last call."""
        if self._trainer is None:
            return
        with interrupts_blocked():
            for merge in self._trainer.merges[self._reported :]:
                self._merge(merge, self._trainer.vocabulary[merge.id])
                self._reported += 1
            flush_output()

    def end(self, reason: EndReason) -> None:
        """Report the result, after all merges."""
        if self._trainer:
            merges = counted(self._trainer.made, "merge")
            size, token_count = self._sizes
            tokens = counted(token_count, "token")
            print_message(f"{merges} in {self._seconds:.2f} s: vocabulary size {size:,}, {tokens} in the text")
            if self._options:
                options = visible(shlex.join(to_arguments(self._options)))
                print_message(f"options: {options}")
        if held_out := self._held_out:
            figures = HeldOutFigures.from_held_out(held_out)
            sentence = (
                "held-out text: {tokens}, {tokens_per_byte:.4f} tokens per byte, "
                "{characters_per_token:.3f} characters per token; "
                "{unseen_percent:.2f}% of its characters do not occur in the corpus"
                if figures.unseen
                else "held-out text: {tokens}, {tokens_per_byte:.4f} tokens per byte, "
                "{characters_per_token:.3f} characters per token"
            )
            print_message(
                sentence.format(
                    tokens=counted(figures.tokens, "token"),
                    tokens_per_byte=figures.tokens_per_byte,
                    characters_per_token=figures.characters_per_token,
                    unseen_percent=100 * figures.unseen_share,
                )
            )

    def _corpus(self, name: str, trainer: BpeTrainer) -> None:
        corpus = trainer.corpus
        sentence = (
            "{name}: {bytes}, {characters}, {words} ({distinct:,} distinct)"
            if corpus.word_count > 1
            else "{name}: {bytes}, {characters}, {words}"
        )
        print_message(
            sentence.format(
                name=name,
                bytes=counted(corpus.byte_count, "byte"),
                characters=counted(corpus.character_count, "character"),
                words=counted(corpus.word_count, "word"),
                distinct=len(corpus.words),
            )
        )

    def _merge(self, merge: Merge, token: bytes) -> None:
        pass

    @property
    def _sizes(self) -> tuple[int, int]:
        """The size of the vocabulary, and the tokens in the text; correct even if ctrl+c came during a merge."""
        if (trainer := self._trainer) is None:
            return 0, 0
        tokens = trainer.merges[-1].tokens if trainer.merges else trainer.tokens
        return len(trainer.corpus.alphabet) + trainer.made, tokens

    @property
    def _seconds(self) -> float:
        return round(time.monotonic() - self._began, 2)


class JsonReport(TrainingReport):
    """A report with a line of JSON for the corpus, for each merge, and for the end."""

    def __init__(self, values: Values) -> None:
        super().__init__(values)
        self._tied: dict[int, list[tuple[int, int]]] = {}  # by the number of the merge

    def before_merge(self) -> None:
        """Record which pairs tie, if several do."""
        if self._trainer is not None and len(tied := self._trainer.tied_pairs()) > 1:
            self._tied[self._trainer.made + 1] = tied

    def _corpus(self, name: str, trainer: BpeTrainer) -> None:
        corpus = trainer.corpus
        with interrupts_blocked():
            _write_event(
                "corpus",
                bytes=corpus.byte_count,
                characters=corpus.character_count,
                words=corpus.word_count,
                distinct_words=len(corpus.words),
                tokens=trainer.tokens,
            )
            flush_output()

    def end(self, reason: EndReason) -> None:
        fields: dict[str, object] = {"options": self._options} if self._options else {}
        if held_out := self._held_out:
            figures = HeldOutFigures.from_held_out(held_out)
            fields["held_out"] = {
                "bytes": figures.byte_count,
                "characters": figures.character_count,
                "tokens": figures.tokens,
                "tokens_per_byte": round(figures.tokens_per_byte, 6),
                "characters_per_token": round(figures.characters_per_token, 6),
                "unseen_characters": figures.unseen,
                "unseen_share": round(figures.unseen_share, 6),
            }
        size, tokens = self._sizes
        _write_event("end", reason=reason, vocab_size=size, tokens=tokens, seconds=self._seconds, **fields)

    def _merge(self, merge: Merge, token: bytes) -> None:
        fields: dict[str, object] = {}
        if tied := self._tied.pop(merge.number, None):
            fields["tied"] = tied
        if self._held_out and merge.number < len(self._held_out.tokens):  # not if ctrl+c came between the two
            fields["held_out_tokens"] = self._held_out.tokens[merge.number]
        _write_event(
            "merge",
            step=merge.number,
            id=merge.id,
            left=merge.left,
            right=merge.right,
            count=merge.count,
            ties=merge.ties,
            bytes=token.hex(),
            text=token_text(token),
            tokens=merge.tokens,
            **fields,
        )


def _write_event(event: str, **fields: object) -> None:
    write_output(to_json({"event": event, **fields}) + "\n")
