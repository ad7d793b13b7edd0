"""The line at the top: what is open, and where the run stands."""

from __future__ import annotations

from rich.cells import cell_len
from textual.content import Content
from textual.widget import Widget

from bpetui.core.utf8 import visible
from bpetui.tui.run.run_state import RunState
from bpetui.worker.messages import Loading, Opened


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

    def show_run(self, run: RunState) -> None:
        """Take the figures of a run."""
        opened = run.opened
        moving = "▶ " if run.moving else ""
        self._figures = f"{moving}merge {run.made:,}/{run.target:,}  |V| {run.vocab_size:,}  tokens {run.tokens:,}"
        self._name = visible(opened.source.name)
        self._about = [opened.options.alphabet, _cut(opened)]
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


def _cut(opened: Opened) -> str:
    """How the text is cut, and in which normal form."""
    options = opened.options
    if options.end_of_word:
        how = f"end mark {visible(options.end_of_word)}"
    elif opened.source.is_table:
        how = "table of words"
    else:
        how = "no split" if options.split.name == "none" else f"split {options.split.name}"
    return how if options.normalization == "none" else f"{how} · {options.normalization}"
