"""Textual's screen, in which the user's keys act beside text fields, and a change of focus repaints few widgets."""

from __future__ import annotations

from typing import ClassVar, Protocol, runtime_checkable

from textual.binding import BindingsMap
from textual.dom import DOMNode
from textual.errors import NoWidget
from textual.geometry import Offset
from textual.keys import key_to_character
from textual.reactive import Reactive
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget


@runtime_checkable
class Selectable(Protocol):
    """A widget that maps cells to offsets in its text; Textual reads them from the styles of what is drawn."""

    def text_offset_at(self, place: Offset) -> Offset | None:
        """Return the offset in the text of a cell of the widget, or of the nearest one."""


class BaseScreen(Screen[ScreenResultType]):
    """A screen that repaints only the widgets that lose and get the focus, and finds the keys of the user's own."""

    SCROLLS_TO_FOCUS: ClassVar[bool] = True
    """Whether Textual scrolls to the widget that gets the focus, possibly before its layout."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)  # Textual's own repaints the whole screen

    def set_focus(self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False) -> None:
        super().set_focus(widget, scroll_visible and self.SCROLLS_TO_FOCUS, from_app_focus)

    @property
    def _binding_chain(self) -> list[tuple[DOMNode, BindingsMap]]:
        """The bindings of the widget with the focus, its ancestors and the app, without keys that those before take.

        Textual's own drops these keys before it puts in the key map: a command whose default key is a letter would have
        no key at all while a text field has the focus, not even one that types nothing.
        """
        focused = self.focused
        nodes = [self, self.app] if focused is None or focused.loading else focused.ancestors_with_self
        chain: list[tuple[DOMNode, BindingsMap]] = []
        takers: list[DOMNode] = []  # the nodes before that take keys: text fields
        for node in nodes:
            bindings = node._bindings.copy()  # noqa: SLF001
            bindings.apply_keymap(self.app._keymap)  # noqa: SLF001
            for key in [*bindings.key_to_bindings] if takers else ():
                if any(taker.check_consume_key(key, key_to_character(key)) for taker in takers):
                    del bindings.key_to_bindings[key]
            chain.append((node, bindings))
            if type(node).check_consume_key is not DOMNode.check_consume_key:
                takers.append(node)
        return chain

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
