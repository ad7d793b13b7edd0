"""The line of the keys that work now, or a hint until the next key.

Textual's own footer creates a widget for every key at each change of focus, which takes longer than everything else
that a key does, and it cuts keys that do not fit.
"""

from __future__ import annotations

from collections.abc import Collection

from rich.cells import cell_len
from textual import events
from textual.binding import ActiveBinding
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget

from bpetui.core.utf8 import visible
from bpetui.tui.keys.commands import COMMANDS
from bpetui.tui.terminal.bindings import keys_of

_KEPT = 2
"""The number of keys at the end (help and back) that stay where room is short."""

_ROWS = {name: row for row, name in enumerate(COMMANDS)}
"""The place of each command in the table of keys."""


class KeyLine(Widget):
    """A line of keys that can be clicked, or a hint."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    KeyLine {
        height: 1; padding: 0 1; color: $footer-foreground; background: $footer-background;
        text-wrap: nowrap; text-overflow: ellipsis;
        &.-hint { background: $warning-muted; color: $text-warning; }
        &.-hint:ansi { background: ansi_default; color: ansi_default; text-style: bold reverse; }
    }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self.hint = ""
        self._keys: list[tuple[str, str, str]] = []  # of each: the key, its displayed name, and what it does

    def on_mount(self) -> None:
        """Update the keys whenever the focus changes."""
        self.screen.bindings_updated_signal.subscribe(self, self._take)

    def show_hint(self, sentence: str) -> None:
        """Show a sentence in place of the keys, or the keys if it is empty."""
        if sentence != self.hint:
            self.hint = sentence
            self.set_class(bool(sentence), "-hint")
            self.refresh()

    def _take(self, screen: Screen[object]) -> None:
        own, keys = keys_of(self), dict[str, tuple[str, str, str]]()
        for active in _ordered(screen.active_bindings.values()):
            binding = active.binding
            if binding.show:  # the first key of each action
                command = COMMANDS.get(binding.id or "")
                shown = own.shown(command) if command else self.app.get_key_display(binding)
                keys.setdefault(binding.action, (binding.key, shown, binding.description))
        taken = [*keys.values()]
        if taken != self._keys:
            self._keys = taken
            self.refresh()

    def _fitting(self) -> list[tuple[str, str, str]]:
        """Return the keys that fit."""
        keys = [*self._keys]
        while len(keys) > 1 and _width(keys) > self.content_size.width:
            del keys[max(0, len(keys) - _KEPT - 1)]
        return keys

    def render(self) -> Content:
        """The hint, or the keys."""
        if self.hint:
            return Content(visible(self.hint))
        return Content("  ").join(
            Content.assemble((name, "bold $footer-key-foreground"), f" {does}") for _, name, does in self._fitting()
        )

    def on_click(self, event: events.Click) -> None:
        """Act as the clicked key."""
        at = event.x - self.gutter.left
        for key, name, does in () if self.hint else self._fitting():
            width = cell_len(f"{name} {does}")
            if 0 <= at < width:
                self.app.simulate_key(key)
            at -= width + 2


def _width(keys: list[tuple[str, str, str]]) -> int:
    return sum(cell_len(f"{name} {does}") for _, name, does in keys) + 2 * (len(keys) - 1)


def _ordered(bindings: Collection[ActiveBinding]) -> list[ActiveBinding]:
    """Return bindings by node, then as in the table, so that a remapped key keeps its place."""
    nodes = {node: place for place, node in enumerate(dict.fromkeys(id(active.node) for active in bindings))}
    return sorted(bindings, key=lambda active: (nodes[id(active.node)], _ROWS.get(active.binding.id or "", len(_ROWS))))
