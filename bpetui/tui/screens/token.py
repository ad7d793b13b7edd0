"""One token looked at closely: its bytes, what they are in UTF-8, and the merges that built it."""

from __future__ import annotations

from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from bpetui.core.utf8 import hex_bytes, kind
from bpetui.core.vocabulary import BYTES
from bpetui.tui.panes.cells import brief
from bpetui.tui.run import Run

_LINES = 200
_WIDTH = 60


class TokenScreen(ModalScreen[None]):
    """Shows the tree of merges below a token; any key closes it."""

    BINDINGS = [Binding("escape,q,enter,space", "dismiss", show=False, id="token.close")]

    def __init__(self, token_id: int, run: Run) -> None:
        super().__init__()
        self._lines = [*_heading(token_id, run), "", *_tree(token_id, run)]

    def compose(self) -> ComposeResult:
        with VerticalScroll():
            yield Static(Content("\n".join(self._lines)), markup=False)

    def on_key(self) -> None:
        """Keys that scroll are taken by the scroll view; any other closes."""
        self.dismiss()


def _heading(token_id: int, run: Run) -> list[str]:
    token, count = run.token(token_id), run.vocabulary.size(token_id)
    size = f"{count:,} byte{'s' if count > 1 else ''}"
    shown = hex_bytes(token[:64]) + (" …" if count > 64 else "")
    lines = [f"token {token_id:,}  {brief(token, 'hex', _WIDTH)}", f"{size}: {shown}", f"in UTF-8: {kind(token)}"]
    if token_id < BYTES:
        lines.append("one of the 256 bytes that every vocabulary starts with")
    else:
        merge = run.merges[token_id - BYTES]
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
        if at >= BYTES:
            merge = run.merges[at - BYTES]
            waiting.append((merge.right, below + "└─ ", below + "   "))
            waiting.append((merge.left, below + "├─ ", below + "│  "))
    return [*lines, "…"] if waiting else lines
