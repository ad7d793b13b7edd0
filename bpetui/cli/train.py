"""``bpetui train``: train on a corpus without a screen, and write the tokenizer."""

import os
import time
from collections.abc import Callable, Sequence

from bpetui.cli.arguments import CommandParser, TrainingArguments, add_training
from bpetui.cli.inputs import (
    find_source,
    held_out_source,
    ignored_word_counts,
    print_notes,
    source_with_data,
    training_options,
)
from bpetui.cli.outputs import FormatArguments, TrainingOutput, add_format, output_name, output_path_and_format
from bpetui.cli.progress_bar import ProgressBar
from bpetui.cli.standard_streams import print_message
from bpetui.cli.training_report import EndReason, JsonReport, TrainingReport
from bpetui.core.alphabet import BYTES
from bpetui.core.errors import UsageError
from bpetui.core.held_out import HeldOut
from bpetui.core.option_values import Values
from bpetui.core.options import OptionError, Options
from bpetui.core.plurals import counted
from bpetui.core.trainer import BpeTrainer, no_garbage_collection
from bpetui.core.vocabulary import Merge
from bpetui.files.source import Source
from bpetui.worker.corpus_loader import load, load_held_out

_EPILOG = """\
Without --output, train lists the merges: number, new id, the ids of the pair,
its count, how many pairs had this count, and the new token (its bytes in ⟨ ⟩ if
they are not whole characters). With --output it writes the tokenizer and no
list. --json writes one JSON object per line in both cases: one for the corpus,
one for each merge, one for the end. ctrl+c ends the training; the merges made
so far are kept.
"""

_INTERVAL = 0.1
"""Seconds between two reports: each one wakes up the reader of a pipe."""


class _Arguments(TrainingArguments, FormatArguments):
    corpus: str
    output: str | None
    json: bool


def run(words: Sequence[str]) -> int:
    """Run ``bpetui train`` and return the exit status."""
    arguments = _parser().parse_args(words, _Arguments())
    source = find_source(arguments.corpus, arguments.encoding, is_table=arguments.word_counts)
    if note := ignored_word_counts(arguments, arguments.corpus):
        print_message(note)
    options = training_options(arguments, arguments.corpus)
    if arguments.format is not None and arguments.output is None:
        raise UsageError("--format needs a file to write; name it with --output")
    output = None
    if arguments.output is not None:
        output = TrainingOutput(*output_path_and_format(arguments, arguments.output), options, arguments.vocab_size)
        output.check(source, force=arguments.force)
    with no_garbage_collection():
        return _train(arguments, source, options, output)


def _parser() -> CommandParser:
    parser = CommandParser("train", "Train a tokenizer on a corpus.", _EPILOG)
    parser.add_argument("corpus", metavar="CORPUS", help="a file, - (standard input) or sample:NAME")
    parser.add_argument("--output", metavar="PATH", type=output_name, help="write the tokenizer to this file or folder")
    add_format(parser)
    parser.add_argument(
        "--json", action="store_true", help="write one JSON object per line: the corpus, each merge, the end"
    )
    add_training(parser)
    return parser


def _train(arguments: _Arguments, source: Source, options: Options, output: TrainingOutput | None) -> int:
    writes_merges = arguments.json or arguments.output is None
    # No progress bar if the merges go to the same terminal.
    progress = ProgressBar(os.isatty(2) and not (writes_merges and os.isatty(1)))
    values = arguments.values(options)
    report = JsonReport(values) if arguments.json else _table(values) if writes_merges else TrainingReport(values)
    merges: list[Merge] = []  # the trainer's own list, so it is right whenever ctrl+c comes: it holds complete merges
    wanted = arguments.vocab_size - len(BYTES) if options.alphabet == "bytes" else 0
    try:
        held_out_from = held_out_source(arguments, source)
        trainer, notes = load(source_with_data(source), options, progress.show)
        merges = trainer.merges
        progress.clear()
        print_notes(source.name, notes)
        held_out = None
        if held_out_from is not None:
            held_out, notes = load_held_out(held_out_from, trainer.corpus, progress.show)
            progress.clear()
            print_notes(held_out_from.name, notes)
        report.begin(source.name, trainer, held_out)
        for veto in arguments.vetoes:
            trainer.veto(veto)
        wanted = _wanted_merges(arguments, trainer, source.name)

        def report_progress() -> None:
            report.catch_up()
            progress.show("merging", len(merges), wanted)

        reason: EndReason = _merge_all(trainer, wanted, held_out, report.before_merge, report_progress)
    except KeyboardInterrupt:
        reason = "interrupted"
    finally:
        progress.clear()
    if reason == "interrupted" and not merges:
        output = None
    try:
        written = output.write(merges, force=arguments.force) if output else ""
    finally:  # after writing, since ctrl+c may have ended the reader of the report as well
        report.catch_up()
        report.end(reason)
    made = counted(len(merges), "merge")
    if reason == "exhausted":
        if trainer.pair_count:
            print_message(f"stopped after {made}: vetoes or limits exclude every remaining pair")
        else:
            print_message(f"stopped after {made}: {source.name} has no pairs left")
    if reason == "minimum-count":
        print_message(
            f"stopped after {made}: no remaining pair occurs {options.min_count:,} times or more (--min-count)"
        )
    if reason == "interrupted":
        print_message(f"interrupted after {made} of {wanted:,}" if wanted else f"interrupted after {made}")
    if written:
        print_message(written)
    return 130 if reason == "interrupted" else 0


def _table(values: Values) -> TrainingReport:
    from bpetui.cli.training_table import TableReport  # here, because only the table needs what it draws with

    return TableReport(values)


def _wanted_merges(arguments: _Arguments, trainer: BpeTrainer, name: str) -> int:
    """Return how many merges reach the target. Raises `OptionError` for a size below the starting vocabulary."""
    start = len(trainer.corpus.alphabet)
    wanted = arguments.vocab_size - start
    if wanted < 0:
        raise OptionError(
            f"vocabulary size must be at least {start:,} (the characters of the corpus), not {arguments.vocab_size:,}",
            "vocab_size",
        )
    if wanted > trainer.limit:
        allowed = counted(trainer.limit, "merge")
        print_message(f"{name} allows at most {allowed}; the target was {wanted:,}")
    return wanted


def _merge_all(
    trainer: BpeTrainer,
    wanted: int,
    held_out: HeldOut | None,
    before_merge: Callable[[], None],
    report_progress: Callable[[], None],
) -> EndReason:
    """Make the merges, and return why they ended; calls ``report_progress`` every `_INTERVAL`."""
    due = 0.0
    while trainer.made < wanted:
        before_merge()
        merge = trainer.step()
        if merge is None:
            return trainer.ended
        if held_out:
            held_out.merge(merge.left, merge.right)
        if time.monotonic() >= due:
            report_progress()
            due = time.monotonic() + _INTERVAL
    return "target"
