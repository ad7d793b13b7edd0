"""The loop of the trainer's process: its run equals a trainer's, and no answer is missing."""

import random
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from bpetui.core.notes import sentences
from bpetui.core.options import Options
from bpetui.core.vocabulary import Merge
from bpetui.files.source import Source
from bpetui.worker import views
from bpetui.worker.messages import (
    Choose,
    Command,
    Find,
    Found,
    Loading,
    Move,
    Open,
    Opened,
    Refused,
    RunProgress,
    Seek,
    Stop,
    View,
    ViewRequest,
)
from bpetui.worker.training_run import TrainingRun
from tests.worker.scripted_child import ScriptedCommands, answers_to, history_of
from tests.worker.trainer_session import TEXT, Session, open_file, opening, some_words, trainer_on

# -- opening -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("split", ["none", "lines", "gpt2"])
def test_an_opened_corpus_is_described(session: Session, split: str) -> None:
    corpus = trainer_on(TEXT, split).corpus
    opened = session.open(TEXT, split)
    assert (opened.byte_count, opened.character_count) == (len(TEXT.encode()), len(TEXT))
    assert (opened.word_count, opened.distinct_words) == (corpus.word_count, len(corpus.words))
    assert opened.limit == sum(len(word.encode()) - 1 for word in corpus.words)
    assert opened.options.split.name == split
    assert session.answers[-1] == RunProgress(0, 0, len(TEXT.encode()), 1, (), moving=False)


def test_a_file_opens_in_its_encoding_and_its_normal_form_with_notes(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "bom.txt"
    path.write_bytes(b"\xff\xfe" + "năm".encode("utf-16-le"))
    session.send(Open(Source("bom.txt", path, encoding="utf-16-le"), Options(normalization="nfd")))
    opened = session.until(Opened)
    assert opened.source.path == path
    assert sentences(opened.notes, "it") == ("it begins with a BOM",)
    assert opened.character_count == len("\ufeffna\u0306m")


def test_a_corpus_that_cannot_be_opened_leaves_the_current_one(session: Session, tmp_path: Path) -> None:
    session.send(Move(1))
    assert not session.until(Refused).opening, "there is no corpus yet"
    session.send(open_file(tmp_path / "no.txt"))
    refused = session.until(Refused)
    assert refused.opening
    assert "there is no file" in refused.sentence
    session.open("abab")
    session.send(Move(1), open_file(tmp_path), Move(1))
    assert "is a folder" in session.until(Refused).sentence
    assert session.at_rest().made == 2


def test_answers_after_a_corpus_is_opened_are_about_it_alone(session: Session) -> None:
    session.open("abab")
    session.see(passage=(0, 8))
    session.send(Seek(99), opening("xyxyxy"))
    opened = session.until(Opened)
    view = session.see(passage=(0, 6))
    after = session.answers[session.answers.index(opened) :]
    passages = [answer.passage for answer in after if isinstance(answer, View) and answer.passage]
    assert view.passage in passages
    assert {each.data for each in passages} == {b"xyxyxy"}


def test_commands_sent_while_a_corpus_loads_are_executed_after_it(session: Session) -> None:
    text = some_words(60_000)
    session.send(opening(text), Move(3), Move(1), Move(-2), Find("e", 0))
    opened = session.until(Opened)
    found = session.until(Found)
    assert found.offset == text.index("e", 1)
    assert (session.made, len(session.history)) == (2, 4)
    reports = [answer for answer in session.answers if isinstance(answer, RunProgress)]
    assert [progress.made for progress in reports if not progress.moving] == [0, 3, 4, 2]
    loading = [answer for answer in session.answers if isinstance(answer, Loading)]
    assert session.answers.index(opened) == len(loading), "all about loading comes first"


def test_stop_ends_loading_and_drops_the_commands_before_it(session: Session) -> None:
    session.open("abab")
    session.send(opening(some_words(300_000), name="long\x1b"), Move(2))
    session.until(Loading)
    session.send(Stop())
    refused = session.until(Refused)
    assert refused == Refused("opening long␛ was stopped", opening=True)
    assert session.see().made == 0
    session.send(Move(1))
    assert session.at_rest().made == 1


def test_opening_another_corpus_replaces_the_one_that_loads(session: Session) -> None:
    session.send(
        opening(some_words(300_000)), ViewRequest(passage=(0, 7)), Move(5), opening("abab", name="second"), Move(1)
    )
    assert session.until(Opened).source.name == "second"
    assert session.until(RunProgress, lambda progress: progress.made > 0).made == 1
    view = session.until(View)
    assert (view.request.passage, view.made) == ((0, 7), 1)
    assert not any(isinstance(answer, Refused) for answer in session.answers)


# -- moving ------------------------------------------------------------------------------------------------------------


def test_a_step_equals_the_step_of_a_trainer(session: Session) -> None:
    session.open(TEXT)
    trainer = trainer_on(TEXT)
    for _ in range(5):
        session.send(Move(1))
        progress = session.at_rest()
        assert progress.merges == (trainer.step(),)
        assert (progress.tokens, progress.reason) == (trainer.tokens, "")
    assert session.tokens() == trainer.pieces.word_tokens(0)
    session.send(Move(-3))
    progress = session.at_rest()
    assert (progress.made, progress.undone, progress.merges) == (2, 3, ())
    trainer.seek(2)
    assert session.tokens() == trainer.pieces.word_tokens(0)


def test_a_move_past_either_end_reports_the_reason(session: Session) -> None:
    session.open("abcab")
    session.send(Move(-1), Move(3), Move(99), Move(1), Move(-2), Move(-2), Move(-1), Move(0))
    reports = [session.at_rest() for _ in range(8)]
    assert [(progress.made, progress.reason) for progress in reports] == [
        (0, "reached"),
        (3, ""),
        (3, "exhausted"),
        (3, "exhausted"),
        (1, ""),
        (0, "reached"),
        (0, "reached"),
        (0, ""),
    ]


def test_a_seek_ends_at_its_number(session: Session) -> None:
    session.open(TEXT)
    for number, reason in [(30, "reached"), (30, "reached"), (7, "reached"), (-4, "reached"), (10**6, "exhausted")]:
        session.send(Seek(number))
        progress = session.at_rest()
        assert progress.reason == reason
        assert progress.made == min(max(0, number), session.made)
    trainer = trainer_on(TEXT)
    trainer.seek(10**6)
    assert session.history == trainer.merges


def test_a_choice_equals_that_of_a_trainer_and_discards_undone_merges(session: Session) -> None:
    session.open("aaab")
    session.send(Move(2), Move(-2), Choose(97, 98))
    trainer = trainer_on("aaab")
    merge = trainer.choose(97, 98)
    assert [session.at_rest().made for _ in range(3)] == [2, 0, 1]
    assert session.history == [merge]
    session.send(Choose(98, 97))
    assert session.until(Refused) == Refused(
        "the pair 98 + 97 does not occur in the corpus now; choose a pair from the ranking"
    )
    assert session.at_rest().made == 1


@pytest.mark.parametrize("command", [Move(1), Move(-1), Choose(0, 1), Seek(0), opening("ab"), Stop()])
def test_a_command_ends_the_run_in_progress(session: Session, command: Command) -> None:
    session.open("\0\1" + some_words(20_000))
    session.send(Seek(10**6))
    session.until(RunProgress, lambda progress: progress.made > 5)
    session.send(command)
    progress = session.at_rest()
    assert progress.reason == {Seek: "reached", Open: "stopped", Stop: "stopped"}.get(type(command), "")
    view = session.see()
    assert view.made == session.made


def test_stop_without_a_run_sends_no_progress(session: Session) -> None:
    session.open("abab")
    known = len(session.answers)
    session.send(Stop())
    session.see()
    assert not any(isinstance(answer, RunProgress) for answer in session.answers[known:])


@pytest.mark.parametrize("seed", range(4))
def test_any_commands_have_the_result_of_a_trainer(session: Session, seed: int) -> None:
    text = TEXT[: 60 * (seed + 1)]
    session.open(text)
    trainer = trainer_on(text)
    dice = random.Random(seed)
    for _ in range(60):
        kind = dice.choice(["step", "step", "step", "back", "seek", "choose"])
        if kind == "seek":
            number = dice.randrange(80)
            session.send(Seek(number))
            trainer.seek(number)
        elif kind == "choose" and trainer.pair_count:
            pair = dice.choice(trainer.ranking(0, 10))
            session.send(Choose(pair.left, pair.right))
            trainer.choose(pair.left, pair.right)
        else:
            by = dice.randrange(1, 6) * (-1 if kind == "back" else 1)
            session.send(Move(by))
            trainer.seek(max(0, trainer.made + by))
        assert session.at_rest().made == trainer.made
    request = ViewRequest(passage=(3, 50), pairs=(0, 20), pairs_filter="e1", words=(0, 1))
    view = session.see(passage=request.passage, pairs=request.pairs, pairs_filter="e1", words=request.words)
    run = TrainingRun(trainer)
    assert view == views.build_view(run, request)
    assert session.history == trainer.merges + trainer.undone[::-1]
    assert session.made == trainer.made


# -- answers -----------------------------------------------------------------------------------------------------------


def test_a_slow_reader_gets_all_merges_and_no_backlog_of_views(session: Session) -> None:
    text = some_words(30_000)
    session.open(text)
    session.send(ViewRequest(passage=(0, 10**5), pairs=(0, 50)), Seek(10**6))  # each view is more than the pipe holds
    for _ in range(3):
        session.until(View)
        time.sleep(0.2)
    known = len(session.answers)
    session.send(Stop())
    session.at_rest()
    assert sum(isinstance(answer, View) for answer in session.answers[known:]) <= 2
    trainer = trainer_on(text)
    trainer.seek(session.made)
    assert session.history == trainer.merges


def test_the_merges_of_a_view_are_sent_before_it(session: Session) -> None:
    session.open(some_words(5_000))
    session.send(ViewRequest(pairs=(0, 5)), Seek(400))
    while True:
        answer = session.receive()
        if isinstance(answer, View):
            assert answer.made == session.made
        if isinstance(answer, RunProgress) and answer.reason:
            break
    session.until(View, lambda view: view.made == 400)


def test_a_view_request_is_answered_during_a_run(session: Session) -> None:
    session.open(some_words(20_000))
    session.send(Seek(10**6))
    session.until(RunProgress, lambda progress: progress.made > 0)
    seen = [session.see(pairs=(start, start + 5)) for start in range(10)]
    assert [view.pairs.start for view in seen if view.pairs] == list(range(10))
    assert [answer for answer in session.answers if isinstance(answer, RunProgress)][-1].moving


def test_many_steps_at_once_end_in_a_view_of_the_last(session: Session) -> None:
    session.open(TEXT)
    session.see()
    known = len(session.answers)
    session.send(*[Move(1)] * 40)
    session.until(View, lambda view: view.made == 40)
    shown = [answer for answer in session.answers[known:] if isinstance(answer, View)]
    assert 1 <= len(shown) <= 40
    assert session.made == 40


@pytest.mark.parametrize("turn", [Seek(3), Seek(0), Seek(12), Move(-4), Move(2), Choose(0x64, 0x6F), Stop()])
def test_all_merges_are_sent_when_a_command_interrupts_a_seek(
    commands_at: Callable[[dict[int, Command]], ScriptedCommands], turn: Command
) -> None:
    answers = answers_to(opening(TEXT), Seek(20), commands=commands_at({7: turn}))
    trainer = trainer_on(TEXT)
    trainer.seek(7)
    if isinstance(turn, Choose):
        trainer.choose(turn.left, turn.right)
    else:
        trainer.seek({Seek(3): 3, Seek(0): 0, Seek(12): 12, Move(-4): 3, Move(2): 9, Stop(): 7}[turn])
    assert history_of(answers) == trainer.merges + trainer.undone[::-1]
    last = [answer for answer in answers if isinstance(answer, RunProgress)][-1]
    assert (last.made, last.undone, last.moving) == (trainer.made, len(trainer.undone), False)


def test_two_seeks_that_interrupt_each_other_send_every_merge(
    commands_at: Callable[[dict[int, Command]], ScriptedCommands],
) -> None:
    answers = answers_to(opening(TEXT), Seek(20), commands=commands_at({6: Seek(0), 3: Seek(8)}))
    trainer = trainer_on(TEXT)
    trainer.seek(8)
    assert [merge.number for merge in history_of(answers)] == [1, 2, 3, 4, 5, 6, 7, 8]
    assert history_of(answers) == trainer.merges
    made = [answer.made for answer in answers if isinstance(answer, RunProgress)]
    assert made == [0, 6, 3, 8]


def test_a_choice_during_a_seek_back_is_sent_with_its_number(
    commands_at: Callable[[dict[int, Command]], ScriptedCommands],
) -> None:
    answers = answers_to(opening(TEXT), Seek(20), commands=commands_at({6: Seek(0), 3: Choose(0x64, 0x6F)}))
    trainer = trainer_on(TEXT)
    trainer.seek(3)
    trainer.choose(0x64, 0x6F)
    assert history_of(answers) == trainer.merges
    last = [answer for answer in answers if isinstance(answer, RunProgress)][-1]
    assert (last.first, last.merges, last.made, last.undone) == (4, (trainer.merges[-1],), 4, 0)


def test_only_the_last_view_request_is_answered() -> None:
    first, last = ViewRequest(passage=(0, 4)), ViewRequest(pairs=(0, 3))
    answers = answers_to(opening("abab"), first, last)
    assert [answer.request for answer in answers if isinstance(answer, View)] == [last]
    answers = answers_to(opening("abab"), first, Move(1), last, first, last)
    assert [(view.request, view.made) for view in answers if isinstance(view, View)] == [(last, 1)]


# -- searching ---------------------------------------------------------------------------------------------------------


def test_a_search_answers_with_its_command_and_the_place(session: Session) -> None:
    session.open("low lower newest low", "whitespace")
    session.send(Choose(108, 111))
    for find, offset, wrapped in [
        (Find("low", 0), 4, False),
        (Find("low", 0, backward=True), 17, True),
        (Find(256, 4), 17, False),
        (Find((256, 119), 17), 0, True),
        (Find((119, 32), 0), None, False),
    ]:
        session.send(find)
        found = session.until(Found)
        assert (found.find, found.offset, found.wrapped) == (find, offset, wrapped)


def test_a_search_can_be_stopped(session: Session) -> None:
    # The only b that is left stands at the end, and each block holds one in its bytes.
    session.open("ab " * 1_000_000 + "b", "whitespace")
    session.send(Choose(97, 98), Find(98, 0), Stop())
    session.at_rest()
    assert session.until(Refused) == Refused("the search was stopped")
    assert session.see().made == 1


# -- restoring a run ---------------------------------------------------------------------------------------------------


def test_a_run_is_restored_with_its_undone_merges(session: Session) -> None:
    trainer = trainer_on(TEXT)
    trainer.seek(5)
    (pair,) = trainer.ranking(9, 10)
    trainer.choose(pair.left, pair.right)
    trainer.seek(20)
    known = list(trainer.merges)
    trainer.seek(12)
    session.send(opening(TEXT, made=tuple(trainer.merges), undone=tuple(known[12:])))
    progress = session.at_rest()
    assert (progress.made, progress.undone, progress.tokens, progress.reason) == (12, 8, trainer.tokens, "reached")
    assert session.history == known
    assert session.tokens() == trainer.pieces.word_tokens(0)
    session.send(Move(8))
    session.at_rest()
    assert session.history == known


def test_a_merge_that_is_impossible_ends_the_restoration(session: Session) -> None:
    trainer = trainer_on("abcabcab xyxy")
    trainer.seek(4)
    session.send(opening("abcabcab xx", made=tuple(trainer.merges)))
    refused = session.until(Refused)
    assert "cannot be repeated" in refused.sentence
    assert not refused.opening
    progress = session.at_rest()
    assert (progress.made, progress.undone, progress.reason) == (2, 0, "stopped")
    trainer = trainer_on("abcabcab xx")
    trainer.seek(2)
    # With as many ties as they were made with.
    assert [replace(merge, ties=0) for merge in session.history] == [replace(merge, ties=0) for merge in trainer.merges]


def test_a_stopped_restoration_can_be_continued(session: Session) -> None:
    text = some_words(15_000)
    trainer = trainer_on(text)
    trainer.seek(2000)
    session.send(opening(text, made=tuple(trainer.merges)))
    session.until(Loading, lambda loading: loading.phase == "merging")
    session.send(Stop())
    progress = session.at_rest()
    assert progress.reason == "stopped"
    assert progress.made + progress.undone == 2000
    session.send(Seek(2000))
    session.until(RunProgress, lambda progress: progress.reason == "reached")
    assert session.history == trainer.merges


def test_a_merge_with_an_invalid_token_id_is_refused(session: Session) -> None:
    session.send(opening("abab", made=(Merge(1, 97, -5, 256, 1, 1, False, 1),)))
    session.until(Opened)
    assert "merge 1 (97 + -5) cannot be repeated" in session.until(Refused).sentence
    assert session.see().made == 0


# -- limits ------------------------------------------------------------------------------------------------------------


def test_the_minimum_count_ends_a_run(session: Session) -> None:
    source = Source("text", data=b"ababcd")
    session.send(Open(source, Options(min_count=2)))
    session.until(Opened)
    session.send(Seek(9))
    assert session.until(RunProgress, lambda progress: bool(progress.reason)).reason == "minimum-count"
    assert session.see().ended == "minimum-count"


def test_word_counts_open_as_one_row_per_word(session: Session, tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_bytes(b"low\t5\nlower\t2\nlow\t1\n")
    session.send(Open(Source("words.tsv", path, is_table=True), Options(alphabet="characters", end_of_word="_")))
    opened = session.until(Opened)
    assert (opened.byte_count, opened.word_count, opened.distinct_words) == (6 * 3 + 2 * 5, 8, 2)
    assert opened.tokens == 6 * 4 + 2 * 6
    assert any("on several lines" in note.sentence for note in opened.notes)
    passage = session.see(passage=(0, 100)).passage
    assert passage
    assert passage.data == b"low_\nlower_\n"
    assert sum(passage.sizes) == opened.size == len(passage.data)
