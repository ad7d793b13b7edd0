"""The palette's commands for the explorer: those of its keys, and each tokenizer on this machine."""

from __future__ import annotations

from collections.abc import Iterator

from textual.app import SystemCommand
from textual.binding import Binding

from bpetui.tui.explorer.explorer_screen import ExplorerScreen
from bpetui.tui.keys.commands import COMMANDS
from bpetui.tui.terminal.app import TerminalApp
from bpetui.tui.terminal.bindings import keys_of


def palette_commands(explorer: ExplorerScreen) -> Iterator[SystemCommand]:
    """Yield the commands, with the names of the keys in force."""
    keys = keys_of(explorer)
    for bound in (*ExplorerScreen.BINDINGS, *TerminalApp.BINDINGS):
        if isinstance(bound, Binding) and bound.id in COMMANDS:
            command = COMMANDS[bound.id]
            yield SystemCommand(
                f"{command.name} ({keys[command.id]})",
                command.explanation,
                lambda action=bound.action: explorer.call_later(explorer.run_action, action),
            )
    for offer in explorer.tokenizer_choice.offers:
        if offer.is_here:
            yield SystemCommand(
                f"Try it: {offer.title}",
                f"tokenize the typed text with {offer.title} ({offer.about})",
                lambda name=offer.name: explorer.call_later(explorer.tokenizer_choice.choose, name),
            )
