"""Texts in UTF-8 of any size, part by part: decoded as strictly as those that are read whole, cut, and normalized."""

import codecs
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from bpetui.core.normalization import normalized
from bpetui.files.encoding_guess import SAMPLE, likely_encoding, marked_encoding
from bpetui.files.signatures import SIGNATURE_BYTES, check_text_signature
from bpetui.files.text import undecodable

_CHUNK_CHARACTERS = 1 << 16
"""How many characters a piece has, at least."""


def decode_parts(parts: Iterable[bytes], name: str) -> Iterator[str]:
    """The text that the parts make up; ``name`` is what errors call it. Raises `BpetuiError` if it is not UTF-8."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    parts = iter(parts)
    beginning = b""
    size, line = 0, 1  # the bytes before a part, and the line that it begins in
    for part, is_last in chain(((part, False) for part in parts), [(b"", True)]):
        if len(beginning) < SIGNATURE_BYTES:
            beginning += part[: SIGNATURE_BYTES - len(beginning)]
            check_text_signature(beginning, name)
        try:
            text = decoder.decode(part, is_last)
        except UnicodeDecodeError as error:
            # The object begins with what was left of the part before.
            offset = size + len(part) - len(error.object) + error.start
            line += error.object.count(b"\n", 0, error.start)
            seen = error.object
            while len(seen) < SAMPLE and (more := next(parts, b"")):
                seen += more
                beginning += more[: max(0, SIGNATURE_BYTES - len(beginning))]
            check_text_signature(beginning, name)
            likely = marked_encoding(beginning) or likely_encoding(seen, error.start)
            raise undecodable(name, "utf-8", error.object[error.start], offset, line, likely) from error
        size += len(part)
        line += text.count("\n")
        if text:
            yield text


def text_chunks(parts: Iterable[str], last_cut: Callable[[str], int]) -> Iterator[str]:
    """A text that comes in parts, in pieces of some size: each ends where ``last_cut`` finds the last place to cut.

    Where it finds none, which is 0, the text is held until it does, or to its end.
    """
    held: list[str] = []
    size, enough = 0, _CHUNK_CHARACTERS
    for part in parts:
        held.append(part)
        size += len(part)
        if size < enough:
            continue
        text = "".join(held)
        if stop := last_cut(text):
            yield text[:stop]
        held = [text[stop:]]
        size -= stop
        enough = 2 * max(
            _CHUNK_CHARACTERS, size
        )  # twice as much where there was no cut, or the same would be searched again
    yield "".join(held)


def normalized_parts(parts: Iterable[str], form: str) -> Iterator[str]:
    """The text that the parts make up in one of the `NORMALIZATIONS`, the same as if it were normalized whole.

    It is cut before spaces and line ends only, which no form joins to what stands before them; without any, it is held
    whole.
    """
    if form == "none":
        yield from parts
        return
    for piece in text_chunks(parts, lambda text: max(text.rfind(" "), text.rfind("\n"), 0)):
        yield normalized(piece, form)
