"""UTF-8 texts of any size, part by part: decoded as strictly as whole files, cut into chunks, and normalized."""

import codecs
from collections.abc import Callable, Iterable, Iterator
from itertools import chain

from bpetui.core.normalization import normalized
from bpetui.files.encoding_guess import SAMPLE, likely_encoding, marked_encoding
from bpetui.files.signatures import SIGNATURE_BYTES, check_text_signature
from bpetui.files.text import encoding_error

_CHUNK_CHARACTERS = 1 << 16
"""The smallest number of characters in a chunk."""


def decode_parts(parts: Iterable[bytes], name: str) -> Iterator[str]:
    """Decode the parts of a text; ``name`` is its name in errors. Raises `BpetuiError` if it is not UTF-8."""
    decoder = codecs.getincrementaldecoder("utf-8")()
    parts = iter(parts)
    beginning = b""
    size, line = 0, 1  # the number of bytes before the part, and the line in which it begins
    for part, is_last in chain(((part, False) for part in parts), [(b"", True)]):
        if len(beginning) < SIGNATURE_BYTES:
            beginning += part[: SIGNATURE_BYTES - len(beginning)]
            check_text_signature(beginning, name)
        try:
            text = decoder.decode(part, is_last)
        except UnicodeDecodeError as error:
            # The object begins with the incomplete character at the end of the previous part.
            offset = size + len(part) - len(error.object) + error.start
            line += error.object.count(b"\n", 0, error.start)
            seen = error.object
            while len(seen) < SAMPLE and (more := next(parts, b"")):
                seen += more
                beginning += more[: max(0, SIGNATURE_BYTES - len(beginning))]
            check_text_signature(beginning, name)
            likely = marked_encoding(beginning) or likely_encoding(seen, error.start)
            raise encoding_error(name, "utf-8", seen[error.start :], offset, line, likely) from error
        size += len(part)
        line += text.count("\n")
        if text:
            yield text


def text_chunks(parts: Iterable[str], last_cut: Callable[[str], int]) -> Iterator[str]:
    """Cut a text that arrives in parts into chunks; each ends at the last place that ``last_cut`` finds in the text.

    If it returns 0, there is no such place, and the text is kept until there is one, or until its end.
    """
    kept: list[str] = []
    size, enough = 0, _CHUNK_CHARACTERS
    for part in parts:
        kept.append(part)
        size += len(part)
        if size < enough:
            continue
        text = "".join(kept)
        if stop := last_cut(text):
            yield text[:stop]
        kept = [text[stop:]]
        size -= stop
        enough = 2 * max(_CHUNK_CHARACTERS, size)  # doubled where there is no cut, or the time would be quadratic
    yield "".join(kept)


def normalized_parts(parts: Iterable[str], form: str) -> Iterator[str]:
    """Normalize a text that arrives in parts to one of the `NORMALIZATIONS`; the result is that of the whole text.

    It is cut only before spaces and line ends, which no form combines with the character before them. A text without
    any is kept whole.
    """
    if form == "none":
        yield from parts
        return
    for chunk in text_chunks(parts, lambda text: max(text.rfind(" "), text.rfind("\n"), 0)):
        yield normalized(chunk, form)
