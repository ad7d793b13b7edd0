"""The choices and vetoes of the user, and which of them were exported. Reopening a text does not restore them."""

from __future__ import annotations

from collections.abc import Iterable

from bpetui.core.constraints import Veto
from bpetui.core.options import Options
from bpetui.core.plurals import plural
from bpetui.files.source import Source
from bpetui.tui.run.run_state import RunState

ChosenPair = tuple[Source, Options, int, int, int]
"""A chosen pair: its text, the options, the number of the merge, and the two token ids."""

Work = tuple[frozenset[ChosenPair], frozenset[tuple[Source, Veto]]]
"""Choices and vetoes."""


class UnexportedWork:
    """Records what was exported. The program was started with ``vetoes``, which need no export."""

    def __init__(self, vetoes: Iterable[Veto]) -> None:
        self._start_vetoes = frozenset(vetoes)
        self._exported_choices: set[ChosenPair] = set()
        self._exported_vetoes: set[tuple[Source, Veto]] = set()

    def made_in(self, run: RunState) -> Work:
        """Return the work that an export of the run contains, which is without undone choices."""
        source = run.opened.source
        return frozenset(_choices(run, run.made)), frozenset((source, veto) for veto in run.vetoes)

    def mark_exported(self, work: Work) -> None:
        """Record that work was exported."""
        choices, vetoes = work
        self._exported_choices |= choices
        self._exported_vetoes |= vetoes

    def count(self, run: RunState, *, keeps_vetoes: bool = False) -> tuple[int, int]:
        """Return the number of choices and of vetoes that would be lost with the run.

        A text that is reopened ``keeps_vetoes``.
        """
        choices = {*_choices(run, len(run.merges))} - self._exported_choices
        source = run.opened.source
        vetoes = {veto for veto in run.vetoes if (source, veto) not in self._exported_vetoes} - self._start_vetoes
        return len(choices), 0 if keeps_vetoes else len(vetoes)

    def lost(self, run: RunState, *, keeps_vetoes: bool = False) -> str:
        """Return a sentence on the work that would be lost with the run; empty if none would. See `count`."""
        choices, vetoes = self.count(run, keeps_vetoes=keeps_vetoes)
        if choices and vetoes:
            sentence = "{choices} and {vetoes} have not been exported and would be lost"
            return sentence.format(
                choices=plural(choices, "{n} choice", "{n} choices"), vetoes=plural(vetoes, "{n} veto", "{n} vetoes")
            )
        if choices:
            one = "{n} choice has not been exported and would be lost"
            return plural(choices, one, "{n} choices have not been exported and would be lost")
        if vetoes:
            one = "{n} veto has not been exported and would be lost"
            return plural(vetoes, one, "{n} vetoes have not been exported and would be lost")
        return ""


def _choices(run: RunState, number: int) -> Iterable[ChosenPair]:
    """Yield the choices among the first known merges."""
    opened = run.opened
    for merge in run.merges[:number]:
        if merge.chosen:
            yield opened.source, opened.options, merge.number, merge.left, merge.right
