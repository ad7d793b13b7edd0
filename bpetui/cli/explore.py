"""``bpetui [CORPUS]``: the explorer, on the whole screen."""

import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import NoReturn

import bpetui
from bpetui.cli import corpus_input
from bpetui.cli.arguments import Parser, TrainingOptions, add_training
from bpetui.cli.console import write
from bpetui.core.errors import BpetuiError
from bpetui.files.samples import samples
from bpetui.files.text import read_bytes, read_text
from bpetui.worker.messages import Source


class _Options(TrainingOptions):
    corpus: str | None
    version: bool


class _Readable(Exception):  # noqa: N818 - it is no error
    """Ends the reading of a file once it is seen to go well."""


def run(words: Sequence[str], commands: Mapping[str, str]) -> int:
    """Open the explorer as the words say; returns the exit status.

    ``commands`` are the names of the other commands and what each does, for the help.
    """
    options = _parser(commands).parse_args(words, _Options())
    if options.version:
        write(f"bpetui {bpetui.__version__}\n")
        return 0
    corpus, welcome = options.corpus, ""
    if corpus is None:
        name = samples()[0].name
        corpus = f"sample:{name}"
        welcome = f"sample {name} · s steps · ? helps · q quits · o or bpetui FILE opens another"
    source = corpus_input.find(corpus, options.encoding, is_table=options.word_counts)
    training = corpus_input.training_options(options, corpus)
    _check_readable(source)
    held_out = corpus_input.held_out(options, source)
    if held_out is not None:
        _check_readable(held_out)
    keys = _keyboard()
    source = corpus_input.with_standard_input(source)
    if source.path is not None and corpus_input.is_pipe(source.path):
        # It can be read only once, and perhaps only from here, as in `bpetui <(zcat notes.gz)`.
        source = replace(source, path=None, data=read_bytes(source.path))
    if keys is not None:
        _take_keys_from(keys)

    _prepare_environment()
    from bpetui.tui.app import BpetuiApp
    from bpetui.tui.run.session import Start

    app = BpetuiApp(Start(source, training, options.vocab_size, options.vetoes, held_out, welcome))
    app.run()
    if app.fault:
        raise app.fault
    if app.failure:
        raise BpetuiError(app.failure)
    return app.return_code or 0


def _prepare_environment() -> None:
    """Set what Textual reads from the environment when it is imported, and take out what it could not use."""
    # A key that is pressed right after something was painted waits for the next frame.
    if not re.fullmatch("0*[1-9][0-9]{0,3}", os.environ.get("TEXTUAL_FPS", "")):
        os.environ["TEXTUAL_FPS"] = "240"
    if os.environ.get("TEXTUAL_COLOR_SYSTEM") not in {"auto", "standard", "256", "truecolor", "windows"}:
        os.environ.pop("TEXTUAL_COLOR_SYSTEM", None)


def _parser(commands: Mapping[str, str]) -> Parser:
    width = max(map(len, commands))
    listed = "\n".join(f"  {name:{width}}  {summary}" for name, summary in commands.items())
    parser = Parser(
        "",
        "Explore byte-pair encoding, one merge at a time.\n\nThe first word can be a command instead:\n"
        f"{listed}\n\nbpetui COMMAND --help says more; bpetui ./{next(iter(commands))} is a file so named.",
    )
    parser.usage = "bpetui [CORPUS] [options]\n       bpetui COMMAND ..."
    parser.add_argument(
        "corpus", metavar="CORPUS", nargs="?", help="a file, - (standard input) or sample:NAME (default: a sample)"
    )
    add_training(parser)
    parser.add_argument("--version", action="store_true", help="write the version and exit")
    return parser


def _check_readable(source: Source) -> None:
    """Raise `BpetuiError` for a file that cannot be read, while the screen is not open yet."""

    def stop(done: int, total: int) -> NoReturn:
        raise _Readable

    if source.path is not None and not corpus_input.is_pipe(source.path):
        with suppress(_Readable):
            read_text(source.path, source.encoding, stop)


def _keyboard() -> int | None:
    """The descriptor to read keys from where it is not standard input.

    Raises `BpetuiError` if there is no terminal, or none that can be drawn on.
    """
    if sys.stdout is None or not sys.stdout.isatty():
        raise BpetuiError("there is no terminal to draw on; bpetui train needs none")
    if sys.stderr is None or not sys.stderr.isatty():  # it is what Textual draws on
        raise BpetuiError("standard error is not the terminal, and the explorer draws there; do not redirect it")
    term = os.environ.get("TERM", "")
    if term in {"", "dumb", "unknown"}:
        raise BpetuiError(
            f"the terminal cannot be drawn on (TERM is {term or 'not set'}); bpetui train needs no screen"
        )
    if sys.stdin is not None and sys.stdin.isatty():
        return None
    try:
        return os.open("/dev/tty", os.O_RDWR)
    except OSError as error:
        raise BpetuiError("there is no terminal to read keys from; bpetui train needs none") from error


def _take_keys_from(descriptor: int) -> None:
    """Make a descriptor standard input, which is where Textual reads keys."""
    if descriptor != 0:  # it is 0 where standard input was closed
        os.dup2(descriptor, 0)
        os.close(descriptor)
    sys.stdin = sys.__stdin__ = os.fdopen(0, encoding="utf-8", closefd=False)  # type: ignore[misc]  # Textual's
