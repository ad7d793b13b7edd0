"""Several small processes for texts of any size, all of which end with the test."""

import subprocess
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from bpetui.core import splitting
from bpetui.worker.counting import parallel_count, segments


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Use three processes and small segments for texts of any size."""
    monkeypatch.setattr(parallel_count, "PARALLEL_BYTES", 1)
    monkeypatch.setattr(parallel_count, "_processors", lambda: 3)
    monkeypatch.setattr(segments, "SEGMENT", 2000)
    monkeypatch.setattr(splitting, "BLOCK_BYTES", 1000)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list["subprocess.Popen[bytes]"]]:
    """The counting processes in order of their start; none remains after the test."""
    processes: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def start(*words: Any, **options: Any) -> "subprocess.Popen[bytes]":
        processes.append(popen(*words, **options))
        return processes[-1]

    monkeypatch.setattr(subprocess, "Popen", start)
    yield processes
    assert all(process.returncode is not None for process in processes)
    assert not [thread for thread in threading.enumerate() if "_send_segments" in thread.name]
