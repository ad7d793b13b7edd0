"""Tests of the screens that requests open."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
OPENED_BY_REQUEST = ("compare", "decode", "settings", "tokenizers", "trace")


def test_the_app_starts_without_the_screens_that_requests_open() -> None:
    program = "import sys, bpetui.tui.app; print(*(name for name in sys.modules if name.startswith('bpetui.tui.')))"
    loaded = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert "bpetui.tui.explorer.explorer_screen" in loaded
    assert not [name for name in loaded.split() if name.split(".")[2] in OPENED_BY_REQUEST]
