"""A held-out text beside the run: measured at every merge, back and forth, and said when it is the corpus itself."""

from pathlib import Path

from bpetui.core.models import MergeModel
from bpetui.worker.messages import Choose, HeldOutReport, HoldOut, Move, Open, Opened, Refused, RunProgress, Source
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
    assert session.until(HeldOutReport).notes == ("is the corpus itself, so its figures say nothing about other texts",)


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
