"""Writing a file, or a folder of some, whole or not at all."""

import errno
import os
import secrets
import shutil
import stat
from collections.abc import Mapping
from contextlib import ExitStack, suppress
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


def write_folder_atomically(path: str | os.PathLike[str], files: Mapping[str, bytes], *, force: bool) -> None:
    """Write files into a folder so that, whatever goes wrong, there are all of them or none, and never a part of one.

    A folder that is not there comes to be with the files in it. One that is there is written into with ``force`` only:
    the files take the place of those of the same names, with their permissions, and what else is in it stays.

    Raises BpetuiError if the folder exists and ``force`` is not given, or if it cannot be written.
    """
    path = Path(path)
    try:
        mode = _mode(path)
        if mode is None:
            _make_folder(path.resolve(), files)
        elif not stat.S_ISDIR(mode):
            raise BpetuiError(f"{visible(str(path))} is a file, and a folder is to be written; name another")
        elif force:
            _replace_all(path, files)
        else:
            raise FileExistsError
    except FileExistsError as error:
        raise BpetuiError(f"{visible(str(path))} already exists; use --force to write into it") from error
    except ValueError as error:
        raise BpetuiError(f"{visible(str(path))} cannot be the name of a folder") from error
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
    temporary = _beside(target)
    try:
        _write_new(temporary, data, permissions)
        if force:
            temporary.replace(target)
        else:
            _claim(temporary, target)
    finally:
        with suppress(OSError):
            temporary.unlink()


def _beside(target: Path) -> Path:
    """A name that nothing has; not one made from the target's, which may be as long as a name can be."""
    return target.with_name(f".bpetui-{secrets.token_hex(8)}")


def _write_new(path: Path, data: bytes, permissions: int = 0o666) -> None:
    # Opened by number, not by Path.open, since only so the permissions are right from the first moment.
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, permissions), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _make_folder(target: Path, files: Mapping[str, bytes]) -> None:
    temporary = _beside(target)
    try:
        temporary.mkdir()
        for name, data in files.items():
            _write_new(temporary / name, data)
        try:
            temporary.rename(target)  # which takes the place of no file, and of no folder but an empty one
        except OSError as error:
            if target.exists():  # it came to be meanwhile
                raise FileExistsError from error
            raise
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _replace_all(folder: Path, files: Mapping[str, bytes]) -> None:
    """Replace files once all new ones are written; where one cannot be replaced, those that were are put back."""
    with ExitStack() as tidying, ExitStack() as undoing:
        ready: list[tuple[Path, Path]] = []
        for name, data in files.items():
            target = (folder / name).resolve()  # what a symbolic link points to
            mode = _mode(target)
            if mode is not None and not stat.S_ISREG(mode):
                raise BpetuiError(f"{visible(str(folder / name))} is no file that can be written over; remove it")
            temporary = _beside(target)
            tidying.callback(temporary.unlink, missing_ok=True)
            _write_new(temporary, data, 0o666 if mode is None else stat.S_IMODE(mode))
            ready.append((temporary, target))
        for temporary, target in ready:
            _keep_old(target, undoing, tidying)
            temporary.replace(target)
        undoing.pop_all()


def _keep_old(target: Path, undoing: ExitStack, tidying: ExitStack) -> None:
    """Have a file put back by ``undoing``, if the file system has links to keep it by."""
    if _mode(target) is None:
        undoing.callback(target.unlink, missing_ok=True)
        return
    kept = _beside(target)
    with suppress(OSError):
        kept.hardlink_to(target)
        tidying.callback(kept.unlink, missing_ok=True)
        undoing.callback(kept.replace, target)


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
        return BpetuiError(f"{name} already exists; use --force to overwrite it")
    if isinstance(error, IsADirectoryError):
        return BpetuiError(f"{name} is a folder")
    if isinstance(error, FileNotFoundError):
        why = "no file can be made in its folder" if path.parent.is_dir() else "its folder does not exist"
        return BpetuiError(f"cannot write {name}: {why}")
    if isinstance(error, NotADirectoryError):
        return BpetuiError(f"cannot write {name}: its folder is a file")
    if isinstance(error, PermissionError):
        return BpetuiError(f"no permission to write {name}")
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return BpetuiError(f"cannot write {name}: no room is left on the disk")
    if error.errno == errno.ENAMETOOLONG:
        return BpetuiError(f"too long for the name of a file: {name}")
    return BpetuiError(f"cannot write {name}: {error.strerror or error}")
