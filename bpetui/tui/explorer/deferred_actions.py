"""Actions of the explorer that wait while a corpus is loading."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from bpetui.tui.run.session import Session


class DeferringScreen(Protocol):
    """The screen that has the actions."""

    session: Session

    @property
    def is_free(self) -> bool:
        """Whether the screen is in front and asks no question."""

    def hint(self, sentence: str) -> None:
        """Show a hint."""


S = TypeVar("S", bound=DeferringScreen)
P = ParamSpec("P")


def when_open(action: Callable[Concatenate[S, P], None]) -> Callable[Concatenate[S, P], None]:
    """Decorate an action so that it waits while a corpus is loading."""

    @wraps(action)
    def deferred(self: S, /, *args: P.args, **kwargs: P.kwargs) -> None:
        self.session.when_open(partial(action, self, *args, **kwargs))

    return deferred


def in_front(action: Callable[Concatenate[S, P], None]) -> Callable[Concatenate[S, P], None]:
    """Decorate an action that opens a screen or a question.

    It waits as with `when_open`, and is dropped if another screen or question is open by then.
    """

    @wraps(action)
    def run_if_free(self: S, /, *args: P.args, **kwargs: P.kwargs) -> None:
        if self.is_free:
            action(self, *args, **kwargs)

    @wraps(action)
    def deferred(self: S, /, *args: P.args, **kwargs: P.kwargs) -> None:
        if self.session.opening:
            self.hint("This waits until the text is open")
        self.session.when_open(partial(run_if_free, self, *args, **kwargs))

    return deferred
