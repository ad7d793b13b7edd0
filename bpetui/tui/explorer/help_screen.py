"""The help screen: what byte-pair encoding does, what the explorer's panes show, and all keys."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby

from textual.content import Content

from bpetui.tui.keys.commands import Scope, commands_of
from bpetui.tui.keys.keys_in_force import EscapedKeys, Keys
from bpetui.tui.widgets.help_sheet import HelpSheet, command_lines

_INTRODUCTION = """\
Byte-pair encoding starts with single bytes (or characters: see Settings).
It counts every pair of neighboring tokens in a text, merges the most
frequent pair into a new token, and counts again, until the vocabulary is
large enough.

Press [b]{keys[step]}[/b] for the first merge, [b]{keys[back]}[/b] to undo it, [b]{keys[run]}[/b] to run to the target.
Press [b]{keys[type]}[/b] to type text of your own and see its tokens, [b]{keys[leave]}[/b] to leave it.
[b]tab[/b] goes to the next pane; the arrow keys move in it."""

_PANES = (
    (
        "1 Corpus",
        """\
The text, cut into its tokens. Colors tell tokens made by merges apart; the newest token and the letters of \
the selected pair are highlighted. An underline joins a character to the next one of the same token: \
[u]th[/u]e is two tokens, t[u]h[/u]e is two others. · is a space, → a tab, ↵ a line end. 床₃ is one character \
made of three tokens.""",
    ),
    (
        "2 Pairs",
        """\
Every pair and its count, best first. Δ is the change since the last merge. Pairs with equal counts \
tie; [b]{keys[ties]}[/b] shows the rule that orders them. Marks: = ties for the next merge, ✗ vetoed, – beyond the \
limits on tokens. The line below the list says which pair is next, and why.""",
    ),
    (
        "3 History",
        """\
Every merge so far; * marks your own choices. Tied is the number of pairs that had the highest count, – if there \
was only one. Undone merges stay listed, dimmed: [b]{keys[step]}[/b] makes \
them again.""",
    ),
    (
        "4 Words",
        """\
With a split or a table of words: each distinct word, its count and its tokens now. Merges never cross the \
end of a word.""",
    ),
    (
        "Try it",
        """\
Your own text, tokenized with the merges so far or with the tokenizer that the title names. ⟨e5 ba⟩ are the \
bytes, in hex, of a token that is only part of a character: a prefix holds its first bytes, a continuation \
later ones, and a straddling token also holds bytes of a neighboring character.""",
    ),
)
"""The panes, with what each shows."""


class HelpScreen(HelpSheet):
    """Explains the explorer, and lists all its keys."""

    def __init__(self, keys: Keys, names: EscapedKeys) -> None:
        """``names`` are the names of ``keys`` for texts with markup."""
        super().__init__(
            [
                Content.from_markup(names.format(_INTRODUCTION)),
                *_command_groups(keys),
                *(_section(title, Content.from_markup(names.format(text))) for title, text in _PANES),
            ]
        )


def _command_groups(keys: Keys) -> Iterator[Content]:
    """Yield the commands of each group, below its heading."""
    listed = commands_of(Scope.EXPLORER, Scope.APP)
    for group, commands in groupby(listed, key=lambda command: command.group):
        yield _section(group, command_lines(keys, [*commands], aligned_with=listed))


def _section(title: str, text: Content) -> Content:
    return Content.assemble((title, "bold underline"), "\n", text)
