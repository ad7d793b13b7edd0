"""Messages over a pipe: each pickled, behind a mark and its length.

Both ends are this program's own processes and nobody else holds the pipe, so that what is unpickled can be trusted.
"""

from __future__ import annotations

import pickle
import struct
from typing import BinaryIO

_HEADER = struct.Struct(">4sQ")  # the mark, and the length of the pickle in bytes
_MARK = b"bpe\n"


class NotAMessageError(Exception):
    """What came through the pipe is no message; what follows cannot be read either."""


def write(stream: BinaryIO, message: object) -> None:
    """Send a message, waiting while the pipe is full. Raises OSError when nobody reads any more."""
    data = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    stream.write(_HEADER.pack(_MARK, len(data)) + data)
    stream.flush()


def read(stream: BinaryIO) -> object:
    """Wait for the next message, on a buffered stream.

    Raises EOFError when the other end has closed the pipe, even in the middle of a message, and `NotAMessageError`.
    """
    mark, length = _HEADER.unpack(_exactly(stream, _HEADER.size))
    if mark != _MARK:
        raise NotAMessageError(f"the mark of a message is missing: {mark!r} stands there")
    data = _exactly(stream, length)
    try:
        return pickle.loads(data)
    except Exception as error:  # damaged pickles raise whatever they like
        raise NotAMessageError(f"a message cannot be read: {error}") from error


def _exactly(stream: BinaryIO, length: int) -> bytes:
    data = stream.read(length)
    if len(data) < length:
        raise EOFError
    return data
