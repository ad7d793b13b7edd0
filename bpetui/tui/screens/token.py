"""One token looked at closely: its bytes, what they are in UTF-8, and the merges that built it."""

from __future__ import annotations

from textual.content import Content

from bpetui.core.utf8 import hex_bytes, kind
from bpetui.tui.panes.cells import brief
from bpetui.tui.run import Run
from bpetui.tui.screens.sheet import Sheet

_LINES = 200
_WIDTH = 60


class TokenScreen(Sheet):
    """Shows what a token is, and the tree of merges below it."""

    def __init__(self, token_id: int, run: Run) -> None:
        super().__init__(Content("\n".join([*_heading(token_id, run), "", *_tree(token_id, run)])))


def _heading(token_id: int, run: Run) -> list[str]:
    token, count = run.token(token_id), run.vocabulary.size(token_id)
    size = f"{count:,} byte{'s' if count > 1 else ''}"
    shown = hex_bytes(token[:64]) + (" …" if count > 64 else "")
    lines = [f"token {token_id:,}  {brief(token, 'hex', _WIDTH)}", f"{size}: {shown}", f"in UTF-8: {kind(token)}"]
    if token_id < run.base:
        what = "256 bytes that every" if run.opened.alphabet.characters is None else f"{run.base:,} symbols that this"
        lines.append(f"one of the {what} vocabulary starts with")
    else:
        merge = run.merges[token_id - run.base]
        tied = "alone at this count" if merge.ties == 1 else f"{merge.ties:,} pairs had this count"
        by = "chosen by you" if merge.chosen else "chosen by the rule"
        lines.append(f"made by merge {merge.number:,}: {merge.count:,} places, {tied}, {by}")
    return lines


def _tree(token_id: int, run: Run) -> list[str]:
    """The token and, indented below it, the two that it joins, down to the bytes; at most so many lines."""
    lines: list[str] = []
    waiting = [(token_id, "", "")]
    while waiting and len(lines) < _LINES:
        at, lead, below = waiting.pop()
        lines.append(f"{lead}{brief(run.token(at), 'hex', _WIDTH)}  {at}")
        if at >= run.base:
            merge = run.merges[at - run.base]
            waiting.append((merge.right, below + "└─ ", below + "   "))
            waiting.append((merge.left, below + "├─ ", below + "│  "))
    return [*lines, "…"] if waiting else lines
