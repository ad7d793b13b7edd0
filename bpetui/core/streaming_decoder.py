"""Decoding of tokens one at a time: a character can begin in one token and end in another."""

from __future__ import annotations

from bpetui.core.argument_checks import wrong_type
from bpetui.core.utf8 import kind


class StreamingDecoder:
    """A decoder that returns text as soon as it is complete.

    ``held`` are the bytes not decoded yet: the beginning of a character, which the next token may continue. Bytes that
    cannot be part of a character are decoded as U+FFFD, as many as `bytes.decode` returns; ``given_up`` are these bytes
    in the last `feed` or `finish`.
    """

    def __init__(self) -> None:
        self.held = b""
        self.given_up = b""

    @property
    def wanted(self) -> int:
        """The length in bytes of the character that ``held`` begins; 0 if nothing is held."""
        if not self.held:
            return 0
        lead = self.held[0]
        return 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4

    def feed(self, token: bytes) -> str:
        """Add the bytes of the next token, and return the text that is complete now.

        Raises `UsageError` for a token that is not bytes.
        """
        try:
            data = self.held + token
        except TypeError:
            raise wrong_type("token", "bytes", token) from None
        # Python's incremental decoder also waits after ed a0, which only surrogates begin with.
        stop = len(data) - _unfinished(data)
        self.held = data[stop:]
        return self._released(data[:stop])

    def finish(self) -> str:
        """End the stream: return the held bytes as U+FFFD, because no token completes their character."""
        data, self.held = self.held, b""
        return self._released(data)

    def _released(self, data: bytes) -> str:
        # This way invalid bytes become lone surrogates, which decoded text never contains; it can contain U+FFFD.
        marked = data.decode(errors="surrogateescape")
        self.given_up = bytes(ord(character) - 0xDC00 for character in marked if "\udc80" <= character <= "\udcff")
        return data.decode(errors="replace")


def _unfinished(data: bytes) -> int:
    """Return how many bytes at the end are the beginning of a character that can still be completed."""
    for size in range(min(3, len(data)), 0, -1):
        if kind(data[-size:]) == "prefix":
            return size
    return 0
