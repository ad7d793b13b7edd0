"""Tests of the queue of keys."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

import pytest
from textual import on
from textual.app import App as TextualApp
from textual.events import Event, Key
from textual.message import Message
from textual.screen import Screen

from bpetui.tui.terminal.type_ahead import TypeAhead


class Pump:
    """Has a queue, as widgets have; it may lose what is put there, as one that goes does, or refuse it."""

    def __init__(self, app: App, way: str) -> None:
        self.app, self.way = app, way

    def call_later(self, callback: Callable[..., None], *args: Any) -> bool:
        if self.way == "works":
            self.app.queue.append(lambda: callback(*args))
        return self.way != "gone"


class App:
    """Takes keys in their order, and runs what waits in queues and timers."""

    def __init__(self) -> None:
        self.queue: deque[Callable[[], None]] = deque()
        self.timers: list[Callable[[], None]] = []
        self.obeyed: list[str] = []
        self.type_ahead = TypeAhead(self)  # type: ignore[arg-type]  # all of an app that it needs
        self.pumps = {way: Pump(self, way) for way in ("works", "loses", "gone")}

    def post_message(self, key: Key) -> None:
        self.queue.append(lambda: self.take(key))

    def set_timer(self, _: float, callback: Callable[[], None]) -> App:
        self.timers.append(callback)
        return self

    def stop(self) -> None:
        self.timers.clear()

    def take(self, key: Key) -> None:
        if self.type_ahead.is_next(key):
            self.obeyed.append(key.key)
            way = {"l": "loses", "g": "gone"}.get(key.key, "works")
            self.type_ahead.sent(key, [self.pumps["works"], self.pumps[way], self.pumps["works"]])  # type: ignore[list-item]

    def run(self) -> None:
        """Until nothing moves any more."""
        while self.queue or self.timers:
            if self.queue:
                self.queue.popleft()()
            else:
                self.timers.pop(0)()


@pytest.mark.parametrize("keys", ["a", "abc", "gab", "lab", "alb", "abl", "alllb", "lglgab", "ggg"])
def test_no_key_is_lost(keys: str) -> None:
    app = App()
    for key in keys:
        app.post_message(Key(key, key))
    app.run()
    assert "".join(app.obeyed) == keys
    if "l" not in keys[-1]:
        assert app.type_ahead.is_idle
    app.post_message(Key("z", "z"))
    app.post_message(Key("y", "y"))
    app.run()
    assert "".join(app.obeyed) == keys + "zy"


def test_a_key_waits_until_the_one_before_is_handled() -> None:
    app = App()
    app.take(Key("a", "a"))
    app.take(Key("b", "b"))
    assert app.obeyed == ["a"]
    for _ in range(3):  # through the queues on its way
        assert app.obeyed == ["a"]
        app.queue.popleft()()
    app.run()
    assert app.obeyed == ["a", "b"]


def test_an_expired_limit_does_not_affect_the_next_key() -> None:
    app = App()
    for key in "abc":
        app.take(Key(key, key))
    (limit,) = app.timers
    app.run()
    assert app.obeyed == ["a", "b", "c"]
    app.take(Key("d", "d"))
    app.take(Key("e", "e"))
    limit()
    assert app.obeyed[-1] == "d"
    app.run()
    assert app.obeyed[-2:] == ["d", "e"]


class Opening(TextualApp[None]):
    """Opens a screen when a key asks for it by a message; ``taken`` are the keys, and how many screens there were."""

    class Asked(Message):
        """Another screen is wanted."""

    def __init__(self) -> None:
        super().__init__()
        self.type_ahead = TypeAhead(self)
        self.taken: list[tuple[str, int]] = []

    async def on_event(self, event: Event) -> None:
        if not isinstance(event, Key) or event.is_forwarded:
            await super().on_event(event)
        elif self.type_ahead.is_next(event):
            path = self.type_ahead.path
            self.taken.append((event.key, len(self.screen_stack)))
            await super().on_event(event)
            self.type_ahead.sent(event, path)

    def on_key(self, event: Key) -> None:
        if event.key == "a":
            self.post_message(Key("b", "b"))  # it comes just then
            self.post_message(self.Asked())

    @on(Asked)
    def open_screen(self) -> None:
        self.push_screen(Screen())


async def test_a_key_goes_to_the_screen_that_the_key_before_requested() -> None:
    app = Opening()
    async with app.run_test() as pilot:
        app.post_message(Key("a", "a"))
        await pilot.pause()
        await pilot.pause()
        assert app.type_ahead.is_idle
        assert app.taken == [("a", 1), ("b", 2)]
