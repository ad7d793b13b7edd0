"""Where a command writes to: looked at before the work that could not be written after it."""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from bpetui.core.errors import BpetuiError, UsageError
from bpetui.worker.messages import Source


def check_output(output: Path, sources: Iterable[Source], *, force: bool) -> None:
    """Refuse what cannot be written, and what must not be written over: what is read, and other files without force.

    Raises `BpetuiError`, and `UsageError` for what is read.
    """
    try:
        there = output.stat()
    except FileNotFoundError:
        there = None
    except ValueError as error:  # NUL, or a character that the file system's encoding lacks
        raise BpetuiError(f"{output} cannot be the name of a file") from error
    except OSError as error:
        raise BpetuiError(f"cannot write {output}: {error.strerror or error}") from error
    if there is not None:
        if any(_is_read(there, source) for source in sources):
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


def _is_read(there: os.stat_result, source: Source) -> bool:
    with suppress(OSError, ValueError):  # what is not there will be said when it is read
        read = source.path.stat() if source.path is not None else os.fstat(0)
        return stat.S_ISREG(read.st_mode) and os.path.samestat(there, read)
    return False
