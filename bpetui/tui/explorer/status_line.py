"""The line at the top: the name of the corpus, and the figures of the run."""

from __future__ import annotations

from collections.abc import Iterator

from rich.cells import cell_len
from textual.content import Content
from textual.widget import Widget

from bpetui.core.utf8 import visible
from bpetui.tui.run.run_state import RunState
from bpetui.tui.terminal.bindings import keys_of
from bpetui.worker.messages import Loading, Opened

_GAP = "  "


class StatusLine(Widget):
    """Shows the merges, the vocabulary size and the tokens, and what else fits."""

    DEFAULT_CSS = """
    StatusLine { height: 1; }
    """

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id=id)
        self._figures: list[str] = []
        self._source = ""
        self._about: list[str] = []
        self._extra = ""

    def show_run(self, run: RunState) -> None:
        """Show the figures of a run."""
        opened = run.opened
        moving = "▶ " if run.moving else ""
        self._figures = [
            f"{moving}merge {run.made:,}/{run.target:,}",
            f"vocab {run.vocab_size:,}",
            f"tokens {run.tokens:,}",
        ]
        self._source = visible(opened.source.name)
        special = len(opened.options.special)
        self._about = [
            opened.options.alphabet,
            f"+{special:,} special" if special else "",
            _split_and_normal_form(opened),
        ]
        self._extra = f"{opened.byte_count / run.tokens:.2f} bytes per token" if run.tokens else ""
        self.refresh()

    def show_loading(self, name: str, loading: Loading) -> None:
        """Show the progress of loading."""
        share = f" {100 * loading.done // loading.total}%" if loading.total else f" {loading.done:,}"
        self._figures, self._source = (
            [keys_of(self).format("{keys[leave]} stops")],
            f"{loading.phase} {visible(name)}{share}",
        )
        self._about, self._extra = [], ""
        self.refresh()

    def render(self) -> Content:
        """Return the figures, at the right, after as much of the rest as fits (see `_shorter_texts`).

        If the figures alone do not fit, the last ones are left out; no figure is cut.
        """
        room = self.size.width - 2
        figures = [*self._figures]
        while len(figures) > 1 and cell_len(_GAP.join(figures)) > room:
            del figures[-1]
        shown = _GAP.join(figures)
        for left in self._shorter_texts() if figures == self._figures else [[""]]:
            text = " · ".join(part for part in left if part)
            gap = room - cell_len(text) - cell_len(shown)
            if gap >= len(_GAP) or (not text and gap >= 0):
                return Content(f" {text}{' ' * gap}{shown} ")
        return Content(shown if cell_len(shown) <= self.size.width else "")

    def _shorter_texts(self) -> Iterator[list[str]]:
        """Yield what can precede the figures, the longest first.

        Bytes per token are left out first, then the name of the file, the alphabet, the special tokens, the split.
        """
        yield [self._source, *self._about, self._extra]
        yield [self._source, *self._about]
        for first in range(len(self._about) + 1):
            yield self._about[first:]


def _split_and_normal_form(opened: Opened) -> str:
    """Return how the text is split, and its normal form."""
    options = opened.options
    if options.end_of_word:
        how = f"end mark {visible(options.end_of_word)}"
    elif opened.source.is_table:
        how = "table of words"
    else:
        how = "no split" if options.split.name == "none" else f"split {options.split.name}"
    return how if options.normalization == "none" else f"{how} · {options.normalization}"
