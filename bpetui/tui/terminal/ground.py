"""What the colors in a widget follow from."""

from __future__ import annotations

from typing import NamedTuple

from rich.style import Style
from textual.widget import Widget


class Ground(NamedTuple):
    """The theme, and the style that a widget's text is laid over.

    Textual restyles widgets often that look the same afterwards: compare grounds to find out.
    """

    theme: str
    style: Style

    @classmethod
    def of(cls, widget: Widget) -> Ground:
        return cls(widget.app.theme, widget.rich_style)
