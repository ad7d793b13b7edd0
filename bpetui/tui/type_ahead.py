"""Keys that come faster than they are obeyed, as over a slow line, or when a script types them.

Textual sends a key to what has the focus as it comes. But a key may move the focus, and open and close questions and
screens: the one behind it must wait until all that may act on the first have had it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence

from textual import events
from textual.app import App
from textual.message_pump import MessagePump

_PATIENCE = 0.25
"""Seconds to wait for a key to come through; what it went to may be gone by then."""


class TypeAhead:
    """Gives keys, and what is pasted, their turn one by one."""

    def __init__(self, app: App[None]) -> None:
        self._app = app
        self._under_way: events.Event | None = None
        self._waiting: deque[events.Event] = deque()

    def is_next(self, event: events.Event) -> bool:
        """Whether it is the turn of a key that has come; if not, it is posted to the app again when it is."""
        if self._under_way is None:
            self._under_way = event
        elif event is not self._under_way:
            if not self._waiting:
                self._app.set_timer(_PATIENCE, lambda waited_for=self._under_way: self._is_through(waited_for))
            self._waiting.append(event)
        return event is self._under_way

    @property
    def path(self) -> Sequence[MessagePump]:
        """What may act on a key that is sent now, in this order: what has the focus, and all around it."""
        return (self._app.focused or self._app.screen).ancestors_with_self

    def follow(self, event: events.Event, path: Sequence[MessagePump]) -> None:
        """Follow a key on its way, which takes its time; at the end of it, it is the next one's turn."""
        for number, pump in enumerate(path, 1):
            # The queue of each holds the key, if it has come that far; this is put behind it.
            if pump.call_later(self.follow, event, path[number:]):
                return
        self._is_through(event)

    def _is_through(self, event: events.Event) -> None:
        if event is self._under_way:
            self._under_way = self._waiting.popleft() if self._waiting else None
            if self._under_way is not None:
                self._app.post_message(self._under_way)
