"""The vetoes: pairs that are never merged, listed, and lifted one by one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from bpetui.core.constraints import Veto
from bpetui.rendering.cells import brief
from bpetui.tui.widgets.result_screen import KeyDialog, ScrolledFrame

_WIDTH = 30


class VetoesScreen(KeyDialog):
    """The arrow keys select a veto, `x` or enter lifts it; any other key closes."""

    def __init__(self, vetoes: Sequence[Veto], lift: Callable[[Veto], None]) -> None:
        super().__init__()
        self._vetoes = [*vetoes]
        self._lift = lift
        self._selected = 0

    def compose(self) -> ComposeResult:
        with ScrolledFrame(keys=("↑ ↓ select · x lifts · any other key closes", "esc closes")):
            yield Static(markup=False)

    def on_mount(self) -> None:
        """Show them."""
        self._show()

    def acts(self) -> Mapping[str, Callable[[], object]]:
        lifting = dict.fromkeys(("x", "enter", "delete"), self._lift_selected) if self._vetoes else {}
        return {"up": partial(self._select, -1), "down": partial(self._select, 1), **lifting}

    def _select(self, by: int) -> None:
        self._selected += by
        self._show()

    def _lift_selected(self) -> None:
        self._lift(self._vetoes.pop(self._selected))
        self._show()

    def _show(self) -> None:
        self._selected = max(0, min(self._selected, len(self._vetoes) - 1))
        lines = ["These pairs are never merged, until they are allowed again.", ""]
        for at, (left, right) in enumerate(self._vetoes):
            mark = "▶" if at == self._selected else " "
            lines.append(f"{mark} {brief(left, 'hex', _WIDTH)} + {brief(right, 'hex', _WIDTH)}")
        if not self._vetoes:
            lines.append("There is none: x vetoes the pair that is selected in Pairs.")
        self.query_one(Static).update(Content("\n".join(lines)))
        self.query_one(ScrolledFrame).scroll_to(y=max(0, self._selected + 3 - self.size.height // 2), animate=False)
