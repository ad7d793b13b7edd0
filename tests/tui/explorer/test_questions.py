"""Questions in the bottom line: which keys leave them, which complete an answer, and what becomes of a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bpetui.tui.widgets.bottom_bar import BottomBar
from tests.tui.explorer.scenes import answer
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import shown, until

TOY = "aaabdaaabac"

pytestmark = pytest.mark.usefixtures("folder")


async def test_tab_completes_the_name_of_a_text_and_lists_the_matches() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("o", "t", "tab")
        assert answer(explorer) == "texts/"
        assert explorer.hint == ""
        await explorer.press("tab")
        assert answer(explorer) == "texts/new-"
        assert explorer.hint == "new-␛two.txt  new-one.txt"
        assert "new-␛two.txt  new-one.txt" in shown(explorer.pilot)[-2]
        await explorer.press("x", "tab")
        assert explorer.hint == "no name begins with texts/new-x"
        await explorer.press("backspace", "o", "tab")
        assert answer(explorer) == "texts/new-one.txt"
        await explorer.press("tab")
        assert explorer.hint == "new-one.txt is complete; press enter"
        await explorer.press("enter")
        await explorer.until_shown("xyxyxy")


async def test_tab_keeps_the_text_after_the_cursor() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("o", *"tX", "left", "tab")
        assert answer(explorer) == "texts/X"


@pytest.mark.parametrize(
    ("key", "typed", "completed"), [("u", "sample:viet", "sample:vietnamese"), ("o", "w", "words:")]
)
async def test_tab_completes_samples_and_tables(key: str, typed: str, completed: str) -> None:
    async with exploring(TOY) as explorer:
        await explorer.press(key, *typed, "tab")
        assert answer(explorer) == completed


async def test_tab_completes_the_path_to_export_to() -> None:
    async with exploring(TOY) as explorer:
        await explorer.step("s")
        await explorer.press("e", "ctrl+u", *"te", "tab")
        assert answer(explorer) == "texts/"


@pytest.mark.parametrize("key", ["o", "g", "t", "/"])
async def test_only_enter_and_escape_leave_a_question(key: str) -> None:
    async with exploring(TOY) as explorer:
        await explorer.press(key, "7", "tab", "shift+tab", "up", "down", "pageup", "pagedown", "8")
        assert sorted(answer(explorer)) == ["7", "8"]
        await explorer.press("tab" if key == "g" else "shift+tab")
        assert explorer.hint == "Press enter to answer or esc to cancel"
        await explorer.press("escape")
        assert not explorer.screen.query_one(BottomBar).asking
        assert explorer.focus == "corpus"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "there is no file"),
        (b"version https://git-lfs.github.com/spec/v1\noid", "is a Git LFS pointer"),
        (b"PK\x03\x04", "is a zip archive"),
    ],
)
async def test_a_wrong_answer_stays_with_its_text(folder: Path, content: bytes | None, said: str) -> None:
    if content is not None:
        (folder / "other").write_bytes(content)
    async with exploring(TOY) as explorer:
        await explorer.press("o", *"other", "enter")
        await until(explorer.pilot, lambda: said in explorer.hint)
        assert answer(explorer) == "other"
        await explorer.press("tab", "backspace")
        assert answer(explorer) == "othe"
