"""The vetoes: pairs that are never merged, listed, and lifted one by one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Static

from bpetui.core.constraints import Veto
from bpetui.rendering.cells import brief

_WIDTH = 30


class VetoesScreen(ModalScreen[None]):
    """The arrow keys select a veto, `x` or enter lifts it; any other key closes."""

    def __init__(self, vetoes: Sequence[Veto], lift: Callable[[Veto], None]) -> None:
        super().__init__()
        self._vetoes = [*vetoes]
        self._lift = lift
        self._selected = 0
        self._left = False

    def compose(self) -> ComposeResult:
        with VerticalScroll(can_focus=False) as view:
            view.border_subtitle = "↑ ↓ select · x lifts · any other key closes"
            yield Static(markup=False)

    def on_mount(self) -> None:
        """Show them."""
        self._show()

    def on_key(self, event: events.Key) -> None:
        """Before any binding has the key."""
        event.stop()
        if event.key in ("up", "down"):
            self._selected += -1 if event.key == "up" else 1
            self._show()
        elif event.key in ("x", "enter", "delete") and self._vetoes:
            self._lift(self._vetoes.pop(self._selected))
            self._show()
        elif not self._left:  # or a key typed ahead would close what is below it, too
            self._left = True
            self.dismiss()

    def _show(self) -> None:
        self._selected = max(0, min(self._selected, len(self._vetoes) - 1))
        lines = ["These pairs are never merged, until they are allowed again.", ""]
        for at, (left, right) in enumerate(self._vetoes):
            mark = "▶" if at == self._selected else " "
            lines.append(f"{mark} {brief(left, 'hex', _WIDTH)} + {brief(right, 'hex', _WIDTH)}")
        if not self._vetoes:
            lines.append("There is none: x vetoes the pair that is selected in Pairs.")
        self.query_one(Static).update(Content("\n".join(lines)))
        self.query_one(VerticalScroll).scroll_to(y=max(0, self._selected + 3 - self.size.height // 2), animate=False)
