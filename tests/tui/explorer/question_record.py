"""A bottom line that keeps its questions, for tests without an app."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from bpetui.tui.widgets.bottom_bar import BottomBar


class QuestionRecord:
    """Keeps the last question that was asked, with the answer that it suggests."""

    def __init__(self) -> None:
        self.label = self.suggested = ""
        self.answer: Callable[[str], None] = lambda _: None

    def ask(self, label: str, answered: Callable[[str], None], text: str = "", **_: Any) -> None:
        """Keep a question."""
        self.label, self.answer, self.suggested = label, answered, text

    @property
    def bar(self) -> BottomBar:
        """The record in place of a bottom line."""
        return cast("BottomBar", self)
