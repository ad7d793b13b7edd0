"""Write a file or a folder of files completely or not at all."""

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

# These paths are files that the program already has open. Such a file (`> out`) is appended to, not replaced.
_HELD_OPEN = ("/dev/stdout", "/dev/stderr", "/dev/fd/", "/proc/self/fd/")


def path_exists(path: Path) -> bool:
    """Whether the path is a file or a folder; False for a path that cannot be one."""
    try:
        return path.exists()
    except (OSError, ValueError):
        return False


def write_atomically(path: str | os.PathLike[str], data: bytes, *, force: bool) -> None:
    """Write a file so that, whatever happens, the path has the old file, the new file, or none, never part of one.

    Without ``force`` no file is ever replaced, not even one that is created in the meantime. The target of a symbolic
    link is written, and the link stays. A new file has the permissions that the umask allows; a replaced file grants
    no more than before. A device or a pipe is written to directly.

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
            # The temporary file is beside the target of a link: only there a rename is always possible.
            _replace(path.resolve(), data, 0o666 if mode is None else stat.S_IMODE(mode), force=force)
    except ValueError as error:  # NUL, or a character that the file system's encoding lacks
        raise BpetuiError(f"{visible(str(path))} is not a valid file name") from error
    except OSError as error:
        raise _unwritable(path, error) from error


def write_folder_atomically(path: str | os.PathLike[str], files: Mapping[str, bytes], *, force: bool) -> None:
    """Write files into a folder so that, whatever goes wrong, it has all of them or none, never part of one.

    A new folder appears with the files in it. Only with ``force`` are files written into an existing folder: they
    replace the files of the same names and keep their permissions; other files stay.

    Raises BpetuiError if the folder exists and ``force`` is not given, or if it cannot be written.
    """
    path = Path(path)
    try:
        mode = _mode(path)
        if mode is None:
            _make_folder(path.resolve(), files)
        elif not stat.S_ISDIR(mode):
            raise BpetuiError(f"{visible(str(path))} is a file, not a folder; name another folder")
        elif force:
            _replace_all(path, files)
        else:
            raise FileExistsError
    except FileExistsError as error:
        raise BpetuiError(f"{visible(str(path))} already exists; use --force to write into it") from error
    except ValueError as error:
        raise BpetuiError(f"{visible(str(path))} is not a valid folder name") from error
    except OSError as error:
        raise _unwritable(path, error) from error


def _mode(path: Path) -> int | None:
    """Return the type and permissions of a path, None if nothing exists there or at the target of a symbolic link."""
    try:
        return path.stat().st_mode
    except FileNotFoundError:
        return None


def _append(path: Path, data: bytes) -> None:
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND), "wb") as file:
        file.write(data)


def _replace(target: Path, data: bytes, permissions: int, *, force: bool) -> None:
    temporary = _unused_path(target)
    try:
        _write_new(temporary, data, permissions)
        if force:
            temporary.replace(target)
        else:
            _claim(temporary, target)
    finally:
        with suppress(OSError):
            temporary.unlink()


def _unused_path(target: Path) -> Path:
    """Return an unused path in the folder of the target; its name may be too long to derive one from it."""
    return target.with_name(f".bpetui-{secrets.token_hex(8)}")


def _write_new(path: Path, data: bytes, permissions: int = 0o666) -> None:
    # os.open and not Path.open: the permissions are right from the first moment.
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, permissions), "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())


def _make_folder(target: Path, files: Mapping[str, bytes]) -> None:
    temporary = _unused_path(target)
    try:
        temporary.mkdir()
        for name, data in files.items():
            _write_new(temporary / name, data)
        try:
            temporary.rename(target)  # replaces no file, and no folder except an empty one
        except OSError as error:
            if target.exists():  # created in the meantime
                raise FileExistsError from error
            raise
    finally:
        shutil.rmtree(temporary, ignore_errors=True)


def _replace_all(folder: Path, files: Mapping[str, bytes]) -> None:
    """Write all new files, then replace the old ones; if one cannot be replaced, restore those that were."""
    with ExitStack() as cleanup, ExitStack() as restoration:
        ready: list[tuple[Path, Path]] = []
        for name, data in files.items():
            target = (folder / name).resolve()  # the target of a symbolic link
            mode = _mode(target)
            if mode is not None and not stat.S_ISREG(mode):
                raise BpetuiError(f"{visible(str(folder / name))} is not a regular file; remove it")
            temporary = _unused_path(target)
            cleanup.callback(temporary.unlink, missing_ok=True)
            _write_new(temporary, data, 0o666 if mode is None else stat.S_IMODE(mode))
            ready.append((temporary, target))
        for temporary, target in ready:
            _keep_old(target, restoration, cleanup)
            temporary.replace(target)
        restoration.pop_all()


def _keep_old(target: Path, restoration: ExitStack, cleanup: ExitStack) -> None:
    """Let ``restoration`` restore a file, if the file system has hard links to keep it with."""
    if _mode(target) is None:
        restoration.callback(target.unlink, missing_ok=True)
        return
    kept = _unused_path(target)
    with suppress(OSError):
        kept.hardlink_to(target)
        cleanup.callback(kept.unlink, missing_ok=True)
        restoration.callback(kept.replace, target)


def _claim(temporary: Path, target: Path) -> None:
    """Give the file its name if that is unused: unlike a rename, a hard link never replaces a file."""
    try:
        target.hardlink_to(temporary)
    except FileExistsError:
        raise
    except OSError:
        # A file system without hard links (FAT, some network shares): create the file, then replace it.
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
        return BpetuiError(f"{name} is a folder, not a file")
    if isinstance(error, FileNotFoundError):
        why = "its folder does not accept new files" if path.parent.is_dir() else "its folder does not exist"
        return BpetuiError(f"cannot write {name}: {why}")
    if isinstance(error, NotADirectoryError):
        return BpetuiError(f"cannot write {name}: its folder is a file")
    if isinstance(error, PermissionError):
        return BpetuiError(f"no permission to write {name}")
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return BpetuiError(f"cannot write {name}: the disk is full")
    if error.errno == errno.ENAMETOOLONG:
        return BpetuiError(f"the file name is too long: {name}")
    return BpetuiError(f"cannot write {name}: {error.strerror or error}")
