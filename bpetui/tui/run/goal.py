"""The goal of a run: what the last key asked for, and what to say when the run has come to rest."""

from __future__ import annotations

from typing import Literal

from bpetui.core.plurals import counted, times
from bpetui.tui.keys.keys_in_force import Keys
from bpetui.tui.run.run_state import RunState
from bpetui.worker.messages import RunProgress

Purpose = Literal["", "run", "start", "seek"]
"""What a key asked for: the target, the start, or a merge by its number; empty for what needs no sentence."""


class Goal:
    """What the last key asked for; nothing before the first key, and once the run has reached it.

    ``keys`` are the keys in force, which sentences name.
    """

    def __init__(self, keys: Keys) -> None:
        self._keys = keys
        self.purpose: Purpose = ""
        self._exceeds_target = False
        self._left_at = 0  # the last merge made when a key asked for the start

    def set(self, purpose: Purpose = "") -> None:
        """Set another goal."""
        self.purpose, self._exceeds_target, self._left_at = purpose, False, 0

    def set_merge(self, number: int, run: RunState | None) -> None:
        """Set a merge as the goal, by its number; 0 is the start."""
        self.set("seek" if number else "start")
        if run is not None:
            self._exceeds_target = number > run.target
            self._left_at = 0 if number else run.made

    def outcome(self, progress: RunProgress, run: RunState, *, has_moved: bool) -> str:
        """Return what to say about progress that the run has followed; empty if there is nothing to say.

        ``has_moved`` tells whether the progress changed the number of merges made.
        """
        if self._left_at:  # the run may have gone on before the command arrived
            self._left_at = max(self._left_at, run.made)
        sentence = self._outcome(progress, run, has_moved)
        if progress.reason:
            self.purpose = ""
        return sentence

    def _outcome(self, progress: RunProgress, run: RunState, has_moved: bool) -> str:
        match progress.reason, self.purpose:
            case "exhausted", _:
                merges = counted(run.made, "merge")
                if run.has_constraints:
                    return f"Stopped after {merges}: no remaining pair may be merged"
                return f"Stopped after {merges}: no pairs left"
            case "minimum-count", _:
                merges, least = counted(run.made, "merge"), times(run.opened.options.min_count)
                return f"Stopped after {merges}: no remaining pair occurs at least {least}"
            case "reached", "run":
                return target_reached(run, self._keys)
            case "reached", "start" if self._left_at:
                sentence = (
                    "At the start. To return to merge {number:,}, press {keys[go_to]}, type {number} and press enter"
                    if len(run.merges) >= self._left_at
                    else "At the start. You were at merge {number:,}"
                )
                return self._keys.format(sentence, number=self._left_at)
            case "reached", "start":
                return "This is the start: no merges yet"
            case "reached", "seek" if not has_moved:
                return f"The run is already at merge {run.made:,}"
            case "reached", "seek" if self._exceeds_target:
                sentence = "Merge {number:,} was beyond the target, which is now a vocabulary of {size:,}"
                return sentence.format(number=run.made, size=run.vocab_size)
        return ""


def target_reached(run: RunState, keys: Keys) -> str:
    """Return a sentence about a run that is at its target."""
    sentence = "Target reached: {merges}, vocabulary {size:,}; press {keys[target]} to set another"
    return keys.format(sentence, merges=counted(run.made, "merge"), size=run.vocab_size)


def target_set(vocab_size: int, run: RunState, keys: Keys, *, runs: bool) -> str:
    """Return what to say about a new target, a vocabulary size; ``runs`` tells whether the run is on its way to it."""
    if vocab_size < run.vocab_size:
        sentence = "The vocabulary already has {size:,} tokens; the target is now {size:,}"
        return sentence.format(size=run.vocab_size)
    if run.target > run.opened.limit:
        sentence = (
            "This text allows at most {limit}; the run goes on to the last pair"
            if runs
            else "This text allows at most {limit}; press {keys[run]} to run to the last pair"
        )
        return keys.format(sentence, limit=counted(run.opened.limit, "merge"))
    if run.made < run.target and not runs:
        return keys.format("Press {keys[run]} to run to a vocabulary of {size:,}", size=vocab_size)
    return ""
