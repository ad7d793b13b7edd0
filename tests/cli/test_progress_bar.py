"""The progress bar on a terminal."""

import os
import pty
from collections.abc import Callable

import pytest

from bpetui.cli.progress_bar import ProgressBar
from tests.cli.conftest import shown


def drawn(work: Callable[[ProgressBar], None], *, on: bool = True) -> str:
    """Return what some work writes to a terminal on standard error."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as stream, pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stderr", stream)
        work(ProgressBar(on))
    return shown(ours)


def test_the_bar_fills_in_proportion() -> None:
    assert drawn(lambda bar: bar.show("merging", 750, 1500)) == "\rmerging [############------------] 750/1,500"


def test_without_a_total_the_bar_is_a_number() -> None:
    assert drawn(lambda bar: bar.show("reading", 1_048_576, 0)) == "\rreading 1,048,576"


def test_the_bar_is_drawn_at_most_ten_times_a_second() -> None:
    def work(bar: ProgressBar) -> None:
        for done in range(100):
            bar.show("reading", done, 0)

    assert drawn(work) == "\rreading 0"


def test_clear_erases_the_bar_and_an_echoed_ctrl_c() -> None:
    def work(bar: ProgressBar) -> None:
        bar.show("reading", 5, 0)
        bar.clear()
        bar.clear()
        bar.show("splitting", 5, 0)

    assert drawn(work) == "\rreading 5" + "\r           \r" + "\rsplitting 5"


def test_a_hidden_bar_draws_nothing() -> None:
    def work(bar: ProgressBar) -> None:
        bar.show("reading", 5, 0)
        bar.clear()

    assert drawn(work, on=False) == ""
