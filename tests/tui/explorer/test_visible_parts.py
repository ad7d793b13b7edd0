"""The view that is requested is that of the panes on the screen."""

from bpetui.worker.messages import ViewRequest
from tests.tui.explorer.scenes import TOY
from tests.tui.explorer_app import Explorer, exploring
from tests.tui.keys_and_rows import settle, until


def request_of(explorer: Explorer) -> ViewRequest:
    """The request that the last view answers."""
    view = explorer.screen.session.view
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
