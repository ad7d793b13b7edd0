"""A pool of processes counts segments in order, reports a lost process, and ends with its ``with`` statement."""

import signal
import subprocess

import pytest

from bpetui.core import corpus
from bpetui.core.splitting import split_named
from bpetui.worker.counting import pool
from bpetui.worker.counting.pool import CountingPool, ProcessLostError
from tests.worker.counting.numbered_words import text_of

GPT2 = split_named("gpt2")


def merged(reports: list[dict[str, int]]) -> dict[str, int]:
    """The counts of all reports, in order of first appearance."""
    counts: dict[str, int] = {}
    for report in reports:
        for word, count in report.items():
            counts[word] = counts.get(word, 0) + count
    return counts


def add_all(counting: CountingPool, segments: list[bytes]) -> None:
    """Add segments one after another."""
    for segment in segments:
        counting.add(segment)


def test_reports_come_in_the_order_of_the_segments(started: list["subprocess.Popen[bytes]"]) -> None:
    segments = [text_of(20 * number) for number in range(1, 8)]
    with CountingPool(GPT2, 3) as counting:
        assert len(counting) == len(started) == 3
        add_all(counting, segments)
        reports = list(counting.new_words())
    assert len(reports) == len(segments)
    alone = corpus.count_words(b"".join(segments), GPT2)[0]
    assert list(merged(reports).items()) == list(alone.items())


def test_all_processes_end_with_the_statement(started: list["subprocess.Popen[bytes]"]) -> None:
    with CountingPool(GPT2, 3) as counting:
        counting.add(text_of(100))
    assert [process.returncode for process in started] == [-signal.SIGKILL] * 3


def test_a_lost_process_is_reported_with_its_answers(started: list["subprocess.Popen[bytes]"]) -> None:
    with CountingPool(GPT2, 1) as counting:
        counting.add(b"a b")
        started[0].kill()
        with pytest.raises(ProcessLostError, match="a process that counts words was killed"):
            list(counting.new_words())


def test_a_lost_process_is_reported_while_segments_are_added(started: list["subprocess.Popen[bytes]"]) -> None:
    with CountingPool(GPT2, 2) as counting:
        for process in started:
            process.kill()
        segments = [text_of(2000)] * 100
        with pytest.raises(ProcessLostError):
            add_all(counting, segments)


def test_a_pool_has_as_many_processes_as_the_system_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise BlockingIOError("Resource temporarily unavailable")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    with CountingPool(GPT2, 3) as counting:
        assert len(counting) == 0


def test_words_instead_of_a_message_are_a_lost_process(
    monkeypatch: pytest.MonkeyPatch, started: list["subprocess.Popen[bytes]"]
) -> None:
    program = "import sys; print('no message at all, but words', flush=True); sys.stdin.buffer.read()"
    monkeypatch.setattr(pool, "_PROGRAM", program)
    with CountingPool(GPT2, 1) as counting:
        counting.add(b"a b")
        with pytest.raises(ProcessLostError):
            list(counting.new_words())
    assert len(started) == 1
