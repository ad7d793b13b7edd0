"""Makes the README's picture from the program itself: ``python -m tests.picture`` writes ``assets/explorer.svg``."""

from __future__ import annotations

import asyncio
import os
from pathlib import Path

from bpetui.core.options import Options
from bpetui.core.splitting import split_named
from bpetui.files.samples import sample
from bpetui.files.source import Source
from bpetui.tui.app import BpetuiApp
from bpetui.tui.run.session import Start

PICTURE = Path(__file__).parent.parent / "assets" / "explorer.svg"
SIZE = (100, 28)


async def make() -> None:
    """Open the Vietnamese sample, make some merges, type a sentence, and keep what is on the screen."""
    os.environ.update(TERM="xterm-256color", COLORTERM="truecolor")
    path = sample("vietnamese").path
    app = BpetuiApp(Start(Source("sample:vietnamese", path), Options(split_named("gpt2")), 400))
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("r")
        while "400" not in str(app.screen.query_one("#status").render()):
            await pilot.pause(0.1)
        await pilot.press("b", "s", "i", *"Chợ họp bên sông", "escape", "left")
        await pilot.pause(0.5)
        PICTURE.write_text(app.export_screenshot(title="bpetui"), encoding="utf-8")


if __name__ == "__main__":
    asyncio.run(make())
