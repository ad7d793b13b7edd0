"""Read text files and standard input completely, decode them strictly, and keep them unchanged."""

from __future__ import annotations

import codecs
import errno
import os
import stat
from collections.abc import Generator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from select import select

from bpetui.core.errors import BpetuiError, UsageError
from bpetui.core.notes import Note
from bpetui.core.progress import ReportProgress
from bpetui.core.utf8 import visible, without_surrogates
from bpetui.files.encoding_guess import likely_encoding
from bpetui.files.signatures import SIGNATURE_BYTES, check_signature, check_text_signature

_CHUNK = 1 << 20

_PIPE_WAIT = 0.1
"""Seconds to wait for more data from a pipe."""

_LONGEST_CHARACTER = 8
"""The largest number of bytes that an encoding needs for a character, its escape sequence included."""

BOM_NOTE = Note("{name} begins with a BOM")


class EncodingError(BpetuiError):
    """A text is not valid in the encoding in which it was read.

    ``problem`` is a sentence that says what is wrong, and where. ``likely`` is the encoding that the text seems to
    have; empty if there is no guess. The error's text adds what to do on the command line.
    """

    def __init__(self, problem: str, likely: str) -> None:
        if likely:
            super().__init__(f"{problem}; it looks like {likely}: read it with --encoding {likely}")
        else:
            super().__init__(f"{problem}; repair the file, or use --encoding to name its encoding")
        self.problem = problem
        self.likely = likely

    def __reduce__(self) -> tuple[type[EncodingError], tuple[str, str]]:
        return type(self), (self.problem, self.likely)


@dataclass(frozen=True)
class TextFile:
    """A text, and notes on it for the user.

    ``name`` is the last part of the path, unchanged (it may contain control characters). ``data`` is the text in UTF-8,
    with its line ends and its BOM. ``notes`` are on what is unusual in it.
    """

    name: str
    data: bytes
    notes: tuple[Note, ...] = ()

    @property
    def text(self) -> str:
        """The decoded text; it contains no lone surrogates."""
        return self.data.decode()


def read_text(
    path: str | os.PathLike[str], encoding: str = "utf-8", progress: ReportProgress | None = None
) -> TextFile:
    """Read and decode a text file, or a pipe to its end.

    Raises BpetuiError if there is no such file or it cannot be read, EncodingError if it is not text in this encoding,
    and UsageError if there is no such encoding.
    """
    check_encoding(encoding)
    return TextFile(Path(path).name, *_decoded(read_bytes(path, progress), str(path), encoding))


def read_bytes(path: str | os.PathLike[str], progress: ReportProgress | None = None) -> bytes:
    """Read the bytes of a file, or of a pipe to its end.

    Raises BpetuiError if there is no such file, it cannot be read, or its first bytes show another type of file.
    """
    path = Path(path)
    size = size_of(path)
    data = bytearray()
    with closing(read_parts(path)) as parts:
        for part in parts:
            if len(data) < SIGNATURE_BYTES:
                check_signature(bytes(data[:SIGNATURE_BYTES]) + part[:SIGNATURE_BYTES], str(path))
            data += part
            if progress is not None:
                progress(len(data), size)
    return bytes(data)


def decode(data: bytes, name: str, encoding: str = "utf-8") -> TextFile:
    """Decode data from elsewhere, such as standard input; ``name`` is its name in errors.

    Raises EncodingError if the bytes are not text in this encoding, and UsageError if there is no such encoding.
    """
    check_encoding(encoding)
    return TextFile(name, *_decoded(data, name, encoding))


def read_beginning(path: Path) -> None:
    """Read only the first bytes of a file. Raises BpetuiError as `read_bytes` does."""
    with closing(read_parts(path)) as parts:
        check_signature(next(parts, b""), str(path))


def size_of(path: Path) -> int:
    """Return the size of a file in bytes, 0 for a pipe. Raises BpetuiError if it is neither or does not exist.

    Call this before the file is opened, because opening a device can have effects.
    """
    try:
        status = path.stat()
    except ValueError as error:  # NUL, or a character that the file system's encoding lacks
        raise BpetuiError(f"{visible(str(path))} is not a valid file name") from error
    except OSError as error:
        raise _unreadable(path, error) from error
    if stat.S_ISDIR(status.st_mode):
        raise BpetuiError(f"{visible(str(path))} is a folder, not a text file")
    if not stat.S_ISREG(status.st_mode) and not stat.S_ISFIFO(status.st_mode):
        raise BpetuiError(f"{visible(str(path))} is a device or a socket, not a file")
    return status.st_size


def read_parts(path: Path) -> Generator[bytes, None, None]:
    """Yield the bytes of a file or a pipe, part by part. Raises BpetuiError if it cannot be read.

    A part is empty if a pipe has no data for a while, so that the caller can stop. This is a generator, so that its
    errors cannot be confused with those of a progress callback.
    """
    try:
        with path.open("rb", buffering=0) as file:
            is_pipe = stat.S_ISFIFO(os.fstat(file.fileno()).st_mode)
            while True:
                if is_pipe and not select([file], [], [], _PIPE_WAIT)[0]:
                    yield b""
                elif chunk := file.read(_CHUNK):
                    yield chunk
                else:
                    break
    except OSError as error:
        raise _unreadable(path, error) from error


def _unreadable(path: Path, error: OSError) -> BpetuiError:
    name = visible(str(path))
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return BpetuiError(f"there is no file {name}")
    if isinstance(error, PermissionError):
        return BpetuiError(f"no permission to read {name}")
    if error.errno == errno.ENAMETOOLONG:
        return BpetuiError(f"the file name is too long: {name}")
    return BpetuiError(f"cannot read {name}: {error.strerror or error}")


def check_encoding(encoding: str) -> None:
    """Raise UsageError if there is no such encoding of text."""
    advice = "try utf-8, utf-16, cp1252, gb18030 or shift_jis"
    if not encoding:
        raise UsageError(f"the name of the text encoding is empty; {advice}")
    try:
        # Not empty, or Python would ignore the encoding. Unlike codecs.lookup, this rejects hex, rot13 and zlib.
        b"  ".decode(encoding)
        known = True
    except UnicodeDecodeError:
        known = True  # the encoding exists, even if two spaces are not valid in it
    except (LookupError, ValueError):
        known = False
    # Python regards two forms of host names as text encodings.
    if not known or codecs.lookup(encoding).name in {"idna", "punycode"}:
        raise UsageError(f"unknown text encoding {visible(encoding)}; {advice}")


def _decoded(data: bytes, name: str, encoding: str) -> tuple[bytes, tuple[Note, ...]]:
    """Return the text in UTF-8, and notes on it."""
    check_text_signature(data[:SIGNATURE_BYTES], name)
    notes = []
    try:
        if codecs.lookup(encoding).name == "utf-8":
            if not _is_utf8(data):
                data.decode()  # raises an error with the place
        else:
            text, surrogates = without_surrogates(data.decode(encoding))
            data = text.encode()
            if surrogates:
                notes.append(
                    Note.plural(
                        surrogates,
                        "{name} contained {n} lone surrogate, replaced by U+FFFD",
                        "{name} contained {n} lone surrogates, replaced by U+FFFD",
                    )
                )
    except UnicodeDecodeError as error:
        raise _undecodable(data, name, encoding, error) from error
    if data.startswith(codecs.BOM_UTF8):
        notes.insert(0, BOM_NOTE)
    return data, tuple(notes)


def _is_utf8(data: bytes) -> bool:
    """Whether data is UTF-8; checked in parts, because the whole text could take four times the memory of its bytes."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    try:
        for at in range(0, len(data), _CHUNK):
            decoder.decode(data[at : at + _CHUNK], final=at + _CHUNK >= len(data))
    except UnicodeDecodeError:
        return False
    return True


def _undecodable(data: bytes, name: str, encoding: str, error: UnicodeDecodeError) -> EncodingError:
    # The object is shorter than the data if the codec removes the BOM first (utf-8-sig).
    offset = len(data) - len(error.object) + error.start
    line = data[:offset].decode(encoding, "replace").count("\n") + 1
    if codecs.lookup(encoding).name == "utf-8":
        likely = likely_encoding(data, offset)
    else:
        likely = "utf-8" if _is_utf8(data) else ""
    return encoding_error(name, encoding, data[offset:], offset, line, likely)


def encoding_error(name: str, encoding: str, rest: bytes, offset: int, line: int, likely: str) -> EncodingError:
    """Return the error for a text that is valid in its encoding only up to ``offset``, in ``line``.

    ``rest`` is the text from there on; a part of it is enough. ``likely`` is the encoding that the text seems to have;
    empty if there is no guess.
    """
    what = "UTF-8" if codecs.lookup(encoding).name == "utf-8" else visible(encoding)
    place = f"byte 0x{rest[0]:02x} at offset {offset} (line {line})"
    if not likely and _is_cut_off(rest, encoding):
        return EncodingError(f"{visible(name)} ends in the middle of a {what} character: {place}", "")
    return EncodingError(f"{visible(name)} is not {what}: {place}", likely)


def _is_cut_off(rest: bytes, encoding: str) -> bool:
    """Whether the bytes from the first invalid one on would be valid if more followed."""
    try:
        codecs.getincrementaldecoder(encoding)().decode(rest[:_LONGEST_CHARACTER])
    except UnicodeDecodeError:
        return False
    return len(rest) < _LONGEST_CHARACTER
