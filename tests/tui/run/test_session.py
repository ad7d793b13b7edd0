"""Keys become commands to the trainer's process, its answers reach the screen, and a lost process is replaced."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import cast

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.core.notes import Note
from bpetui.core.options import Options
from bpetui.core.trainer import BpeTrainer
from bpetui.files.source import Source
from bpetui.tui.run.run_state import RunState
from bpetui.tui.run.session import Session, Start
from bpetui.worker.client import Client
from bpetui.worker.messages import (
    AddVeto,
    Choose,
    Command,
    Died,
    Found,
    HeldOutReport,
    HoldOut,
    Loading,
    Move,
    Open,
    PairRows,
    Refused,
    RemoveVeto,
    RunProgress,
    Seek,
    Stop,
    Ties,
    UndecodedText,
    View,
    ViewRequest,
)
from tests.sample_corpora import corpus_of, opened_of
from tests.tui.run.run_states import TOY, progress_of

TEXT, OTHER = Source("text", data=TOY.encode()), Source("other", data=b"abab")
REQUEST = ViewRequest(pairs=(0, 10))
VETO = (b"a", b"b")


@dataclass
class SentCommands:
    """A client that keeps the commands sent, and can refuse to start again."""

    sent: list[Command] = field(default_factory=list)
    restarts: int = 0
    can_restart: bool = True

    def send(self, command: Command) -> None:
        self.sent.append(command)

    def restart(self) -> None:
        if not self.can_restart:
            raise BpetuiError("the trainer's process cannot be started: no memory")
        self.restarts += 1


@dataclass
class ShownAnswers:
    """A stage that keeps what it was asked to show."""

    hints: list[str] = field(default_factory=list)
    shown: list[str] = field(default_factory=list)
    encodings: list[tuple[UndecodedText, bool]] = field(default_factory=list)
    is_free: bool = True

    def show_loading(self, name: str, loading: Loading) -> None:
        self.shown.append(f"loading {name} {loading.done}/{loading.total}")

    def show_opened(self, run: RunState, *, is_new: bool) -> None:
        self.shown.append("new run" if is_new else "restored run")

    def show_run(self, run: RunState, *, merged: bool = False) -> None:
        self.shown.append(f"run at {run.made}{' merged' if merged else ''}")

    def show_view(self, view: View, run: RunState) -> None:
        self.shown.append(f"view at {view.made}")

    def show_found(self, found: Found) -> None:
        self.shown.append(f"found at {found.offset}")

    def show_ties(self, ties: Ties, run: RunState) -> None:
        self.shown.append(f"ties at {ties.count}")

    def show_held_out(self, held_out: HeldOutReport, run: RunState) -> bool:
        self.shown.append("held-out")
        return self.is_free

    def ask_encoding(self, undecoded: UndecodedText, *, held_out: bool) -> None:
        self.encodings.append((undecoded, held_out))

    def hint(self, sentence: str) -> None:
        self.hints.append(sentence)


class Played:
    """A session between a client and a stage of which everything is kept, and a trainer that answers."""

    def __init__(self, start: Start | None = None, *, is_open: bool = True) -> None:
        self.client, self.stage = SentCommands(), ShownAnswers()
        self.failures: list[str] = []
        self.session = Session(cast(Client, self.client), start or Start(TEXT, vocab_size=260), self.failures.append)
        self.session.start(self.stage)
        if is_open:
            self.open(TEXT)
            self.view()
            self.forget()

    @property
    def run(self) -> RunState:
        assert self.session.run
        return self.session.run

    @property
    def sent(self) -> list[Command]:
        return self.client.sent

    def forget(self) -> None:
        """Forget what was sent and shown by now."""
        for kept in (self.client.sent, self.stage.hints, self.stage.shown):
            kept.clear()

    def open(self, source: Source, **changes: object) -> None:
        """Answer that a text was opened."""
        corpus = corpus_of((source.data or b"").decode(), options=self.session.options)
        self.trainer = BpeTrainer(corpus)
        self.session.take(replace(opened_of(corpus, source), **changes))  # type: ignore[arg-type]

    def view(self) -> None:
        """Answer with a view of the pairs."""
        self.session.take(View(0, REQUEST, None, 0, False, None, 0, pairs=PairRows(0, (), 0)))

    def merge(self, merges: int, **more: object) -> None:
        """Answer that the run has come to a number of merges."""
        self.trainer.seek(merges)
        self.session.take(progress_of(self.trainer, **{"reason": "reached", **more}))  # type: ignore[arg-type]


# Commands


def test_the_first_text_is_opened_with_what_the_program_was_started_with() -> None:
    played = Played(Start(TEXT, vetoes=(VETO,), held_out=OTHER), is_open=False)
    assert played.sent == [Open(TEXT, Options(), vetoes=(VETO,), held_out=OTHER)]
    assert played.session.opening


def test_keys_become_commands() -> None:
    played = Played()
    session = played.session
    session.move(10)
    session.go_to(3)
    session.choose(97, 98)
    session.stop()
    session.hold_out(OTHER)
    assert played.sent == [Move(10), Seek(3), Choose(97, 98), Stop(), HoldOut(OTHER)]


def test_a_run_goes_to_the_target_and_pauses() -> None:
    played = Played()
    played.session.run_or_pause()
    played.merge(1, moving=True, reason="")
    played.session.run_or_pause()
    assert played.sent == [Seek(4), Stop()]
    played.merge(4)
    assert played.stage.hints == ["Target reached: 4 merges, vocabulary 260; press t to set another"]
    played.session.run_or_pause()
    assert len(played.sent) == 2
    assert len(played.stage.hints) == 2


def test_a_new_target_turns_a_run() -> None:
    played = Played()
    played.session.run_or_pause()
    played.merge(2, moving=True, reason="")
    played.session.set_target(262)
    assert (played.run.target, played.sent[-1]) == (6, Seek(6))
    played.session.set_target(200)
    assert (played.run.target, played.sent[-1]) == (2, Stop())
    assert played.stage.hints == ["The vocabulary already has 258 tokens; the target is now 258"]


def test_a_choice_names_the_undone_merges_that_it_replaces() -> None:
    played = Played()
    played.merge(3)
    played.session.take(RunProgress(1, 2, 9, 2, (), False, "reached"))
    played.forget()
    played.session.choose(97, 98)
    assert played.stage.hints == ["Your choice replaces 2 undone merges"]
    assert played.sent == [Choose(97, 98)]


def test_a_veto_is_set_and_lifted_by_the_same_key() -> None:
    played = Played()
    played.session.veto_or_allow(97, 98)
    played.run.vetoes = (VETO,)
    played.session.veto_or_allow(97, 98)
    assert played.sent == [AddVeto(VETO), RemoveVeto(VETO)]
    assert played.stage.hints == [
        "a + b is vetoed; press x to allow it, v to list the vetoes",
        "a + b is allowed again",
    ]


def test_a_view_is_requested_only_once() -> None:
    played = Played()
    played.session.request_view(REQUEST)
    played.session.request_view(REQUEST)
    assert played.sent == [REQUEST]
    played.open(TEXT)
    played.session.request_view(REQUEST)
    assert played.sent == [REQUEST, REQUEST]


def test_vetoes_and_the_held_out_text_follow_only_where_they_belong() -> None:
    played = Played()
    played.run.vetoes = (VETO,)
    played.session.take(HeldOutReport(OTHER, 4, 4, 0, (4,)))
    played.session.open(TEXT, Options())
    played.session.open(OTHER, Options())
    assert played.sent == [
        Open(TEXT, Options(), vetoes=(VETO,), held_out=OTHER),
        Open(OTHER, Options(), held_out=OTHER),
    ]


def test_new_options_hold_for_texts_opened_later() -> None:
    played = Played()
    played.session.retrain(Options(min_count=2))
    assert played.sent == [Open(TEXT, Options(min_count=2))]
    assert played.session.default_options == Options(min_count=2)


# Answers


def test_a_text_is_open_once_its_pairs_are_shown() -> None:
    played, done = Played(is_open=False), list[str]()
    played.session.when_open(lambda: done.append("done"))
    played.session.take(Loading("reading", 1, 2))
    played.open(TEXT)
    assert (played.session.opening, done) == (True, [])
    played.view()
    assert (played.session.opening, done) == (False, ["done"])
    assert played.stage.shown == ["loading text 1/2", "new run", "run at 0", "view at 0"]


def test_a_text_opened_before_the_one_asked_for_last_stays_in_the_background() -> None:
    played = Played()
    played.session.open(OTHER, Options())
    played.open(TEXT)
    played.view()
    assert played.session.opening
    played.open(OTHER)
    played.view()
    assert not played.session.opening


def test_the_welcome_is_shown_with_the_notes() -> None:
    played = Played(Start(TEXT, vocab_size=1000, welcome="Press s"), is_open=False)
    played.open(TEXT, notes=(Note("{name} begins with a BOM"),))
    assert played.stage.hints == [
        "text begins with a BOM · This text allows at most 10 merges; the target was 744 · Press s"
    ]
    assert played.session.opening_hint == ""


def test_merges_and_searches_are_shown() -> None:
    played = Played()
    played.merge(2)
    played.session.take(Found(played.stage, 7))  # type: ignore[arg-type]
    played.session.take(Ties(2, 4, 1, ()))
    assert played.stage.shown == ["run at 2 merged", "found at 7", "ties at 4"]


@pytest.mark.parametrize("is_free", [True, False])
def test_a_held_out_text_that_was_asked_for_opens_its_screen(is_free: bool) -> None:
    played = Played()
    played.stage.is_free = is_free
    played.session.hold_out(OTHER)
    played.session.take(HeldOutReport(OTHER, 4, 4, 0, (4,)))
    assert "held-out" in played.stage.shown
    hint = "Held-out text opened; press u to evaluate the merges on it"
    assert played.stage.hints == ([] if is_free else [hint])
    played.forget()
    played.session.take(HeldOutReport(OTHER, 4, 4, 0, (4,)))  # comes with a corpus
    assert (played.stage.shown, played.stage.hints) == (["run at 0"], [])


def test_no_held_out_text_is_reported() -> None:
    played = Played()
    played.session.hold_out(None)
    played.session.take(HeldOutReport(None))
    assert played.stage.hints == ["There is no held-out text now"]


def test_a_refused_first_text_ends_the_program() -> None:
    played = Played(is_open=False)
    played.session.take(Refused("text is empty", opening=True))
    assert played.failures == ["text is empty"]


def test_a_refused_text_leaves_the_open_one() -> None:
    played = Played()
    played.session.open(OTHER, Options(min_count=2))
    played.session.take(Refused("other is a folder", opening=True))
    assert played.stage.hints == ["other is a folder"]
    assert (played.session.source, played.session.options, played.session.opening) == (TEXT, Options(), False)


@pytest.mark.parametrize("opening", [True, False])
def test_a_text_in_another_encoding_is_asked_for_again(opening: bool) -> None:
    played = Played()
    played.session.open(OTHER, Options())
    undecoded = UndecodedText(OTHER, "other is not UTF-8", "big5")
    played.session.take(Refused("other is not UTF-8; it looks like big5", opening, undecoded))
    assert played.stage.encodings == [(undecoded, not opening)]
    assert not played.stage.hints


# Lost processes


def test_a_lost_process_is_replaced_and_its_run_restored() -> None:
    played = Played()
    played.merge(3)
    played.session.take(RunProgress(2, 1, 9, 3, (), False, "reached"))
    played.run.vetoes = (VETO,)
    merges = tuple(played.run.merges)
    played.forget()
    played.session.take(Died("the process was ended by SIGKILL"))
    assert played.client.restarts == 1
    assert played.sent == [Open(TEXT, Options(), merges[:2], merges[2:], (VETO,))]
    played.open(TEXT)
    assert played.stage.hints == ["Restarted at merge 2: the process was ended by SIGKILL"]
    assert played.stage.shown[0] == "restored run"
    assert played.run.merges == [*merges]


def test_a_process_lost_over_another_text_restores_the_one_shown() -> None:
    played = Played()
    played.merge(1)
    played.session.open(OTHER, Options())
    played.session.take(Died("it was killed"))
    assert played.sent[-1] == Open(TEXT, Options(), tuple(played.run.merges))
    assert played.session.source == TEXT


def test_a_process_that_dies_again_and_again_ends_the_program() -> None:
    played = Played(is_open=False)
    for _ in range(2):
        played.session.take(Died("it was killed"))
    assert not played.failures
    played.session.take(Died("it was killed"))
    assert played.failures == ["it was killed; it ends again and again with this text"]


def test_a_run_that_comes_to_rest_starts_the_count_of_deaths_again() -> None:
    played = Played()
    for _ in range(3):
        for _ in range(2):
            played.session.take(Died("it was killed"))
        played.open(TEXT)
        played.merge(0)
    assert not played.failures


def test_a_process_that_cannot_be_replaced_ends_the_program() -> None:
    played = Played()
    played.client.can_restart = False
    played.session.take(Died("it was killed"))
    assert played.failures == ["the trainer's process cannot be started: no memory"]


def test_a_text_refused_by_a_replaced_process_says_what_to_do() -> None:
    played = Played()
    played.session.take(Died("it was killed"))
    played.session.take(Refused("text is gone", opening=True))
    assert played.stage.hints == [
        "text is gone; the run shown here cannot go on: press o to open another text",
    ]
