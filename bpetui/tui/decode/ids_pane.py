"""Ids that are fed to a decoder: those that are fed and those that come, and what each of them has released."""

from __future__ import annotations

from collections.abc import Sequence

from rich.cells import cell_len
from textual.binding import Binding
from textual.content import Content
from textual.widget import Widget

from bpetui.core.utf8 import hex_bytes
from bpetui.rendering.cells import ELLIPSIS, StyledText, cut
from bpetui.tui.decode.decoder_steps import DecoderStep, id_text
from bpetui.tui.widgets.columns import Column
from bpetui.tui.widgets.table import Table

HELD, GIVEN_UP = ELLIPSIS, "✗"
"""The marks of rows after which bytes are held back, and in which some are given up."""

_END = "end"


class IdsLine(Widget):
    """All ids in one line, that which is fed next in sight."""

    DEFAULT_CSS = "IdsLine { height: 1; padding: 0 1; text-wrap: nowrap; }"

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._ids: Sequence[str] = ()
        self._fed = 0

    def show(self, steps: Sequence[DecoderStep], fed: int) -> None:
        """Show the ids, of which so many are fed."""
        self._ids, self._fed = [_named(step) for step in steps], fed
        self.refresh()

    def render(self) -> Content:
        """What is fed is dim, what is next stands out."""
        width, fed = self.content_size.width, self._fed
        next_one = [f"▸{self._ids[fed]}"] if fed < len(self._ids) else []
        behind: list[str] = []
        room = width - sum(map(cell_len, next_one)) - 2 * (len(ELLIPSIS) + 1)  # one at each end
        for name in self._ids[fed + 1 :]:
            if cell_len(name) + 1 > (room if fed == 0 else room // 2):
                behind.append(ELLIPSIS)
                break
            behind.append(name)
            room -= cell_len(name) + 1
        before: list[str] = []
        for name in reversed(self._ids[:fed]):
            if cell_len(name) + 1 > room:
                before.append(ELLIPSIS)
                break
            before.append(name)
            room -= cell_len(name) + 1
        return Content(" ").join(
            [
                *(Content.styled(name, "dim") for name in reversed(before)),
                *(Content.styled(name, "bold reverse") for name in next_one),
                *map(Content, behind),
            ]
        )


class FedTable(Table[DecoderStep], inherit_bindings=False):
    """A row for each token that is fed."""

    BINDINGS = [
        Binding("right", "screen.feed(1)", "Feed", key_display="→", id="decode.feed"),
        Binding("space,down", "screen.feed(1)", show=False, id="decode.feed_too"),
        Binding("left", "screen.feed(-1)", "Take back", key_display="←", id="decode.back"),
        Binding("backspace,up", "screen.feed(-1)", show=False, id="decode.back_too"),
        Binding("home", "screen.feed(-1000000)", "None", id="decode.home"),
        Binding("end", "screen.feed(1000000)", "All", id="decode.end"),
        Binding("pagedown", "screen.feed(10)", show=False, id="decode.pagedown"),
        Binding("pageup", "screen.feed(-10)", show=False, id="decode.pageup"),
        Binding("i", "screen.type", "Type ids", id="decode.type"),
        Binding("enter", "screen.type", show=False, id="decode.enter"),
    ]

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self.note_lines = 1
        self._steps: Sequence[DecoderStep] = ()

    def show_fed(self, steps: Sequence[DecoderStep], fed: int) -> None:
        """Show what has come of the steps, of which so many are made."""
        self._steps = steps
        self.show(0, steps[:fed], fed, cursor=max(0, fed - 1))

    def columns(self) -> Sequence[Column[DecoderStep]]:
        return (
            Column("#", 3, lambda step, _: f" {step.number:,}"),
            Column("id", 1, lambda step, _: _named(step)),
            Column("bytes", 2, lambda step, width: [StyledText(cut(hex_bytes(step.data), width))], 5, 17),
            Column("what comes out", 0, _outcome, 28, 400),
        )

    def mark(self, row: DecoderStep) -> str:
        return GIVEN_UP if row.given_up else HELD if row.held else " "

    def notes(self) -> Sequence[StyledText]:
        return (StyledText(self._said(), "table--muted"),)

    def _said(self) -> str:
        if not self._steps:
            return "no ids yet: i types some; or leave, and type a text, which gives its ids"
        if not self.total:
            return "→ or space feeds the next token, ← takes one back"
        last = self._steps[self.total - 1]
        if self.total < len(self._steps):
            if self._steps[self.total].token_id is None:
                return f"→ ends the text: no more tokens come, and {hex_bytes(last.held)} is given up"
            return f"{HELD} held back until it is known whether it becomes a character" if last.held else ""
        return "this is the end; nothing is held back"


def _named(step: DecoderStep) -> str:
    return _END if step.token_id is None else id_text(step.token_id)


def _outcome(step: DecoderStep, width: int) -> list[StyledText]:
    return [StyledText(cut(step.said, width), "newest" if step.given_up else "")]
