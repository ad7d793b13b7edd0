"""A screen requests one other screen at a time."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import Static

from bpetui.tui.requests import OpenDecode, Request, Requests
from tests.tui.sample_tokenizers import tokenizer_from_merges


class RequestedScreens(App[None]):
    """Keeps the requests that reach the app."""

    def __init__(self) -> None:
        super().__init__()
        self.requested: list[Request] = []
        self.widget = Static("text")

    def compose(self) -> ComposeResult:
        yield self.widget

    def on_open_decode(self, request: OpenDecode) -> None:
        self.requested.append(request)


def decode_request() -> OpenDecode:
    return OpenDecode((104, 101), tokenizer_from_merges(), "toy")


async def test_a_second_request_waits_until_the_first_is_open() -> None:
    app = RequestedScreens()
    async with app.run_test() as pilot:
        requests = Requests(app.widget)
        assert not requests.is_waiting
        first, second, third = decode_request(), decode_request(), decode_request()
        requests.post(first)
        requests.post(second)
        await pilot.pause()
        assert (app.requested, requests.is_waiting) == ([first], True)
        first.is_open = True
        assert not requests.is_waiting
        requests.post(third)
        await pilot.pause()
        assert app.requested[1] is third
