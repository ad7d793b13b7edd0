"""Where a command writes to: looked at before the work that could not be written after it."""

import os
import stat
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from bpetui.core.errors import BpetuiError, UsageError
from bpetui.worker.messages import Source


def check_output(output: Path, sources: Iterable[Source], *, force: bool, what: str = "the corpus") -> None:
    """Refuse what cannot be written, and what must not be written over: what is read, and other files without force.

    ``what`` is what the sources are. Raises `BpetuiError`, and `UsageError` for what is read.
    """
    there = _status(output)
    if there is not None:
        if any(_is_read(there, source) for source in sources):
            raise UsageError(f"{output} is {what} itself; name another file to write to")
        if stat.S_ISDIR(there.st_mode):
            raise BpetuiError(f"{output} is a folder; name a file in it")
        if not stat.S_ISREG(there.st_mode):  # a device or a pipe, which is written to as it stands
            return
        if not force:
            raise BpetuiError(f"{output} already exists; use --force to overwrite it")
    _check_folder_of(output)


def check_folder(
    output: Path, names: Iterable[str], sources: Iterable[Source], *, force: bool, what: str = "the corpus"
) -> None:
    """Refuse a folder in which files of these names cannot be written or must not be written over, as above."""
    there = _status(output)
    if there is None:
        _check_folder_of(output)
        return
    if not stat.S_ISDIR(there.st_mode):
        raise BpetuiError(f"{output} is a file, not a folder; name another folder")
    written = [status for name in names if (status := _status(output / name)) is not None]
    if any(_is_read(status, source) for source in sources for status in written):
        raise UsageError(f"{output} holds {what} itself; name another folder to write to")
    if not force:
        raise BpetuiError(f"{output} already exists; use --force to write into it")
    _check_writable(output, output)


def _status(output: Path) -> os.stat_result | None:
    """What stands there, None if there is nothing yet."""
    try:
        return output.stat()
    except FileNotFoundError:
        return None
    except ValueError as error:  # NUL, or a character that the file system's encoding lacks
        raise BpetuiError(f"{output} is not a valid file name") from error
    except PermissionError as error:
        raise BpetuiError(f"no permission to write {output}") from error
    except OSError as error:
        raise BpetuiError(f"cannot write {output}: {error.strerror or error}") from error


def _check_folder_of(output: Path) -> None:
    folder = output.resolve().parent  # beside what a symbolic link points to
    if not folder.is_dir():
        raise BpetuiError(f"cannot write {output}: its folder does not exist")
    _check_writable(folder, output)


def _check_writable(folder: Path, output: Path) -> None:
    if not os.access(folder, os.W_OK | os.X_OK):
        raise BpetuiError(f"no permission to write {output}")


def _is_read(there: os.stat_result, source: Source) -> bool:
    with suppress(OSError, ValueError):  # what is not there will be said when it is read
        read = source.path.stat() if source.path is not None else os.fstat(0)
        return stat.S_ISREG(read.st_mode) and os.path.samestat(there, read)
    return False
