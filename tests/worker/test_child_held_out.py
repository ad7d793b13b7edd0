"""A held-out text in the loop of the trainer's process: evaluated after every merge, forward and back."""

from collections.abc import Callable
from pathlib import Path

import pytest

from bpetui.core.models import MergeModel
from bpetui.core.notes import sentences
from bpetui.files.source import Source
from bpetui.worker import child
from bpetui.worker.messages import (
    Answer,
    Choose,
    Command,
    HeldOutReport,
    HoldOut,
    Move,
    Open,
    Opened,
    Refused,
    RunProgress,
    Seek,
    Stop,
    View,
)
from tests.worker.scripted_child import EndedError, ScriptedCommands, answers_to
from tests.worker.trainer_session import Session, opening


def tokens_after(session: Session, text: str) -> list[int]:
    """How many tokens a text has before any merge of the session's history, and after each."""
    pairs = [(merge.left, merge.right) for merge in session.history[: session.made]]
    models = (MergeModel.from_pairs(pairs[:number]) for number in range(len(pairs) + 1))
    return [len(model.encode_word(text)) for model in models]


def test_a_held_out_text_is_evaluated_for_earlier_and_later_merges(session: Session) -> None:
    session.open("aaabdaaabac")
    session.send(Move(2), HoldOut(Source("other", data=b"aaaax")))
    held_out = session.until(HeldOutReport)
    assert (held_out.byte_count, held_out.character_count, held_out.unseen) == (5, 5, 1)
    tokens = [*held_out.tokens]
    assert tokens == tokens_after(session, "aaaax")
    session.send(Move(1))
    progress = session.until(RunProgress, lambda progress: progress.made == 3)
    assert [*tokens, *progress.held_out] == tokens_after(session, "aaaax")
    session.send(Move(-2), Move(1))
    progress = session.until(RunProgress, lambda progress: bool(progress.merges))
    assert progress.held_out == (tokens_after(session, "aaaax")[progress.made],)


def test_a_choice_is_applied_to_the_held_out_text(session: Session) -> None:
    session.open("aaabdaaabac")
    session.send(HoldOut(Source("other", data=b"bdbdx")), Choose(98, 100))
    assert session.until(RunProgress, lambda progress: progress.made == 1).held_out == (3,)
    session.send(Move(-1), Choose(97, 98))
    assert session.until(RunProgress, lambda progress: bool(progress.merges)).held_out == (5,)


def test_a_held_out_text_can_be_opened_with_the_corpus(session: Session) -> None:
    session.send(Open(opening("abab").source, opening("").options, held_out=Source("b", data=b"abx")))
    session.until(Opened)
    assert session.until(HeldOutReport).tokens == (3,)


def test_the_corpus_as_held_out_text_is_noted(session: Session, tmp_path: Path) -> None:
    session.open("abab")
    session.send(HoldOut(Source("same.txt", data=b"abab")))
    assert sentences(session.until(HeldOutReport).notes, "it") == (
        "it is the corpus itself, so its figures say nothing about other texts",
    )


def test_an_unusable_held_out_text_is_refused_and_the_previous_one_stays(session: Session, tmp_path: Path) -> None:
    session.open("abab")
    session.send(HoldOut(Source("b", data=b"ab")))
    session.until(HeldOutReport)
    for source, sentence in [
        (Source("no.txt", tmp_path / "no.txt"), "there is no file"),
        (Source("bad.txt", data=b"\xff"), "bad.txt is not UTF-8"),
        (Source("empty.txt", data=b""), "empty.txt is empty"),
        (
            Source("words.tsv", data=b"a\t1", is_table=True),
            "words.tsv is a table of word counts; hold out a text instead",
        ),
    ]:
        session.send(HoldOut(source))
        assert sentence in session.until(Refused).sentence
    session.send(Move(1))
    assert session.until(RunProgress, lambda progress: bool(progress.merges)).held_out == (1,)


def test_a_held_out_text_can_be_detached(session: Session) -> None:
    session.open("abab")
    session.send(HoldOut(Source("b", data=b"ab")), HoldOut(None))
    assert session.until(HeldOutReport).source is not None
    assert session.until(HeldOutReport).source is None
    session.send(Move(1))
    assert session.until(RunProgress, lambda progress: bool(progress.merges)).held_out == ()


def test_a_held_out_text_ends_the_run_in_progress_and_is_evaluated_there(
    commands_at: Callable[[dict[int, Command]], ScriptedCommands],
) -> None:
    answers = answers_to(
        opening("abcabcabc"), Seek(4), commands=commands_at({2: HoldOut(Source("other", data=b"abcx"))})
    )
    stopped, held_out, last = [answer for answer in answers if not isinstance(answer, View)][-3:]
    assert isinstance(stopped, RunProgress)
    assert (stopped.made, stopped.moving, stopped.reason) == (2, False, "stopped")
    assert isinstance(held_out, HeldOutReport)
    assert held_out.tokens == (4, 3, 2)
    assert isinstance(last, RunProgress)
    assert (last.made, last.moving, last.reason) == (2, False, "")


def test_stop_while_a_held_out_text_is_attached_keeps_the_previous_one() -> None:
    one, other = Source("one", data=b"ab"), Source("other", data=b"abab")
    commands, answers = ScriptedCommands(), list[Answer]()
    trained = child.Child(commands, answers.append)
    turns: list[list[Command]] = [[opening("abab"), HoldOut(one)], [HoldOut(other), Stop()], [Move(1)]]
    for turn in turns:
        for command in turn:
            commands.put(command)
        with pytest.raises(EndedError):
            trained.serve()
    assert Refused("attaching the held-out text was stopped") in answers
    assert [answer.source for answer in answers if isinstance(answer, HeldOutReport)][-1] == one
    assert [answer.held_out for answer in answers if isinstance(answer, RunProgress)][-1] == (1,)
