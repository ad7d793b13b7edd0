"""Tests of the terminal's app: the clipboard, redrawing, suspending, and the exception that ends it."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from textual.app import App
from textual.pilot import Pilot

from bpetui.tui.terminal import app as terminal_app
from bpetui.tui.terminal.app import TerminalApp
from tests.tui.keys_and_rows import press, settle

pytestmark = pytest.mark.skipif("sys.platform == 'win32'")


class SayingApp(TerminalApp):
    """An app that keeps what it says."""

    def __init__(self) -> None:
        super().__init__()
        self.sentences: list[str] = []

    def _say(self, sentence: str) -> None:
        self.sentences.append(sentence)


@asynccontextmanager
async def running_app() -> AsyncIterator[tuple[SayingApp, Pilot[None]]]:
    """The app on a small screen."""
    app = SayingApp()
    async with app.run_test(size=(20, 3)) as pilot:
        yield app, pilot


async def test_copied_text_is_counted_in_characters() -> None:
    async with running_app() as (app, _):
        app.copy_to_clipboard("床")
        app.copy_to_clipboard("x" * 1204)
        assert app.clipboard == "x" * 1204
        assert app.sentences == [
            "Sent 1 character to the terminal's clipboard",
            "Sent 1,204 characters to the terminal's clipboard",
        ]


async def test_redrawing_clears_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_app() as (app, pilot):
        written: list[str] = []
        assert app._driver
        monkeypatch.setattr(app._driver, "write", written.append)
        await press(pilot, "ctrl+l")
        assert "\x1b[2J" in written


async def test_a_terminal_without_job_control_cannot_suspend() -> None:
    async with running_app() as (app, pilot):
        await press(pilot, "ctrl+z")
        assert app.sentences == ["Cannot suspend the program: this terminal has no job control"]


async def test_a_program_that_no_shell_started_cannot_suspend(monkeypatch: pytest.MonkeyPatch) -> None:
    async with running_app() as (app, pilot):
        monkeypatch.setattr(type(app._driver), "can_suspend", True)
        monkeypatch.setattr(terminal_app, "_is_job_of_a_shell", lambda: False)
        await press(pilot, "ctrl+z")
        assert app.sentences == ["Cannot suspend the program: no shell started it that can resume it"]


async def test_a_job_of_a_shell_is_suspended(monkeypatch: pytest.MonkeyPatch) -> None:
    suspended: list[bool] = []
    monkeypatch.setattr(App, "action_suspend_process", lambda self: suspended.append(True))
    async with running_app() as (app, pilot):
        monkeypatch.setattr(type(app._driver), "can_suspend", True)
        monkeypatch.setattr(terminal_app, "_is_job_of_a_shell", lambda: True)
        await press(pilot, "ctrl+z")
        assert (suspended, app.sentences) == ([True], [])


@pytest.mark.parametrize(
    ("parents_session", "parents_group", "is_job"), [(1, 2, True), (1, 3, False), (9, 2, False), (9, 3, False)]
)
def test_a_job_is_in_the_session_of_its_parent_and_in_another_group(
    monkeypatch: pytest.MonkeyPatch, parents_session: int, parents_group: int, is_job: bool
) -> None:
    monkeypatch.setattr(os, "getsid", lambda process: parents_session if process else 1)
    monkeypatch.setattr(os, "getpgid", lambda process: parents_group)
    monkeypatch.setattr(os, "getpgrp", lambda: 3)
    assert terminal_app._is_job_of_a_shell() is is_job


def test_a_program_whose_parent_has_ended_is_no_job(monkeypatch: pytest.MonkeyPatch) -> None:
    def no_process(process: int) -> int:
        raise ProcessLookupError

    monkeypatch.setattr(os, "getsid", no_process)
    assert not terminal_app._is_job_of_a_shell()


async def test_the_exception_that_ends_the_app_is_kept_and_not_printed(capsys: pytest.CaptureFixture[str]) -> None:
    fault = RuntimeError("broken")
    app = SayingApp()

    def fail() -> None:
        raise fault

    async def run() -> None:
        async with app.run_test(size=(20, 3)) as pilot:
            app.call_later(fail)
            await settle(pilot)

    with pytest.raises(RuntimeError, match="broken"):
        await run()
    assert app.fault is fault
    assert "Traceback" not in "".join(capsys.readouterr())


def test_an_app_that_ended_well_has_no_fault() -> None:
    assert SayingApp().fault is None
