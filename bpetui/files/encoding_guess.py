"""A guess of the encoding of a text that is not UTF-8, from a part of it.

Each encoding has a model of texts as they are usually written in it: classes of characters, each with its share of the
text and the number of characters that share it. The guess is the encoding under which the bytes are most likely, among
those in which they can be decoded. The rows of common characters are those of the standards: GB/T 2312-1980 (level 1 in
rows 16 to 55), Big5 (level 1 in A4 to C6), KS X 1001 (Hangul in rows 16 to 40), JIS X 0208 (kana in rows 4 and 5,
level 1 in rows 16 to 47).
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Sequence
from functools import cached_property
from math import log2
from typing import NamedTuple
from unicodedata import category

SAMPLE = 1 << 14
"""The largest number of bytes that a guess uses."""

# The longer marks first: UTF-32-LE's begins with UTF-16-LE's.
_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)

_UNUSUAL = 14.0
"""Bits for each byte that is in no class of a model."""

_MOST_BITS = 11.5
"""The largest average number of bits per byte beyond ASCII of a text for which there is a guess."""

_NOT_TEXT = frozenset({"Cc", "Cn", "Co", "Cs"})
"""The categories of characters that do not occur in a text."""


class _Class(NamedTuple):
    """Characters that are about as frequent: a pattern for one, their share of a text, and how many there are."""

    pattern: bytes
    share: float
    size: int

    @property
    def bits(self) -> float:
        """How unlikely each of them is: the negative logarithm of its probability."""
        return log2(self.size / self.share)


_ASCII = _Class(rb"[\x00-\x7f]", 0.5, 96)


class _Model:
    """The texts in one encoding. ``codecs`` are Python's codecs for it, the strictest first; none for UTF-8, which is
    among the models so that a text in which some bytes are damaged is not taken for another.
    """

    def __init__(self, classes: Sequence[_Class], *codecs: str) -> None:
        self.codecs = codecs
        self._classes = (*classes, _ASCII)

    @cached_property
    def _pattern(self) -> re.Pattern[bytes]:
        return re.compile(b"|".join(b"(" + each.pattern + b")" for each in self._classes), re.DOTALL)

    def bits(self, data: bytes) -> float:
        """How unlikely the bytes are: the negative logarithm of their probability."""
        costs = [each.bits for each in self._classes]
        used, total = 0, 0.0
        for match in self._pattern.finditer(data):
            total += costs[(match.lastindex or 1) - 1]
            used += match.end() - match.start()
        return total + _UNUSUAL * (len(data) - used)

    def codec_for(self, data: bytes) -> str:
        """The first codec that decodes the bytes; empty if none does."""
        return next((codec for codec in self.codecs if _decodes(data, codec)), "")


_TRAIL = rb"[\xa1-\xfe]"

_MODELS = (
    _Model(
        (
            _Class(rb"[\xb0-\xd7]" + _TRAIL, 0.4, 3755),
            _Class(rb"[\xa1-\xa3]" + _TRAIL, 0.08, 120),
            _Class(rb"[\xd8-\xf7]" + _TRAIL, 0.015, 3008),
            _Class(rb"[\x81-\xfe][\x40-\x7e\x80-\xfe]", 0.001, 14000),
            _Class(rb"[\x81-\xfe][0-9][\x81-\xfe][0-9]", 0.001, 1_000_000),
        ),
        "gb18030",
    ),
    _Model(
        (
            _Class(rb"[\xa4-\xc6][\x40-\x7e\xa1-\xfe]", 0.4, 5401),
            _Class(rb"[\xa1-\xa3][\x40-\x7e\xa1-\xfe]", 0.08, 120),
            _Class(rb"[\xc9-\xf9][\x40-\x7e\xa1-\xfe]", 0.015, 7652),
        ),
        "big5",
        "cp950",
        "big5hkscs",
    ),
    _Model(
        (
            _Class(rb"\x82[\x9f-\xf1]|\x83[\x40-\x96]", 0.28, 170),
            _Class(rb"[\x89-\x97][\x40-\x7e\x80-\xfc]|\x88[\x9f-\xfc]", 0.15, 2965),
            _Class(rb"\x81[\x40-\x7e\x80-\xac]|\x82[\x4f-\x9a]", 0.06, 120),
            _Class(rb"[\x98-\x9f\xe0-\xfc][\x40-\x7e\x80-\xfc]", 0.008, 3390),
            _Class(rb"[\xa1-\xdf]", 0.002, 63),
        ),
        "shift_jis",
        "cp932",
    ),
    _Model(
        (
            _Class(rb"[\xa4\xa5][\xa1-\xf6]", 0.28, 170),
            _Class(rb"[\xb0-\xcf]" + _TRAIL, 0.15, 2965),
            _Class(rb"[\xa1\xa3]" + _TRAIL, 0.06, 120),
            _Class(rb"[\xd0-\xf4]" + _TRAIL, 0.008, 3390),
            _Class(rb"\x8e[\xa1-\xdf]", 0.002, 63),
        ),
        "euc_jp",
    ),
    _Model(
        (
            _Class(rb"[\xb0-\xc8]" + _TRAIL, 0.46, 2350),
            _Class(rb"[\xa1-\xa3]" + _TRAIL, 0.03, 120),
            _Class(rb"[\xca-\xfd]" + _TRAIL, 0.008, 4888),
            _Class(rb"[\x81-\xc6][\x41-\x5a\x61-\x7a\x81-\xfe]", 0.002, 8822),
        ),
        "euc_kr",
        "cp949",
    ),
    # In Cyrillic a letter stands beside others, in Latin texts mostly beside letters of ASCII.
    _Model(
        (
            _Class(
                rb"(?<=[\xb8\xc0-\xff])[\xb8\xe0-\xff](?![A-Za-z\xc0-\xdf])|[\xb8\xe0-\xff](?=[\xb8\xe0-\xff])",
                0.46,
                33,
            ),
            _Class(rb"(?<![A-Za-z\x80-\xff])[\xc0-\xdf](?=[\xb8\xe0-\xff])", 0.02, 32),
            _Class(rb"[\x85\x93\x94\x96\x97\xa0-\xa3\xa8\xaa\xab\xaf\xb2\xb3\xb9\xba\xbb\xbf]", 0.015, 18),
            _Class(rb"(?<![A-Za-z])[\xc0-\xff](?![A-Za-z])", 0.006, 64),
        ),
        "windows-1251",
    ),
    _Model(
        (
            _Class(
                rb"(?<=[\xa3\xc0-\xff])[\xa3\xc0-\xdf](?![A-Za-z\xe0-\xff])|[\xa3\xc0-\xdf](?=[\xa3\xc0-\xdf])",
                0.46,
                33,
            ),
            _Class(rb"(?<![A-Za-z\x80-\xff])[\xe0-\xff](?=[\xa3\xc0-\xdf])", 0.02, 32),
            _Class(rb"(?<![A-Za-z])[\xc0-\xff](?![A-Za-z])", 0.006, 64),
        ),
        "koi8-r",
    ),
    # The first class are the marks for tones, which come behind a vowel.
    _Model(
        (
            _Class(
                rb"(?<=[AEIOUYaeiouy\xc2\xc3\xca\xd4\xd5\xdd\xe2\xe3\xea\xf4\xf5\xfd])[\xcc\xd2\xde\xec\xf2]", 0.14, 5
            ),
            _Class(rb"[\xe3\xf0\xf5\xfd]", 0.12, 4),
            _Class(rb"[\xe2\xea\xf4]", 0.015, 3),
            _Class(rb"[\xe0\xe1\xe8\xe9\xed\xf3\xf9\xfa](?![\x80-\xff])", 0.02, 8),
            _Class(rb"(?<![\x80-\xff])[\xc0-\xc3\xc8-\xca\xcd\xd0\xd3-\xd5\xd9\xda\xdd]", 0.01, 15),
            _Class(rb"[\x85\x91-\x97\xa0\xab\xbb]", 0.01, 11),
        ),
        "windows-1258",
    ),
    _Model(
        (
            _Class(
                rb"(?<![\x80-\xff])[\xe0\xe1\xe4\xe5\xe7-\xea\xed\xf1\xf3\xf6\xf9\xfc](?![\x80-\xde\xe0-\xff])",
                0.07,
                14,
            ),
            _Class(rb"\xdf", 0.005, 1),
            _Class(rb"(?<![\x80-\xff])[\xdf-\xf6\xf8-\xfe](?![\x80-\xff])", 0.01, 31),
            _Class(rb"[\x82\x84\x85\x91-\x97\xa0\xa1\xa3\xa7\xab\xb0\xbb\xbf]", 0.015, 18),
            _Class(rb"(?<![\x80-\xff])[\xc0\xc4\xc7\xc9\xd6\xdc]", 0.006, 6),
            _Class(rb"(?<![\x80-\xff])[\xc0-\xd6\xd8-\xde](?![\x80-\xff])", 0.006, 30),
            _Class(rb"[\xdf-\xf6\xf8-\xfe]", 0.002, 31),
        ),
        "windows-1252",
        "latin-1",
    ),
    _Model(
        (
            _Class(rb"(?<![\x80-\xff])[\xf0\xfd\xfe](?![\x80-\xff])", 0.1, 3),
            _Class(rb"(?<![\x80-\xff])[\xe7\xf6\xfc](?![\x80-\xff])", 0.012, 3),
            _Class(rb"(?<![\x80-\xff])[\xd0\xdd\xde](?![\x80-\xff])", 0.01, 3),
            _Class(rb"(?<![\x80-\xff])[\xc7\xd6\xdc](?![\x80-\xff])", 0.001, 3),
            _Class(rb"[\x85\x91-\x97\xa0\xab\xbb\xe2\xee\xfb]", 0.008, 14),
            _Class(rb"[\xe7\xf0\xf6\xfc\xfd\xfe]", 0.004, 6),
        ),
        "windows-1254",
    ),
    _Model(
        (
            _Class(rb"[\xe1-\xed][\x80-\xbf]{2}", 0.45, 40_000),
            _Class(rb"[\xc3-\xd9][\x80-\xbf]", 0.2, 1000),
            _Class(rb"[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}", 0.01, 40_000),
            _Class(rb"[\xf0-\xf4][\x80-\xbf]{3}", 0.01, 100_000),
            _Class(rb"[\xc2-\xdf\xe0-\xf4][\x80-\xbf]{,2}\Z", 0.01, 1000),  # cut off
        ),
    ),
)


ENCODINGS = ("utf-8", "utf-16", "utf-32", *(codec for model in _MODELS for codec in model.codecs))
"""The names of encodings that texts are often in."""


def marked_encoding(beginning: bytes) -> str:
    """The encoding that the byte order mark of a text names, other than UTF-8; empty if there is none."""
    return next((encoding for mark, encoding in _BYTE_ORDER_MARKS if beginning.startswith(mark)), "")


def likely_encoding(data: bytes, offset: int = 0) -> str:
    """The encoding that a text is likely in which is not UTF-8 at an ``offset``; empty where nothing tells.

    The name is one that Python knows. ``data`` may be a part of the text, from its beginning or that of a line.
    """
    if encoding := marked_encoding(data):
        return encoding
    if b"\0" in data[:SAMPLE]:
        return _wide(data[:SAMPLE])
    start = _start(data, offset)
    part = data[start : start + SAMPLE]
    high = sum(byte >= 0x80 for byte in part)
    most = (len(part) - high) * _ASCII.bits + high * _MOST_BITS
    for bits, model in sorted(((model.bits(part), model) for model in _MODELS), key=lambda found: found[0]):
        if not model.codecs or bits > most:
            break
        if codec := model.codec_for(data[start:]):
            return codec
    return ""


def _start(data: bytes, offset: int) -> int:
    """A place before an offset, and not far from it, where in all of the encodings a character begins."""
    return max(data.rfind(end, max(0, offset - SAMPLE // 2), offset) for end in (b"\n", b" ")) + 1


def _wide(data: bytes) -> str:
    """UTF-16 or UTF-32 without a mark: in a text the high bytes of the characters are fewer than the low ones."""
    units = len(data) // 4
    kinds = [len({*data[at : units * 4 : 4]}) for at in range(4)]
    if kinds[0] == 1 and kinds[1] <= 2:
        encoding = "utf-32-be"
    elif kinds[3] == 1 and kinds[2] <= 2:
        encoding = "utf-32-le"
    else:
        low, high = len({*data[1::2]}), len({*data[::2]})
        encoding = "utf-16-be" if low > high else "utf-16-le"
    try:
        text = codecs.getincrementaldecoder(encoding)().decode(data)
    except UnicodeDecodeError:
        return ""
    is_text = all(character in "\t\n\r\f" or category(character) not in _NOT_TEXT for character in text)
    return encoding if is_text else ""


def _decodes(data: bytes, codec: str) -> bool:
    """Whether a codec decodes all of the bytes, but for a character that is cut off at their end."""
    try:
        codecs.getincrementaldecoder(codec)().decode(data)
    except UnicodeDecodeError:
        return False
    return True
