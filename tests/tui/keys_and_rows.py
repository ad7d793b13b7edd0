"""Keys for an app under test, and the rows of its screen, without Textual's long wait for an idle processor."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import Any, TypeVar

from textual.events import Key
from textual.keys import _character_to_key, key_to_character
from textual.pilot import Pilot

PATIENCE = 15.0
"""Seconds to wait for a condition before the test fails."""

Seen = TypeVar("Seen")


async def settle(pilot: Pilot[Any]) -> None:
    """Let every widget handle its messages, and those that follow from them."""
    for _ in range(3):
        await pilot.pause(0)


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys, given by name or character."""
    for key in keys:
        name = _character_to_key(key) if len(key) == 1 else key
        pilot.app.post_message(Key(name, key if len(key) == 1 else key_to_character(key)))
        await settle(pilot)


async def until(pilot: Pilot[Any], seen: Callable[[], Seen]) -> Seen:
    """Wait until a condition holds, and return its value; fail after `PATIENCE`."""
    deadline = monotonic() + PATIENCE
    while not (found := seen()):
        if pilot.app._exception:
            raise pilot.app._exception
        assert monotonic() < deadline, "the condition did not hold in time"
        await pilot.pause(0.01)
    return found


def shown(pilot: Pilot[Any]) -> list[str]:
    """Return the rows of the screen."""
    return [strip.text for strip in pilot.app.screen._compositor.render_strips()]
