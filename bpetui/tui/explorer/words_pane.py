"""The pane of distinct words with their tokens, the most frequent first."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from rich.cells import cell_len

from bpetui.rendering.cells import StyledText, brief, rows_containing, rows_in_view
from bpetui.tui.run.run_state import RunState
from bpetui.tui.terminal.bindings import keys_of
from bpetui.tui.widgets.columns import Column
from bpetui.tui.widgets.table import Table
from bpetui.worker.messages import MOST_WORD_TOKENS, View, WordRow

BORDER = "│"

NO_SPLIT = "No split: the whole text is one word; press {keys[settings]} to set a split"


@dataclass(frozen=True)
class CutWord:
    """The count of a word, its tokens (only the first ones of a long word), and which of them are the newest."""

    count: int
    tokens: tuple[bytes, ...]
    newest: frozenset[int]

    @classmethod
    def from_word(cls, word: WordRow, newest: int, run: RunState) -> CutWord:
        ids = word.ids
        return cls(word.count, tuple(map(run.token, ids)), frozenset(i for i, t in enumerate(ids) if t == newest))


class WordsPane(Table[CutWord]):
    """Lists words with a thin line between their tokens; the newest token is highlighted."""

    ALLOW_SELECT = True

    def __init__(self, id: str | None = None) -> None:
        super().__init__(id)
        self._run: RunState | None = None
        self._view: View | None = None

    def show_view(self, view: View, run: RunState) -> None:
        """Show the words of a view."""
        if run is not self._run:
            self.forget()
            self._run = run
            self.note_lines = 1 if run.has_words else 3
        self._view = view
        newest = run.base + view.made - 1 if view.made else -1
        if view.words:
            self.show(
                view.words.start, [CutWord.from_word(word, newest, run) for word in view.words.rows], view.words.total
            )

    def columns(self) -> Sequence[Column[CutWord]]:
        return (
            Column("count", 1, lambda word, _: f"{word.count:,}"),
            Column("word", 0, self._word_cell, 8, MOST_WORD_TOKENS),
        )

    def _word_cell(self, word: CutWord, width: int) -> list[StyledText]:
        pieces: list[StyledText] = []
        for index, token in enumerate(word.tokens):
            if width < -1:
                break
            if index:
                pieces.append(StyledText(BORDER, "quiet"))
            text = brief(token, self.spelling, max(width, 1))
            pieces.append(StyledText(text, "newest" if index in word.newest else ""))
            width -= cell_len(text) + 1
        return pieces

    def row_text(self, row: CutWord) -> bytes:
        return b"".join(row.tokens)

    def notes(self) -> Sequence[StyledText]:
        if not self._run or not self._view:
            return ()
        if not self._run.has_words:
            return (StyledText(keys_of(self).format(NO_SPLIT)),)
        if text := self._view.request.words_filter:
            how_many = rows_containing(self.total, self._run.opened.distinct_words, "word", text)
        else:
            how_many = rows_in_view(self.total, self.window, "word")
        return (StyledText(how_many, "table--muted"),)
