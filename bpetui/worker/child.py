"""The trainer's process: it carries out commands, trains in between, and tells what has come of it.

Each turn of its loop does one thing: a command that waits, a view that is due, or some merges toward the goal. So a
command is answered after the merge under way. Writing waits while the app is slow to read, and training with it.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import NoReturn

from bpetui.core.errors import BpetuiError
from bpetui.core.utf8 import visible
from bpetui.worker.command_queue import CommandQueue, InterruptedWorkError
from bpetui.worker.corpus_loader import Watch, load, load_held_out
from bpetui.worker.corpus_search import search
from bpetui.worker.messages import (
    Allow,
    Answer,
    Choose,
    Command,
    ExplainTies,
    Find,
    Forbid,
    Found,
    HeldOutReport,
    HoldOut,
    Loading,
    Move,
    Open,
    Phase,
    Reason,
    Refused,
    RunProgress,
    Seek,
    Source,
    Stop,
    ViewRequest,
)
from bpetui.worker.tied_pairs import explain_ties
from bpetui.worker.training_run import TrainingRun
from bpetui.worker.views import build_view

SLICE = 0.02
"""Seconds of training between two looks at what is due."""

INTERVAL = 0.15
"""Seconds between two messages of a kind while something is under way."""

VIEW_SHARE = 0.25
"""The part of the time, while merges are made, that views may take: those with a filter on many pairs are slow."""


class Child:
    """The state behind the loop: the run, where it is to go, and what the app knows of it."""

    def __init__(self, commands: CommandQueue, send: Callable[[Answer], None]) -> None:
        self._commands = commands
        self._send = send
        self._run: TrainingRun | None = None
        self._goal: int | None = None  # the number of merges that a seek goes to
        self._told = 0  # how many of the merges made the app knows
        self._untold = False  # whether merges were made or undone since
        self._told_at = 0.0
        self._request = ViewRequest()
        self._stale = False  # whether a view would show something new
        self._view_due = 0.0

    def serve(self) -> NoReturn:
        """Obey, show and train, for ever."""
        while True:
            if self._commands.waits or not self._run:
                self._obey(self._commands.take())
            elif self._is_view_due():
                self._show(self._run)
            elif self._goal is not None:
                self._advance(self._run, self._goal)
            else:
                self._obey(self._commands.take())

    # -- commands ------------------------------------------------------------------------------------------------------

    def _obey(self, command: Command) -> None:
        if isinstance(command, ViewRequest):
            self._request = command
            self._show_soon()
        elif isinstance(command, Open):
            self._stop()
            self._open(command)
        elif isinstance(command, Stop):
            self._stop()
        elif self._run is None:
            self._send(Refused("no corpus is open"))
        elif isinstance(command, Move):
            self._move(self._run, command.by)
        elif isinstance(command, Seek):
            self._goal = max(0, command.number)
            self._view_due = 0.0
        elif isinstance(command, Choose):
            self._do(self._run, lambda run: run.choose(command.left, command.right))
        elif isinstance(command, Forbid):
            self._do(self._run, lambda run: run.forbid(command.veto))
        elif isinstance(command, Allow):
            self._do(self._run, lambda run: run.allow(command.veto))
        elif isinstance(command, HoldOut):
            self._hold_out(self._run, command.source)
        elif isinstance(command, ExplainTies):
            self._explain_ties(self._run)
        else:
            self._find(self._run, command)

    def _stop(self) -> None:
        if self._run and self._goal is not None:
            self._goal = None
            self._tell(self._run, "stopped")

    def _move(self, run: TrainingRun, by: int) -> None:
        number = run.number + by
        reason = self._go_on(run, max(0, number), self._commands.check)
        self._tell(run, "" if run.number == number else reason)
        self._show_soon()

    def _do(self, run: TrainingRun, act: Callable[[TrainingRun], None]) -> None:
        """Do what makes another run of it, or say why not."""
        self._goal = None
        try:
            act(run)
        except BpetuiError as error:
            self._send(Refused(str(error)))
        self._tell(run)
        self._show_soon()

    def _hold_out(self, run: TrainingRun, source: Source | None) -> None:
        """Attach a held-out text, and make the merges on it that are made; or detach the one there is."""
        self._stop()
        watch = self._watch()
        held_out, notes = None, tuple[str, ...]()
        try:
            if source is not None:
                held_out, notes = load_held_out(source, run.trainer.corpus, watch)
                for merge in run.trainer.merges:
                    held_out.merge(merge.left, merge.right)
                    watch("merging", merge.number, run.number)
        except BpetuiError as error:
            self._send(Refused(str(error)))
            return
        except InterruptedWorkError:
            self._send(Refused("attaching the held-out text was stopped"))
            return
        run.held_out = held_out
        if held_out is None:
            self._send(HeldOutReport(run.revision, None))
        else:
            sizes = held_out.byte_count, held_out.character_count, held_out.unseen
            self._send(HeldOutReport(run.revision, source, *sizes, tuple(held_out.tokens), notes))
        self._tell(run)

    def _explain_ties(self, run: TrainingRun) -> None:
        try:
            self._send(explain_ties(run, self._commands.check))
        except InterruptedWorkError:
            self._send(Refused("the search was stopped"))

    def _find(self, run: TrainingRun, find: Find) -> None:
        try:
            offset, wrapped = search(run, find, self._commands.check)
        except InterruptedWorkError:
            self._send(Refused("the search was stopped"))
        else:
            self._send(Found(run.revision, find, offset, wrapped))

    # -- opening -------------------------------------------------------------------------------------------------------

    def _open(self, command: Open) -> None:
        watch = self._watch()
        try:
            trainer, notes = load(command.source, command.options, watch)
        except BpetuiError as error:
            self._send(Refused(str(error), opening=True))
        except InterruptedWorkError:
            if self._commands.drop_interrupted():  # another `Open` takes over without a word
                self._send(Refused(f"opening {visible(command.source.name)} was stopped", opening=True))
        else:
            run = self._run = TrainingRun(trainer, self._run.revision + 1 if self._run else 1)
            self._introduce(run, command, notes)
            self._bring_back(run, command, watch)
            for veto in command.vetoes:
                self._do(run, partial(TrainingRun.forbid, veto=veto))
            if command.held_out:
                self._hold_out(run, command.held_out)
        gc.collect()  # it is off, and a corpus and its cache of blocks hold each other

    def _introduce(self, run: TrainingRun, command: Open, notes: tuple[str, ...]) -> None:
        self._told = 0
        self._send(run.opened(command.source, notes))

    def _bring_back(self, run: TrainingRun, command: Open, watch: Watch) -> None:
        """Make the merges of an earlier run again, and leave those undone behind them for steps to come."""
        total = len(command.made)
        run.trainer.undone = [*command.made, *command.undone][::-1]
        reason = self._go_on(run, total, lambda: watch("merging", run.number, total))
        self._tell(run, reason if total else "")
        self._show_soon()

    def _watch(self) -> Watch:
        """A watch for one opening: it tells the app now and then, and ends the work when a command interrupts it."""
        told_at = monotonic()

        def watch(phase: Phase, done: int, total: int) -> None:
            nonlocal told_at
            self._commands.check()
            if monotonic() >= told_at + INTERVAL:
                self._send(Loading(phase, done, total))
                told_at = monotonic()

        return watch

    # -- training ------------------------------------------------------------------------------------------------------

    def _advance(self, run: TrainingRun, goal: int) -> None:
        reason = self._go(run, goal)
        if reason:
            self._goal = None
            self._tell(run, reason)
        else:
            self._report(run)

    def _go_on(self, run: TrainingRun, number: int, check: Callable[[], None]) -> Reason:
        """Go to ``number`` merges before any other command but one that interrupts; returns why it ended."""
        self._goal = number
        while not (reason := self._go(run, number)):
            try:
                check()
            except InterruptedWorkError:
                reason = "stopped"
                break
            self._report(run)
        self._goal = None
        return reason

    def _go(self, run: TrainingRun, number: int) -> Reason:
        """Make or undo merges toward ``number`` of them, for a slice of time or until a command waits.

        Return why there is no more to do (see `RunProgress`), an empty string if there is more. A merge that cannot be
        made again ends the run.
        """
        until = monotonic() + SLICE
        while run.number != number:
            if run.number > number:
                self._back(run)
            else:
                try:
                    if not run.step():
                        return run.trainer.ended
                except BpetuiError as error:
                    self._send(Refused(str(error)))
                    return "stopped"
            self._untold = self._stale = True
            if monotonic() >= until or self._commands.waits:
                break
        return "" if run.number != number else "reached"

    def _back(self, run: TrainingRun) -> None:
        if self._told < run.number:
            self._tell(run)  # or the app would never hear of what is undone now
        run.back()
        self._told = run.number

    # -- telling -------------------------------------------------------------------------------------------------------

    def _tell(self, run: TrainingRun, reason: Reason = "") -> None:
        """Send where the run is, and the merges made since the last time."""
        trainer = run.trainer
        self._send(
            RunProgress(
                run.revision,
                trainer.number,
                len(trainer.undone),
                trainer.tokens,
                self._told + 1,
                tuple(trainer.merges[self._told :]),
                self._goal is not None,
                reason,
                tuple(trainer.vetoes),
                tuple(run.held_out.tokens[self._told + 1 :]) if run.held_out else (),
            )
        )
        self._told = trainer.number
        self._untold = False
        self._told_at = monotonic()

    def _report(self, run: TrainingRun) -> None:
        """Show and tell what is due while merges are made; a view brings what there is to tell with it."""
        if self._is_view_due():
            self._show(run)
        elif monotonic() >= self._told_at + INTERVAL:
            self._tell(run)

    def _is_view_due(self) -> bool:
        return self._stale and (self._goal is None or monotonic() >= self._view_due)

    def _show_soon(self) -> None:
        self._stale = True
        self._view_due = 0.0

    def _show(self, run: TrainingRun) -> None:
        """Send a view, and right before it what it rests on, so that the app paints both at once."""
        self._stale = False
        began = monotonic()
        seen = build_view(run, self._request)
        if self._untold:
            self._tell(run)
        self._send(seen)
        self._view_due = began + max(INTERVAL, (monotonic() - began) / VIEW_SHARE)
