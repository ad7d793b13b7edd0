"""What the commands write: results to standard output, all else to standard error, always as UTF-8."""

import io
import json
import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from bpetui.core.errors import BpetuiError
from bpetui.core.utf8 import visible


def prepare() -> None:
    """Make both streams UTF-8 whatever the locale, so that no text is one that cannot be written.

    The size of the terminal is asked of the terminal, where the environment names one that none has.
    """
    for name in ("COLUMNS", "LINES"):
        if not re.fullmatch("0*[1-9][0-9]{0,3}", os.environ.get(name, "1")):
            del os.environ[name]
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # None where it was closed
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def say(message: str) -> None:
    """Write a line to standard error, after the program's name; what its names and texts hide is made visible."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(f"bpetui: {visible(message)}", file=sys.stderr, flush=True)


def write(result: str | bytes) -> None:
    """Write a result to standard output. Raises `BpetuiError` if that fails, BrokenPipeError if no one reads it."""
    with _standard_output() as output:
        output.write(result.encode() if isinstance(result, str) else result)


def write_text(text: str) -> None:
    """Write lines of text to standard output: as they are, but to a terminal with what would act on it made visible.

    Raises as `write` does.
    """
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    write(visible(text, tab="\t", newline="\n") if is_terminal else text)


def flush() -> None:
    """Let go of what was written until now; raises as `write` does."""
    if sys.stdout is not None:
        with _standard_output() as output:
            sys.stdout.flush()
            output.flush()


@contextmanager
def _standard_output() -> Iterator[BinaryIO]:
    if sys.stdout is None:
        raise BpetuiError("standard output is closed; leave it open for the result")
    try:
        yield sys.stdout.buffer
    except BrokenPipeError:
        raise
    except OSError as error:
        raise BpetuiError(f"cannot write to standard output: {error.strerror or error}") from error


def settle() -> None:
    """Leave nothing in a buffer that cannot be written, or Python would complain of it at exit."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            try:
                stream.flush()
            except OSError:
                nowhere = os.open(os.devnull, os.O_WRONLY)
                os.dup2(nowhere, stream.fileno())
                os.close(nowhere)


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Hold back ctrl+c, so that a line is written whole or not at all."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def to_json(value: object) -> str:
    """The value as a line of JSON, without the line end: letters as they are, what does not show as ``\\u200b``."""
    line = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    if line.isprintable():
        return line
    return re.sub("[^ -~]", lambda match: match[0] if match[0].isprintable() else json.dumps(match[0])[1:-1], line)
