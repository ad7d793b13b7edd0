"""Tables of word counts in UTF-8: on each line a word, a tab and its count, as in SentencePiece.

In a line without a tab the last space separates them, as in subword-nmt and fastBPE. Only a line feed ends a line. In
a word ``\\t``, ``\\n``, ``\\r`` and ``\\\\`` mean a tab, a line feed, a carriage return and a backslash; any other
backslash means itself.
"""

import codecs
import io
import re
from collections.abc import Iterator, Mapping
from itertools import islice

from bpetui.core.errors import BpetuiError
from bpetui.core.notes import Note
from bpetui.core.options import MAX_COUNT
from bpetui.core.utf8 import visible

_ESCAPES = {"\t": r"\t", "\n": r"\n", "\r": r"\r", "\\": r"\\"}
_ESCAPING = str.maketrans(_ESCAPES)
_CHARACTERS = {escape: character for character, escape in _ESCAPES.items()}
_ESCAPED = re.compile(r"[\t\n\r\\]")
_ESCAPE = re.compile(r"\\[tnr\\]")

_MOST_DIGITS = len(str(MAX_COUNT))

_BATCH = 1 << 14
"""How many words are written at once."""

_PART = 1 << 14
"""How many characters are read at once."""


def dumps(counts: Mapping[str, int]) -> bytes:
    """Return the table as a file, in the order of the words; no word may be empty."""
    data = bytearray()
    items = iter(counts.items())
    while batch := list(islice(items, _BATCH)):
        if _ESCAPED.search("".join([word for word, _ in batch])):  # with this search first it is three times as fast
            batch = [(word.translate(_ESCAPING), count) for word, count in batch]
        lines = "".join([f"{word}\t{count}\n" for word, count in batch]).encode()
        if not data and lines.startswith(codecs.BOM_UTF8):
            data += codecs.BOM_UTF8  # readers remove the first BOM
        data += lines
    return bytes(data)


def loads(data: bytes, name: str) -> tuple[dict[str, int], tuple[Note, ...]]:
    """Return the words with their counts, in order of first appearance, and notes: phrases to put after ``name``.

    The counts of a word on several lines are added. A BOM, blank lines and a header are ignored; a header is a first
    line without a digit in the place of the count, if other lines follow.

    Raises `BpetuiError` with the line number for any other line that is not a word and a count from 1 to 2^62.
    """
    counts: dict[str, int] = {}
    repeated: set[str] = set()
    notes: list[Note] = []
    fault_of_first = ""  # an error only if no other line follows: else the line is a header
    for number, line in enumerate(_lines(data, name), 1):
        word, separator, digits = line.rpartition("\t")
        if not separator:
            word, separator, digits = line.rpartition(" ")
        count = _number(digits)
        if not word or not 1 <= count <= MAX_COUNT:
            if not line.strip(" \t"):
                continue
            fault = _fault(word, separator, digits)
            if number > 1 or not digits or not separator or any(map(str.isdigit, digits)):
                raise _damaged(name, number, fault)
            fault_of_first = fault
            sentence = "{name} has a header in line 1 ({word}, {count}), which is ignored"
            notes.append(Note.with_values(sentence, word=_shown(word), count=_shown(digits)))
            continue
        if "\\" in word:
            word = _ESCAPE.sub(lambda escape: _CHARACTERS[escape[0]], word)
        if word in counts:
            repeated.add(word)
            count += counts[word]
            if count > MAX_COUNT:
                raise _damaged(name, number, f"the counts of {_shown(word)} add up to more than 2^62")
        counts[word] = count
    if fault_of_first and not counts:
        raise _damaged(name, 1, fault_of_first)
    if repeated:
        notes.append(
            Note.plural(
                len(repeated),
                "{name} has {n} word on several lines; its counts are added",
                "{name} has {n} words on several lines; their counts are added",
            )
        )
    return counts, tuple(notes)


def _lines(data: bytes, name: str) -> Iterator[str]:
    """Yield the lines without their ends; a list of them would take several times the memory of the table."""
    stream = io.BytesIO(data)
    if data.startswith(codecs.BOM_UTF8):
        stream.seek(len(codecs.BOM_UTF8))
    text = io.TextIOWrapper(stream, "utf-8", newline="\n")
    try:
        while part := text.read(_PART):
            part += text.readline()
            if not part.endswith("\n"):
                part += "\n"
            yield from part.replace("\r\n", "\n")[:-1].split("\n")
    except UnicodeDecodeError:
        raise _not_utf8(data, name) from None


def _number(digits: str) -> int:
    """Return the number in the digits 0 to 9, or one above the maximum if there are too many digits; else 0.

    Python's int() also accepts signs, underscores and the digits of other scripts, and rejects thousands of digits.
    """
    if not (digits.isascii() and digits.isdigit()):
        return 0
    return int(digits if len(digits) <= _MOST_DIGITS else digits.lstrip("0")[: _MOST_DIGITS + 1] or "0")


def _fault(word: str, separator: str, digits: str) -> str:
    """Say what is wrong with a line that is not a word and a count in the range."""
    if not separator or not digits:
        return "there is no count; a line is a word, a tab (or a space) and its count"
    shown = _shown(digits)
    if re.fullmatch("-[0-9]+", digits):
        return f"the count {shown} is negative; a count is a whole number from 1 to 2^62"
    if not re.fullmatch("[0-9]+", digits):
        return f"the count '{shown}' is not a whole number (digits 0 to 9)"
    if not _number(digits):
        return f"the count of {_shown(word)} is zero; remove the line" if word else "there is no word and no count"
    if _number(digits) > MAX_COUNT:
        return f"the count {shown} is larger than 2^62, the maximum"
    return f"there is no word before the count {shown}"


def _not_utf8(data: bytes, name: str) -> BpetuiError:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        at = error.start
    return _damaged(name, data.count(b"\n", 0, at) + 1, f"byte 0x{data[at]:02x} at offset {at} is not UTF-8")


def _damaged(name: str, line: int, why: str) -> BpetuiError:
    return BpetuiError(f"{visible(name)} is not a table of word counts, line {line}: {why}")


def _shown(text: str) -> str:
    return visible(text if len(text) <= 40 else text[:40] + "…")
