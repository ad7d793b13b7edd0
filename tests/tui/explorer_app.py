"""The explorer with a real trainer's process, and what its screen shows."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, cast

from textual.app import SystemCommand
from textual.events import Paste
from textual.pilot import Pilot
from textual.screen import Screen

from bpetui.core.options import Options
from bpetui.core.splitting import Split
from bpetui.files.samples import sample
from bpetui.files.source import Source
from bpetui.tui.app import BpetuiApp
from bpetui.tui.explorer.corpus_pane import CorpusPane
from bpetui.tui.explorer.explorer_screen import ExplorerScreen
from bpetui.tui.explorer.history_pane import HistoryPane
from bpetui.tui.explorer.pairs_pane import PairsPane
from bpetui.tui.explorer.status_line import StatusLine
from bpetui.tui.explorer.token_row import TokenRow
from bpetui.tui.explorer.try_it_pane import TryItPane
from bpetui.tui.explorer.words_pane import WordsPane
from bpetui.tui.run.run_state import RunState
from bpetui.tui.run.session import Start
from bpetui.tui.widgets.bottom_bar import BottomBar, LongHint
from bpetui.tui.widgets.key_line import KeyLine
from bpetui.tui.widgets.table import Table
from bpetui.tui.widgets.text_field import TextField
from tests.sample_corpora import options_of
from tests.tui.keys_and_rows import press, settle, shown, until


class Explorer:
    """An explorer under test: presses keys and reads what is shown."""

    def __init__(self, pilot: Pilot[None]) -> None:
        self.pilot = pilot
        assert isinstance(pilot.app, BpetuiApp)
        self.app = pilot.app

    @property
    def screen(self) -> ExplorerScreen:
        return self.app._explorer

    @property
    def in_front(self) -> bool:
        """Whether no other screen is in front of the explorer's."""
        return self.app.screen is self.screen

    @property
    def run(self) -> RunState:
        assert self.screen.session.run
        return self.screen.session.run

    @property
    def status(self) -> str:
        return str(self.screen.query_one(StatusLine).render()).strip()

    @property
    def bottom(self) -> str:
        """The bottom line: keys, a hint or a question."""
        return shown(self.pilot)[-1].strip()

    @property
    def hint(self) -> str:
        """The hint in the bottom line, or above a question that stays, if there is one."""
        line = self.screen.query_one(KeyLine)
        return line.hint if line.display or self.screen.query_one(LongHint).display else ""

    @property
    def focus(self) -> str:
        """The id of the pane that has the focus."""
        focused = self.app.screen.focused
        return (focused.id or "") if focused else ""

    @property
    def corpus(self) -> CorpusPane:
        return self.screen.query_one(CorpusPane)

    @property
    def pairs(self) -> PairsPane:
        return self.screen.query_one(PairsPane)

    @property
    def history(self) -> HistoryPane:
        return self.screen.query_one(HistoryPane)

    @property
    def words(self) -> WordsPane:
        return self.screen.query_one(WordsPane)

    @property
    def tokens(self) -> TokenRow:
        return self.screen.query_one(TokenRow)

    @property
    def typed(self) -> TextField:
        return self.screen.query_one("#typed", TextField)

    @property
    def try_it(self) -> TryItPane:
        return self.screen.query_one(TryItPane)

    @property
    def merges(self) -> list[tuple[int, int]]:
        """The pairs merged so far."""
        return [(merge.left, merge.right) for merge in self.run.merges[: self.run.made]]

    def rows(self, pane: CorpusPane | Table[Any] | TokenRow) -> list[str]:
        """Return the lines of a pane without trailing spaces."""
        return [pane.render_line(y).text.rstrip() for y in range(pane.size.height)]

    async def press(self, *keys: str) -> None:
        for key in keys:
            await press(self.pilot, key)
            await until(self.pilot, lambda: self.app._type_ahead.is_idle)

    async def ask(self, key: str, answer: str) -> None:
        """Press a key that asks a question, and answer it; an open question is canceled first."""
        if self.screen.query_one(BottomBar).asking:
            await self.press("escape")
        await self.press(key)
        self.app.post_message(Paste(answer))
        await self.press("enter")
        await settle(self.pilot)

    @property
    def commands(self) -> list[SystemCommand]:
        """The commands in the palette."""
        return [*self.app.get_system_commands(cast("Screen[object]", self.screen))]

    @property
    def offered(self) -> set[str]:
        """The titles of the commands in the palette."""
        return {command.title for command in self.commands}

    async def until_made(self, number: int) -> None:
        """Wait until so many merges are made and shown."""
        await until(self.pilot, lambda: self.pairs._view and self.pairs._view.made == self.run.made == number)
        await settle(self.pilot)

    async def until_hint(self, part: str) -> None:
        await until(self.pilot, lambda: part in self.hint)

    async def until_focus(self, name: str) -> None:
        await until(self.pilot, lambda: self.focus == name)

    async def until_shown(self, part: str) -> None:
        await until(self.pilot, lambda: any(part in row for row in shown(self.pilot)))

    async def step(self, *keys: str) -> None:
        """Press keys that make or undo one merge each, and wait for it."""
        for key in keys:
            number = self.run.made + (1 if key == "s" else -1)
            await self.press(key)
            await self.until_made(number)


def source_of(corpus: str | Path) -> Source:
    """Return the source of a text, a file, or ``sample:NAME``."""
    if isinstance(corpus, Path):
        return Source(corpus.name, corpus)
    if corpus.startswith("sample:"):
        return Source(corpus, sample(corpus.removeprefix("sample:")).path)
    return Source("text", data=corpus.encode())


@asynccontextmanager
async def opening(
    corpus: str | Path,
    split: str | Split = "none",
    *,
    size: tuple[int, int] = (80, 24),
    vocab_size: int = 300,
    welcome: str = "",
    options: Options | None = None,
    **more: Any,
) -> AsyncIterator[Explorer]:
    """Open the explorer without waiting for the corpus."""
    app = BpetuiApp(Start(source_of(corpus), options or options_of(split), vocab_size, welcome=welcome, **more))
    async with app.run_test(size=size) as pilot:
        await settle(pilot)
        yield Explorer(pilot)


@asynccontextmanager
async def exploring(
    corpus: str | Path,
    split: str | Split = "none",
    *,
    size: tuple[int, int] = (80, 24),
    vocab_size: int = 300,
    welcome: str = "",
    options: Options | None = None,
    **more: Any,
) -> AsyncIterator[Explorer]:
    """Open the explorer, and wait until it shows the corpus."""
    async with opening(
        corpus, split, size=size, vocab_size=vocab_size, welcome=welcome, options=options, **more
    ) as explorer:
        await until(explorer.pilot, lambda: not explorer.screen.session.opening)
        await settle(explorer.pilot)
        yield explorer
