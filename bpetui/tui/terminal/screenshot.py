"""Screenshots as SVG files."""

from __future__ import annotations

from datetime import datetime

from textual.app import App

from bpetui.core.errors import BpetuiError
from bpetui.files.atomic import write_atomically


def save_screenshot(app: App[None]) -> str:
    """Write the screen as SVG to a file in the current folder; return a sentence with its name, or the error."""
    name = f"bpetui-{datetime.now():%Y-%m-%d-%H%M%S-%f}.svg"
    # Simplified: otherwise Textual fails to draw widgets without a layout, such as a closing palette.
    drawn = app.export_screenshot(simplify=True)
    try:
        write_atomically(name, drawn.encode(), force=False)
    except BpetuiError as error:
        return str(error)
    return f"Screenshot written to {name}"
