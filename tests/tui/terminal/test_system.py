"""Tests of what a terminal and its system can do, as their names tell."""

from __future__ import annotations

import sys

import pytest

from bpetui.tui.terminal.driver import Driver
from bpetui.tui.terminal.system import driver_class, has_few_colors


@pytest.mark.parametrize(
    ("term", "colorterm", "few"),
    [
        ("linux", "", True),
        ("xterm", "", True),
        ("xterm-16color", "", True),
        ("", "", True),
        ("xterm-256color", "", False),
        ("xterm-kitty", "", False),
        ("xterm-direct", "", False),
        ("xterm", "truecolor", False),
        ("xterm", " TrueColor ", False),
        ("xterm", "24bit", False),
        ("xterm", "yes", True),
    ],
)
def test_few_colors_are_told_by_the_names_of_the_terminal(
    monkeypatch: pytest.MonkeyPatch, term: str, colorterm: str, few: bool
) -> None:
    monkeypatch.setenv("TERM", term)
    monkeypatch.setenv("COLORTERM", colorterm)
    assert has_few_colors() is few


def test_a_terminal_without_names_has_few_colors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("TERM")
    monkeypatch.delenv("COLORTERM")
    assert has_few_colors()


def test_windows_has_the_driver_of_textual(monkeypatch: pytest.MonkeyPatch) -> None:
    assert driver_class() is Driver
    monkeypatch.setattr(sys, "platform", "win32")
    assert driver_class() is None
