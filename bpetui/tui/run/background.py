"""Work in threads, while the app answers keys."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import TypeVar

from bpetui.core.errors import BpetuiError

Callback = Callable[[], None]
Made = TypeVar("Made")


def _start(work: Callback, to_the_end: bool) -> None:
    Thread(target=work, daemon=not to_the_end).start()


class Background:
    """Does work in a thread. ``call_in_app``, which calls a function in the app's thread, hands over the result."""

    def __init__(
        self, call_in_app: Callable[[Callback], object], start: Callable[[Callback, bool], None] = _start
    ) -> None:
        self.call_in_app = call_in_app
        self._start = start

    def run(
        self,
        work: Callable[[], Made],
        done: Callable[[Made], None],
        failed: Callable[[str], None],
        *,
        to_the_end: bool = False,
    ) -> None:
        """Do some work, then call ``done`` with its result, or ``failed`` with the sentence of its `BpetuiError`.

        ``to_the_end``: the program does not end before the work is done.
        """

        def run() -> None:
            try:
                made = work()
            except BpetuiError as error:
                self.call_in_app(partial(failed, str(error)))
            except Exception as error:  # noqa: BLE001 - an internal error must end the app
                self.call_in_app(partial(_raise, error))
            else:
                self.call_in_app(partial(done, made))

        self._start(run, to_the_end)


def _raise(error: Exception) -> None:
    raise error
