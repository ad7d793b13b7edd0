"""The table of the tokens that are decoded so far."""

from __future__ import annotations

from collections.abc import Sequence

from bpetui.core.utf8 import hex_bytes
from bpetui.rendering.cells import ELLIPSIS, StyledText, cut
from bpetui.tui.decode.decoder_steps import DecoderStep
from bpetui.tui.terminal.bindings import binding, keys_of
from bpetui.tui.widgets.columns import Column
from bpetui.tui.widgets.table import Table

HELD, INVALID = ELLIPSIS, "✗"
"""The marks of rows: bytes are held back after this token; some bytes turned out to be invalid."""

_NO_IDS = "No ids yet: press {keys[decode.type]} to type ids, or go back and type a text to get its ids"


class StepsTable(Table[DecoderStep], inherit_bindings=False):
    """A row for each decoded token."""

    BINDINGS = [
        binding("decode.feed", "screen.feed(1)"),
        binding("decode.back", "screen.feed(-1)"),
        binding("decode.home", "screen.feed(-1000000)"),
        binding("decode.end", "screen.feed(1000000)"),
        binding("decode.pagedown", "screen.feed(10)"),
        binding("decode.pageup", "screen.feed(-10)"),
        binding("decode.type", "screen.type"),
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
        keys = keys_of(self)
        if not self._steps:
            return keys.format(_NO_IDS)
        if not self.total:
            return keys.format("Press {keys[decode.feed]} to decode the next token, {keys[decode.back]} to undo")
        last = self._steps[self.total - 1]
        if self.total < len(self._steps):
            if self._steps[self.total].token_id is None:
                sentence = "Press {keys[decode.feed]} to end the text: {held} is not a complete character"
                return keys.format(sentence, held=hex_bytes(last.held))
            return f"{HELD} Held back: these bytes may begin a character" if last.held else ""
        return "End of the text; no bytes are held back"


def _result(step: DecoderStep, width: int) -> list[StyledText]:
    return [StyledText(cut(step.result, width), "newest" if step.invalid else "")]
