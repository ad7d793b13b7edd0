"""The view that is requested is that of the panes on the screen."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from bpetui.tui.explorer.corpus_pane import CorpusPane
from bpetui.tui.explorer.list_filters import ListFilters
from bpetui.tui.explorer.side_panes import Side
from bpetui.tui.explorer.visible_parts import VisibleParts
from bpetui.tui.run.session import Session
from bpetui.worker.messages import ViewRequest
from tests.tui.explorer.scenes import TOY
from tests.tui.explorer_app import Explorer, exploring
from tests.tui.keys_and_rows import settle, until


def requests_with(
    *, has_words: bool = True, display: bool = True, height: int = 5, is_running: bool = True, has_run: bool = True
) -> list[ViewRequest]:
    """The views requested with panes in these states."""
    requests: list[ViewRequest] = []
    run = SimpleNamespace(has_words=has_words) if has_run else None
    words = SimpleNamespace(window=(3, 8), display=display, size=SimpleNamespace(height=height))
    VisibleParts(
        cast("Session", SimpleNamespace(run=run, request_view=requests.append)),
        cast("CorpusPane", SimpleNamespace(wanted=(10, 400), app=SimpleNamespace(is_running=is_running))),
        cast("Side", SimpleNamespace(pairs=SimpleNamespace(window=(0, 9)), words=words)),
        cast("ListFilters", SimpleNamespace(pairs="e4 ba", words="the")),
    ).request()
    return requests


def test_all_parts_are_requested_with_their_filters() -> None:
    assert requests_with() == [ViewRequest((10, 400), (0, 9), "e4 ba", (3, 8), "the")]


@pytest.mark.parametrize("state", [{"has_words": False}, {"display": False}, {"height": 0}, {"has_run": False}])
def test_words_that_are_not_on_the_screen_are_not_requested(state: dict[str, bool]) -> None:
    assert requests_with(**state) == [ViewRequest((10, 400), (0, 9), "e4 ba", None, "the")]


def test_one_line_of_words_is_requested() -> None:
    assert requests_with(height=1)[0].words == (3, 8)


def test_nothing_is_requested_once_the_app_has_ended() -> None:
    assert requests_with(is_running=False) == []


def request_of(explorer: Explorer) -> ViewRequest:
    """The request that the last view answers."""
    view = explorer.pairs._view
    assert view
    return view.request


async def test_only_the_visible_rows_are_requested() -> None:
    async with exploring("sample:english", "gpt2") as explorer:
        start, stop = request_of(explorer).pairs or (0, 0)
        assert start == 0
        assert 0 < stop < explorer.pairs.total
        await explorer.press("2", "end")
        await until(explorer.pilot, lambda: (request_of(explorer).pairs or (0, 0))[1] >= explorer.pairs.total)


async def test_words_are_requested_only_while_they_are_shown() -> None:
    async with exploring("low low lower", "whitespace") as explorer:
        assert request_of(explorer).words is None
        await explorer.press("4")
        await until(explorer.pilot, lambda: request_of(explorer).words is not None)
    async with exploring(TOY, size=(120, 36)) as explorer:
        assert request_of(explorer).words is None, "a text without a split has no words"


async def test_a_resize_requests_what_it_uncovers() -> None:
    async with exploring("the cat sat on the mat. " * 50, "whitespace", size=(120, 36)) as explorer:
        assert request_of(explorer).words is not None
        await explorer.pilot.resize_terminal(60, 20)
        await settle(explorer.pilot)
        await until(explorer.pilot, lambda: request_of(explorer).words is None)
