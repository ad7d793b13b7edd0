"""Textual's screen, which paints and scrolls no more than a change of focus requires."""

from __future__ import annotations

from typing import ClassVar, Protocol, runtime_checkable

from textual.errors import NoWidget
from textual.geometry import Offset
from textual.reactive import Reactive
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget


@runtime_checkable
class Selectable(Protocol):
    """A widget that maps cells to offsets in its text; Textual reads them from the styles of what is drawn."""

    def text_offset_at(self, place: Offset) -> Offset | None:
        """Return the offset in the text of a cell of the widget, or of the nearest one."""


class BaseScreen(Screen[ScreenResultType]):
    """A screen that repaints only the widgets that lose and get the focus."""

    SCROLLS_TO_FOCUS: ClassVar[bool] = True
    """Whether Textual scrolls to the widget that gets the focus, possibly before its layout."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)  # Textual's own repaints the whole screen

    def set_focus(self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False) -> None:
        super().set_focus(widget, scroll_visible and self.SCROLLS_TO_FOCUS, from_app_focus)

    def get_widget_and_offset_at(self, x: int, y: int) -> tuple[Widget | None, Offset | None]:
        """Return the widget at a cell, or during a drag the one where it began."""
        widget: Widget | None = self.app.mouse_captured
        if widget is None:
            try:
                widget, _ = self.get_widget_at(x, y)
            except NoWidget:
                return None, None
        if isinstance(widget, Selectable):
            return widget, widget.text_offset_at(Offset(x, y) - widget.content_region.offset)
        return super().get_widget_and_offset_at(x, y)

    def get_selected_text(self) -> str | None:
        """Return the text selected in a `Selectable` unchanged: Textual's own drops line breaks."""
        for widget, selection in self.selections.items():
            if isinstance(widget, Selectable) and widget.is_attached:
                found = widget.get_selection(selection)
                return found[0] if found else None
        return super().get_selected_text()
