"""Tests of screenshots."""

from pathlib import Path

import pytest
from textual.events import Key

from tests.tui.explorer_app import exploring

TOY = "aaabdaaabac"


async def test_the_palette_saves_a_screenshot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with exploring(TOY) as explorer:
        assert {"Theme", "Screenshot"} <= explorer.offered
        explorer.app._save_screenshot()
        assert explorer.hint.startswith("Screenshot written to ")
        [file] = tmp_path.glob("*.svg")
        assert "Corpus" in file.read_text("utf-8")
        await explorer.press("x")
        away = tmp_path / "away"
        away.mkdir()
        monkeypatch.chdir(away)
        away.rmdir()
        explorer.app._save_screenshot()
        assert "bpetui-" in explorer.hint
        assert "Screenshot written to" not in explorer.hint


async def test_a_screenshot_works_during_layout(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with exploring(TOY) as explorer:
        for key in ("?", "1", "z", "4"):
            await explorer.pilot.resize_terminal(90 + len(key), 30)
            explorer.app.post_message(Key(key, key))
            explorer.app._save_screenshot()
            await explorer.press(key)
            explorer.app._save_screenshot()
        assert len([*tmp_path.glob("*.svg")]) == 8
