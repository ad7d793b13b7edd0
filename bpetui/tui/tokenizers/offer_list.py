"""A list of tokenizers with a selected row."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.actions import SkipAction
from textual.geometry import Size
from textual.strip import Strip

from bpetui.rendering.cells import StyledText
from bpetui.tui.run.offers import Offer
from bpetui.tui.terminal.bindings import binding
from bpetui.tui.widgets.columns import Column, Layout
from bpetui.tui.widgets.painted_lines import PaintedLines

_MARK = 2
_WIDEST = 24


def _columns(offers: Sequence[Offer]) -> tuple[Column[Offer], ...]:
    """Return the columns; where room is short, the one with the descriptions is left out first."""
    name = min(_WIDEST, max(cell_len(offer.title) for offer in offers))
    where = min(_WIDEST, max(cell_len(offer.where) for offer in offers))
    return (
        Column("name", 0, lambda offer, width: [StyledText(offer.title)], name, name),
        Column("about", 2, lambda offer, width: [StyledText(offer.about)], 16, 44),
        Column("where", 1, lambda offer, width: [StyledText(offer.where)], where, where),
    )


class OfferList(PaintedLines, can_focus=True):
    """A list in which the arrow keys select a row, and a click takes it. Below the last row the focus moves on.

    ``selected_changed`` is called when another row is selected, ``take`` when a row is clicked.
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES = {"lines--cursor"}
    DEFAULT_CSS = "OfferList { height: auto; min-height: 1; padding: 0 1; }"
    BINDINGS = [
        binding("tokenizers.up", "move(-1)"),
        binding("tokenizers.down", "move(1)"),
        binding("tokenizers.first", "move(-1000)"),
        binding("tokenizers.last", "move_to_last"),
    ]

    def __init__(self, offers: Sequence[Offer], selected_changed: Callable[[], None], take: Callable[[], None]) -> None:
        super().__init__()
        self._offers = offers
        self._columns = _columns(offers)
        self._changed, self._take = selected_changed, take
        self._at = self._top = 0

    @property
    def selected(self) -> Offer:
        """The selected tokenizer."""
        return self._offers[self._at]

    def select(self, name: str) -> None:
        """Select the tokenizer of that name, if it is in the list."""
        self._move_to(next((at for at, offer in enumerate(self._offers) if offer.name == name), self._at))

    def action_move(self, by: int) -> None:
        if self._at + by >= len(self._offers):
            raise SkipAction  # the screen's key focuses the field below
        self._move_to(max(0, self._at + by))

    def action_move_to_last(self) -> None:
        if self._at == len(self._offers) - 1:
            raise SkipAction
        self._move_to(len(self._offers) - 1)

    def on_click(self, event: events.Click) -> None:
        at = event.y + self._top
        if at < len(self._offers):
            self._move_to(at)
            self._take()

    def _move_to(self, at: int) -> None:
        self._at = at
        self.lay_out()
        self._changed()

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:
        """Return a row for each tokenizer."""
        return len(self._offers)

    def wrap(self, style: Style) -> None:
        height = max(1, self.size.height)
        self._top = max(0, min(self._top, self._at, len(self._offers) - height), self._at - height + 1)

    def content_lines(self, style: Style) -> Sequence[Strip]:
        layout = Layout(self._columns, self._offers, self.size.width - _MARK, {})
        stop = min(self._top + self.size.height, len(self._offers))
        return [self._line(at, layout, style) for at in range(self._top, stop)]

    def _line(self, at: int, layout: Layout[Offer], style: Style) -> Strip:
        offer = self._offers[at]
        selected = at == self._at and self.has_focus
        if selected:
            style += self.get_component_rich_style("lines--cursor", partial=True)
        elif not offer.is_here:
            style += Style(dim=True)
        pieces = [StyledText("▶ " if selected else "  "), *layout.cells(offer)]
        return Strip(Segment(piece.text, style) for piece in pieces).adjust_cell_length(self.size.width, style)
