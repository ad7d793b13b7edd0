"""The screen as a picture in a file."""

from __future__ import annotations

from datetime import datetime

from textual.app import App

from bpetui.core.errors import BpetuiError
from bpetui.files.atomic import write_atomically


def keep_screen(app: App[None]) -> str:
    """Write the screen as SVG to a file in this folder; returns a sentence that says so, or why there is none."""
    name = f"bpetui-{datetime.now():%Y-%m-%d-%H%M%S-%f}.svg"
    # Simplified, since Textual fails to draw otherwise what is not laid out yet, as when the palette closes.
    drawn = app.export_screenshot(simplify=True)
    try:
        write_atomically(name, drawn.encode(), force=False)
    except BpetuiError as error:
        return str(error)
    return f"the screen is in {name}"
