"""The app's side of the trainer: the corpus that is open, the commands sent, and the answers received.

What keys ask for becomes commands here, and answers become what the screen shows; a process that died is started again.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal

from bpetui.core.constraints import Veto
from bpetui.core.errors import BpetuiError
from bpetui.core.options import Options
from bpetui.core.plurals import counted, plural, times
from bpetui.core.utf8 import visible
from bpetui.core.vocabulary import Merge
from bpetui.rendering.cells import brief
from bpetui.tui.keys.keys_in_force import DEFAULT_KEYS, Keys
from bpetui.tui.run.own_work import OwnWork
from bpetui.tui.run.run_state import RunState
from bpetui.tui.run.stage import Stage
from bpetui.worker.client import Client
from bpetui.worker.messages import (
    Allow,
    Answer,
    Choose,
    Died,
    ExplainTies,
    Find,
    Forbid,
    Found,
    HeldOutReport,
    HoldOut,
    Loading,
    Move,
    Open,
    Opened,
    Refused,
    RunProgress,
    Seek,
    Source,
    Stop,
    Ties,
    View,
    ViewRequest,
)

Asked = Literal["", "step", "run", "start", "seek", "choice", "veto"]
"""The purpose of a run or seek, which decides the hint at its end."""

_MOST_DEATHS = 2
"""How often a process may die before it is ready; one more, and the text is given up."""


@dataclass(frozen=True)
class Start:
    """What the app begins with: a text, how it is learned from, and how large a vocabulary is the target.

    ``vetoes`` are pairs never to be merged, ``held_out`` is a text to measure the merges on; ``welcome`` is said when
    the text is open.
    """

    source: Source
    options: Options = field(default_factory=Options)
    vocab_size: int = 512
    vetoes: tuple[Veto, ...] = ()
    held_out: Source | None = None
    welcome: str = ""


class Session:
    """One text after another, and the run on it.

    ``run`` and ``view`` are there once a text is open; ``opening`` says that another has been asked for and is not to
    be seen yet. ``welcome`` is said when the next one is. ``fail`` is called with a sentence when nothing can go on.
    ``keys`` are the keys in force, which sentences name.
    """

    def __init__(self, client: Client, start: Start, fail: Callable[[str], None], keys: Keys = DEFAULT_KEYS) -> None:
        self._client = client
        self._fail = fail
        self.keys = keys
        self._stage: Stage
        self.source, self.options, self._vocab_size = start.source, start.options, start.vocab_size
        self._start = start
        self.welcome = start.welcome
        self.run: RunState | None = None
        self.view: View | None = None
        self.opening = True
        self._loading = True  # what has been asked for is not loaded yet
        self._waiting: list[Callable[[], None]] = []  # what keys asked for while a corpus was loading
        self._view_request = ViewRequest()
        self._asked: Asked = ""  # what the last run or seek was for
        self._raises_target = False  # whether the last seek goes beyond the target
        self._undone_from = 0  # the merge from which a key goes back to the start
        self._bringing_back: tuple[Merge, ...] = ()  # the merges of a run that was lost with its process
        self._deaths = 0  # of the process since it last was ready
        self._holding_out = False  # whether a key has asked for another held-out text
        self.own_work = OwnWork(start.vetoes)

    def start(self, stage: Stage) -> None:
        """Open the first text, to be shown on ``stage``."""
        self._stage = stage
        self._open(Open(self.source, self.options, vetoes=self._start.vetoes, held_out=self._start.held_out))

    @property
    def start_options(self) -> Options:
        """The options that a text is opened with."""
        return self._start.options

    @property
    def start_encoding(self) -> str:
        """The encoding that a text is opened in."""
        return self._start.source.encoding

    def lost_work(self, source: Source | None = None) -> str:
        """Say what would be lost if ``source`` were opened, or nothing; empty if nothing would be lost."""
        if self.run is None:
            return ""
        return self.own_work.lost(self.run, keeps_vetoes=source == self.run.opened.source)

    def restart(self, options: Options) -> None:
        """Learn from the same text again, with other options, which hold for the texts opened later, too."""
        self._start = replace(self._start, options=options)
        self.open(self.source, options)

    @property
    def is_moving(self) -> bool:
        """Whether merges are being made or undone."""
        return self.run is not None and self.run.moving

    # -- what is asked for ---------------------------------------------------------------------------------------------

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
        self._bringing_back = command.made + command.undone
        self.opening, self._loading, self._waiting = True, True, []
        self._client.send(command)

    def when_open(self, act: Callable[[], None]) -> None:
        """Act now, or when the text that is opening is open."""
        if self.opening:
            self._waiting.append(act)
        else:
            act()

    def move(self, by: int) -> None:
        """Make some merges, or undo them."""
        self._asked = "start" if by < 0 else "step"
        self._undone_from = 0
        self._client.send(Move(by))

    def run_or_pause(self) -> None:
        """Run to the target; pause what runs."""
        run = self.run
        if run is None:
            return
        if run.moving:
            self.stop()
        elif run.made >= run.target:
            self._say_target_reached(run)
        else:
            self._asked = "run"
            self._client.send(Seek(run.target))

    def go_to(self, number: int) -> None:
        """Go to a merge by its number."""
        self._asked = "seek" if number else "start"
        self._raises_target = self.run is not None and number > self.run.target
        self._undone_from = 0 if number or self.run is None else self.run.made
        self._client.send(Seek(number))

    def set_target(self, vocab_size: int) -> None:
        """Set the vocabulary size to run to."""
        run = self.run
        if run is None:
            return
        self._vocab_size = max(vocab_size, run.vocab_size)
        run.target = self._vocab_size - run.base
        self._stage.show_run(run)
        runs = run.moving and self._asked == "run"
        if runs:
            self._client.send(Stop() if vocab_size <= run.vocab_size else Seek(run.target))
        if vocab_size < run.vocab_size:
            sentence = "The vocabulary already has {size:,} tokens; the target is now {size:,}"
            self._stage.hint(sentence.format(size=run.vocab_size))
        elif run.target > run.opened.limit:
            sentence = (
                "This text allows at most {limit}; the run goes on to the last pair"
                if runs
                else "This text allows at most {limit}; press {keys[run]} to run to the last pair"
            )
            self._stage.hint(self.keys.format(sentence, limit=counted(run.opened.limit, "merge")))
        elif run.made < run.target and not runs:
            self._stage.hint(self.keys.format("Press {keys[run]} to run to a vocabulary of {size:,}", size=vocab_size))

    def choose(self, left: int, right: int) -> None:
        """Merge a pair of token ids, whatever its rank."""
        self._asked = "choice"
        self._client.send(Choose(left, right))
        if self.run is not None and (cut := len(self.run.merges) - self.run.made):
            self._stage.hint(
                plural(cut, "Your choice replaces {n} undone merge", "Your choice replaces {n} undone merges")
            )

    def forbid_or_allow(self, left: int, right: int) -> None:
        """Never merge a pair of token ids; or allow it again."""
        if self.run is not None:
            veto = self.run.vocabulary[left], self.run.vocabulary[right]
            pair = " + ".join(brief(token, "hex", 16) for token in veto)
            self._asked = "veto"
            if veto in self.run.vetoes:
                self._stage.hint(f"{pair} is allowed again")
                self._client.send(Allow(veto))
            else:
                sentence = "{pair} is vetoed; press {keys[veto]} to allow it, {keys[vetoes]} to list the vetoes"
                self._stage.hint(self.keys.format(sentence, pair=pair))
                self._client.send(Forbid(veto))

    def allow(self, veto: Veto) -> None:
        """Lift a veto."""
        self._client.send(Allow(veto))

    def explain_ties(self) -> None:
        """Ask which pairs tie for being the next, and where each is met first."""
        self._client.send(ExplainTies())

    def hold_out(self, source: Source | None) -> None:
        """Measure the merges on another text; on none if that is None."""
        self._holding_out = True
        self._client.send(HoldOut(source))

    def stop(self) -> None:
        """Stop what is under way."""
        self._client.send(Stop())

    def request_view(self, request: ViewRequest) -> None:
        """Ask for views of a part of the run, until another part is asked for."""
        if self.run is not None and request != self._view_request:
            self._view_request = request
            self._client.send(request)

    def find(self, find: Find) -> None:
        """Search the corpus."""
        self._client.send(find)

    # -- what has come of it -------------------------------------------------------------------------------------------

    def take(self, answer: Answer) -> None:
        """Show what the trainer's process says."""
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
        if opened.source == self.source:  # none other has been asked for since
            self._loading = False
        run = self.run = RunState(opened, self._vocab_size, self._bringing_back)
        anew, self._bringing_back = not self._bringing_back, ()
        self._view_request = ViewRequest()
        self._stage.show_opened(run, anew=anew)
        notes = [*opened.notes, *opened.options.check()]
        if run.base > self._vocab_size:
            sentence = "Its {n:,} characters exceed the target vocabulary size; press {keys[target]} to set another"
            notes.append(self.keys.format(sentence, n=run.base))
        elif opened.limit < run.target:
            allowed = counted(opened.limit, "merge")
            notes.append(f"This text allows at most {allowed}; the target was {run.target:,}")
        if self.welcome:
            notes.append(self.welcome)
        if notes:
            self._stage.hint(" · ".join(notes))
        self.welcome = ""
        self._stage.show_run(run)

    def _take_progress(self, progress: RunProgress) -> None:
        run = self.run
        if run is None:
            return
        stood = run.made == progress.made
        run.follow(progress)
        if self._undone_from:  # a run may have gone on until the key was obeyed
            self._undone_from = max(self._undone_from, run.made)
        if not progress.moving:  # as at the end of opening, and of bringing a run back
            self._deaths = 0
        run.target = max(run.target, run.made)
        match progress.reason, self._asked:
            case "exhausted", _:
                merges = counted(run.made, "merge")
                if run.has_constraints:
                    self._stage.hint(f"Stopped after {merges}: no remaining pair may be merged")
                else:
                    self._stage.hint(f"Stopped after {merges}: no pairs left")
            case "minimum-count", _:
                merges, least = counted(run.made, "merge"), times(run.opened.options.min_count)
                self._stage.hint(f"Stopped after {merges}: no remaining pair occurs at least {least}")
            case "reached", "run":
                self._say_target_reached(run)
            case "reached", "start" if self._undone_from:
                sentence = (
                    "At the start. To return to merge {number:,}, press {keys[go_to]}, type {number} and press enter"
                    if len(run.merges) >= self._undone_from
                    else "At the start. You were at merge {number:,}"
                )
                self._stage.hint(self.keys.format(sentence, number=self._undone_from))
            case "reached", "start":
                self._stage.hint("This is the start: no merges yet")
            case "reached", "seek" if stood:
                self._stage.hint(f"The run is already at merge {run.made:,}")
            case "reached", "seek" if self._raises_target:
                sentence = "Merge {number:,} was beyond the target, which is now a vocabulary of {size:,}"
                self._stage.hint(sentence.format(number=run.made, size=run.vocab_size))
        if progress.reason:
            self._asked = ""
        self._stage.show_run(run, merged=bool(progress.merges))

    def _take_held_out(self, held_out: HeldOutReport) -> None:
        run = self.run
        if run is None:
            return
        run.hold_out(held_out)
        notes = [f"{visible(held_out.source.name)} {note}" for note in held_out.notes] if held_out.source else []
        if self._holding_out:  # else it comes with a corpus, of which there is more to say
            self._holding_out = False
            if not held_out.source:
                notes.append("There is no held-out text now")
            elif self.opening or not self._stage.show_held_out(held_out, run):
                sentence = "Held-out text opened; press {keys[held_out]} to evaluate the merges on it"
                notes.append(self.keys.format(sentence))
        if notes:
            self._stage.hint(" · ".join(notes))
        self._stage.show_run(run)

    def _say_target_reached(self, run: RunState) -> None:
        sentence = "Target reached: {merges}, vocabulary {size:,}; press {keys[target]} to set another"
        self._stage.hint(self.keys.format(sentence, merges=counted(run.made, "merge"), size=run.vocab_size))

    def _take_view(self, view: View) -> None:
        if self.run is None or view.revision < self.run.opened.revision:
            return
        self.view = view
        self._stage.show_view(view, self.run)
        if self.opening and not self._loading and view.pairs is not None:
            self.opening = False
            waiting, self._waiting = self._waiting, []
            for act in waiting:
                act()

    def _take_refused(self, refused: Refused) -> None:
        sentence = refused.sentence
        if refused.opening:
            if self.run is None:
                self._fail(sentence)
                return
            self.opening, self._loading, self._waiting, self._bringing_back = False, False, [], ()
            self.source, self.options = self.run.opened.source, self.run.opened.options
            self._stage.show_run(self.run)
            if self._deaths:  # the process is a new one, without a corpus
                more = "{sentence}; the run shown here cannot go on: press {keys[open]} to open another text"
                sentence = self.keys.format(more, sentence=sentence)
        if refused.undecoded is not None and not self._deaths:
            self._stage.ask_encoding(refused.undecoded, refused.likely, held_out=not refused.opening)
        else:
            self._stage.hint(sentence)

    def _take_death(self, death: Died) -> None:
        """Start the process again, and bring the run back to where it was."""
        self._deaths += 1
        if self._deaths > _MOST_DEATHS:
            self._fail(f"{death.sentence}; it ends again and again with this text")
            return
        run = self.run
        start = self._start
        if run:  # not what was perhaps being opened in its place
            made, undone = tuple(run.merges[: run.made]), tuple(run.merges[run.made :])
            held_out = run.held_out.source if run.held_out else None
            command = Open(run.opened.source, run.opened.options, made, undone, run.vetoes, held_out)
        else:
            command = Open(self.source, self.options, vetoes=start.vetoes, held_out=start.held_out)
        try:
            self._client.restart()
        except BpetuiError as error:
            self._fail(str(error))
            return
        self._open(command)
        self._asked = ""
        self.welcome = f"Restarted at merge {len(command.made):,}: {death.sentence}"
