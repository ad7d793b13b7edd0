"""``bpetui count``: the words of texts of any size, with their counts, as a table that can be trained on.

Texts in UTF-8 go through part by part, and the memory that this takes grows with the distinct words only. Held whole,
one at a time, are texts in another encoding, and under a pattern of the user's own, which may look as far as it likes.
"""

import os
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path

from bpetui.cli import corpus_input
from bpetui.cli.arguments import Parser, WordsOptions, add_words, target_name
from bpetui.cli.console import say, write, write_text
from bpetui.cli.output_paths import check_output
from bpetui.cli.progress import Progress
from bpetui.core.corpus import count_words
from bpetui.core.errors import UsageError
from bpetui.core.options import Options
from bpetui.core.plurals import counted
from bpetui.core.splitting import Split
from bpetui.files.atomic import write_atomically
from bpetui.files.text import read_parts, size_of
from bpetui.files.text_stream import normalized_parts
from bpetui.files.word_counts import dumps
from bpetui.worker.counting.parallel_count import count_segments
from bpetui.worker.counting.segments import segments_of_parts
from bpetui.worker.messages import Source

_EPILOG = """\
Each line of the table is a word, a tab and its count, in order of first
appearance: training on it (bpetui train --word-counts) learns what training on
the texts would. In a word \\t, \\n, \\r and \\\\ stand for a tab, a line feed, a
carriage return and a backslash. Special tokens are words of their own; name
them to bpetui train, too. ctrl+c ends it, and nothing is written.
"""


class _Options(WordsOptions):
    files: list[str]
    output: str | None
    force: bool


def run(words: Sequence[str]) -> int:
    """Count as the words say; returns the exit status."""
    options = _parser().parse_args(words, _Options())
    split = options.words_split
    if not split.patterns:
        raise UsageError(
            "without a split a whole text is one word; say how it is cut, with --split gpt2, --split whitespace or "
            "another, or a --pattern"
        )
    for note in Options(split).check():
        say(note)
    if options.output is None:
        write("")  # where nothing can be written it is said now
    texts = _Texts([corpus_input.find(name, options.encoding) for name in options.files], options.normalization)
    if options.output is not None:
        if options.output == "-":
            raise UsageError("--output takes the name of a file; without it the table goes to standard output")
        check_output(Path(options.output), texts.sources, force=options.force)
    try:
        counts = texts.counts(split)
        texts.report(counts)
        table = dumps(counts)
    except KeyboardInterrupt:
        texts.progress.clear()
        say("interrupted, nothing is written")
        return 130
    finally:
        texts.progress.clear()
    if options.output is None:
        write_text(table.decode())
    else:
        write_atomically(Path(options.output), table, force=options.force)
        say(f"wrote {options.output}")
    return 0


def _parser() -> Parser:
    parser = Parser("count", "Count the words of texts of any size.", _EPILOG)
    parser.add_argument("files", metavar="FILE", nargs="+", help="a text file, - (standard input) or sample:NAME")
    parser.add_argument(
        "--output", metavar="TABLE", type=target_name, help="write the table to this file, not to standard output"
    )
    parser.add_argument("--force", action="store_true", help="write over TABLE if it exists")
    add_words(parser)
    return parser


class _Texts:
    """The texts to count, and how far their reading is."""

    def __init__(self, sources: Sequence[Source], normalization: str) -> None:
        """Raises `BpetuiError` for a file that is not there, a table, and standard input when it is named twice."""
        for source in sources:
            if source.is_table:
                raise UsageError(f"{source.name} is a table of words with their counts already")
        if [source.path for source in sources].count(None) > 1:
            raise UsageError("standard input can be read only once; name - once")
        self.sources = sources
        self.progress = Progress(os.isatty(2))
        self._normalization = normalization
        paths = [source.path for source in sources if source.path is not None]
        sizes = [size_of(path) for path in paths]
        is_known = len(paths) == len(sources) and not any(map(corpus_input.is_pipe, paths))
        self._done, self._total = 0, sum(sizes) if is_known else 0  # in bytes
        self._notes: list[tuple[str, Sequence[str]]] = []

    def counts(self, split: Split) -> dict[str, int]:
        """How often each word stands in the texts, in order of first appearance."""
        if split.is_local:
            return count_segments(self._segments(split), split)
        counts: dict[str, int] = {}
        for source in self.sources:
            data = "".join(self._text(source)).encode()
            for word, count in count_words(data, split, partial(self.progress.show, "splitting"))[0].items():
                counts[word] = counts.get(word, 0) + count
        return counts

    def report(self, counts: dict[str, int]) -> None:
        """Say what was odd about the texts, and what there is in them."""
        self.progress.clear()
        for name, notes in self._notes:
            corpus_input.say_notes(name, notes)
        what = self.sources[0].name if len(self.sources) == 1 else counted(len(self.sources), "text")
        say(f"{what}: {counted(sum(counts.values()), 'word')} ({len(counts):,} distinct)")

    def _segments(self, split: Split) -> Iterator[bytes]:
        for source in self.sources:
            yield from segments_of_parts(self._text(source), split)

    def _text(self, source: Source) -> Iterator[str]:
        """A text part by part, decoded and normalized."""

        def note(notes: Sequence[str]) -> None:
            self._notes.append((source.name, notes))

        return normalized_parts(corpus_input.decoded(self._read(source), source, note), self._normalization)

    def _read(self, source: Source) -> Iterator[bytes]:
        for part in corpus_input.standard_input_parts() if source.path is None else read_parts(source.path):
            self._done += len(part)
            self.progress.show("counting", self._done, self._total if self._done <= self._total else 0)
            yield part
