"""Writing a file whole or not at all."""

import errno
import os
import secrets
import stat
from contextlib import suppress
from pathlib import Path

from bpetui.core.errors import BpetuiError
from bpetui.core.utf8 import visible

# These name what the program already holds open. Where that is a file (`> out`), it is added to, not replaced.
_HELD_OPEN = ("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/self/fd/")


def write_atomically(path: str | os.PathLike[str], data: bytes, *, force: bool) -> None:
    """Write a file so that, whatever happens, there is the old one, the new one, or none, and never a part.

    Without ``force`` it never takes the place of a file, not even of one that comes to be meanwhile. A symbolic link
    stays, and what it points to is written. A new file has the permissions that the umask grants, one that is replaced
    grants no more than before. What is no regular file (a device, a pipe) is written to as it stands.

    Raises BpetuiError if the file exists and ``force`` is not given, or if it cannot be written.
    """
    path = Path(path)
    try:
        mode = _mode(path)
        if mode is not None and (not stat.S_ISREG(mode) or str(path).startswith(_HELD_OPEN)):
            _append(path, data)
        elif mode is not None and not force:
            raise FileExistsError
        else:
            # The file beside the target of a link, for only there a rename is sure to be possible.
            _replace(path.resolve(), data, 0o666 if mode is None else stat.S_IMODE(mode), force=force)
    except ValueError as error:  # NUL, or a character that the file system's encoding lacks
        raise BpetuiError(f"{visible(str(path))} cannot be the name of a file") from error
    except OSError as error:
        raise _unwritable(path, error) from error


def _mode(path: Path) -> int | None:
    """Type and permissions of what stands there, None if there is nothing (also at the end of a symbolic link)."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _append(path: Path, data: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND), "wb") as file:
        file.write(data)


def _replace(target: Path, data: bytes, permissions: int, *, force: bool) -> None:
    # A name of its own, not one made from the target's, which may be as long as a name can be.
    temporary = target.with_name(f".bpetui-{secrets.token_hex(8)}")
    # Opened by number, not by Path.open, since only so the permissions are right from the first moment.
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, permissions)
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        if force:
            temporary.replace(target)
        else:
            _claim(temporary, target)
    finally:
        with suppress(OSError):
            temporary.unlink()


def _claim(temporary: Path, target: Path) -> None:
    """Give the file its name if nothing has it: unlike a rename, a link never takes the place of a file."""
    try:
        target.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:
        # A file system without links (FAT, some network shares): take the name, then replace what is now ours.
        target.touch(exist_ok=False)
        try:
            temporary.replace(target)
        except OSError:
            target.unlink()
            raise


def _unwritable(path: Path, error: OSError) -> BpetuiError:
    name = visible(str(path))
    if isinstance(error, FileExistsError):
        return BpetuiError(f"{name} exists already; write over it with --force")
    if isinstance(error, IsADirectoryError):
        return BpetuiError(f"{name} is a folder")
    if isinstance(error, FileNotFoundError):
        return BpetuiError(f"cannot write {name}: its folder does not exist")
    if isinstance(error, NotADirectoryError):
        return BpetuiError(f"cannot write {name}: its folder is a file")
    if isinstance(error, PermissionError):
        return BpetuiError(f"no permission to write {name}")
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return BpetuiError(f"cannot write {name}: no room is left on the disk")
    if error.errno == errno.ENAMETOOLONG:
        return BpetuiError(f"too long for the name of a file: {name}")
    return BpetuiError(f"cannot write {name}: {error.strerror or error}")
