"""Vetoes in the loop of the trainer's process: in the ranking, in steps and seeks, and in a restored run."""

from bpetui.core.constraints import Veto
from bpetui.core.options import Options
from bpetui.core.trainer import RankedPair
from bpetui.worker.messages import (
    AddVeto,
    Choose,
    Move,
    Open,
    Opened,
    Refused,
    RemoveVeto,
    RunProgress,
    Seek,
)
from tests.worker.trainer_session import Session, opening

AB: Veto = (b"a", b"b")


def test_a_veto_marks_the_pair_in_the_ranking_and_changes_the_next_merge(session: Session) -> None:
    session.open("ab.ab.cd")
    session.send(AddVeto(AB))
    assert session.until(RunProgress, lambda progress: bool(progress.vetoes)).vetoes == (AB,)
    view = session.see(pairs=(0, 9))
    assert view.next_pair == RankedPair(98, 46, 2, 0)
    assert view.pairs
    assert [pair.forbidden_by for pair in view.pairs.rows if (pair.left, pair.right) == (97, 98)] == ["veto"]
    session.send(RemoveVeto(AB))
    assert session.until(RunProgress).vetoes == ()
    assert session.see().next_pair == RankedPair(97, 98, 2, 0)


def test_a_veto_on_a_pair_that_cannot_occur_is_refused(session: Session) -> None:
    session.open("ab.ab.cd")
    session.send(AddVeto((b"b", b"a")))
    assert "b + a can never occur" in session.until(Refused).sentence
    assert session.at_rest().vetoes == ()
    session.send(AddVeto(AB), Choose(97, 98))
    assert "is vetoed" in session.until(Refused).sentence


def test_seeking_back_and_forth_respects_a_veto(session: Session) -> None:
    session.open("ab.ab.cd" * 3)
    session.send(Seek(4))
    made = [*session.until(RunProgress, lambda progress: progress.reason == "reached").merges]
    assert (made[0].left, made[0].right) == (97, 98)
    session.send(Seek(0))
    session.until(RunProgress, lambda progress: progress.reason == "reached" and progress.made == 0)
    session.send(AddVeto(AB), Seek(4))
    session.until(RunProgress, lambda progress: progress.reason == "reached" and progress.made == 4)
    assert (97, 98) not in [(merge.left, merge.right) for merge in session.history]


def test_a_restored_run_has_its_vetoes(session: Session) -> None:
    session.open("ab.ab.cd" * 3)
    session.send(AddVeto(AB), Move(2))
    session.until(RunProgress, lambda progress: progress.made == 2)
    made = tuple(session.history)
    session.send(Open(opening("ab.ab.cd" * 3).source, Options(), made, (), (AB,)))
    session.until(Opened)
    assert session.until(RunProgress, lambda progress: bool(progress.vetoes)).made == 2
    assert session.history == list(made)
    session.send(Choose(97, 98))
    session.until(Refused)
