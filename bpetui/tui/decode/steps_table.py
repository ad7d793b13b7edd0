"""The table of the tokens that are decoded so far."""

from __future__ import annotations

from collections.abc import Sequence

from textual.binding import Binding

from bpetui.core.utf8 import hex_bytes
from bpetui.rendering.cells import ELLIPSIS, StyledText, cut
from bpetui.tui.decode.decoder_steps import DecoderStep
from bpetui.tui.widgets.columns import Column
from bpetui.tui.widgets.table import Table

HELD, INVALID = ELLIPSIS, "✗"
"""The marks of rows: bytes are held back after this token; some bytes turned out to be invalid."""


class StepsTable(Table[DecoderStep], inherit_bindings=False):
    """A row for each decoded token."""

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

    def show_steps(self, steps: Sequence[DecoderStep], done: int) -> None:
        """Show the first ``done`` of the steps."""
        self._steps = steps
        self.show(0, steps[:done], done, cursor=max(0, done - 1))

    def columns(self) -> Sequence[Column[DecoderStep]]:
        return (
            Column("#", 3, lambda step, _: f" {step.number:,}"),
            Column("id", 1, lambda step, _: step.name),
            Column("bytes", 2, lambda step, width: [StyledText(cut(hex_bytes(step.data), width))], 5, 17),
            Column("result", 0, _result, 28, 400),
        )

    def mark(self, row: DecoderStep) -> str:
        return INVALID if row.invalid else HELD if row.held else " "

    def notes(self) -> Sequence[StyledText]:
        return (StyledText(self._note(), "table--muted"),)

    def _note(self) -> str:
        if not self._steps:
            return "No ids yet: press i to type ids, or go back and type a text to get its ids"
        if not self.total:
            return "Press → or space to decode the next token, ← to undo"
        last = self._steps[self.total - 1]
        if self.total < len(self._steps):
            if self._steps[self.total].token_id is None:
                return f"Press → to end the text: {hex_bytes(last.held)} is not a complete character"
            return f"{HELD} Held back: these bytes may begin a character" if last.held else ""
        return "End of the text; no bytes are held back"


def _result(step: DecoderStep, width: int) -> list[StyledText]:
    return [StyledText(cut(step.result, width), "newest" if step.invalid else "")]
