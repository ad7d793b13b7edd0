"""Actions of the explorer that wait while a corpus is loading."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial, wraps
from typing import Concatenate, ParamSpec, Protocol, TypeVar

from bpetui.tui.run.session import Session


class Explorer(Protocol):
    """The screen whose actions they are."""

    session: Session

    @property
    def is_free(self) -> bool:
        """Whether nothing is in front of it, and it asks no question."""

    def hint(self, sentence: str) -> None:
        """Say something in one line."""


S = TypeVar("S", bound=Explorer)
P = ParamSpec("P")


def when_open(action: Callable[Concatenate[S, P], None]) -> Callable[Concatenate[S, P], None]:
    """An action that is for a corpus: while one is loading it waits for it."""

    @wraps(action)
    def waiting(self: S, /, *args: P.args, **kwargs: P.kwargs) -> None:
        self.session.when_open(partial(action, self, *args, **kwargs))

    return waiting


def in_front(action: Callable[Concatenate[S, P], None]) -> Callable[Concatenate[S, P], None]:
    """An action that shows something in front. While a corpus is loading it waits, as with `when_open`; and it is
    dropped if by then something else is in front."""

    @wraps(action)
    def act(self: S, /, *args: P.args, **kwargs: P.kwargs) -> None:
        if self.is_free:
            action(self, *args, **kwargs)

    @wraps(action)
    def waiting(self: S, /, *args: P.args, **kwargs: P.kwargs) -> None:
        if self.session.opening:
            self.hint("This waits until the text is open")
        self.session.when_open(partial(act, self, *args, **kwargs))

    return waiting
