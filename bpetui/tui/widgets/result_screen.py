"""Screens that close with a result, and the frame around those that stand in front of another."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from textual import events
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen, ScreenResultType

from bpetui.tui.terminal.screen import BaseScreen


class ResultScreen(BaseScreen[ScreenResultType]):
    """A screen that closes once, with a result or without one."""

    is_left = False

    def leave(self, result: ScreenResultType | None = None) -> None:
        """Close the screen, unless it is closing: a key typed ahead would close the screen below it, too."""
        if not self.is_left:
            self.is_left = True
            self.dismiss(result)

    def action_leave(self) -> None:
        """Close the screen without a result."""
        self.leave()


# The first base is the one that Textual takes styles and bindings from.
class Dialog(ModalScreen[ScreenResultType], ResultScreen[ScreenResultType]):
    """A screen in front of another, in a `Frame`; one that is ``-flat`` has no room for the border."""

    VERTICAL_BREAKPOINTS = [(0, "-high")]
    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog.-flat Frame { border: none; }
    """


class KeyDialog(Dialog[None]):
    """A dialog that takes every key before any binding has it."""

    CLOSING_KEYS: frozenset[str] = frozenset()
    """The keys that close it; empty if all do that have no other meaning."""

    def acts(self) -> Mapping[str, Callable[[], object]]:
        """What the keys do that do not close it, by the names of the keys."""
        raise NotImplementedError

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if act := self.acts().get(event.key):
            act()
        elif event.key in self.CLOSING_KEYS or not self.CLOSING_KEYS:
            self.leave()


class Frame(Vertical):
    """A border with a title, and with the names of keys.

    ``keys`` are several wordings (markup), the longest first: the first one that there is room for is shown.
    """

    DEFAULT_CSS = """
    Frame {
        width: 80; max-width: 100%; height: auto; max-height: 100%;
        border: round $border; border-title-style: bold; background: $surface;
    }
    """

    def __init__(self, title: str = "", keys: Sequence[str] = (), id: str | None = None) -> None:
        super().__init__(id=id)
        self.border_title = Content(title) if title else None
        self._keys = [Content.from_markup(wording) for wording in keys]
        self._shown: Content | None = None

    def name_keys(self, keys: Sequence[str]) -> None:
        """Name other keys."""
        self._keys = [Content.from_markup(wording) for wording in keys]
        self.on_resize()

    def on_resize(self) -> None:
        """Name the keys in the longest wording that there is room for."""
        room = self.outer_size.width - 2  # a corner, or a space, at each end
        shown = next((wording for wording in self._keys if wording.cell_length <= room), None)
        if shown != self._shown:  # setting it paints the whole frame
            self._shown = shown
            self.border_subtitle = shown


class ScrolledFrame(Frame):
    """A frame that scrolls what does not fit in it."""

    DEFAULT_CSS = "ScrolledFrame { overflow-x: hidden; overflow-y: auto; scrollbar-size-vertical: 1; }"
