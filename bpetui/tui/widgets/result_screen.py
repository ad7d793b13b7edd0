"""Screens that close with a result, and the frame of dialogs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from textual import events
from textual.containers import Vertical
from textual.content import Content
from textual.screen import ModalScreen, ScreenResultType

from bpetui.tui.terminal.screen import BaseScreen

_BORDER_CELLS = 6
"""Cells that Textual draws beside a subtitle: a corner, a line and a space at each end."""


class ResultScreen(BaseScreen[ScreenResultType]):
    """A screen that closes once, with or without a result."""

    is_left = False

    def leave(self, result: ScreenResultType | None = None) -> None:
        """Close the screen, unless it is closing already: a key typed ahead would close the screen below, too."""
        if not self.is_left:
            self.is_left = True
            self.dismiss(result)

    def action_leave(self) -> None:
        """Close the screen without a result."""
        self.leave()


# Textual takes styles and bindings from the first base.
class Dialog(ModalScreen[ScreenResultType], ResultScreen[ScreenResultType]):
    """A screen in a `Frame` in front of another; at the breakpoint ``-flat`` it has no border."""

    VERTICAL_BREAKPOINTS = [(0, "-high")]
    DEFAULT_CSS = """
    Dialog { align: center middle; }
    Dialog.-flat Frame { border: none; }
    """


class KeyDialog(Dialog[None]):
    """A dialog that handles every key before any binding does."""

    CLOSING_KEYS: frozenset[str] = frozenset()
    """The keys that close the dialog; if empty, every key without another action does."""

    def acts(self) -> Mapping[str, Callable[[], object]]:
        """Return the actions of the other keys, by the names of the keys."""
        raise NotImplementedError

    def on_key(self, event: events.Key) -> None:
        event.stop()
        if act := self.acts().get(event.key):
            act()
        elif event.key in self.CLOSING_KEYS or not self.CLOSING_KEYS:
            self.leave()


class Frame(Vertical):
    """A border with a title at the top, and keys at the bottom.

    ``keys`` are several wordings (markup), the longest first; the first one that fits is shown.
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
        """Show other keys."""
        self._keys = [Content.from_markup(wording) for wording in keys]
        self.on_resize()

    def on_resize(self) -> None:
        """Show the keys in the longest wording that fits."""
        room = self.outer_size.width - _BORDER_CELLS
        shown = next((wording for wording in self._keys if wording.cell_length <= room), None)
        if shown != self._shown:  # setting it repaints the whole frame
            self._shown = shown
            self.border_subtitle = shown


class ScrolledFrame(Frame):
    """A frame that scrolls."""

    DEFAULT_CSS = "ScrolledFrame { overflow-x: hidden; overflow-y: auto; scrollbar-size-vertical: 1; }"
