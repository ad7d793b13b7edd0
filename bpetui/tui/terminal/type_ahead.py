"""Keys that come faster than they are obeyed, as over a slow line, or when a script types them.

Textual sends a key to what has the focus as it comes. But a key may move the focus, and open and close questions and
screens: the one behind it must wait until all that may act on the first have had it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from functools import partial

from textual import events
from textual.app import App
from textual.message_pump import MessagePump
from textual.timer import Timer

_PATIENCE = 0.25
"""Seconds to wait for a key to come through; what it went to may be gone by then."""


class TypeAhead:
    """Gives keys, and what is pasted, their turn one by one."""

    def __init__(self, app: App[None]) -> None:
        self._app = app
        self._under_way: events.Event | None = None
        self._limit: Timer | None = None  # to how long it is waited for
        self._sent = False
        self._waiting: deque[events.Event] = deque()

    @property
    def is_idle(self) -> bool:
        """Whether all keys that have come have been obeyed."""
        return self._under_way is None

    def is_next(self, event: events.Event) -> bool:
        """Whether it is the turn of a key that has come; if not, it is posted to the app again when it is."""
        if self._under_way is None:
            self._under_way = event
        elif event is not self._under_way:
            self._waiting.append(event)
            self._limit_waiting()
        return event is self._under_way

    @property
    def path(self) -> Sequence[MessagePump]:
        """What may act on a key that is sent now, in this order: what has the focus, and all around it.

        At last the app once more, which may have been asked for something by the key.
        """
        return [*(self._app.focused or self._app.screen).ancestors_with_self, self._app]

    def sent(self, event: events.Event, path: Sequence[MessagePump]) -> None:
        """A key has been sent on its way; at the end of it, it is the next one's turn."""
        self._sent = True
        self._limit_waiting()
        self._follow(event, path)

    def _follow(self, event: events.Event, path: Sequence[MessagePump]) -> None:
        for number, pump in enumerate(path, 1):
            # The queue of each holds the key, if it has come that far; this is put behind it.
            if pump.call_later(self._follow, event, path[number:]):
                return
        self._is_through(event)

    def _limit_waiting(self) -> None:
        if self._waiting and self._sent and self._limit is None:
            self._limit = self._app.set_timer(_PATIENCE, partial(self._is_through, self._under_way))

    def _is_through(self, event: events.Event | None) -> None:
        if event is not self._under_way:
            return
        if self._limit is not None:
            self._limit.stop()
        self._limit, self._sent = None, False
        self._under_way = self._waiting.popleft() if self._waiting else None
        if self._under_way is not None:
            self._app.post_message(self._under_way)
