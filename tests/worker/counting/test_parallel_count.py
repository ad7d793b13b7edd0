"""Several processes count as one does, whatever happens to them, and none remains."""

import os
import signal
import subprocess
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise, repeat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core import corpus, splitting
from bpetui.core.corpus import Corpus
from bpetui.core.errors import BpetuiError
from bpetui.core.options import Options
from bpetui.core.splitting import Split, split_custom, split_named
from bpetui.worker.command_queue import InterruptedWorkError
from bpetui.worker.counting import parallel_count, pool, process, segments
from bpetui.worker.counting.parallel_count import count_segments, count_words
from bpetui.worker.counting.pool import ProcessLostError
from tests.worker.counting.numbered_words import text_of
from tests.worker.sample_splits import LOCAL_SPLITS, SPECIAL, TEXT, local_split

ROOT = Path(__file__).parents[3]

GPT2 = split_named("gpt2")


class Thread:
    """A thread instead of a counting process, because it starts faster."""

    def __init__(self, *_: object, **__: object) -> None:
        (segments, to_segments), (from_answers, answers) = os.pipe(), os.pipe()
        self.stdin, self.stdout = os.fdopen(to_segments, "wb"), os.fdopen(from_answers, "rb")
        threading.Thread(target=self._serve, args=(segments, answers), daemon=True).start()

    def _serve(self, segments: int, answers: int) -> None:
        with suppress(EOFError, BrokenPipeError), os.fdopen(segments, "rb") as take, os.fdopen(answers, "wb") as give:
            process.serve(take, give)

    def kill(self) -> None:
        """Do nothing: the thread ends with its pipes."""

    def wait(self) -> None:
        """Do nothing: the thread ends with its pipes."""


def counted_the_same(data: bytes, split: Split) -> bool:
    """Whether the counts, their order and the block stops equal those of one process."""
    counts, stops = count_words(data, split)
    alone, alone_stops = corpus.count_words(data, split)
    return list(counts.items()) == list(alone.items()) and stops == alone_stops


# The same as in one process


@given(TEXT, st.sampled_from(LOCAL_SPLITS), SPECIAL, st.integers(1, 12), st.integers(1, 12))
def test_any_text_is_counted_as_in_one_process(text: str, name: str, special: list[str], size: int, block: int) -> None:
    split, data = local_split(name, special), text.encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(subprocess, "Popen", Thread)
        patch.setattr(segments, "SEGMENT", size)
        patch.setattr(splitting, "BLOCK_BYTES", block)
        assert counted_the_same(data, split)
        _, stops = count_words(data, split)
        for start, stop in pairwise([0, *stops]):
            assert next(split.blocks(data, start)) == (stop, split.words(data[start:stop].decode()))


@pytest.mark.parametrize("name", LOCAL_SPLITS)
def test_several_processes_count_as_one_process_does(name: str, started: list["subprocess.Popen[bytes]"]) -> None:
    split = local_split(name, ["'twas", "d 9"])
    assert counted_the_same(text_of(3000).replace(b"\n", b"$\n") + "月床\u3000ệ😀 \n\n".encode() * 50, split)
    assert len(started) == 3


@pytest.mark.usefixtures("started")
def test_a_corpus_counted_in_parallel_equals_one_counted_alone() -> None:
    data, options = text_of(500), Options(replace(GPT2, special=("'twas",)))
    ours, alone = Corpus.from_text(data, options, None, count_words), Corpus.from_text(data, options)
    assert (ours.words, ours.counts) == (alone.words, alone.counts)
    assert [ours.block(number) for number in range(ours.block_count)] == [
        alone.block(number) for number in range(alone.block_count)
    ]


def test_segments_of_several_texts_are_counted_together(started: list["subprocess.Popen[bytes]"]) -> None:
    # An empty one is no end.
    assert list(count_segments([b"a b", b"", b" c b", b"c a"], GPT2).items()) == [
        ("a", 1), (" b", 2), (" c", 1), ("c", 1), (" a", 1),
    ]  # fmt: skip
    assert len(started) == 3
    assert count_segments([], GPT2) == {}


def test_the_progress_reaches_the_size_of_the_text(started: list["subprocess.Popen[bytes]"]) -> None:
    data = text_of(500)
    reports: list[tuple[int, int]] = []
    count_words(data, GPT2, lambda done, total: reports.append((done, total)))
    assert reports == sorted(reports)
    assert reports[0][0] < 4000
    assert reports[-1] == (len(data), len(data))
    assert len(started) == 3


# If it is not faster, or not possible


@pytest.mark.parametrize(
    ("split", "size", "processors"),
    [(GPT2, 10, 1), (GPT2, 1, 3), (split_named("none"), 10, 3), (split_custom(r"\w+"), 10, 3)],
)
def test_no_process_is_started_if_it_is_not_faster(
    split: Split,
    size: int,
    processors: int,
    monkeypatch: pytest.MonkeyPatch,
    started: list["subprocess.Popen[bytes]"],
) -> None:
    monkeypatch.setattr(parallel_count, "_processors", lambda: processors)
    monkeypatch.setattr(parallel_count, "PARALLEL_BYTES", 100)
    assert counted_the_same(text_of(size), split)
    if split.is_local:
        assert count_segments(repeat(text_of(1), size), split) == corpus.count_words(text_of(1) * size, split)[0]
    assert not started


def test_this_process_counts_if_no_other_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise BlockingIOError("Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    assert counted_the_same(text_of(500), GPT2)


def test_this_process_counts_if_no_thread_can_be_started(
    monkeypatch: pytest.MonkeyPatch, started: list["subprocess.Popen[bytes]"]
) -> None:
    def refuse(_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert counted_the_same(text_of(500), GPT2)
    assert len(started) == 1


def test_fewer_processes_count_if_not_all_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    left = [Thread, Thread]

    def start(*_: object, **__: object) -> Thread:
        if not left:
            raise BlockingIOError("Resource temporarily unavailable")
        return left.pop()()

    monkeypatch.setattr(subprocess, "Popen", start)
    assert counted_the_same(text_of(500), GPT2)
    assert not left


def test_the_number_of_processes_is_that_of_the_processors_up_to_a_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert 1 <= parallel_count._processors() <= 8
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(64)), raising=False)
    assert parallel_count._processors() == 8
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert parallel_count._processors() == 1


# If a process is lost


def test_a_killed_process_loses_nothing(started: list["subprocess.Popen[bytes]"]) -> None:
    data = text_of(3000)

    def kill(done: int, total: int) -> None:
        if done > total // 2 and not killed:
            started[1].kill()
            killed.append(started[1])

    killed: list[subprocess.Popen[bytes]] = []
    counts, stops = count_words(data, GPT2, kill)
    assert killed
    assert (counts, stops) == corpus.count_words(data, GPT2)


@pytest.mark.parametrize(
    "program",
    [
        "pass",
        "raise MemoryError",
        "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
        "print('no message at all, but words in its place', flush=True); import sys; sys.stdin.buffer.read()",
        "import sys; sys.path[:] = sys.argv[1:]; from bpetui.worker.counting import process as p; p.main(0)",
    ],
)
@pytest.mark.usefixtures("started")
def test_this_process_counts_if_the_others_fail(program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pool, "_PROGRAM", program)
    data = text_of(3000)
    assert counted_the_same(data, GPT2)
    with pytest.raises(ProcessLostError, match="a process that counts words was killed") as raised:
        count_segments([data] * 3, GPT2)
    assert isinstance(raised.value, BpetuiError)


def test_an_endless_text_ends_if_all_processes_are_killed(started: list["subprocess.Popen[bytes]"]) -> None:
    def endless() -> Iterator[bytes]:
        for number, part in enumerate(repeat(text_of(100))):
            if number == 20:
                for process in started:
                    process.kill()
            yield part

    with pytest.raises(ProcessLostError):
        count_segments(endless(), GPT2)


# If the work is ended


def test_an_exception_of_the_progress_callback_ends_the_processes(started: list["subprocess.Popen[bytes]"]) -> None:
    def interrupt(done: int, total: int) -> None:
        if done > total // 2:
            raise InterruptedWorkError

    with pytest.raises(InterruptedWorkError):
        count_words(text_of(3000), GPT2, interrupt)
    assert [process.returncode for process in started] == [-signal.SIGKILL] * 3


def test_an_exception_while_counts_are_merged_ends_the_processes(
    started: list["subprocess.Popen[bytes]"],
) -> None:
    def interrupt() -> None:
        raise InterruptedWorkError

    with pytest.raises(InterruptedWorkError):
        count_segments([text_of(100)] * 10, GPT2, interrupt)
    assert len(started) == 3


def test_an_exception_of_the_segments_ends_the_processes(started: list["subprocess.Popen[bytes]"]) -> None:
    def broken() -> Iterator[bytes]:
        yield from [text_of(100)] * 10
        raise BpetuiError("notes.txt is not UTF-8")

    with pytest.raises(BpetuiError, match="not UTF-8"):
        count_segments(broken(), GPT2)
    assert len(started) == 3
