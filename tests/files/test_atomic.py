"""A file is written completely or not at all, and never replaces another without ``force``."""

import errno
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.files.atomic import path_exists, write_atomically, write_folder_atomically


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def umask() -> Iterator[None]:
    before = os.umask(0o022)
    yield
    os.umask(before)


def refusal(path: Path | str, *, force: bool = False) -> str:
    """The error of a failed write, which leaves everything unchanged and no temporary file."""
    before = {file: file.read_bytes() for file in Path().iterdir() if file.is_file()}
    with pytest.raises(BpetuiError) as caught:
        write_atomically(path, b"new", force=force)
    assert {file: file.read_bytes() for file in Path().iterdir() if file.is_file()} == before
    return str(caught.value)


def names(folder: str = ".") -> list[str]:
    return [path.name for path in Path(folder).iterdir()]


def permissions(path: str) -> int:
    return Path(path).stat().st_mode & 0o777


# What is written


@pytest.mark.parametrize("force", [False, True])
@pytest.mark.parametrize("data", [b"", b"\0\r\n\xff", b"a" * 1_000_000])
def test_a_new_file_has_the_bytes_and_no_other_file_remains(data: bytes, force: bool) -> None:
    write_atomically("out.model", data, force=force)
    assert Path("out.model").read_bytes() == data
    assert names() == ["out.model"]


def test_an_existing_file_is_replaced_only_with_force() -> None:
    Path("out.model").write_bytes(b"old")
    assert refusal("out.model") == "out.model already exists; use --force to overwrite it"
    write_atomically("out.model", b"new", force=True)
    assert Path("out.model").read_bytes() == b"new"
    assert names() == ["out.model"]


def test_the_permissions_are_those_of_the_umask() -> None:
    os.umask(0o027)
    write_atomically("out.model", b"new", force=False)
    assert permissions("out.model") == 0o640


def test_a_private_file_stays_private() -> None:
    Path("out.model").touch(mode=0o600)
    write_atomically("out.model", b"new", force=True)
    assert permissions("out.model") == 0o600


def test_a_name_of_maximum_length_is_written() -> None:
    write_atomically("a" * 255, b"new", force=False)
    assert names() == ["a" * 255]


def test_a_link_stays_and_its_target_is_written() -> None:
    Path("folder").mkdir()
    Path("folder/real").write_bytes(b"old")
    Path("link").symlink_to("folder/real")
    assert refusal("link").startswith("link already exists")
    write_atomically("link", b"new", force=True)
    assert Path("link").is_symlink()
    assert Path("folder/real").read_bytes() == b"new"
    assert names("folder") == ["real"]


def test_a_dangling_link_creates_its_target() -> None:
    Path("link").symlink_to("real")
    write_atomically("link", b"new", force=False)
    assert Path("link").is_symlink()
    assert Path("real").read_bytes() == b"new"


def test_a_file_is_created_without_support_for_hard_links(monkeypatch: pytest.MonkeyPatch) -> None:
    def unsupported(target: Path, link: Path) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", unsupported)
    write_atomically("out.model", b"new", force=False)
    assert Path("out.model").read_bytes() == b"new"
    assert names() == ["out.model"]


@pytest.mark.parametrize("links", [True, False])
def test_a_file_created_in_the_meantime_is_not_replaced(monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    fsync = os.fsync

    def meanwhile(descriptor: int) -> None:
        fsync(descriptor)
        Path("out.model").write_bytes(b"of another")

    def unsupported(target: Path, link: Path) -> None:
        raise OSError(errno.EOPNOTSUPP, "Operation not supported")

    monkeypatch.setattr(os, "fsync", meanwhile)
    if not links:
        monkeypatch.setattr(Path, "hardlink_to", unsupported)
    with pytest.raises(BpetuiError, match="already exists"):
        write_atomically("out.model", b"new", force=False)
    assert Path("out.model").read_bytes() == b"of another"
    assert names() == ["out.model"]


# What is not a regular file


def test_a_device_is_written_to() -> None:
    write_atomically("/dev/null", b"new", force=False)
    assert Path("/dev/null").is_char_device()


def test_a_pipe_is_written_to() -> None:
    os.mkfifo("pipe")
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(Path("pipe").read_bytes()))
    reader.start()
    write_atomically("pipe", b"new", force=False)
    reader.join()
    assert received == [b"new"]
    assert Path("pipe").is_fifo()


WRITE_TO_STANDARD_OUTPUT = """
from bpetui.files.atomic import write_atomically
write_atomically("/dev/stdout", b"new", force=False)
"""


def test_standard_output_is_written_to_whatever_its_type() -> None:
    program = [sys.executable, "-c", WRITE_TO_STANDARD_OUTPUT]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    assert subprocess.run(program, env=environment, capture_output=True, check=True).stdout == b"new"
    with Path("out").open("wb") as file:
        subprocess.run(program, env=environment, stdout=file, check=True)
    assert Path("out").read_bytes() == b"new"
    with Path("out").open("rb+") as file:  # as `1<> out`, which begins at the start
        subprocess.run(program, env=environment, stdout=file, check=True)
    assert Path("out").read_bytes() == b"newnew"


@pytest.mark.parametrize("name", ["/dev/fd/{}", "/proc/self/fd/{}"])
@pytest.mark.parametrize("force", [False, True])
def test_an_open_file_is_appended_to_and_never_replaced(name: str, force: bool) -> None:
    Path("out").write_bytes(b"old, and longer")
    before = Path("out").stat().st_ino
    with Path("out").open("rb+") as file:
        path = name.format(file.fileno())
        if not Path(path).exists():
            pytest.skip(f"there is no {path}")
        write_atomically(path, b"new", force=force)
        write_atomically(path, b"er", force=force)
    assert Path("out").read_bytes() == b"old, and longernewer"
    assert (Path("out").stat().st_ino, names()) == (before, ["out"])


def test_standard_error_is_appended_to() -> None:
    program = "from bpetui.files.atomic import write_atomically as w; w('/dev/stderr', b'new', force=True)"
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    Path("out").write_bytes(b"old")
    with Path("out").open("ab") as file:
        subprocess.run([sys.executable, "-c", program], env=environment, stderr=file, check=True)
    assert Path("out").read_bytes() == b"oldnew"


# What cannot be written


@pytest.mark.parametrize("force", [False, True])
def test_a_folder_is_not_replaced_by_a_file(force: bool) -> None:
    Path("folder").mkdir()
    assert refusal("folder", force=force) == "folder is a folder, not a file"
    assert refusal("", force=force) == ". is a folder, not a file"


@pytest.mark.parametrize("force", [False, True])
def test_a_missing_folder_is_an_error(force: bool) -> None:
    assert refusal("no/out.model", force=force) == "cannot write no/out.model: its folder does not exist"


def test_a_link_into_a_missing_folder_is_an_error() -> None:
    Path("link").symlink_to("no/real")
    assert refusal("link") == "cannot write link: its folder does not accept new files"


def test_a_file_in_place_of_the_folder_is_an_error() -> None:
    Path("file").touch()
    assert refusal("file/out.model") == "cannot write file/out.model: its folder is a file"


def test_a_folder_without_write_permission_is_an_error(
    common_folder: Callable[[], AbstractContextManager[None]],
) -> None:
    with common_folder():
        Path("folder").mkdir(mode=0o500)
        assert refusal("folder/out.model") == "no permission to write folder/out.model"


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (errno.EACCES, "no permission to write out.model"),
        (errno.ENOSPC, "cannot write out.model: the disk is full"),
        (errno.EDQUOT, "cannot write out.model: the disk is full"),
        (errno.EIO, "cannot write out.model: Input/output error"),
    ],
)
@pytest.mark.parametrize("exists", [False, True])
def test_a_failed_write_is_an_error(monkeypatch: pytest.MonkeyPatch, exists: bool, error: int, sentence: str) -> None:
    def failing(descriptor: int) -> None:
        raise OSError(error, os.strerror(error))

    monkeypatch.setattr(os, "fsync", failing)
    if exists:
        Path("out.model").write_bytes(b"old")
    assert refusal("out.model", force=exists) == sentence


def test_a_failed_rename_leaves_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def failing(path: Path, target: Path) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(Path, "hardlink_to", failing)
    monkeypatch.setattr(Path, "replace", failing)
    assert refusal("out.model") == "cannot write out.model: Input/output error"
    assert refusal("out.model", force=True) == "cannot write out.model: Input/output error"


def test_a_full_device_is_an_error() -> None:
    assert refusal("/dev/full") == "cannot write /dev/full: the disk is full"


def test_an_interruption_leaves_no_file(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_atomically("out.model", b"new", force=False)
    assert names() == []


def test_an_invalid_file_name_is_an_error() -> None:
    assert refusal("a\0b") == "a␀b is not a valid file name"
    assert refusal("a\ud800b") == "aU+D800b is not a valid file name"
    assert refusal("a" * 256) == "the file name is too long: " + "a" * 256


def test_circular_links_are_not_replaced() -> None:
    Path("link").symlink_to("link")
    assert refusal("link", force=True).startswith("cannot write link: Too many levels of symbolic links")
    assert Path("link").is_symlink()


def test_names_are_made_visible() -> None:
    assert refusal("no/\x1b[31m") == "cannot write no/␛[31m: its folder does not exist"


# Folders

FILES = {"vocab.json": b"{}", "merges.txt": b"new"}


def held(folder: str) -> dict[str, bytes]:
    """The files of a folder with their contents."""
    return {path.name: path.read_bytes() for path in Path(folder).iterdir()}


def folder_refusal(path: str, *, force: bool = False) -> str:
    """The error of a failed write of a folder, which leaves everything unchanged and no temporary file."""
    before = {file: file.read_bytes() for file in Path().rglob("*") if file.is_file()}
    with pytest.raises(BpetuiError) as caught:
        write_folder_atomically(path, FILES, force=force)
    assert {file: file.read_bytes() for file in Path().rglob("*") if file.is_file()} == before
    return str(caught.value)


@pytest.mark.parametrize("force", [False, True])
def test_a_new_folder_has_the_files_and_no_other_file_remains(force: bool) -> None:
    os.umask(0o027)
    write_folder_atomically("out", FILES, force=force)
    assert held("out") == FILES
    assert names() == ["out"]
    assert (permissions("out"), permissions("out/vocab.json")) == (0o750, 0o640)


def test_an_existing_folder_is_written_into_only_with_force() -> None:
    Path("out").mkdir()
    Path("out/vocab.json").write_bytes(b"old")
    Path("out/vocab.json").chmod(0o600)
    Path("out/notes").write_bytes(b"kept")
    assert folder_refusal("out") == "out already exists; use --force to write into it"
    write_folder_atomically("out", FILES, force=True)
    assert held("out") == {**FILES, "notes": b"kept"}
    assert permissions("out/vocab.json") == 0o600
    Path("empty").mkdir()
    assert folder_refusal("empty") == "empty already exists; use --force to write into it"


def test_links_to_a_folder_and_in_it_stay() -> None:
    Path("real").mkdir()
    Path("elsewhere").write_bytes(b"old")
    Path("real/vocab.json").symlink_to("../elsewhere")
    Path("link").symlink_to("real")
    Path("new").symlink_to("made")
    write_folder_atomically("link", FILES, force=True)
    assert Path("elsewhere").read_bytes() == FILES["vocab.json"]
    assert Path("real/vocab.json").is_symlink()
    write_folder_atomically("new", FILES, force=False)
    assert held("made") == FILES


@pytest.mark.parametrize("force", [False, True])
def test_a_path_that_cannot_be_a_folder_is_an_error(force: bool) -> None:
    Path("file").touch()
    Path("circle").symlink_to("circle")
    for path, sentence in {
        "file": "file is a file, not a folder; name another folder",
        "no/out": "cannot write no/out: its folder does not exist",
        "file/out": "cannot write file/out: its folder is a file",
        "circle": "cannot write circle: Too many levels of symbolic links",
        "a\0b": "a␀b is not a valid folder name",
        "a" * 256: "the file name is too long: " + "a" * 256,
    }.items():
        assert folder_refusal(path, force=force) == sentence


def test_a_folder_with_the_name_of_a_file_is_not_replaced() -> None:
    Path("out/merges.txt").mkdir(parents=True)
    assert folder_refusal("out", force=True) == "out/merges.txt is not a regular file; remove it"


def test_a_folder_without_permission_is_an_error(common_folder: Callable[[], AbstractContextManager[None]]) -> None:
    with common_folder():
        Path("folder").mkdir(mode=0o500)
        assert folder_refusal("folder/out") == "no permission to write folder/out"
        assert folder_refusal("folder", force=True) == "no permission to write folder"


@pytest.mark.parametrize("is_there", [False, True])
@pytest.mark.parametrize("number", range(2))
def test_a_failed_write_leaves_the_folder_unchanged(
    monkeypatch: pytest.MonkeyPatch, is_there: bool, number: int
) -> None:
    if is_there:
        Path("out").mkdir()
        Path("out/vocab.json").write_bytes(b"old")
    written = iter(range(2))

    def failing(descriptor: int) -> None:
        if next(written) == number:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", failing)
    assert folder_refusal("out", force=is_there) == "cannot write out: the disk is full"
    assert names() == (["out"] if is_there else [])
    assert names("out") == ["vocab.json"] if is_there else True


@pytest.mark.parametrize(
    "old", [{}, {"vocab.json": b"old"}, {"merges.txt": b"old"}, {"vocab.json": b"old", "merges.txt": b""}]
)
def test_replaced_files_are_restored_if_a_later_one_cannot_be_replaced(
    monkeypatch: pytest.MonkeyPatch, old: dict[str, bytes]
) -> None:
    Path("out").mkdir()
    for name, data in old.items():
        Path("out", name).write_bytes(data)
    replace, faults = Path.replace, [OSError(errno.EIO, "Input/output error")]

    def failing_once(path: Path, target: Path) -> Path:
        if target.name == "merges.txt" and faults:
            raise faults.pop()
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", failing_once)
    assert folder_refusal("out", force=True) == "cannot write out: Input/output error"
    assert held("out") == old


def test_files_of_a_folder_are_replaced_without_support_for_hard_links(monkeypatch: pytest.MonkeyPatch) -> None:
    def unsupported(target: Path, link: Path) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    monkeypatch.setattr(Path, "hardlink_to", unsupported)
    Path("out").mkdir()
    Path("out/vocab.json").write_bytes(b"old")
    write_folder_atomically("out", FILES, force=True)
    assert held("out") == FILES


def test_an_interruption_leaves_no_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(descriptor: int) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "fsync", interrupted)
    with pytest.raises(KeyboardInterrupt):
        write_folder_atomically("out", FILES, force=False)
    assert names() == []


@pytest.mark.parametrize("is_file", [False, True])
def test_a_path_created_in_the_meantime_is_not_replaced_by_a_folder(
    monkeypatch: pytest.MonkeyPatch, is_file: bool
) -> None:
    fsync = os.fsync

    def meanwhile(descriptor: int) -> None:
        fsync(descriptor)
        if is_file:
            Path("out").write_bytes(b"of another")
        else:
            Path("out").mkdir(exist_ok=True)
            Path("out/notes").write_bytes(b"of another")

    monkeypatch.setattr(os, "fsync", meanwhile)
    with pytest.raises(BpetuiError, match="out already exists"):
        write_folder_atomically("out", FILES, force=False)
    assert names() == ["out"]
    if not is_file:
        assert names("out") == ["notes"]


def test_a_path_that_cannot_be_one_does_not_exist(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert path_exists(tmp_path)
    assert path_exists(tmp_path / "file")
    assert not any(map(path_exists, (tmp_path / "none", tmp_path / ("x" * 5000), Path("a\0b"))))
