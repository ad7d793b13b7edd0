"""The kinds of byte sequences in UTF-8, and spellings of bytes and text that are safe on any terminal."""

import re
import unicodedata
from functools import lru_cache
from typing import Literal

import regex

ByteKind = Literal["whole", "prefix", "continuation", "straddling", "invalid", "empty"]

# The well-formed sequences of the Unicode Standard, table 3-7, and their proper beginnings. The second byte excludes
# overlong forms (e0, f0), surrogates (ed) and code points above U+10FFFF (f4).
_CHARACTER = rb"""
    [\x00-\x7f]
    | [\xc2-\xdf] [\x80-\xbf]
    | \xe0 [\xa0-\xbf] [\x80-\xbf]
    | [\xe1-\xec\xee\xef] [\x80-\xbf]{2}
    | \xed [\x80-\x9f] [\x80-\xbf]
    | \xf0 [\x90-\xbf] [\x80-\xbf]{2}
    | [\xf1-\xf3] [\x80-\xbf]{3}
    | \xf4 [\x80-\x8f] [\x80-\xbf]{2}
"""
_BEGINNING = rb"""
    [\xc2-\xdf]
    | \xe0 [\xa0-\xbf]?
    | [\xe1-\xec\xee\xef] [\x80-\xbf]?
    | \xed [\x80-\x9f]?
    | \xf0 (?: [\x90-\xbf] [\x80-\xbf]? )?
    | [\xf1-\xf3] [\x80-\xbf]{0,2}
    | \xf4 (?: [\x80-\x8f] [\x80-\xbf]? )?
"""
_END = rb"[\x80-\xbf]{0,3}"
_EXCERPT = re.compile(rb"(%b) ((?: %b )*) (%b)?" % (_END, _CHARACTER, _BEGINNING), re.VERBOSE)


def kind(data: bytes) -> ByteKind:
    """Return the kind of a token's bytes in UTF-8.

    - ``whole``: one or more complete characters
    - ``prefix``: starts a character and ends before its last byte
    - ``continuation``: one to three continuation bytes of one character
    - ``straddling``: crosses a character border, with part of a character at one end or both
    - ``invalid``: bytes that are adjacent in no valid UTF-8 text
    - ``empty``: no bytes; some published vocabularies have such a token, which encoding never gives
    """
    if not data:
        return "empty"
    excerpt = _EXCERPT.fullmatch(data)
    if excerpt is None:
        return "invalid"
    end, characters, beginning = excerpt.groups()
    if end and not characters and not beginning:
        return "continuation"
    if beginning and not characters and not end:
        return "prefix"
    return "straddling" if end or beginning else "whole"


# Characters that move the cursor, reorder the row, have no width, or look like a plain space. `visible` handles U+0020,
# tab and line feed. `regex` instead of `unicodedata`, because its Unicode tables are newer than Python's.
_HIDDEN = regex.compile(r"[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}--[\ \t\n]]", regex.VERSION1)


@lru_cache(maxsize=4096)
def _replacement(character: str) -> str:
    """Return the picture of a control character (from U+2400), or the code of any other hidden character."""
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"U+{code:04X}"


SPACE, TAB, LINE_END = "·", "→", "↵"
"""The signs for white space where it must be visible."""


def visible(text: str, *, space: str = " ", tab: str = "␉", newline: str = "␊") -> str:
    """Return the text with all characters visible and none that a terminal would execute.

    Control characters become their pictures (␀ ␛ ␍ ␡). C1 controls, format characters (joiners, bidi, BOM), variation
    selectors and the rest of Default_Ignorable_Code_Point, lone surrogates, private and unassigned code points, and
    every space except U+0020 become their code (``U+202E``). Call this before measuring the width of the text.
    """
    shown = _HIDDEN.sub(lambda match: _replacement(match[0]), text)
    return shown.replace(" ", space).replace("\t", tab).replace("\n", newline)


def is_continuation(byte: int) -> bool:
    """Whether a byte continues a character: it is not the first one (Unicode Standard, table 3-6)."""
    return byte & 0xC0 == 0x80


def hex_bytes(data: bytes) -> str:
    """Return bytes in hex, separated by spaces: ``e5 ba``."""
    return data.hex(" ")


def bracketed(data: bytes) -> str:
    """Return bytes in hex in brackets, as partial tokens are drawn: ``⟨e5 ba⟩``; empty for no bytes."""
    return f"⟨{hex_bytes(data)}⟩" if data else ""


def _gpt2_alphabet() -> str:
    printable = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    others = iter(range(0x100, 0x200))
    return "".join(chr(byte if byte in printable else next(others)) for byte in range(256))


GPT2_ALPHABET = _gpt2_alphabet()
"""The printable character of each byte in GPT-2's files (``bytes_to_unicode`` in its encoder.py).

Visible characters represent themselves; the other bytes are U+0100 + n in byte order: a space is ``Ġ``.
"""


def gpt2_spelling(data: bytes) -> str:
    """Return bytes as GPT-2's files spell them: ``b" the"`` is ``Ġthe``."""
    return "".join([GPT2_ALPHABET[byte] for byte in data])


def without_surrogates(text: str) -> tuple[str, int]:
    """Replace each lone surrogate, which UTF-8 cannot encode, by U+FFFD; return the text and the number of these.

    Two surrogates that would be a pair in UTF-16 are two lone surrogates in a Python string.
    """
    return re.subn("[\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", text)


def clusters(text: str) -> int:
    """Return the number of extended grapheme clusters (UAX #29), which readers perceive as characters."""
    return len(regex.findall(r"\X", text))


def normal_form(text: str) -> str:
    """Return the normal form of a text (UAX #15): ``NFC`` (also if both fit, as for ASCII), ``NFD``, or ``mixed``."""
    if unicodedata.is_normalized("NFC", text):
        return "NFC"
    return "NFD" if unicodedata.is_normalized("NFD", text) else "mixed"
