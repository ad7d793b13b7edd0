"""Textual's screen, kept from painting and scrolling more than the focus asks for."""

from __future__ import annotations

from typing import ClassVar

from textual.reactive import Reactive
from textual.screen import Screen, ScreenResultType
from textual.widget import Widget


class BaseScreen(Screen[ScreenResultType]):
    """A screen on which only what loses and gets the focus is painted when the focus moves."""

    SCROLLS_TO_FOCUS: ClassVar[bool] = True
    """Whether Textual scrolls to what gets the focus, which it may do before that is laid out."""

    focused: Reactive[Widget | None] = Reactive(None, repaint=False)  # Textual's own paints the whole screen

    def set_focus(self, widget: Widget | None, scroll_visible: bool = True, from_app_focus: bool = False) -> None:
        super().set_focus(widget, scroll_visible and self.SCROLLS_TO_FOCUS, from_app_focus)
