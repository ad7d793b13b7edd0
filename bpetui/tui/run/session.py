"""The app's side of the trainer: keys become commands, and answers become what the screen shows.

A trainer's process that died is started again, and gets the merges that the app knows.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from bpetui.core.constraints import Veto
from bpetui.core.errors import BpetuiError
from bpetui.core.notes import sentences
from bpetui.core.options import Options
from bpetui.core.plurals import counted, plural
from bpetui.files.source import Source
from bpetui.rendering.cells import short_pair
from bpetui.tui.keys.keys_in_force import DEFAULT_KEYS, Keys
from bpetui.tui.run.goal import Goal, target_reached, target_set
from bpetui.tui.run.pending_corpus import PendingCorpus
from bpetui.tui.run.recovery import Recovery, command_to_restore
from bpetui.tui.run.run_state import RunState
from bpetui.tui.run.stage import Stage
from bpetui.tui.run.unexported_work import UnexportedWork
from bpetui.worker.client import Client
from bpetui.worker.messages import (
    AddVeto,
    Answer,
    Choose,
    Died,
    ExplainTies,
    Find,
    Found,
    HeldOutReport,
    HoldOut,
    Loading,
    Move,
    Open,
    Opened,
    Refused,
    RemoveVeto,
    RunProgress,
    Seek,
    Stop,
    Ties,
    View,
    ViewRequest,
)


@dataclass(frozen=True)
class Start:
    """What the app starts with: a text, the options to train on it with, and the target vocabulary size.

    ``vetoes`` are pairs that are never merged, ``held_out`` is a text to evaluate the merges on, and ``welcome`` is a
    hint to show when the text is open.
    """

    source: Source
    options: Options = field(default_factory=Options)
    vocab_size: int = 512
    vetoes: tuple[Veto, ...] = ()
    held_out: Source | None = None
    welcome: str = ""


class Session:
    """The text that is open, and the run on it.

    ``run`` is None until a text is open. ``opening_hint`` is shown with the next text that opens.
    ``fail`` is called with a sentence if the program cannot go on. Sentences name the ``keys`` in force.
    """

    def __init__(self, client: Client, start: Start, fail: Callable[[str], None], keys: Keys = DEFAULT_KEYS) -> None:
        self._client = client
        self._fail = fail
        self.keys = keys
        self._stage: Stage
        self.source, self.options, self._vocab_size = start.source, start.options, start.vocab_size
        self._defaults = start
        self.opening_hint = start.welcome
        self.run: RunState | None = None
        self._pending = PendingCorpus()
        self._goal = Goal(keys)
        self._view_request = ViewRequest()
        self._recovery = Recovery()
        self._has_asked_held_out = False  # else a held-out report comes with a corpus
        self.unexported_work = UnexportedWork(start.vetoes)

    def start(self, stage: Stage) -> None:
        """Open the first text, to be shown on ``stage``."""
        self._stage = stage
        self._open(Open(self.source, self.options, vetoes=self._defaults.vetoes, held_out=self._defaults.held_out))

    @property
    def default_options(self) -> Options:
        """The options that a text is opened with."""
        return self._defaults.options

    @property
    def default_encoding(self) -> str:
        """The encoding that a text is opened in."""
        return self._defaults.source.encoding

    @property
    def opening(self) -> bool:
        """Whether a text was asked for that the screen does not show yet."""
        return self._pending.is_pending

    def lost_work(self, source: Source | None = None) -> str:
        """Return a sentence on what is lost if ``source`` is opened, or if the program ends; empty if nothing is."""
        if self.run is None:
            return ""
        return self.unexported_work.lost(self.run, keeps_vetoes=source == self.run.opened.source)

    @property
    def discarded_merges(self) -> int:
        """The number of merges that training again would discard: undone ones, too, if some were chosen."""
        if self.run is None:
            return 0
        choices, _ = self.unexported_work.count(self.run, keeps_vetoes=True)
        return len(self.run.merges) if choices else self.run.made

    def retrain(self, options: Options) -> None:
        """Train on the same text again, with other options; texts that are opened later get them, too."""
        self._defaults = replace(self._defaults, options=options)
        self.open(self.source, options)

    @property
    def is_moving(self) -> bool:
        """Whether merges are being made or undone."""
        return self.run is not None and self.run.moving

    # -- commands ------------------------------------------------------------------------------------------------------

    def open(self, source: Source, options: Options) -> None:
        """Open a text and train on it with these options. Vetoes remain only if the text is the same."""
        same = self.run is not None and self.run.opened.source == source
        self._open(
            Open(
                source,
                options,
                vetoes=self.run.vetoes if self.run and same else (),
                held_out=self.run.held_out.source if self.run and self.run.held_out else None,
            )
        )

    def _open(self, command: Open) -> None:
        self.source, self.options = command.source, command.options
        self._pending.begin(command.made + command.undone)
        self._client.send(command)

    def when_open(self, action: Callable[[], None]) -> None:
        """Do something now, or once the text that is opening is open."""
        self._pending.when_shown(action)

    def move(self, by: int) -> None:
        """Make some merges, or undo them."""
        self._goal.set("start" if by < 0 else "")  # if there is nothing to undo, this is the start
        self._client.send(Move(by))

    def run_or_pause(self) -> None:
        """Run to the target, or pause the run."""
        run = self.run
        if run is None:
            return
        if run.moving:
            self.stop()
        elif run.made >= run.target:
            self._stage.hint(target_reached(run, self.keys))
        else:
            self._goal.set("run")
            self._client.send(Seek(run.target))

    def go_to(self, number: int) -> None:
        """Go to a merge by its number."""
        self._goal.set_merge(number, self.run)
        self._client.send(Seek(number))

    def set_target(self, vocab_size: int) -> None:
        """Set the vocabulary size to run to."""
        run = self.run
        if run is None:
            return
        self._vocab_size = max(vocab_size, run.vocab_size)
        run.target = self._vocab_size - run.base
        self._stage.show_run(run)
        runs = run.moving and self._goal.purpose == "run"
        if runs:
            self._client.send(Stop() if vocab_size <= run.vocab_size else Seek(run.target))
        if hint := target_set(vocab_size, run, self.keys, runs=runs):
            self._stage.hint(hint)

    def choose(self, left: int, right: int) -> None:
        """Merge a pair of token ids, whatever its rank."""
        self._goal.set()
        self._client.send(Choose(left, right))
        if self.run is not None and (cut := len(self.run.merges) - self.run.made):
            self._stage.hint(
                plural(cut, "Your choice replaces {n} undone merge", "Your choice replaces {n} undone merges")
            )

    def veto_or_allow(self, left: int, right: int) -> None:
        """Veto a pair of token ids, or allow it if it is vetoed."""
        if self.run is not None:
            veto = self.run.vocabulary[left], self.run.vocabulary[right]
            pair = short_pair(*veto, "hex", 16, " + ")
            self._goal.set()
            if veto in self.run.vetoes:
                self._stage.hint(f"{pair} is allowed again")
                self._client.send(RemoveVeto(veto))
            else:
                sentence = "{pair} is vetoed; press {keys[veto]} to allow it, {keys[vetoes]} to list the vetoes"
                self._stage.hint(self.keys.format(sentence, pair=pair))
                self._client.send(AddVeto(veto))

    def allow(self, veto: Veto) -> None:
        """Lift a veto."""
        self._client.send(RemoveVeto(veto))

    def explain_ties(self) -> None:
        """Ask which pairs tie for the next merge, and where each occurs first."""
        self._client.send(ExplainTies())

    def hold_out(self, source: Source | None) -> None:
        """Evaluate the merges on another text, or on none."""
        self._has_asked_held_out = True
        self._client.send(HoldOut(source))

    def stop(self) -> None:
        """Stop the run, or the loading of a corpus."""
        self._client.send(Stop())

    def request_view(self, request: ViewRequest) -> None:
        """Ask for views of a part of the run, until the next request."""
        if self.run is not None and request != self._view_request:
            self._view_request = request
            self._client.send(request)

    def find(self, find: Find) -> None:
        """Search the corpus."""
        self._client.send(find)

    # -- answers -------------------------------------------------------------------------------------------------------

    def take(self, answer: Answer) -> None:
        """Show an answer of the trainer's process."""
        match answer:
            case Loading():
                self._stage.show_loading(self.source.name, answer)
            case Opened():
                self._take_opened(answer)
            case RunProgress():
                self._take_progress(answer)
            case View():
                self._take_view(answer)
            case Found():
                self._stage.show_found(answer)
            case HeldOutReport():
                self._take_held_out(answer)
            case Ties():
                if self.run is not None:
                    self._stage.show_ties(answer, self.run)
            case Refused():
                self._take_refused(answer)
            case Died():
                self._take_death(answer)

    def _take_opened(self, opened: Opened) -> None:
        if opened.source == self.source:  # else another text was asked for since
            self._pending.loaded()
        restored, self._pending.restored = self._pending.restored, ()
        run = self.run = RunState(opened, self._vocab_size, restored)
        self._view_request = ViewRequest()
        self._stage.show_opened(run, is_new=not restored)
        notes = [*sentences(opened.notes, opened.source.name), *opened.options.check()]
        if run.base > self._vocab_size:
            sentence = "Its {n:,} characters exceed the target vocabulary size; press {keys[target]} to set another"
            notes.append(self.keys.format(sentence, n=run.base))
        elif opened.limit < run.target:
            allowed = counted(opened.limit, "merge")
            notes.append(f"This text allows at most {allowed}; the target was {run.target:,}")
        if self.opening_hint:
            notes.append(self.opening_hint)
        if notes:
            self._stage.hint(" · ".join(notes))
        self.opening_hint = ""
        self._stage.show_run(run)

    def _take_progress(self, progress: RunProgress) -> None:
        run = self.run
        if run is None:
            return
        made = run.made
        run.update(progress)
        if not progress.moving:  # also after a corpus was opened, and after a run was restored
            self._recovery.complete()
        run.target = max(run.target, run.made)
        if hint := self._goal.outcome(progress, run, has_moved=run.made != made):
            self._stage.hint(hint)
        self._stage.show_run(run, merged=bool(progress.merges))

    def _take_held_out(self, held_out: HeldOutReport) -> None:
        run = self.run
        if run is None:
            return
        run.hold_out(held_out)
        notes = [*sentences(held_out.notes, held_out.source.name)] if held_out.source else []
        if self._has_asked_held_out:
            self._has_asked_held_out = False
            if not held_out.source:
                notes.append("There is no held-out text now")
            elif self.opening or not self._stage.show_held_out(held_out, run):
                sentence = "Held-out text opened; press {keys[held_out]} to evaluate the merges on it"
                notes.append(self.keys.format(sentence))
        if notes:
            self._stage.hint(" · ".join(notes))
        self._stage.show_run(run)

    def _take_view(self, view: View) -> None:
        if self.run is None:
            return
        self._stage.show_view(view, self.run)
        if view.pairs is not None:
            self._pending.shown()

    def _take_refused(self, refused: Refused) -> None:
        sentence = refused.sentence
        if refused.opening:
            if self.run is None:
                self._fail(sentence)
                return
            self._pending.give_up()
            self.source, self.options = self.run.opened.source, self.run.opened.options
            self._stage.show_run(self.run)
            if self._recovery.is_pending:  # the process is a new one, without a corpus
                more = "{sentence}; the run shown here cannot go on: press {keys[open]} to open another text"
                sentence = self.keys.format(more, sentence=sentence)
        if refused.undecoded is not None and not self._recovery.is_pending:
            self._stage.ask_encoding(refused.undecoded, held_out=not refused.opening)
        else:
            self._stage.hint(sentence)

    def _take_death(self, death: Died) -> None:
        """Start the process again, and restore the run."""
        if not self._recovery.record_death():
            self._fail(f"{death.sentence}; it ends again and again with this text")
            return
        if self.run:  # even if another text was being opened
            command = command_to_restore(self.run)
        else:
            defaults = self._defaults
            command = Open(self.source, self.options, vetoes=defaults.vetoes, held_out=defaults.held_out)
        try:
            self._client.restart()
        except BpetuiError as error:
            self._fail(str(error))
            return
        self._open(command)
        self._goal.set()
        self.opening_hint = f"Restarted at merge {len(command.made):,}: {death.sentence}"
