"""Messages over a pipe: each is a mark, the length of a pickle, and the pickle.

Both ends are processes of this program and no other process holds the pipe, so it is safe to unpickle what arrives.
"""

from __future__ import annotations

import pickle
import struct
from typing import BinaryIO

_HEADER = struct.Struct(">4sQ")  # the mark, and the length of the pickle in bytes
_MARK = b"bpe\n"


class NotAMessageError(Exception):
    """The bytes on the pipe are not a message; nothing after them can be read either."""


def write(stream: BinaryIO, message: object) -> None:
    """Send a message; wait while the pipe is full. Raises OSError when the other end is closed."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    stream.write(_HEADER.pack(_MARK, len(data)) + data)
    stream.flush()


def read(stream: BinaryIO) -> object:
    """Wait for the next message on a buffered stream.

    Raises EOFError when the other end closes the pipe, even in the middle of a message, and `NotAMessageError`.
    """
    mark, length = _HEADER.unpack(_exactly(stream, _HEADER.size))
    if mark != _MARK:
        raise NotAMessageError(f"expected the mark of a message, found {mark!r}")
    data = _exactly(stream, length)
    try:
        return pickle.loads(data)
    except Exception as error:  # a damaged pickle can raise any exception
        raise NotAMessageError(f"a message cannot be read: {error}") from error


def _exactly(stream: BinaryIO, length: int) -> bytes:
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return data
