"""Tests of the screens that requests open."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
OPENED_BY_REQUEST = tuple(f"bpetui.tui.{name}" for name in ("compare", "decode", "settings", "tokenizers", "trace"))
START = """
import asyncio, sys
from bpetui.tui.app import BpetuiApp
from bpetui.tui.run.session import Start
from bpetui.files.source import Source

async def start():
    app = BpetuiApp(Start(Source("text", data=b"abab")))
    async with app.run_test() as pilot:
        while app.screen.session.opening or app.screen.query_one('#pairs')._view is None:
            await pilot.pause(0.02)
        print(*(name for name in sys.modules if name.startswith("bpetui.")))

asyncio.run(start())
"""


@pytest.fixture(scope="module")
def modules_at_start() -> list[str]:
    """The modules of bpetui that are loaded when the explorer shows its first corpus."""
    ended = subprocess.run([sys.executable, "-c", START], cwd=ROOT, capture_output=True, text=True, check=True)
    return ended.stdout.split()


def test_the_app_starts_without_the_screens_that_requests_open(modules_at_start: list[str]) -> None:
    assert "bpetui.tui.explorer.explorer_screen" in modules_at_start
    assert not [name for name in modules_at_start if name.startswith(OPENED_BY_REQUEST)]


def test_the_app_starts_without_the_sheets_of_the_explorer(modules_at_start: list[str]) -> None:
    assert not [name for name in modules_at_start if name.endswith("_screen") and "explorer_screen" not in name]


def test_the_app_starts_without_the_formats(modules_at_start: list[str]) -> None:
    assert not [name for name in modules_at_start if name.startswith("bpetui.formats")]
