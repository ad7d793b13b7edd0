"""Decoding tokens one at a time, as they come from a model: a character may begin in one and end in another."""

from __future__ import annotations

from bpetui.core.utf8 import kind


class StreamingDecoder:
    """Releases text as soon as it is known.

    ``held`` are the bytes held back: the beginning of a character, which the next token may go on with. Bytes that are
    no text, and can become none, are released as U+FFFD, as many as `bytes.decode` puts for them; ``given_up`` are
    those of the last `feed` or `finish`.
    """

    def __init__(self) -> None:
        self.held = b""
        self.given_up = b""

    @property
    def wanted(self) -> int:
        """How many bytes the character has that is held back; 0 if none is."""
        if not self.held:
            return 0
        lead = self.held[0]
        return 2 if lead < 0xE0 else 3 if lead < 0xF0 else 4

    def feed(self, token: bytes) -> str:
        """Take the bytes of the next token; returns the text that is released now."""
        # Python's own incremental decoder holds back ed a0, too, which only Python's surrogates can begin with.
        data = self.held + token
        stop = len(data) - _unfinished(data)
        self.held = data[stop:]
        return self._released(data[:stop])

    def finish(self) -> str:
        """No token comes any more: what is held back can become no character, and is given up."""
        data, self.held = self.held, b""
        return self._released(data)

    def _released(self, data: bytes) -> str:
        # Bytes that are no text become lone surrogates so, which no text holds otherwise: U+FFFD may stand in it.
        marked = data.decode(errors="surrogateescape")
        self.given_up = bytes(ord(character) - 0xDC00 for character in marked if "\udc80" <= character <= "\udcff")
        return data.decode(errors="replace")


def _unfinished(data: bytes) -> int:
    """How many bytes at the end are the beginning of a character that can still be completed."""
    for size in range(min(3, len(data)), 0, -1):
        if kind(data[-size:]) == "prefix":
            return size
    return 0
