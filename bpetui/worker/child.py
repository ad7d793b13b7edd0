"""The loop of the trainer's process: it executes commands, trains between them, and reports the results.

Each turn of the loop does one thing: it executes a command, sends a view that is due, or makes some merges toward the
goal. So a command waits for one merge at most. While the app is slow to read, writing waits, and so does training.
"""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import partial
from time import monotonic
from typing import NoReturn

from bpetui.core.errors import BpetuiError
from bpetui.core.notes import Note
from bpetui.core.utf8 import visible
from bpetui.files.source import Source
from bpetui.files.text import EncodingError
from bpetui.worker.command_queue import CommandQueue, InterruptedWorkError
from bpetui.worker.corpus_loader import Watch, load, load_held_out
from bpetui.worker.corpus_search import search
from bpetui.worker.messages import (
    AddVeto,
    Answer,
    Choose,
    Command,
    ExplainTies,
    Find,
    Found,
    HeldOutReport,
    HoldOut,
    Loading,
    Move,
    Open,
    Phase,
    Reason,
    Refused,
    RemoveVeto,
    RunProgress,
    Seek,
    Stop,
    UndecodedText,
    ViewRequest,
)
from bpetui.worker.tied_pairs import explain_ties
from bpetui.worker.training_run import TrainingRun
from bpetui.worker.views import build_view

TRAINING_SECONDS = 0.02
"""Seconds of training between two checks of what is due."""

MESSAGE_SECONDS = 0.15
"""Seconds between two messages of one type while work is in progress."""

VIEW_SHARE = 0.25
"""The largest share of the time that views may take during a run: those with a filter on many pairs are slow."""


class Child:
    """The state of the loop: the run, the number of merges it moves to, and which part of it the app knows."""

    def __init__(self, commands: CommandQueue, send: Callable[[Answer], None]) -> None:
        self._commands = commands
        self._send = send
        self._run: TrainingRun | None = None
        self._destination: int | None = None  # the number of merges to reach
        self._sent = 0  # how many of the merges made were sent to the app
        self._has_unsent = False  # whether merges were made or undone since then
        self._sent_at = 0.0
        self._request = ViewRequest()
        self._has_news = False  # whether a view would show something new
        self._view_due = 0.0

    def serve(self) -> NoReturn:
        """Execute commands, send views and train, for ever."""
        while True:
            if self._commands.has_command or not self._run:
                self._execute(self._commands.take())
            elif self._is_view_due():
                self._send_view(self._run)
            elif self._destination is not None:
                self._continue_seek(self._run, self._destination)
            else:
                self._execute(self._commands.take())

    # -- commands ------------------------------------------------------------------------------------------------------

    def _execute(self, command: Command) -> None:
        if isinstance(command, ViewRequest):
            self._request = command
            self._expect_view()
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
            self._destination = max(0, command.number)
            self._view_due = 0.0
        elif isinstance(command, Choose):
            self._change_run(self._run, lambda run: run.choose(command.left, command.right))
        elif isinstance(command, AddVeto):
            self._change_run(self._run, lambda run: run.veto(command.veto))
        elif isinstance(command, RemoveVeto):
            self._change_run(self._run, lambda run: run.allow(command.veto))
        elif isinstance(command, HoldOut):
            self._hold_out(self._run, command.source)
        elif isinstance(command, ExplainTies):
            self._explain_ties(self._run)
        else:
            self._find(self._run, command)

    def _stop(self) -> None:
        if self._run and self._destination is not None:
            self._destination = None
            self._send_progress(self._run, "stopped")

    def _move(self, run: TrainingRun, by: int) -> None:
        number = run.made + by
        reason = self._move_to(run, max(0, number), self._commands.check)
        self._send_progress(run, "" if run.made == number else reason)
        self._expect_view()

    def _change_run(self, run: TrainingRun, change: Callable[[TrainingRun], None]) -> None:
        """Choose a pair, or add or remove a veto; or send why that is impossible."""
        self._destination = None
        try:
            change(run)
        except BpetuiError as error:
            self._send(Refused(str(error)))
        self._send_progress(run)
        self._expect_view()

    def _hold_out(self, run: TrainingRun, source: Source | None) -> None:
        """Attach a held-out text and apply the merges made so far to it; detach the current one if it is None."""
        self._stop()
        watch = self._watch()
        held_out, notes = None, tuple[Note, ...]()
        try:
            if source is not None:
                held_out, notes = load_held_out(source, run.trainer.corpus, watch)
                for merge in run.trainer.merges:
                    held_out.merge(merge.left, merge.right)
                    watch("merging", merge.number, run.made)
        except BpetuiError as error:
            self._send(_refused(error, source))
            return
        except InterruptedWorkError:
            self._send(Refused("attaching the held-out text was stopped"))
            return
        run.held_out = held_out
        if held_out is None:
            self._send(HeldOutReport(None))
        else:
            sizes = held_out.byte_count, held_out.character_count, held_out.unseen
            self._send(HeldOutReport(source, *sizes, tuple(held_out.tokens), notes))
        self._send_progress(run)

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
            self._send(Found(find, offset, wrapped))

    # -- opening -------------------------------------------------------------------------------------------------------

    def _open(self, command: Open) -> None:
        watch = self._watch()
        try:
            trainer, notes = load(command.source, command.options, watch)
        except BpetuiError as error:
            self._send(_refused(error, command.source, opening=True))
        except InterruptedWorkError:
            if self._commands.drop_interrupted():  # another `Open` replaces this one silently
                self._send(Refused(f"opening {visible(command.source.name)} was stopped", opening=True))
        else:
            run = self._run = TrainingRun(trainer)
            self._sent = 0
            self._send(run.opened(command.source, notes))
            self._restore(run, command, watch)
            for veto in command.vetoes:
                self._change_run(run, partial(TrainingRun.veto, veto=veto))
            if command.held_out:
                self._hold_out(run, command.held_out)
        gc.collect()  # it is disabled, and the old corpus and its cache of blocks refer to each other

    def _restore(self, run: TrainingRun, command: Open, watch: Watch) -> None:
        """Repeat the merges of an earlier run; its undone merges remain for later steps."""
        total = len(command.made)
        run.trainer.undone = [*command.made, *command.undone][::-1]
        reason = self._move_to(run, total, lambda: watch("merging", run.made, total))
        self._send_progress(run, reason if total else "")
        self._expect_view()

    def _watch(self) -> Watch:
        """Return a watch for one loading: it sends the progress now and then, and ends the work if a command interrupts
        it."""
        sent_at = monotonic()

        def watch(phase: Phase, done: int, total: int) -> None:
            nonlocal sent_at
            self._commands.check()
            if monotonic() >= sent_at + MESSAGE_SECONDS:
                self._send(Loading(phase, done, total))
                sent_at = monotonic()

        return watch

    # -- training ------------------------------------------------------------------------------------------------------

    def _continue_seek(self, run: TrainingRun, goal: int) -> None:
        reason = self._move_toward(run, goal)
        if reason:
            self._destination = None
            self._send_progress(run, reason)
        else:
            self._send_what_is_due(run)

    def _move_to(self, run: TrainingRun, number: int, check: Callable[[], None]) -> Reason:
        """Go to ``number`` merges before any other command, until ``check`` interrupts; return why it ended."""
        self._destination = number
        while not (reason := self._move_toward(run, number)):
            try:
                check()
            except InterruptedWorkError:
                reason = "stopped"
                break
            self._send_what_is_due(run)
        self._destination = None
        return reason

    def _move_toward(self, run: TrainingRun, number: int) -> Reason:
        """Make or undo merges toward ``number`` of them, for `TRAINING_SECONDS` or until there is a command.

        Return why it ended, or an empty string if there is more to do. A merge that cannot be repeated ends it.
        """
        until = monotonic() + TRAINING_SECONDS
        while run.made != number:
            if run.made > number:
                self._undo(run)
            else:
                try:
                    if not run.step():
                        return run.trainer.ended
                except BpetuiError as error:
                    self._send(Refused(str(error)))
                    return "stopped"
            self._has_unsent = self._has_news = True
            if monotonic() >= until or self._commands.has_command:
                break
        return "" if run.made != number else "reached"

    def _undo(self, run: TrainingRun) -> None:
        if self._sent < run.made:
            self._send_progress(run)  # or the app would never learn of the merge that is undone now
        run.back()
        self._sent = run.made

    # -- reports -------------------------------------------------------------------------------------------------------

    def _send_progress(self, run: TrainingRun, reason: Reason = "") -> None:
        """Send the state of the run and the merges made since the last report."""
        trainer = run.trainer
        self._send(
            RunProgress(
                trainer.made,
                len(trainer.undone),
                trainer.tokens,
                self._sent + 1,
                tuple(trainer.merges[self._sent :]),
                self._destination is not None,
                reason,
                tuple(trainer.vetoes),
                tuple(run.held_out.tokens[self._sent + 1 :]) if run.held_out else (),
            )
        )
        self._sent = trainer.made
        self._has_unsent = False
        self._sent_at = monotonic()

    def _send_what_is_due(self, run: TrainingRun) -> None:
        """Send the view or else the progress, if one is due; a view is sent with the progress before it."""
        if self._is_view_due():
            self._send_view(run)
        elif monotonic() >= self._sent_at + MESSAGE_SECONDS:
            self._send_progress(run)

    def _is_view_due(self) -> bool:
        return self._has_news and (self._destination is None or monotonic() >= self._view_due)

    def _expect_view(self) -> None:
        self._has_news = True
        self._view_due = 0.0

    def _send_view(self, run: TrainingRun) -> None:
        """Send a view, and just before it the merges it depends on, so that the app paints both at once."""
        self._has_news = False
        began = monotonic()
        seen = build_view(run, self._request)
        if self._has_unsent:
            self._send_progress(run)
        self._send(seen)
        self._view_due = began + max(MESSAGE_SECONDS, (monotonic() - began) / VIEW_SHARE)


def _refused(error: BpetuiError, source: Source | None, *, opening: bool = False) -> Refused:
    """Return the answer to a command whose text cannot be loaded."""
    if isinstance(error, EncodingError) and source is not None:
        return Refused(str(error), opening, UndecodedText(source, error.problem, error.likely))
    return Refused(str(error), opening)
