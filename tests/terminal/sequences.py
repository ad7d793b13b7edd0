"""A parser of what a program sends to a terminal: text, controls, escape sequences (ECMA-48; xterm's ctlseqs)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

import regex

_SEQUENCE = re.compile(
    r"""
    (?P<csi> \x1b\[ [0-?]* [ -/]* [@-~] )
    | (?P<string> \x1b [PX\]^_] .*? (?: \x1b\\ | \x07 | \Z ) )
    | (?P<escape> \x1b [ -/]* [0-~]? )
    | (?P<control> [\x00-\x1a\x1c-\x1f\x7f-\x9f] )
    | (?P<text> [^\x00-\x1f\x7f-\x9f]+ )
    """,
    re.VERBOSE | re.DOTALL,
)

Kind = Literal["csi", "string", "escape", "control", "text"]


class Part(NamedTuple):
    """A run of text, one control, or one sequence; a ``string`` is an OSC, DCS, APC, PM or SOS with its payload."""

    kind: Kind
    text: str


def parts(sent: bytes) -> Iterator[Part]:
    """Take apart what was sent. Raises UnicodeDecodeError if it is not UTF-8."""
    for found in _SEQUENCE.finditer(sent.decode()):
        yield Part(found.lastgroup, found[0])  # type: ignore[arg-type]  # the names of the groups are the kinds


def text(sent: bytes) -> str:
    """The text without the sequences, each run in a line of its own."""
    return "\n".join(part.text for part in parts(sent) if part.kind == "text")


MODES = {
    "7": "line wrap",
    "25": "cursor",
    "1000": "mouse clicks",
    "1002": "mouse drags",
    "1003": "mouse movement",
    "1004": "focus",
    "1006": "mouse coordinates",
    "1015": "mouse coordinates, urxvt",
    "1016": "mouse pixels",
    "1049": "alternate screen",
    "2004": "bracketed paste",
    "2026": "synchronized output",
    "2048": "resize reports",
}
"""The private modes of a terminal that the program may set (DECSET)."""

_WANTED = (
    re.compile(r"\x1b\[[0-9;]*m"),  # colors and the like (SGR)
    re.compile(r"\x1b\[[0-9]+;[0-9]+H"),  # the cursor's place (CUP)
    re.compile(rf"\x1b\[\?(?:{'|'.join(MODES)})[hl]"),
    re.compile(r"\x1b\[\?20(?:26|48)\$p"),  # does the terminal know these modes? (DECRQM)
    re.compile(r"\x1b\[(?:>[0-9]+|<)u"),  # the kitty keyboard protocol, on and off
    re.compile(r"\x1b\]22;[a-z-]+\x07"),  # the shape of the mouse's pointer
)


_HIDDEN = regex.compile(r"\p{Cf}|\p{Zl}|\p{Zp}|\p{Co}|\p{Cn}|\p{Default_Ignorable_Code_Point}")


def hidden(sent: bytes) -> set[str]:
    """Characters in the text that turn it around, join it, or are not to be seen."""
    return set(_HIDDEN.findall(text(sent)))


def strange(sent: bytes) -> list[Part]:
    """What a screen of plain text does not need: all but text, line ends, colors, cursor places and known modes."""
    return [
        part
        for part in parts(sent)
        if part.kind != "text" and part.text not in "\r\n" and not any(known.fullmatch(part.text) for known in _WANTED)
    ]


def modes(sent: bytes) -> dict[str, bool]:
    """The private modes that were set and reset, by name, each as it was left."""
    left: dict[str, bool] = {}
    for number, state in re.findall(rb"\x1b\[\?([0-9]+)([hl])", sent):
        left[MODES.get(number.decode(), number.decode())] = state == b"h"
    return left


def styles(sent: bytes) -> set[str]:
    """Every parameter of SGR that was sent, colors with their arguments: ``1``, ``38;5;208``, ``48;2;0;95;95``."""
    found: set[str] = set()
    for parameters in re.findall(r"\x1b\[([0-9;]*)m", sent.decode()):
        found.update(re.findall(r"[34]8;5;[0-9]+|[34]8;2;[0-9]+;[0-9]+;[0-9]+|[0-9]+", parameters or "0"))
    return found


def colors(sent: bytes) -> set[str]:
    """Those of `styles` that are colors: not bold, dim and the like, nor back to the terminal's own (39, 49)."""
    return {style for style in styles(sent) if int(style.partition(";")[0]) >= 30 and style not in ("39", "49")}
