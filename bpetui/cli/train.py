"""``bpetui train``: learn the merges of a corpus without a screen, and write the tokenizer."""

import os
import time
from collections.abc import Callable, Sequence

from bpetui.cli import corpus_input
from bpetui.cli.arguments import Parser, TrainingOptions, add_training, target_name
from bpetui.cli.console import say
from bpetui.cli.progress import Progress
from bpetui.cli.tokenizer_output import FormatOptions, add_format, chosen
from bpetui.cli.training_output import Target
from bpetui.cli.training_report import EndReason, Events, Report
from bpetui.core.alphabet import BYTES
from bpetui.core.errors import UsageError
from bpetui.core.held_out import HeldOut
from bpetui.core.option_values import Values
from bpetui.core.options import OptionError, Options
from bpetui.core.plurals import counted
from bpetui.core.trainer import Trainer, no_garbage_collection
from bpetui.core.vocabulary import Merge
from bpetui.worker.corpus_loader import load, load_held_out
from bpetui.worker.messages import Source

_EPILOG = """\
Without --output the merges are listed: number, new id, the ids of the pair, its
count, how many pairs had this count, and the new token (its bytes in ⟨ ⟩ where
they are not whole characters). With --output that list is left out; --json
gives a line for each merge in both cases. ctrl+c ends the training, and what
was learned until then is written.
"""

_INTERVAL = 0.1
"""Seconds between two looks at what was learned: each costs the reader of a pipe a wake-up."""


class _Options(TrainingOptions, FormatOptions):
    corpus: str
    output: str | None
    json: bool


def run(words: Sequence[str]) -> int:
    """Train as the words say; returns the exit status."""
    options = _parser().parse_args(words, _Options())
    source = corpus_input.find(options.corpus, options.encoding, is_table=options.word_counts)
    training = corpus_input.training_options(options, options.corpus)
    if options.format is not None and options.output is None:
        raise UsageError("--format says how the tokenizer is written; name the file with --output")
    target = None
    if options.output is not None:
        target = Target(*chosen(options, options.output), training, options.vocab_size)
        target.check(source, force=options.force)
    with no_garbage_collection():
        return _train(options, source, training, target)


def _parser() -> Parser:
    parser = Parser("train", "Learn byte-pair merges from a corpus.", _EPILOG)
    parser.add_argument("corpus", metavar="CORPUS", help="a file, - (standard input) or sample:NAME")
    parser.add_argument(
        "--output", metavar="PATH", type=target_name, help="write the tokenizer to this file, or folder"
    )
    add_format(parser)
    parser.add_argument(
        "--json", action="store_true", help="one JSON object a line for the corpus, each merge, the end"
    )
    add_training(parser)
    return parser


def _train(options: _Options, source: Source, training: Options, target: Target | None) -> int:
    listed = options.json or options.output is None
    # Not where the list runs over the same terminal.
    progress = Progress(os.isatty(2) and not (listed and os.isatty(1)))
    values = options.values(training)
    report = Events(values) if options.json else _rows(values) if listed else Report(values)
    merges: list[Merge] = []  # as the trainer has it: right whenever ctrl+c comes, for a merge is in it once it is done
    wanted = options.vocab_size - len(BYTES) if training.alphabet == "bytes" else 0
    try:
        held_out_source = corpus_input.held_out(options, source)
        trainer, notes = load(corpus_input.with_standard_input(source), training, progress.show)
        merges = trainer.merges
        progress.clear()
        corpus_input.say_notes(source.name, notes)
        held_out = None
        if held_out_source is not None:
            held_out, notes = load_held_out(held_out_source, trainer.corpus, progress.show)
            progress.clear()
            corpus_input.say_notes(held_out_source.name, notes)
        report.corpus(source.name, trainer, held_out)
        for veto in options.vetoes:
            trainer.veto(veto)
        wanted = _wanted(options, trainer)

        def look() -> None:
            report.catch_up()
            progress.show("merging", len(merges), wanted)

        reason: EndReason = _learn(trainer, wanted, held_out, report.about_to_merge, look)
    except KeyboardInterrupt:
        reason = "interrupted"
    finally:
        progress.clear()
    if reason == "interrupted" and not merges:
        target = None
    try:
        written = target.write(merges, force=options.force) if target else ""
    finally:  # only now, since ctrl+c may have ended who reads it, too
        report.catch_up()
        report.end(reason)
    learned = counted(len(merges), "merge")
    if reason == "exhausted":
        if trainer.pair_count:
            say(f"no pair is left after {learned} that may be merged: vetoes or limits bar the others")
        else:
            say(f"no pair is left after {learned}: that is all there is in {source.name}")
    if reason == "minimum-count":
        say(f"after {learned} no pair is left that stands {training.min_count:,} times or more (--min-count)")
    if reason == "interrupted":
        say(f"interrupted after {learned}" + (f" of {wanted:,}" if wanted else ""))
    if written:
        say(written)
    return 130 if reason == "interrupted" else 0


def _rows(values: Values) -> Report:
    from bpetui.cli.training_rows import Rows  # only here: what it draws with is not needed to write a tokenizer

    return Rows(values)


def _wanted(options: _Options, trainer: Trainer) -> int:
    """How many merges are asked for."""
    start = len(trainer.corpus.alphabet)
    wanted = options.vocab_size - start
    if wanted < 0:
        raise OptionError(
            f"vocabulary size counts the {start:,} characters of the corpus; choose {start:,} or more, "
            f"not {options.vocab_size:,}",
            "vocab_size",
        )
    if wanted > trainer.limit:
        say(f"this text allows {counted(trainer.limit, 'merge')} at most, {wanted:,} are asked for")
    return wanted


def _learn(
    trainer: Trainer,
    wanted: int,
    held_out: HeldOut | None,
    about_to_merge: Callable[[], None],
    look: Callable[[], None],
) -> EndReason:
    """Make the merges, and call ``look`` now and then; returns why it ended."""
    due = 0.0
    while trainer.number < wanted:
        about_to_merge()
        merge = trainer.step()
        if merge is None:
            return trainer.ended
        if held_out:
            held_out.merge(merge.left, merge.right)
        if time.monotonic() >= due:
            look()
            due = time.monotonic() + _INTERVAL
    return "target"
