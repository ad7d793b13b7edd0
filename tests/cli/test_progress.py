"""The bar on a terminal."""

import os
import pty
import sys
from collections.abc import Iterator

import pytest

from bpetui.cli.progress import Progress


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Iterator[int]:
    """A terminal in the place of standard error: a descriptor to read what it is shown."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as stream:
        monkeypatch.setattr(sys, "stderr", stream)
        yield ours
        os.close(ours)


def test_the_bar_fills(terminal: int) -> None:
    progress = Progress(True)
    progress.show("merging", 750, 1500)
    assert os.read(terminal, 100) == b"\rmerging [############------------] 750/1,500"


def test_it_is_drawn_ten_times_a_second_at_most(terminal: int) -> None:
    progress = Progress(True)
    for done in range(100):
        progress.show("reading", done, 100)
    assert os.read(terminal, 1000) == b"\rreading [------------------------] 0/100"


def test_without_a_total_it_is_a_number(terminal: int) -> None:
    Progress(True).show("reading", 1_048_576, 0)
    assert os.read(terminal, 100) == b"\rreading 1,048,576"


def test_it_is_taken_away_with_what_the_keyboard_left_behind_it(terminal: int) -> None:
    progress = Progress(True)
    progress.show("reading", 5, 0)
    os.read(terminal, 100)
    progress.clear()
    assert os.read(terminal, 100) == b"\r" + b" " * len("reading 5^C") + b"\r"
    progress.clear()
    progress.show("splitting", 5, 0)
    assert os.read(terminal, 100) == b"\rsplitting 5"


def test_nothing_is_drawn_where_it_is_not_shown(terminal: int) -> None:
    progress = Progress(False)
    progress.show("reading", 5, 0)
    progress.clear()
    os.write(sys.stderr.fileno(), b"|")
    assert os.read(terminal, 100) == b"|"
