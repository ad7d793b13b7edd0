"""A counting process reads segments until None, reports on each, and ends with the process that started it."""

import io
import signal
import subprocess
import sys
from pathlib import Path
from queue import Queue

import pytest

from bpetui.core import corpus
from bpetui.core.splitting import split_named
from bpetui.worker import pipe
from bpetui.worker.counting import pool
from bpetui.worker.counting.process import serve
from tests.worker.counting.numbered_words import text_of
from tests.worker.test_client import assert_ends

ROOT = Path(__file__).parents[3]

GPT2 = split_named("gpt2")


def served(*messages: object) -> list[object]:
    """The answers to some messages."""
    given, answers = io.BytesIO(), io.BytesIO()
    for message in messages:
        pipe.write(given, message)
    given.seek(0)
    serve(given, answers)
    answers.seek(0)
    found = []
    while answers.tell() < len(answers.getvalue()):
        found.append(pipe.read(answers))
    return found


def test_each_segment_has_a_report_of_its_new_words() -> None:
    assert served(GPT2, b"a b", b" b c", None) == [{"a": 1, " b": 2}, {" c": 1}]
    assert served(GPT2, None) == []


def test_nothing_is_reported_before_the_end() -> None:
    with pytest.raises(EOFError):
        served(GPT2, b"a b")


COUNT_FOR_EVER = """
import subprocess, sys
from itertools import repeat
from bpetui.core.splitting import split_named
from bpetui.worker.counting import parallel_count
parallel_count.PARALLEL_BYTES, parallel_count._processors = 1, lambda: 2
class Popen(subprocess.Popen):
    def __init__(self, *words, **options):
        super().__init__(*words, **options)
        print(self.pid, flush=True)
subprocess.Popen = Popen
parallel_count.count_segments(repeat(b"the words " * 100_000), split_named("gpt2"))
"""


def counting_for_ever() -> tuple["subprocess.Popen[bytes]", list[int]]:
    """A process that counts until it is ended, and the ids of its counting processes."""
    parent = subprocess.Popen([sys.executable, "-c", COUNT_FOR_EVER], cwd=ROOT, stdout=subprocess.PIPE)
    assert parent.stdout is not None
    return parent, [int(parent.stdout.readline()) for _ in range(2)]


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_counting_processes_end_with_the_process_that_started_them(number: signal.Signals) -> None:
    parent, process_ids = counting_for_ever()
    with parent:
        parent.send_signal(number)
        parent.wait()
        for process_id in process_ids:
            assert_ends(process_id)


def test_a_counting_process_ignores_ctrl_c(started: list["subprocess.Popen[bytes]"]) -> None:
    data = text_of(20_000)
    waiting: pool._Segments = Queue(1)
    counter = pool._CountingProcess(GPT2, waiting)
    waiting.put((0, data))
    waiting.put((1, data))
    waiting.put((2, data))  # there is room once it has begun to read the second one, and so has counted the first
    started[0].send_signal(signal.SIGINT)
    waiting.put(None)
    parts = list(counter.new_words())
    assert [number for number, _ in parts] == [0, 1, 2]
    assert parts[0][1] == {word: 3 * count for word, count in corpus.count_words(data, GPT2)[0].items()}
    counter.kill()
    counter.release()
