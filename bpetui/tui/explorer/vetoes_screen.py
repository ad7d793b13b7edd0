"""The list of vetoes, where each can be lifted."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.app import ComposeResult
from textual.content import Content
from textual.widgets import Static

from bpetui.core.constraints import Veto
from bpetui.rendering.cells import short_pair
from bpetui.tui.keys.commands import COMMANDS
from bpetui.tui.terminal.bindings import binding, keys_of, markup_keys
from bpetui.tui.widgets.result_screen import ScrolledFrame, TextDialog

_WIDTH = 30

_SELECT, _LIFT = "{keys[vetoes.up]} {keys[vetoes.down]} select", "{lift} lift"


class VetoesScreen(TextDialog):
    """The arrow keys select a veto, and the veto key or enter lifts it; any other key closes."""

    BINDINGS = [
        binding("vetoes.up", "select(-1)"),
        binding("vetoes.down", "select(1)"),
        binding("vetoes.lift", "lift"),
    ]

    def __init__(self, vetoes: Sequence[Veto], lift: Callable[[Veto], None]) -> None:
        super().__init__()
        self._vetoes = [*vetoes]
        self._lift = lift
        self._selected = 0

    def compose(self) -> ComposeResult:
        with ScrolledFrame("Vetoes"):
            yield Static(markup=False)

    def on_mount(self) -> None:
        """Show the vetoes."""
        self._show()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave every key to close the list if there are no vetoes."""
        return action not in ("lift", "select") or bool(self._vetoes)

    def action_select(self, by: int) -> None:
        """Select another veto."""
        self._selected += by
        self._show()

    def action_lift(self) -> None:
        """Lift the selected veto."""
        self._lift(self._vetoes.pop(self._selected))
        self._show()

    def _show(self) -> None:
        self._selected = max(0, min(self._selected, len(self._vetoes) - 1))
        lines = ["These pairs are never merged while they are vetoed.", ""]
        for at, (left, right) in enumerate(self._vetoes):
            mark = "▶" if at == self._selected else " "
            lines.append(f"{mark} {short_pair(left, right, 'hex', _WIDTH, ' + ')}")
        if not self._vetoes:
            sentence = "There are no vetoes: press {keys[veto]} to veto the pair selected in Pairs."
            lines = [keys_of(self).format(sentence)]
        self.query_one(Static).update(Content("\n".join(lines)))
        frame = self.query_one(ScrolledFrame)
        frame.name_keys(self._wordings())
        frame.scroll_to(y=max(0, self._selected + 3 - self.size.height // 2), animate=False)

    def _wordings(self) -> list[str]:
        """Return the footer in several lengths, the longest first."""
        if not self._vetoes:
            return ["any key closes"]
        names = markup_keys(self)
        lift = names.shown(COMMANDS["vetoes.lift"], all_keys=True)
        wordings = f"{_SELECT} · {_LIFT} · any other key closes", f"{_LIFT} · any other key closes"
        return [names.format(wording, lift=lift) for wording in wordings]
