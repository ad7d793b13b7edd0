"""Work beside the app, in threads: it answers keys meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from threading import Thread
from typing import TypeVar

from bpetui.core.errors import BpetuiError

Act = Callable[[], None]
Made = TypeVar("Made")


def _start(act: Act, to_the_end: bool) -> None:
    Thread(target=act, daemon=not to_the_end).start()


class Beside:
    """Starts work, and hands what comes of it back: ``back`` has something done in the app's own thread."""

    def __init__(self, back: Callable[[Act], object], start: Callable[[Act, bool], None] = _start) -> None:
        self.back = back
        self._start = start

    def run(
        self,
        work: Callable[[], Made],
        then: Callable[[Made], None],
        fail: Callable[[str], None],
        *,
        to_the_end: bool = False,
    ) -> None:
        """Do some work, and then something with what has come of it, or with the sentence that says why nothing has.

        With ``to_the_end`` the program does not end before the work does.
        """

        def run() -> None:
            try:
                made = work()
            except BpetuiError as error:
                self.back(partial(fail, str(error)))
            except Exception as error:  # noqa: BLE001 - a fault of the program: the app is to end with it
                self.back(partial(_raise, error))
            else:
                self.back(partial(then, made))

        self._start(run, to_the_end)


def _raise(error: Exception) -> None:
    raise error
