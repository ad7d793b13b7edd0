"""A queue of keys that arrive faster than they are handled, as over a slow connection or from a script.

Textual sends a key at once to the widget that has the focus. But a key may move the focus, or open and close questions
and screens: the next key must wait until every widget that may act on the first one has handled it.
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
"""Seconds to wait until a key is handled; the widget that got it may be gone."""


class TypeAhead:
    """Lets keys and pastes through one by one."""

    def __init__(self, app: App[None]) -> None:
        self._app = app
        self._under_way: events.Event | None = None
        self._limit: Timer | None = None  # ends the wait for the present key
        self._sent = False
        self._waiting: deque[events.Event] = deque()

    @property
    def is_idle(self) -> bool:
        """Whether all keys are handled."""
        return self._under_way is None

    def is_next(self, event: events.Event) -> bool:
        """Return whether it is the turn of a key; otherwise the key is posted again when it is."""
        if self._under_way is None:
            self._under_way = event
        elif event is not self._under_way:
            self._waiting.append(event)
            self._limit_waiting()
        return event is self._under_way

    @property
    def path(self) -> Sequence[MessagePump]:
        """The widgets that may act on a key now, in order: the one with the focus and its ancestors.

        The app is last again, since the key may have posted a request to it.
        """
        return [*(self._app.focused or self._app.screen).ancestors_with_self, self._app]

    def sent(self, event: events.Event, path: Sequence[MessagePump]) -> None:
        """Wait until everything on the path has handled a key, then let the next one through."""
        self._sent = True
        self._limit_waiting()
        self._follow(event, path)

    def _follow(self, event: events.Event, path: Sequence[MessagePump]) -> None:
        for number, pump in enumerate(path, 1):
            # If the key is already in the queue of a widget, this callback is queued after it.
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
