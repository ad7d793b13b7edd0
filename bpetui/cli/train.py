"""``bpetui train``: learn the merges of a corpus without a screen, and write the tokenizer."""

import gc
import os
import stat
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

from bpetui.cli import corpora
from bpetui.cli.arguments import Parser, TrainingOptions, add_training
from bpetui.cli.output import say
from bpetui.cli.progress import Progress
from bpetui.cli.report import Events, Report, Rows, several
from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.splitting import Split
from bpetui.core.trainer import Trainer
from bpetui.core.vocabulary import BYTES, Merge
from bpetui.files.atomic import write_atomically
from bpetui.formats.minbpe import Model, dumps
from bpetui.worker.loading import load
from bpetui.worker.messages import Source

SUMMARY = "learn the merges of a corpus, and write the tokenizer"

_EPILOG = """\
Without --output the merges are listed: number, new id, the ids of the pair, its
count, how many pairs had this count, and the new token (its bytes in ⟨ ⟩ where
they are not whole characters). With --output that list is left out; --json
gives a line for each merge in both cases. ctrl+c ends the training, and what
was learned until then is written.
"""

_INTERVAL = 0.1
"""Seconds between two looks at what was learned: each costs the reader of a pipe a wake-up."""


class _Options(TrainingOptions):
    corpus: str
    output: Path | None
    force: bool
    json: bool


def run(words: Sequence[str]) -> int:
    """Train as the words say; returns the exit status."""
    options = _parser().parse_args(words, _Options())
    source = corpora.find(options.corpus, options.encoding, options.normalize)
    if options.output is not None:
        _check_output(options.output, source, force=options.force)
        _model(options.split, [])  # a split that the format cannot hold is said now, not after an hour
    # What is built are millions of containers that live to the end and form no cycles: to look for garbage among them
    # takes longer than the training itself.
    enabled = gc.isenabled()
    gc.disable()
    try:
        return _train(options, source)
    finally:
        if enabled:
            gc.enable()


def _parser() -> Parser:
    parser = Parser("train", "Learn byte-pair merges from a corpus.", _EPILOG)
    parser.add_argument("corpus", metavar="CORPUS", help="a file, - (standard input) or sample:NAME")
    parser.add_argument(
        "--output", metavar="FILE", type=Path, help="write the tokenizer, in the format of minbpe (.model)"
    )
    parser.add_argument("--force", action="store_true", help="write over FILE if it exists")
    parser.add_argument(
        "--json", action="store_true", help="one JSON object a line for the corpus, each merge, the end"
    )
    add_training(parser)
    return parser


def _train(options: _Options, source: Source) -> int:
    listed = options.json or options.output is None
    # Not where the list runs over the same terminal.
    progress = Progress(os.isatty(2) and not (listed and os.isatty(1)))
    report = Events() if options.json else Rows() if listed else Report()
    wanted = options.vocab_size - BYTES
    merges: list[Merge] = []  # as the trainer has it: right whenever ctrl+c comes, for a merge is in it once it is done
    tokens = 0
    try:
        trainer, notes = load(corpora.with_standard_input(source), options.split, progress.show)
        merges, tokens = trainer.merges, trainer.tokens
        progress.clear()
        corpora.say_notes(source.name, notes)
        report.corpus(source.name, trainer.corpus)
        limit = sum(len(word.encode()) - 1 for word in trainer.corpus.words)
        if wanted > limit:
            say(f"this text allows {limit:,} merges at most, {wanted:,} are asked for")

        def look() -> None:
            report.catch_up(merges)
            progress.show("merging", len(merges), wanted)

        reason = _learn(trainer, wanted, look)
    except KeyboardInterrupt:
        reason = "interrupted"
    finally:
        progress.clear()
    output = options.output if merges or reason != "interrupted" else None
    try:
        if output is not None:
            write_atomically(output, _model(options.split, merges), force=options.force)
    finally:  # only now, since ctrl+c may have ended who reads it, too
        report.catch_up(merges)
        report.end(reason, merges[-1].tokens if merges else tokens)
    learned = several(len(merges), "merge")
    if reason == "exhausted":
        say(f"no pair is left after {learned}: that is all there is in {source.name}")
    if reason == "interrupted":
        say(f"interrupted after {learned} of {wanted:,}")
    if output is not None:
        say(f"wrote {output}")
    return 130 if reason == "interrupted" else 0


def _learn(trainer: Trainer, wanted: int, look: Callable[[], None]) -> str:
    """Make the merges, and call ``look`` now and then; returns why it ended."""
    due = 0.0
    while trainer.number < wanted:
        if trainer.step() is None:
            return "exhausted"
        if time.monotonic() >= due:
            look()
            due = time.monotonic() + _INTERVAL
    return "target"


def _model(split: Split, merges: list[Merge]) -> bytes:
    if len(split.patterns) > 1:
        raise BpetuiError(
            f"the split {split.name} is {len(split.patterns)} patterns, and the minbpe format holds one; "
            "train without --output"
        )
    return dumps(Model("".join(split.patterns), {}, [(merge.left, merge.right) for merge in merges]))


def _check_output(output: Path, source: Source, *, force: bool) -> None:
    """Refuse before the training what could not be written after it, and what must not be written over."""
    if str(output) == "-":
        raise UsageError("--output takes the name of a file; without it the merges are listed on standard output")
    try:
        there = output.stat()
    except FileNotFoundError:
        there = None
    except OSError as error:
        raise BpetuiError(f"cannot write {output}: {error.strerror or error}") from error
    if there is not None:
        with suppress(OSError):  # a corpus that is not there will be said
            corpus = source.path.stat() if source.path is not None else os.fstat(0)
            if os.path.samestat(there, corpus) and stat.S_ISREG(corpus.st_mode):
                raise UsageError(f"{output} is the corpus itself; name another file to write to")
        if stat.S_ISDIR(there.st_mode):
            raise BpetuiError(f"{output} is a folder; name a file in it")
        if not stat.S_ISREG(there.st_mode):  # a device or a pipe, which is written to as it stands
            return
        if not force:
            raise BpetuiError(f"{output} exists already; write over it with --force")
    folder = output.resolve().parent  # beside what a symbolic link points to
    if not folder.is_dir():
        raise BpetuiError(f"cannot write {output}: its folder does not exist")
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BpetuiError(f"no permission to write {output}")
