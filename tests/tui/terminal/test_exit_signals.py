"""Tests of signals that ask the program to exit: at once if it can, and after a while if it is stuck."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import textwrap

import pytest

from bpetui.tui.terminal import exit_signals

pytestmark = pytest.mark.skipif("sys.platform == 'win32'")


@pytest.fixture
def no_timers(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, list[int]]]:
    """The delays and exit statuses of the timers that would end the process."""
    timers: list[tuple[float, list[int]]] = []

    class RecordedTimer:
        daemon = False

        def __init__(self, delay: float, act: object, arguments: list[int]) -> None:
            assert act is os._exit
            self._timer = (delay, arguments)

        def start(self) -> None:
            assert self.daemon
            timers.append(self._timer)

    monkeypatch.setattr(exit_signals, "Timer", RecordedTimer)
    return timers


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGHUP, 129)])
async def test_a_signal_exits_with_its_status(
    number: signal.Signals, status: int, no_timers: list[tuple[float, list[int]]]
) -> None:
    statuses: list[int] = []
    exit_signals.exit_on_signals(statuses.append)
    try:
        os.kill(os.getpid(), number)
        await asyncio.sleep(0)
        for _ in range(1000):
            if statuses:
                break
            await asyncio.sleep(0.001)
    finally:
        for handled in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            asyncio.get_running_loop().remove_signal_handler(handled)
    assert statuses == [status]
    assert no_timers == [(exit_signals._PATIENCE, [status])]


def test_a_program_that_is_stuck_ends_all_the_same() -> None:
    program = """
        import asyncio, os, signal, time
        from bpetui.tui.terminal import exit_signals

        async def main() -> None:
            exit_signals._PATIENCE = 0.05
            exit_signals.exit_on_signals(lambda _: asyncio.get_running_loop().call_soon(time.sleep, 20))
            os.kill(os.getpid(), signal.SIGTERM)
            await asyncio.sleep(20)

        asyncio.run(main())
    """
    assert subprocess.run([sys.executable, "-c", textwrap.dedent(program)], check=False).returncode == 143
