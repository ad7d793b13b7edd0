"""The recovery of a run whose process died: the next process gets the merges that the app knows."""

from __future__ import annotations

from bpetui.tui.run.run_state import RunState
from bpetui.worker.messages import Open

_MOST_DEATHS = 2
"""How often a process may die before it is ready; after one more, the text is given up."""


class Recovery:
    """Counts the deaths of the process since it was ready last."""

    def __init__(self) -> None:
        self._deaths = 0

    @property
    def is_pending(self) -> bool:
        """Whether the process died and is not ready again."""
        return self._deaths > 0

    def complete(self) -> None:
        """Record that the process is ready."""
        self._deaths = 0

    def record_death(self) -> bool:
        """Record a death; return whether the process may be started again."""
        self._deaths += 1
        return self._deaths <= _MOST_DEATHS


def command_to_restore(run: RunState) -> Open:
    """Return the command that makes the merges of a run again, on the same text."""
    made, undone = tuple(run.merges[: run.made]), tuple(run.merges[run.made :])
    held_out = run.held_out.source if run.held_out else None
    return Open(run.opened.source, run.opened.options, made, undone, run.vetoes, held_out)
