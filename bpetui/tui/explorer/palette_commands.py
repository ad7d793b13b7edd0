"""What the palette offers for the explorer: all that keys do, and each tokenizer that is here."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import SystemCommand

from bpetui.tui.explorer.explorer_screen import ExplorerScreen
from bpetui.tui.explorer.keys import KEYS


def palette_commands(explorer: ExplorerScreen) -> Iterator[SystemCommand]:
    """The commands; a key is named as the user has set it."""
    own = {active.binding.id: active.binding for active in explorer.active_bindings.values()}
    for binding in KEYS:
        action, key = binding.action, explorer.app.get_key_display(own.get(binding.id, binding))
        yield SystemCommand(
            f"{binding.description} ({key})",
            binding.tooltip,
            lambda action=action: explorer.call_later(explorer.run_action, action),
        )
    for offer in explorer.tokenizer.offers:
        if offer.is_here:
            yield SystemCommand(
                f"Try it: {offer.title}",
                f"cut the text typed with {offer.title} ({offer.about})",
                lambda name=offer.name: explorer.call_later(explorer.tokenizer.choose, name),
            )
