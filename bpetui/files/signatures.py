"""Recognize files that are neither a text nor a tokenizer by their first bytes, so that errors can say what they are.

Sources: the pointer format of Git LFS (``docs/spec.md``), GGUF (``docs/gguf.md`` of ggml), safetensors (``README.md``:
eight bytes with the size of a JSON header, then the header), Python's ``pickletools`` (the opcode PROTO and what may
follow it), and the ZIP format (APPNOTE, 4.3). Nothing is unpacked or unpickled.
"""

from __future__ import annotations

import re

from bpetui.core.errors import BpetuiError
from bpetui.core.utf8 import visible

SIGNATURE_BYTES = 64
"""How many bytes at the beginning of a file identify its type."""

_WEIGHTS = "which contains model weights; open a text, or a tokenizer file such as tokenizer.json"
_ZIP = "is a zip archive, as PyTorch model files are; unpack it and open a file from it"

_SIGNATURES = (
    (
        re.compile(rb"version https://git-lfs\.github\.com/spec/v1\b"),
        "is a Git LFS pointer, not the file itself; run git lfs pull",
    ),
    (re.compile(rb"GGUF[\x01-\x1f\x00]"), f"is a GGUF file, {_WEIGHTS}"),
    (re.compile(rb'.{3}[\x00-\x0f]\x00{4}\{\s*"', re.DOTALL), f"is a safetensors file, {_WEIGHTS}"),
    # Protocols 4 and 5 begin with a frame if they are not very short, all others with an opcode that makes an object.
    (
        re.compile(rb"\x80(?:[\x04\x05]\x95.{6}\x00\x00|[\x02-\x05][]()}CGIJKLMNTUVXc\x88-\x8f])", re.DOTALL),
        "is a Python pickle, which can run a program when it is opened; bpetui does not open pickles",
    ),
    (re.compile(rb"PK(?:\x03\x04|\x05\x06|\x07\x08)"), _ZIP),
)


_GZIP = re.compile(rb"\x1f\x8b\x08[\x00-\x1f]")
"""Two bytes that identify gzip, the only method of compression, and the flags (RFC 1952, 2.3.1)."""


def check_text_signature(beginning: bytes, name: str) -> None:
    """Raise `BpetuiError` as `check_signature` does, and for a compressed file, which only tokenizers may be."""
    if _GZIP.match(beginning):
        raise BpetuiError(f"{visible(name)} is compressed with gzip; decompress it with gunzip, and open the result")
    check_signature(beginning, name)


def check_signature(beginning: bytes, name: str) -> None:
    """Raise `BpetuiError` if these first bytes belong to another type of file; ``name`` is its name in the error."""
    for signature, what in _SIGNATURES:
        if signature.match(beginning[:SIGNATURE_BYTES]):
            raise BpetuiError(f"{visible(name)} {what}")
