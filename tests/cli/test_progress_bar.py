"""The bar on a terminal."""

import os
import pty
from collections.abc import Callable

import pytest

from bpetui.cli.progress_bar import ProgressBar
from tests.cli.conftest import shown


def drawn(work: Callable[[ProgressBar], None], *, on: bool = True) -> str:
    """What a terminal in the place of standard error is shown during some work."""
    ours, theirs = pty.openpty()
    with os.fdopen(theirs, "w") as stream, pytest.MonkeyPatch.context() as patch:
        patch.setattr("sys.stderr", stream)
        work(ProgressBar(on))
    return shown(ours)


def test_the_bar_fills() -> None:
    assert drawn(lambda bar: bar.show("merging", 750, 1500)) == "\rmerging [############------------] 750/1,500"


def test_without_a_total_it_is_a_number() -> None:
    assert drawn(lambda bar: bar.show("reading", 1_048_576, 0)) == "\rreading 1,048,576"


def test_it_is_drawn_ten_times_a_second_at_most() -> None:
    def work(bar: ProgressBar) -> None:
        for done in range(100):
            bar.show("reading", done, 0)

    assert drawn(work) == "\rreading 0"


def test_it_is_taken_away_with_what_the_keyboard_left_behind_it() -> None:
    def work(bar: ProgressBar) -> None:
        bar.show("reading", 5, 0)
        bar.clear()
        bar.clear()
        bar.show("splitting", 5, 0)

    assert drawn(work) == "\rreading 5" + "\r           \r" + "\rsplitting 5"


def test_nothing_is_drawn_where_it_is_not_shown() -> None:
    def work(bar: ProgressBar) -> None:
        bar.show("reading", 5, 0)
        bar.clear()

    assert drawn(work, on=False) == ""
