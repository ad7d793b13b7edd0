"""An app with one table, a recorder of painted lines, and a small run with the views that a trainer sends."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from rich.cells import cell_len
from rich.segment import Segment
from textual import on
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.pilot import Pilot

from bpetui.core.trainer import BpeTrainer, RankedPair
from bpetui.core.utf8 import visible
from bpetui.files.source import Source
from bpetui.tui.run.run_state import RunState
from bpetui.tui.widgets.table import Table
from bpetui.worker.messages import PairRows, RunProgress, View, ViewRequest, WordRow, WordRows
from tests.sample_corpora import corpus_of, opened_of


class TableApp(App[None]):
    """An app with a table that fills the screen; ``messages`` are the names of its messages."""

    AUTO_FOCUS = "Table"

    def __init__(self, table: Table[Any]) -> None:
        super().__init__()
        self.table = table
        self.messages: list[str] = []

    def compose(self) -> ComposeResult:
        yield self.table

    @on(Table.ViewChanged)
    @on(Table.Selected)
    @on(Table.Entered)
    def keep(self, message: Table.TableMessage) -> None:
        assert message.control is self.table
        self.messages.append(type(message).__name__)


@asynccontextmanager
async def hosted(table: Table[Any], width: int = 40, height: int = 12) -> AsyncIterator[Pilot[None]]:
    """Show a table on a screen of this size."""
    async with TableApp(table).run_test(size=(width, height)) as pilot:
        await pilot.pause()
        yield pilot


def messages(pilot: Pilot[None]) -> list[str]:
    """Return the messages since the last call."""
    assert isinstance(pilot.app, TableApp)
    names, pilot.app.messages = pilot.app.messages, []
    return names


def check_widths(table: Table[Any]) -> None:
    """Check that every line is as wide as the table, and has no control characters."""
    for y in range(table.size.height):
        strip = table.render_line(y)
        assert strip.cell_length == table.size.width
        assert cell_len(strip.text) == table.size.width
        assert strip.text == visible(strip.text)


def lines(table: Table[Any]) -> list[str]:
    """Return the lines of a table without trailing spaces."""
    return [table.render_line(y).text.rstrip() for y in range(table.size.height)]


def segments(table: Table[Any], text: str) -> list[Segment]:
    """Return the segments of the first line that contains ``text``."""
    return next([*strip] for y in range(table.size.height) if text in (strip := table.render_line(y)).text)


class PaintRecorder:
    """A recorder of the lines of a table that are repainted."""

    def __init__(self, table: Table[Any]) -> None:
        self._table, self._refresh = table, table.refresh
        self.lines: list[int] = []
        table.refresh = self._record  # type: ignore[method-assign]

    def _record(self, *regions: Region, **options: bool) -> Table[Any]:
        whole = Region(0, 0, *self._table.size)
        self.lines += [y for region in regions or (whole,) for y in range(region.y, region.bottom)]
        return self._refresh(*regions, **options)

    def taken(self) -> list[int]:
        """Return the lines since the last call."""
        taken, self.lines = self.lines, []
        return taken


class TrainedRun:
    """A corpus, a trainer, and the run that follows it."""

    def __init__(self, text: str, split: str = "none", merges: int = 0) -> None:
        self.trainer = BpeTrainer(corpus_of(text, split))
        self.run = RunState(opened_of(self.trainer.corpus, source=Source("some.txt")), vocab_size=1256)
        self.step(merges)

    def step(self, merges: int = 1) -> None:
        """Make merges."""
        first = self.trainer.made + 1
        self.trainer.seek(self.trainer.made + merges)
        self._follow(first)

    def back(self, merges: int = 1) -> None:
        """Undo merges."""
        self.trainer.seek(self.trainer.made - merges)
        self._follow(self.trainer.made + 1)

    def choose(self, left: int, right: int) -> None:
        """Merge a pair."""
        self.trainer.choose(left, right)
        self._follow(self.trainer.made)

    def _follow(self, first: int) -> None:
        trainer = self.trainer
        merges = tuple(trainer.merges[first - 1 :])
        self.run.update(RunProgress(trainer.made, len(trainer.undone), trainer.tokens, first, merges, False))

    def view(self, start: int = 0, stop: int = 50, *, pairs_filter: str = "", words_filter: str = "") -> View:
        """Return a view of the rows from ``start`` to ``stop`` of the pairs and words that contain the filters."""
        trainer, corpus, token = self.trainer, self.trainer.corpus, self.run.token
        pairs = trainer.ranking(0, trainer.pair_count)
        following, ties = (pairs[0] if pairs else None), 0
        if trainer.undone:
            again = trainer.undone[-1]
            count = trainer.count(again.left, again.right)
            following = RankedPair(again.left, again.right, count, trainer.change(again.left, again.right))
        if following:
            ties = sum(pair.count == following.count for pair in pairs)
        kept = [pair for pair in pairs if pairs_filter.encode() in token(pair.left) + token(pair.right)]
        words = [WordRow(corpus.counts[at], tuple(trainer.pieces.word_tokens(at))) for at in range(len(corpus.words))]
        words = [word for word in words if words_filter.encode() in b"".join(map(token, word.ids))]
        words.sort(key=lambda word: -word.count)
        return View(
            trainer.made, ViewRequest(None, (start, stop), pairs_filter, (start, stop), words_filter),
            following, ties, bool(trainer.undone), None, len(pairs), None,
            PairRows(start, tuple(kept[start:stop]), len(kept)),
            WordRows(start, tuple(words[start:stop]), len(words)),
        )  # fmt: skip
