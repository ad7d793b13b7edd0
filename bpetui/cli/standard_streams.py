"""The standard streams: results go to standard output, messages to standard error, both always in UTF-8."""

import io
import os
import re
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import BinaryIO

from bpetui.core.errors import BpetuiError
from bpetui.core.utf8 import visible


def prepare_streams() -> None:
    """Set both output streams to UTF-8 in any locale, so that every text can be written.

    Also drop a terminal size from the environment that no terminal has; the terminal itself is then asked.
    """
    for name in ("COLUMNS", "LINES"):
        if not re.fullmatch("0*[1-9][0-9]{0,3}", os.environ.get(name, "1")):
            del os.environ[name]
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # None if the stream was closed
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")


def print_message(message: str) -> None:
    """Write a line to standard error, after the name of the program, with control characters made visible."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(f"bpetui: {visible(message)}", file=sys.stderr, flush=True)


def write_output(result: str | bytes) -> None:
    """Write a result to standard output. Raises `BpetuiError` if that fails, BrokenPipeError if no one reads it."""
    with _standard_output() as output:
        output.write(result.encode() if isinstance(result, str) else result)


def write_text_output(text: str) -> None:
    """Write lines of text to standard output, unchanged; on a terminal, with control characters made visible.

    Raises the errors of `write_output`.
    """
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    write_output(visible(text, tab="\t", newline="\n") if is_terminal else text)


def flush_output() -> None:
    """Send what was written so far to standard output. Raises the errors of `write_output`."""
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
        reason = error.strerror or str(error)
        raise BpetuiError(f"cannot write to standard output: {reason}") from error


def discard_unwritable_output() -> None:
    """Empty the buffers of both streams, so that Python does not complain at exit about what cannot be written."""
    for stream in (sys.stdout, sys.stderr):
        if stream is not None:
            try:
                stream.flush()
            except OSError:
                null = os.open(os.devnull, os.O_WRONLY)
                os.dup2(null, stream.fileno())
                os.close(null)


@contextmanager
def interrupts_blocked() -> Iterator[None]:
    """Delay ctrl+c, so that a line is written whole or not at all."""
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
