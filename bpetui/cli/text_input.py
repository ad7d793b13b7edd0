"""A TEXT of the command line: the word itself, or standard input; and the text of a file."""

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from bpetui.cli import corpus_input
from bpetui.cli.arguments import Parser, ReadingOptions, add_reading
from bpetui.cli.console import say
from bpetui.cli.progress import Progress
from bpetui.core.errors import UsageError
from bpetui.core.normalization import normalized
from bpetui.core.plurals import counted
from bpetui.core.utf8 import without_surrogates
from bpetui.files.text import read_text
from bpetui.files.text_stream import normalized_parts
from bpetui.worker.messages import Source


class TextOptions(ReadingOptions):
    """A text, and how it is read."""

    text: str


def add_text(parser: Parser) -> None:
    """Add the options of `TextOptions`."""
    parser.hint = "quote a text that has spaces"
    parser.add_argument(
        "text", metavar="TEXT", help="the text, or - for standard input; one that begins with - goes last, after --"
    )
    add_reading(parser)


def text_parts(options: TextOptions, command: str, progress: Progress) -> Iterator[str]:
    """The text for a command, part by part where it is standard input; ``progress`` shows how much of that is read.

    Raises `UsageError` for an encoding that there is not, and `BpetuiError` as `corpora.decoded` does.
    """
    source = corpus_input.find("-", options.encoding)
    if options.text != "-":
        return iter([written(options.text, options.normalization, f"bpetui {command} - < FILE")])
    return normalized_parts(_standard_input(source, progress), options.normalization)


def written(text: str, normalize: str, way_to_read: str) -> str:
    """A text that is a word of the command line; what is odd about it is said."""
    if is_file(text):
        say(f"{text} is taken as the text itself; what is in the file: {way_to_read}")
    text, strange = without_surrogates(text)
    if strange:
        say(f"the text holds {counted(strange, 'byte')} that UTF-8 does not have, now U+FFFD")
    return normalized(text, normalize)


def read(name: str, options: ReadingOptions) -> str:
    """The text of a file, or of standard input; what is odd about it is said. Raises `BpetuiError` for what is none."""
    source = corpus_input.find(name, options.encoding)
    if source.path is None:
        return "".join(normalized_parts(_standard_input(source, Progress(False)), options.normalization))
    if source.is_table:
        raise UsageError(f"{source.name} is a table of words with their counts, not a text")
    file = read_text(source.path, source.encoding)
    corpus_input.say_notes(file.name, file.notes)
    return normalized(file.text, options.normalization)


def is_file(text: str) -> bool:
    """Whether a text is the name of a file, which was perhaps meant."""
    try:
        return Path(text).is_file()
    except (OSError, ValueError):
        return False


def is_there(path: Path) -> bool:
    """Whether there is a file or a folder of that name."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def lines(parts: Iterable[str]) -> Iterator[list[str]]:
    """The lines of a text, as many together as have come; they end with LF or CR LF, which is left out."""
    held: list[str] = []
    for part in parts:
        first, *more = part.split("\n")
        held.append(first)
        if more:
            yield [line.removesuffix("\r") for line in ("".join(held), *more[:-1])]
            held = more[-1:]
    if last := "".join(held):
        yield [last]


def _standard_input(source: Source, progress: Progress) -> Iterator[str]:
    done = 0

    def parts() -> Iterator[bytes]:
        nonlocal done
        for part in corpus_input.standard_input_parts():
            done += len(part)
            progress.show("reading", done, 0)
            yield part

    def note(notes: Sequence[str]) -> None:
        progress.clear()
        corpus_input.say_notes(source.name, notes)

    return corpus_input.decoded(parts(), source, note)
