"""``bpetui [CORPUS]``: open the explorer."""

import os
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace

import bpetui
from bpetui.cli import inputs
from bpetui.cli.arguments import CommandParser, TrainingArguments, add_training
from bpetui.cli.standard_streams import write_output
from bpetui.core.errors import BpetuiError
from bpetui.files.samples import samples
from bpetui.files.source import Source
from bpetui.files.text import read_beginning, read_bytes, size_of

_DESCRIPTION = """\
Explore byte-pair encoding, one merge at a time.

Without a command, bpetui opens CORPUS in the explorer. The commands:
{commands}

bpetui COMMAND --help explains a command. To open a file that is named like a
command, write its path: bpetui ./train"""


class _Arguments(TrainingArguments):
    corpus: str | None
    version: bool


def run(words: Sequence[str], commands: Mapping[str, str]) -> int:
    """Open the explorer and return the exit status.

    ``commands`` has the names of the other commands, each with what it does, for the help.
    """
    arguments = _parser(commands).parse_args(words, _Arguments())
    if arguments.version:
        write_output(f"bpetui {bpetui.__version__}\n")
        return 0
    corpus, welcome = arguments.corpus, ""
    if corpus is None:
        name = samples()[0].name
        corpus = f"sample:{name}"
        welcome = f"Sample {name}: press s to merge, o to open another text, ? for help"
    source = inputs.find_source(corpus, arguments.encoding, is_table=arguments.word_counts)
    welcome = inputs.ignored_word_counts(arguments, corpus) or welcome
    options = inputs.training_options(arguments, corpus)
    _check_readable(source)
    held_out = inputs.held_out_source(arguments, source)
    if held_out is not None:
        _check_readable(held_out)
    keys = _keyboard()
    source = inputs.source_with_data(source)
    if source.path is not None and inputs.is_pipe(source.path):
        # A pipe can be read only once, and possibly only by this process, as in `bpetui <(zcat notes.gz)`.
        source = replace(source, path=None, data=read_bytes(source.path))
    if keys is not None:
        _take_keys_from(keys)

    _prepare_environment()
    from bpetui.tui.app import BpetuiApp
    from bpetui.tui.run.session import Start

    app = BpetuiApp(Start(source, options, arguments.vocab_size, arguments.vetoes, held_out, welcome))
    app.run()
    if app.fault:
        raise app.fault
    if app.failure:
        raise BpetuiError(app.failure)
    return app.return_code or 0


def _prepare_environment() -> None:
    """Set the environment variables that Textual reads at import, and remove values it cannot use."""
    # A key pressed right after a repaint waits for the next frame.
    if not re.fullmatch("0*[1-9][0-9]{0,3}", os.environ.get("TEXTUAL_FPS", "")):
        os.environ["TEXTUAL_FPS"] = "240"
    if os.environ.get("TEXTUAL_COLOR_SYSTEM") not in {"auto", "standard", "256", "truecolor", "windows"}:
        os.environ.pop("TEXTUAL_COLOR_SYSTEM", None)


def _parser(commands: Mapping[str, str]) -> CommandParser:
    width = max(map(len, commands))
    command_list = "\n".join(f"  {name:{width}}  {summary}" for name, summary in commands.items())
    parser = CommandParser("", _DESCRIPTION.format(commands=command_list))
    parser.usage = "bpetui [CORPUS] [options]\n       bpetui COMMAND ..."
    parser.add_argument(
        "corpus",
        metavar="CORPUS",
        nargs="?",
        help="text to open: a file, - (standard input) or sample:NAME (default: a sample)",
    )
    add_training(parser)
    parser.add_argument("--version", action="store_true", help="show the version and exit")
    return parser


def _check_readable(source: Source) -> None:
    """Raise `BpetuiError` for a file that cannot be read, before the screen opens."""
    if source.path is not None and not inputs.is_pipe(source.path):
        size_of(source.path)
        read_beginning(source.path)


def _keyboard() -> int | None:
    """Return the file descriptor to read keys from; None if it is standard input.

    Raises `BpetuiError` without a terminal, or with one that cannot be drawn on.
    """
    if sys.stdout is None or not sys.stdout.isatty():
        raise BpetuiError("the explorer needs a terminal to draw on; bpetui train works without one")
    if sys.stderr is None or not sys.stderr.isatty():  # Textual draws on it
        raise BpetuiError("the explorer draws on standard error; do not redirect it")
    term = os.environ.get("TERM", "")
    if term in {"", "dumb", "unknown"}:
        shown = term or "not set"
        raise BpetuiError(
            f"the explorer cannot draw on this terminal (TERM is {shown}); bpetui train works without a screen"
        )
    if sys.stdin is not None and sys.stdin.isatty():
        return None
    try:
        return os.open("/dev/tty", os.O_RDWR)
    except OSError as error:
        raise BpetuiError("the explorer needs a terminal to read keys from; bpetui train works without one") from error


def _take_keys_from(descriptor: int) -> None:
    """Make a file descriptor standard input, where Textual reads keys."""
    if descriptor != 0:  # 0 if standard input was closed
        os.dup2(descriptor, 0)
        os.close(descriptor)
    sys.stdin = sys.__stdin__ = os.fdopen(0, encoding="utf-8", closefd=False)  # type: ignore[misc]  # Textual's
