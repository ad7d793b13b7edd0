"""``bpetui count``: count the words of texts of any size, as a table to train on.

Texts in UTF-8 are read part by part, so the memory grows only with the number of distinct words. A text is held whole,
one at a time, if it is in another encoding, or with the user's own pattern, which may look ahead any distance.
"""

import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from bpetui.cli import inputs
from bpetui.cli.arguments import CommandParser, WordArguments, add_option, add_reading, add_split
from bpetui.cli.outputs import check_output_file, output_name
from bpetui.cli.progress_bar import ProgressBar
from bpetui.cli.standard_streams import print_message, write_output, write_text_output
from bpetui.core.corpus import count_words
from bpetui.core.errors import UsageError
from bpetui.core.notes import Note
from bpetui.core.options import Options
from bpetui.core.plurals import counted
from bpetui.core.splitting import NO_SPLIT, SPLIT_NAMES, Split
from bpetui.files.atomic import write_atomically
from bpetui.files.source import Source
from bpetui.files.text import read_parts, size_of
from bpetui.files.text_stream import normalized_parts
from bpetui.files.word_counts import dumps
from bpetui.worker.counting.parallel_count import count_segments
from bpetui.worker.counting.segments import segments_of_parts

_EPILOG = """\
Each line of the table is a word, a tab and the count of the word, in order of
first appearance. bpetui train --word-counts TABLE makes the same merges as
training on the texts. Inside a word, \\t, \\n, \\r and \\\\ mean a tab, a line
feed, a carriage return and a backslash. Each special token is a word of its
own; give train the same --special options. ctrl+c stops without writing.
"""

_SPLITS = ", ".join(name for name in SPLIT_NAMES if name != NO_SPLIT.name)
_SPLIT_HELP = f"how to split the texts into words (--split or --pattern is required): {_SPLITS}"


class _Arguments(WordArguments):
    files: list[str]
    output: str | None
    force: bool


def run(words: Sequence[str]) -> int:
    """Run ``bpetui count`` and return the exit status."""
    arguments = _parser().parse_args(words, _Arguments())
    split = arguments.split_with_special
    if not split.patterns:
        raise UsageError(
            "without a split the whole text is one word; choose a split with --split (such as gpt2 or whitespace) or "
            "--pattern"
        )
    for note in Options(split).check():
        print_message(note)
    if arguments.output is None:
        write_output("")  # reports now that nothing can be written
    texts = _Texts([inputs.find_source(name, arguments.encoding) for name in arguments.files], arguments.normalization)
    if arguments.output is not None:
        if arguments.output == "-":
            raise UsageError("--output needs a file name; without --output the table goes to standard output")
        check_output_file(Path(arguments.output), texts.sources, force=arguments.force)
    try:
        counts = texts.counts(split)
        texts.report(counts)
        table = dumps(counts)
    except KeyboardInterrupt:
        texts.progress.clear()
        print_message("interrupted; nothing was written")
        return 130
    finally:
        texts.progress.clear()
    if arguments.output is None:
        write_text_output(table.decode())
    else:
        write_atomically(Path(arguments.output), table, force=arguments.force)
        print_message(f"wrote {arguments.output}")
    return 0


def _parser() -> CommandParser:
    parser = CommandParser("count", "Count the words of texts of any size, as a table to train on.", _EPILOG)
    parser.add_argument("files", metavar="FILE", nargs="+", help="a text file, - (standard input) or sample:NAME")
    parser.add_argument(
        "--output", metavar="TABLE", type=output_name, help="write the table to this file (default: standard output)"
    )
    parser.add_argument("--force", action="store_true", help="overwrite TABLE if it exists")
    add_split(parser, NO_SPLIT, _SPLIT_HELP)
    add_option(parser, "special")
    add_reading(parser)
    return parser


class _Texts:
    """The texts to count, and the progress of reading them."""

    def __init__(self, sources: Sequence[Source], normalization: str) -> None:
        """Raises `BpetuiError` for a file that does not exist, for a table, and for standard input named twice."""
        for source in sources:
            if source.is_table:
                raise UsageError(f"{source.name} is already a table of word counts; name a text")
        if [source.path for source in sources].count(None) > 1:
            raise UsageError("standard input can be read only once; name - once")
        self.sources = sources
        self.progress = ProgressBar(os.isatty(2))
        self._normalization = normalization
        paths = [source.path for source in sources if source.path is not None]
        sizes = [size_of(path) for path in paths]
        is_known = len(paths) == len(sources) and not any(map(inputs.is_pipe, paths))
        self._done, self._total = 0, sum(sizes) if is_known else 0  # in bytes
        self._notes: list[tuple[str, Sequence[Note]]] = []

    def counts(self, split: Split) -> dict[str, int]:
        """Return how often each word occurs in the texts, in order of first appearance."""
        if split.is_local:
            return count_segments(self._segments(split), split)
        counts: dict[str, int] = {}
        for source in self.sources:
            data = "".join(self._text(source)).encode()
            for word, count in count_words(data, split, partial(self.progress.show, "splitting"))[0].items():
                counts[word] = counts.get(word, 0) + count
        return counts

    def report(self, counts: dict[str, int]) -> None:
        """Print what the reader should know about the texts, and how many words they have."""
        self.progress.clear()
        for name, notes in self._notes:
            inputs.print_notes(name, notes)
        texts = self.sources[0].name if len(self.sources) == 1 else counted(len(self.sources), "text")
        words, distinct = counted(sum(counts.values()), "word"), len(counts)
        print_message(f"{texts}: {words} ({distinct:,} distinct)")

    def _segments(self, split: Split) -> Iterator[bytes]:
        for source in self.sources:
            yield from segments_of_parts(self._text(source), split)

    def _text(self, source: Source) -> Iterator[str]:
        """Yield a text part by part, decoded and normalized."""

        def keep_notes(notes: Sequence[Note]) -> None:
            self._notes.append((source.name, notes))

        return normalized_parts(inputs.decode_source(self._read(source), source, keep_notes), self._normalization)

    def _read(self, source: Source) -> Iterator[bytes]:
        for part in inputs.standard_input_parts() if source.path is None else read_parts(source.path):
            self._done += len(part)
            self.progress.show("counting", self._done, self._total if self._done <= self._total else 0)
            yield part
