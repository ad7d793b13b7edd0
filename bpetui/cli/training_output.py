"""Where what ``bpetui train`` learns is written to, in one of the formats."""

from collections.abc import Sequence
from pathlib import Path

from bpetui.cli.tokenizer_output import check_target, say_not_held, ways_out, write_exported
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.options import Options
from bpetui.core.vocabulary import Merge
from bpetui.formats.export import MINBPE, TrainingResult, check_alphabet
from bpetui.formats.minbpe import MinbpeModel, write_model
from bpetui.formats.registry import Files, Format
from bpetui.worker.messages import Source


class Target:
    """A file or folder to be written, the format, and the options of the training; special tokens have the ids from
    ``vocab_size`` on."""

    def __init__(self, output: Path, into: Format, options: Options, vocab_size: int) -> None:
        self._output, self._into, self._options, self._vocab_size = output, into, options, vocab_size

    def check(self, source: Source, *, force: bool) -> None:
        """Say what the format does not hold, before the training and not an hour after.

        Raises `BpetuiError` for what it cannot hold, and where it cannot be written.
        """
        if str(self._output) == "-":
            raise UsageError("--output takes the name of a file; without it the merges are listed on standard output")
        check_target(self._output, self._into, [source], force=force, what="the corpus")
        try:
            check_alphabet(self._options)
        except BpetuiError as error:
            raise BpetuiError(f"{error}; train without --output") from error
        learned = TrainingResult((), self._options, self._vocab_size)
        try:
            not_held = learned.files(self._into)[1]
        except BpetuiError as error:
            ways = ways_out(learned.tokenizer(), self._into, can_leave_out=False)
            raise BpetuiError("; ".join((str(error), *ways))) from error
        say_not_held(not_held, self._into)

    def write(self, merges: Sequence[Merge], *, force: bool) -> str:
        """Write the tokenizer; returns a sentence on that.

        Raises `BpetuiError` where it cannot be written. If that is for what the format cannot hold, such as two tokens
        with the same bytes, the merges alone are written in another, so that the training was not for nothing.
        """
        pairs = [(merge.left, merge.right) for merge in merges]
        try:
            files: Files = TrainingResult(pairs, self._options, self._vocab_size).files(self._into)[0]
        except BpetuiError as error:
            kept = self._output.with_name(f"{self._output.name}.merges.model")
            write_exported(kept, MINBPE, {"": write_model(MinbpeModel(merges=pairs))}, force=force)
            raise BpetuiError(f"{error}; the merges alone are in {kept}, in the minbpe format") from error
        return write_exported(self._output, self._into, files, force=force)
