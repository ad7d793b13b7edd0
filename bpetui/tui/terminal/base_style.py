"""What the colors in a widget depend on."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style
from textual.widget import Widget


class BaseStyle(NamedTuple):
    """The theme, and the style under everything that a widget draws.

    Textual often restyles widgets that look the same afterwards: compare two base styles to find out.
    """

    theme: str
    style: Style

    @classmethod
    def from_widget(cls, widget: Widget) -> BaseStyle:
        return cls(widget.app.theme, widget.rich_style)
