"""Tests of the frame of dialogs."""

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult
from textual.widgets import Static

from bpetui.tui.widgets.result_screen import Frame
from tests.tui.keys_and_rows import settle, shown

WORDINGS = ("↑ ↓ scroll · h hex · esc closes", "h hex · esc closes", "esc closes")


class FrameApp(App[None]):
    """An app with a frame that names keys."""

    def compose(self) -> ComposeResult:
        with Frame("Title", WORDINGS):
            yield Static("text")


@pytest.mark.parametrize("width", range(12, 42))
async def test_a_frame_shows_the_longest_wording_that_fits(width: int) -> None:
    async with FrameApp().run_test(size=(width, 5)) as pilot:
        await settle(pilot)
        [bottom] = [row for row in shown(pilot) if row.startswith("╰")]
        fitting = [wording for wording in WORDINGS if cell_len(wording) + len("╰─  ─╯") <= width]
        assert bottom.strip("╰╯─ ") == (fitting[0] if fitting else "")
