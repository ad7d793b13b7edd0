"""The bytes of a tokenizer's file, decompressed if it is compressed with gzip."""

from __future__ import annotations

import zlib
from pathlib import Path

from bpetui.core.errors import BpetuiError
from bpetui.core.utf8 import visible
from bpetui.files.text import read_beginning, read_bytes, size_of

MOST_FILE_BYTES = 300_000_000
"""The largest file that is read as a tokenizer; the largest in use have about 40 MB."""

_GZIP = b"\x1f\x8b"


def read_file(path: Path) -> bytes:
    """Read a file of a tokenizer. Raises `BpetuiError` if that fails, or the file is too large to be one."""
    if size_of(path) > MOST_FILE_BYTES:
        read_beginning(path)  # names the weights of models, which are this large
        raise BpetuiError(f"{visible(path.name)} is not a tokenizer: it has over {MOST_FILE_BYTES:,} bytes")
    data = read_bytes(path)
    return _decompressed(data, visible(path.name)) if data.startswith(_GZIP) else data


def _decompressed(data: bytes, name: str) -> bytes:
    """Return the content of a gzip file, which has one or several members."""
    content = bytearray()
    while data.startswith(_GZIP):
        decompressor = zlib.decompressobj(31)  # gzip only
        try:
            content += decompressor.decompress(data, MOST_FILE_BYTES + 1 - len(content))
        except zlib.error as error:
            raise BpetuiError(f"{name} is not a valid gzip file: {error}") from error
        if len(content) > MOST_FILE_BYTES:
            raise BpetuiError(f"{name} is not a tokenizer: it decompresses to over {MOST_FILE_BYTES:,} bytes")
        if not decompressor.eof:
            raise BpetuiError(f"{name} is not a valid gzip file: it ends too soon")
        data = decompressor.unused_data
    if data.strip(b"\0"):  # tapes and disks pad with zero bytes
        raise BpetuiError(f"{name} is not a valid gzip file: other data follows the compressed data")
    return bytes(content)
