"""The bar on a terminal."""

import os
import pty
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from bpetui.cli.progress import Progress


@contextmanager
def terminal() -> Iterator[int]:
    """A terminal in the place of standard error: a descriptor to read what it is shown."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as stream, pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stderr", stream)
        yield ours
    os.close(ours)


def test_the_bar_fills() -> None:
    with terminal() as shown:
        Progress(True).show("merging", 750, 1500)
        assert os.read(shown, 100) == b"\rmerging [############------------] 750/1,500"


def test_it_is_drawn_ten_times_a_second_at_most() -> None:
    with terminal() as shown:
        progress = Progress(True)
        for done in range(100):
            progress.show("reading", done, 100)
        assert os.read(shown, 1000) == b"\rreading [------------------------] 0/100"


def test_without_a_total_it_is_a_number() -> None:
    with terminal() as shown:
        Progress(True).show("reading", 1_048_576, 0)
        assert os.read(shown, 100) == b"\rreading 1,048,576"


def test_it_is_taken_away_with_what_the_keyboard_left_behind_it() -> None:
    with terminal() as shown:
        progress = Progress(True)
        progress.show("reading", 5, 0)
        os.read(shown, 100)
        progress.clear()
        assert os.read(shown, 100) == b"\r" + b" " * len("reading 5^C") + b"\r"
        progress.clear()
        progress.show("splitting", 5, 0)
        assert os.read(shown, 100) == b"\rsplitting 5"


def test_nothing_is_drawn_where_it_is_not_shown() -> None:
    with terminal() as shown:
        progress = Progress(False)
        progress.show("reading", 5, 0)
        progress.clear()
        os.set_blocking(shown, False)
        with pytest.raises(BlockingIOError):
            os.read(shown, 100)
