"""The choices and vetoes of a run, which its text and options do not bring back: what is exported of them."""

from __future__ import annotations

from collections.abc import Iterable

from bpetui.core.constraints import Veto
from bpetui.core.options import Options
from bpetui.core.plurals import plural
from bpetui.tui.run.run_state import RunState
from bpetui.worker.messages import Source

Choice = tuple[Source, Options, int, int, int]
"""A pair that was chosen: in which text, with which options, as which merge, and its two token ids."""

Work = tuple[frozenset[Choice], frozenset[tuple[Source, Veto]]]
"""Choices and vetoes."""


class OwnWork:
    """Remembers what is exported. ``vetoes`` are those that the program was started with, which need no export."""

    def __init__(self, vetoes: Iterable[Veto]) -> None:
        self._start_vetoes = frozenset(vetoes)
        self._choices: set[Choice] = set()
        self._vetoes: set[tuple[Source, Veto]] = set()

    def made_in(self, run: RunState) -> Work:
        """The work that an export of the run holds: choices that are undone are not part of it."""
        source = run.opened.source
        return frozenset(_choices(run, run.made)), frozenset((source, veto) for veto in run.vetoes)

    def keep(self, work: Work) -> None:
        """Remember that work is exported."""
        choices, vetoes = work
        self._choices |= choices
        self._vetoes |= vetoes

    def lost(self, run: RunState, *, keeps_vetoes: bool = False) -> str:
        """Say what would be lost with the run; empty if nothing would. A text that is opened again keeps its vetoes."""
        choices = len({*_choices(run, len(run.merges))} - self._choices)
        source = run.opened.source
        vetoes = {veto for veto in run.vetoes if (source, veto) not in self._vetoes} - self._start_vetoes
        count = 0 if keeps_vetoes else len(vetoes)
        parts = []
        if choices:
            parts.append(plural(choices, "{n} choice", "{n} choices"))
        if count:
            parts.append(plural(count, "{n} veto", "{n} vetoes"))
        if not parts:
            return ""
        what = " and ".join(parts)
        one, many = "{what} has not been exported and would be lost", "{what} have not been exported and would be lost"
        return plural(choices + count, one, many, what=what)


def _choices(run: RunState, number: int) -> Iterable[Choice]:
    """The choices among the first merges that are known."""
    opened = run.opened
    for merge in run.merges[:number]:
        if merge.chosen:
            yield opened.source, opened.options, merge.number, merge.left, merge.right
