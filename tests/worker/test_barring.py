"""Vetoes in the trainer's process: seen in the ranking, respected back and forth, and brought back with a lost run."""

from pathlib import Path

from bpetui.core.constraints import Veto
from bpetui.core.options import Options
from bpetui.core.trainer import RankedPair
from bpetui.worker.messages import Allow, Choose, Forbid, Move, Open, Opened, Refused, RunProgress, Seek, Source
from tests.worker.trainer_session import Session, opening

AB: Veto = (b"a", b"b")


def test_a_veto_is_seen_in_the_ranking_and_what_is_next_is_another(session: Session) -> None:
    session.open("ab.ab.cd")
    session.send(Forbid(AB))
    assert session.until(RunProgress, lambda progress: bool(progress.vetoes)).vetoes == (AB,)
    view = session.see(pairs=(0, 9))
    assert view.following == RankedPair(98, 46, 2, 0)
    assert view.pairs
    assert [pair.barred for pair in view.pairs.rows if (pair.left, pair.right) == (97, 98)] == ["veto"]
    session.send(Allow(AB))
    assert session.until(RunProgress).vetoes == ()
    assert session.see().following == RankedPair(97, 98, 2, 0)


def test_a_veto_and_its_end_make_another_run_of_it(session: Session) -> None:
    revision = session.open("ab.ab.cd").revision
    session.send(Forbid(AB), Allow(AB))
    assert session.see().revision == revision + 2


def test_what_can_never_be_merged_is_refused_and_not_vetoed(session: Session) -> None:
    session.open("ab.ab.cd")
    session.send(Forbid((b"b", b"a")))
    assert "b + a can never occur" in session.until(Refused).sentence
    assert session.at_rest().vetoes == ()
    session.send(Forbid(AB), Choose(97, 98))
    assert "there is a veto on it" in session.until(Refused).sentence


def test_going_back_and_on_respects_a_veto(session: Session) -> None:
    session.open("ab.ab.cd" * 3)
    session.send(Seek(4))
    made = [*session.until(RunProgress, lambda progress: progress.reason == "reached").merges]
    assert (made[0].left, made[0].right) == (97, 98)
    session.send(Seek(0))
    session.until(RunProgress, lambda progress: progress.reason == "reached" and progress.made == 0)
    session.send(Forbid(AB), Seek(4))
    session.until(RunProgress, lambda progress: progress.reason == "reached" and progress.made == 4)
    assert (97, 98) not in [(merge.left, merge.right) for merge in session.history]


def test_a_lost_run_comes_back_with_its_vetoes(session: Session) -> None:
    session.open("ab.ab.cd" * 3)
    session.send(Forbid(AB), Move(2))
    session.until(RunProgress, lambda progress: progress.made == 2)
    made = tuple(session.history)
    session.send(Open(opening("ab.ab.cd" * 3).source, Options(), made, (), (AB,)))
    session.until(Opened)
    assert session.until(RunProgress, lambda progress: bool(progress.vetoes)).made == 2
    assert session.history == list(made)
    session.send(Choose(97, 98))
    session.until(Refused)


def test_the_least_count_ends_a_run(session: Session) -> None:
    source = Source("text", data=b"ababcd")
    session.send(Open(source, Options(min_count=2)))
    session.until(Opened)
    session.send(Seek(9))
    assert session.until(RunProgress, lambda progress: bool(progress.reason)).reason == "minimum-count"
    assert session.see().ended == "minimum-count"


def test_a_table_of_words_opens_as_one_row_a_word(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_bytes(b"low\t5\nlower\t2\nlow\t1\n")
    session.send(Open(Source("words.tsv", path, is_table=True), Options(alphabet="characters", end_of_word="_")))
    opened = session.until(Opened)
    assert (opened.byte_count, opened.word_count, opened.distinct_words) == (6 * 3 + 2 * 5, 8, 2)
    assert opened.tokens == 6 * 4 + 2 * 6
    assert any("more than once" in note for note in opened.notes)
    passage = session.see(passage=(0, 100)).passage
    assert passage
    assert passage.data == b"low_\nlower_\n"
    assert sum(passage.sizes) == opened.size == len(passage.data)
