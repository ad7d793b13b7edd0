"""How bytes stand in UTF-8, and how bytes and text are spelled so that any screen can hold them."""

import re
import unicodedata
from functools import lru_cache
from typing import Literal

import regex

Kind = Literal["whole", "prefix", "continuation", "straddling", "invalid", "empty"]

# The well-formed sequences of the Unicode Standard, table 3-7, and each one's proper beginnings. The second byte is
# what rules out overlong forms (e0, f0), surrogates (ed) and what lies above U+10FFFF (f4).
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


def kind(data: bytes) -> Kind:
    """Say how a token's bytes stand in UTF-8, by the bytes alone.

    - ``whole``: one or more complete characters
    - ``prefix``: starts a character and ends before its last byte
    - ``continuation``: one to three continuation bytes, of one character
    - ``straddling``: crosses a character boundary, with part of a character at one end or both
    - ``invalid``: no valid UTF-8 text holds these bytes in a row
    - ``empty``: there are no bytes; some published vocabularies have such a token, which no text becomes
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


# What moves the cursor, reorders the row, takes no room, or cannot be told from a plain space. U+0020, tab and line
# feed are left to `visible`. `regex` and not `unicodedata`, since its Unicode tables are newer than Python's.
_HIDDEN = regex.compile(r"[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}--[\ \t\n]]", regex.VERSION1)


@lru_cache(maxsize=4096)
def _stand_in(character: str) -> str:
    """A control's picture (U+2400 ff.), or the code of any other character that hides."""
    code = ord(character)
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else f"U+{code:04X}"


SPACE, TAB, LINE_END = "·", "→", "↵"
"""How white space is drawn where it must be seen."""


def visible(text: str, *, space: str = " ", tab: str = "␉", newline: str = "␊") -> str:
    """Write text so that all of it is seen and none of it acts on the terminal.

    Controls become their pictures (␀ ␛ ␍ ␡). Other controls, format characters (joiners, bidi, BOM), variation
    selectors and the rest of Default_Ignorable_Code_Point, lone surrogates, private and unassigned code points, and
    every space but U+0020 become their code (``U+202E``). To be done before the text's width is taken.
    """
    shown = _HIDDEN.sub(lambda match: _stand_in(match[0]), text)
    return shown.replace(" ", space).replace("\t", tab).replace("\n", newline)


def hex_bytes(data: bytes) -> str:
    """Bytes in hex, set apart by spaces: ``e5 ba``."""
    return data.hex(" ")


def bracketed(data: bytes) -> str:
    """Bytes in hex, in brackets, as partial tokens are drawn: ``⟨e5 ba⟩``; nothing for none."""
    return f"⟨{hex_bytes(data)}⟩" if data else ""


def _gpt2_alphabet() -> str:
    printable = {*range(0x21, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x100)}
    others = iter(range(0x100, 0x200))
    return "".join(chr(byte if byte in printable else next(others)) for byte in range(256))


GPT2_ALPHABET = _gpt2_alphabet()
"""The printable character of each byte in GPT-2's files (``bytes_to_unicode`` in its encoder.py).

Those that can be seen stand for themselves, the others are U+0100 + n in byte order: a space is ``Ġ``.
"""


def gpt2_spelling(data: bytes) -> str:
    """Bytes as GPT-2's files spell them: ``b" the"`` is ``Ġthe``."""
    return "".join([GPT2_ALPHABET[byte] for byte in data])


def without_surrogates(text: str) -> tuple[str, int]:
    """Put U+FFFD for each lone surrogate, which UTF-8 cannot hold; returns the text and how many there were.

    Two surrogates that would be a pair in UTF-16 are two lone ones in a Python string.
    """
    return re.subn("[\ud800-\udfff]", "\N{REPLACEMENT CHARACTER}", text)


def clusters(text: str) -> int:
    """The number of extended grapheme clusters (UAX #29): what a reader calls characters."""
    return len(regex.findall(r"\X", text))


def normal_form(text: str) -> str:
    """The text's normalization form (UAX #15): ``NFC`` (also where both fit, as for ASCII), ``NFD``, or ``mixed``."""
    if unicodedata.is_normalized("NFC", text):
        return "NFC"
    return "NFD" if unicodedata.is_normalized("NFD", text) else "mixed"
