"""Where what ``bpetui train`` learns is written to, in one of the formats."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from bpetui.cli.console import say
from bpetui.cli.tokenizer_output import MINBPE, check_target, exported, write_exported
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.options import Options
from bpetui.core.tokenizer import Tokenizer
from bpetui.core.vocabulary import Merge, Vocabulary
from bpetui.formats.format_errors import MOST_BYTES
from bpetui.formats.minbpe import Model, write_model
from bpetui.formats.registry import Files, Format
from bpetui.worker.messages import Source


class Target:
    """A file or folder to be written, the format, and the options of the training; special tokens have the ids from
    ``vocab_size`` on."""

    def __init__(self, output: Path, into: Format, options: Options, vocab_size: int) -> None:
        self._output, self._into, self._options = output, into, options
        self._special = {token: token_id for token_id, token in enumerate(options.special, vocab_size)}

    def check(self, source: Source, *, force: bool) -> None:
        """Say what the format does not hold, before the training and not an hour after.

        Raises `BpetuiError` for what it cannot hold, and where it cannot be written.
        """
        if str(self._output) == "-":
            raise UsageError("--output takes the name of a file; without it the merges are listed on standard output")
        check_target(self._output, self._into, [source], force=force, what="the corpus")
        if self._options.alphabet != "bytes":
            raise BpetuiError(
                f"the {self._into.name} format holds merges of bytes, not of characters; train without --output"
            )
        for sentence in exported(self._tokenizer(()), self._into, can_leave_out=False)[1]:
            say(sentence)

    def write(self, merges: Sequence[Merge], *, force: bool) -> str:
        """Write the tokenizer; returns a sentence on that.

        Raises `BpetuiError` where it cannot be written. If that is for what the format cannot hold, such as two tokens
        with the same bytes, the merges alone are written in another, so that the training was not for nothing.
        """
        pairs = [(merge.left, merge.right) for merge in merges]
        try:
            files = self._files(pairs)
        except BpetuiError as error:
            kept = self._output.with_name(f"{self._output.name}.merges.model")
            write_exported(kept, MINBPE, {"": write_model(Model(merges=pairs))}, force=force)
            raise BpetuiError(f"{error}; the merges alone are in {kept}, in the minbpe format") from error
        return write_exported(self._output, self._into, files, force=force)

    def _files(self, pairs: list[tuple[int, int]]) -> Files:
        if self._into is MINBPE:  # which is written without the tokens: to the end of a long text they grow large
            return {"": write_model(Model("".join(self._options.split.patterns), self._special, pairs))}
        vocabulary = Vocabulary(pairs)
        if sum(map(vocabulary.size, range(len(vocabulary)))) > MOST_BYTES:
            raise BpetuiError(
                f"the tokens have over {MOST_BYTES:,} bytes in all, too many for their bytes to be written"
            )
        return exported(self._tokenizer(pairs), self._into, can_leave_out=False)[0]

    def _tokenizer(self, pairs: Sequence[tuple[int, int]]) -> Tokenizer:
        split = replace(self._options.split, special=())
        tokenizer = Tokenizer.of_pairs(pairs, split, self._special)
        return replace(tokenizer, normalization=self._options.normalization)
