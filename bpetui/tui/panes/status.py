"""The line at the top: what is open, and where the run stands."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.widget import Widget

from bpetui.core.utf8 import visible
from bpetui.tui.run import Run
from bpetui.worker.messages import Loading


class StatusLine(Widget):
    """Always the merges made, the vocabulary and the tokens; then, as room permits, what they are of."""

    DEFAULT_CSS = """
    StatusLine { height: 1; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._figures = ""
        self._name = ""
        self._about: list[str] = []
        self._extra = ""

    def show_run(self, run: Run) -> None:
        """Take the figures of a run."""
        opened = run.opened
        moving = "▶ " if run.moving else ""
        self._figures = f"{moving}merge {run.made:,}/{run.target:,}  |V| {run.vocab_size:,}  tokens {run.tokens:,}"
        self._name = visible(opened.source.name)
        split = "no split" if opened.split.name == "none" else f"split {opened.split.name}"
        normalization = opened.source.normalization
        self._about = ["bytes", split if normalization == "none" else f"{split} · {normalization}"]
        self._extra = f"{opened.byte_count / run.tokens:.2f} bytes a token" if run.tokens else ""
        self.refresh()

    def show_loading(self, name: str, loading: Loading) -> None:
        """Say how far loading is."""
        share = f" {100 * loading.done // loading.total}%" if loading.total else f" {loading.done:,}"
        self._figures, self._name = "escape stops", f"{loading.phase} {visible(name)}{share}"
        self._about, self._extra = [], ""
        self.refresh()

    def render(self) -> Content:
        """The figures to the right; when it is narrow the extra goes first, then the split, then the name."""
        room = self.size.width - 2
        for left in (
            [self._name, *self._about, self._extra],
            [self._name, *self._about],
            [self._name, *self._about[:1]],
            [self._name],
        ):
            text = " · ".join(part for part in left if part)
            gap = room - cell_len(text) - cell_len(self._figures)
            if gap >= 2:
                return Content(f" {text}{' ' * gap}{self._figures} ")
        return Content(f" {self._figures} "[: self.size.width])
