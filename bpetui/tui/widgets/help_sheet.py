"""Help for a screen: what it shows, and its keys, as the table of commands has them."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content

from bpetui.rendering.cells import wrapped
from bpetui.tui.keys.commands import COMMANDS, Command
from bpetui.tui.keys.keys_in_force import Keys
from bpetui.tui.widgets.sheet import Sheet

WIDTH = 76
"""Columns of the text in a frame of 80."""

_WIDEST_KEYS = 16
_MOST_LINES = 4
_GAP = 2


def command_lines(keys: Keys, commands: Sequence[Command], aligned_with: Sequence[Command] = ()) -> Content:
    """Return a line for each command: its keys, and what it does, in two columns.

    A command that another one names as its partner has no line of its own. The columns are as wide as those of the
    commands in ``aligned_with``.
    """
    width = max(cell_len(names) for names, _ in _rows(keys, aligned_with or commands))
    indent = " " * (min(_WIDEST_KEYS, width) + _GAP)
    lines: list[Content] = []
    for names, explanation in _rows(keys, commands):
        beginning = f"{names}{' ' * _GAP}".ljust(len(indent) + len(names) - cell_len(names))
        first, *rest = wrapped(explanation, WIDTH - max(cell_len(beginning), len(indent)), _MOST_LINES)
        lines.append(Content.assemble((beginning, "bold"), first))
        lines += (Content(indent + text) for text in rest)
    return Content("\n").join(lines)


def _rows(keys: Keys, commands: Sequence[Command]) -> list[tuple[str, str]]:
    """The names of the keys of each command, and what it does."""
    partners = {command.partner for command in COMMANDS.values()}
    return [
        (keys.shown(command, all_keys=True), command.explanation) for command in commands if command.id not in partners
    ]


class HelpSheet(Sheet):
    """Shows paragraphs, with blank lines between them."""

    def __init__(self, paragraphs: Sequence[Content]) -> None:
        super().__init__(Content("\n\n").join(paragraphs))
