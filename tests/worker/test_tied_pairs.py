"""Tied pairs are reported in the order of the rule, each with its first place."""

from bpetui.core.options import Options
from bpetui.files.source import Source
from bpetui.worker.messages import ExplainTies, Move, Open, Opened, Ties
from bpetui.worker.tied_pairs import explain_ties
from tests.worker.test_views import run_on
from tests.worker.trainer_session import Session


def test_each_tied_pair_is_shown_at_its_first_place(session: Session) -> None:
    session.open("one ab cd ab cd", "whitespace")
    session.send(ExplainTies())
    ties = session.until(Ties)
    assert (ties.count, ties.total) == (2, 2)
    assert [(pair.left, pair.right, pair.offset) for pair in ties.pairs] == [(97, 98, 4), (99, 100, 7)]
    first = ties.pairs[0]
    assert (first.before, first.pair, first.after) == (b"one ", b"ab", b" cd ab cd")


def test_a_pair_at_the_very_start_that_occurs_again_is_shown_at_the_start(session: Session) -> None:
    session.open("ab.cd.ab.cd")
    session.send(ExplainTies())
    pairs = session.until(Ties).pairs
    assert [(pair.pair, pair.offset, pair.before) for pair in pairs] == [
        (b"ab", 0, b""),
        (b"b.", 1, b"a"),
        (b".c", 2, b"ab"),
        (b"cd", 3, b"ab."),
    ]


def test_the_context_of_a_pair_consists_of_whole_characters() -> None:
    before = "a" + "".join(map(chr, range(0xA1, 0xBF))) + "z"
    behind = "z" + "".join(map(chr, range(0xC0, 0xDE)))
    [pair] = explain_ties(run_on(f"{before}xyxy{behind}"), lambda: None).pairs
    assert (pair.pair, pair.offset) == (b"xy", 62)
    assert pair.before == before.encode()[13:], "49 bytes: 48 would begin inside a character"
    assert pair.after == b"xy" + behind.encode()[:45], "47 bytes: 48 would end inside one"
    [pair] = explain_ties(run_on(f"{before[1:]}xyxy{behind[1:]}"), lambda: None).pairs
    assert (len(pair.before), len(pair.after)) == (48 + 1, 48)


def test_the_first_places_change_with_the_tokens(session: Session) -> None:
    session.open("abc1xy2ab3ab4bc5xy6bc")
    session.send(Move(1), ExplainTies())
    ties = session.until(Ties)
    assert [(pair.pair, pair.offset) for pair in ties.pairs] == [(b"xy", 4), (b"bc", 13)]
    assert ties.made == 1


def test_the_smallest_id_rule_orders_tied_pairs_by_id(session: Session) -> None:
    session.send(Open(Source("text", data=b"zy ab zy ab"), Options(ties="smallest-id")))
    session.until(Opened)
    session.send(ExplainTies())
    pairs = session.until(Ties).pairs
    assert [pair.pair for pair in pairs][:2] == [b" a", b"ab"]


def test_only_the_first_of_many_tied_pairs_are_reported(session: Session) -> None:
    session.open("".join(map(chr, range(0x30, 0x7F))))
    session.send(ExplainTies())
    ties = session.until(Ties)
    assert (ties.total, len(ties.pairs)) == (78, 20)
    assert [pair.offset for pair in ties.pairs] == list(range(20))


def test_no_pairs_tie_when_none_is_left(session: Session) -> None:
    session.open("a")
    session.send(ExplainTies())
    assert session.until(Ties).pairs == ()
