"""Work in a thread hands over its result in the app, and a fault of the program ends the app."""

import threading
from functools import partial
from queue import Queue

import pytest

from bpetui.core.errors import BpetuiError
from bpetui.tui.run.background import Background, Callback


class Calls:
    """The calls that a background hands over to the app; `work` does the next one."""

    def __init__(self) -> None:
        self._calls: Queue[Callback] = Queue()
        self.background = Background(self._calls.put)

    def work(self) -> None:
        self._calls.get(timeout=20)()


def test_the_result_is_handed_over_in_the_app() -> None:
    calls, done, thread = Calls(), list[tuple[bool, str]](), threading.current_thread()
    calls.background.run(
        lambda: threading.current_thread() is thread,
        lambda here: done.append((here, "done" if threading.current_thread() is thread else "elsewhere")),
        pytest.fail,
    )
    assert not done
    calls.work()
    assert done == [(False, "done")]


def test_an_error_is_handed_over_as_its_sentence() -> None:
    calls, failed = Calls(), list[str]()

    def fail() -> None:
        raise BpetuiError("notes.txt is not UTF-8")

    calls.background.run(fail, lambda _: pytest.fail("done"), failed.append)
    calls.work()
    assert failed == ["notes.txt is not UTF-8"]


def test_a_fault_of_the_program_is_raised_in_the_app() -> None:
    calls = Calls()
    calls.background.run(partial(divmod, 1, 0), lambda _: pytest.fail("done"), pytest.fail)
    with pytest.raises(ZeroDivisionError):
        calls.work()


@pytest.mark.parametrize("to_the_end", [False, True])
def test_only_work_to_the_end_keeps_the_program_alive(to_the_end: bool) -> None:
    calls, found = Calls(), list[bool]()
    calls.background.run(lambda: threading.current_thread().daemon, found.append, pytest.fail, to_the_end=to_the_end)
    calls.work()
    assert found == [not to_the_end]
