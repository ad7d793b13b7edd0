"""An app with Try it alone, and the runs that it shows."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from textual.app import App, ComposeResult
from textual.pilot import Pilot

from bpetui.core.splitting import Split
from bpetui.tui.explorer.token_row import TokenRow
from bpetui.tui.explorer.try_it_pane import TryItPane
from bpetui.tui.keys.keys_in_force import DEFAULT_KEYS
from bpetui.tui.run.run_state import RunState
from bpetui.tui.widgets.text_field import TextField
from tests.sample_corpora import options_of
from tests.tui.keys_and_rows import settle
from tests.tui.run import run_states

POEM = "床前明月光，疑是地上霜。举头望明月，低头思故乡。"


def run_after(text: str, merges: int, split: Split | None = None) -> RunState:
    """A run on a text after some merges, with room for 100."""
    return run_states.run_after(merges, text, target=100, options=options_of(split or "none"))


class Host(App[None]):
    """Shows the pane on the whole screen; escape leaves the text, as on the explorer's screen."""

    CSS = "#typed { height: 2; } #tokens { height: 1fr; } #token { height: 1; } TryItPane { border: round white; }"

    def __init__(self, run: RunState | None) -> None:
        super().__init__()
        self.run_shown = run
        self.pane = TryItPane(DEFAULT_KEYS)

    def compose(self) -> ComposeResult:
        yield self.pane

    def on_mount(self) -> None:
        if self.run_shown:
            self.pane.show_run(self.run_shown)
        self.field.focus()

    @property
    def field(self) -> TextField:
        return self.pane.query_one(TextField)

    @property
    def tokens(self) -> TokenRow:
        return self.pane.query_one(TokenRow)

    @property
    def figures(self) -> str:
        """What the border says behind the title."""
        return str(self.pane.border_title).removeprefix("Try it").strip("─ ")

    @property
    def sentence(self) -> str:
        """The line on the selected token."""
        return str(self.pane.query_one("#token").render())

    @property
    def row(self) -> list[str]:
        return [self.tokens.render_line(y).text.rstrip() for y in range(self.tokens.size.height)]

    @property
    def reversed(self) -> str:
        """The text of the selected token."""
        return "".join(
            segment.text
            for y in range(self.tokens.size.height)
            for segment in self.tokens.render_line(y)
            if segment.style and segment.style.reverse
        )


@asynccontextmanager
async def hosted(run: RunState | None, width: int = 80, height: int = 10) -> AsyncIterator[tuple[Host, Pilot[None]]]:
    host = Host(run)
    async with host.run_test(size=(width, height)) as pilot:
        await settle(pilot)
        yield host, pilot


async def typed(host: Host, pilot: Pilot[None], text: str) -> None:
    """Set the text of the field."""
    host.field.set_text(text)
    await settle(pilot)
