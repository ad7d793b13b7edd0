"""The line of all token ids above the table of steps."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.content import Content
from textual.widget import Widget

from bpetui.rendering.cells import ELLIPSIS
from bpetui.tui.decode.decoder_steps import DecoderStep


class IdsLine(Widget):
    """All token ids in one line, scrolled to the next one to decode."""

    DEFAULT_CSS = "IdsLine { height: 1; padding: 0 1; text-wrap: nowrap; }"

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._names: Sequence[str] = ()
        self._done = 0

    def show(self, steps: Sequence[DecoderStep], done: int) -> None:
        """Show the ids; the first ``done`` steps are made."""
        self._names, self._done = [step.name for step in steps], done
        self.refresh()

    def render(self) -> Content:
        """Draw the decoded ids dim, and highlight the next one."""
        width, done = self.content_size.width, self._done
        next_one = [f"▸{self._names[done]}"] if done < len(self._names) else []
        after: list[str] = []
        room = width - sum(map(cell_len, next_one)) - 2 * (len(ELLIPSIS) + 1)  # an ellipsis at each end
        for name in self._names[done + 1 :]:
            if cell_len(name) + 1 > (room if done == 0 else room // 2):
                after.append(ELLIPSIS)
                break
            after.append(name)
            room -= cell_len(name) + 1
        before: list[str] = []
        for name in reversed(self._names[:done]):
            if cell_len(name) + 1 > room:
                before.append(ELLIPSIS)
                break
            before.append(name)
            room -= cell_len(name) + 1
        return Content(" ").join(
            [
                *(Content.styled(name, "dim") for name in reversed(before)),
                *(Content.styled(name, "bold reverse") for name in next_one),
                *map(Content, after),
            ]
        )
