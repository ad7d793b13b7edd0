"""Fixtures of the terminal tests: programs in tmux and on pseudo-terminals, and texts that are hard to draw."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.terminals import PROGRAM, Pty, Tmux

if sys.platform == "win32":
    pytest.skip("there are no pseudo-terminals", allow_module_level=True)

FAMILY = "👨\u200d👩\u200d👧\u200d👦"

MIXED_LINES = [
    "Học sinh đang học sinh học ở trường.",
    "Ho\u0323c sinh đang ho\u0323c sinh ho\u0323c o\u031b\u0309 tru\u031bo\u031b\u0300ng.",
    "床前明月光，疑是地上霜。舉頭望明月，低頭思故鄉。",
    "いろはにほへと ちりぬるを ガギグゲゴ ｶﾞｷﾞｸﾞ",
    "각\u1100\u1161\u11a8 한국어 조선말 \u1112\u1161\u11ab\u1100\u1173\u11af",
    f"{FAMILY} 🏳\ufe0f\u200d🌈 ❤\ufe0f 1\ufe0f\u20e3 👍🏽 🇻🇳🇨🇳 ☺ 🀄",
    "กำเนิด ภาษาไทย น้ำ",
    "\u3000全角　空白\u200b\u00a0x\u00ady",
    "العربية עברית \u202eabc\u202c",
    "[b]bold[/b] [/foo] [@click=app.quit]x[/]",
]

OpenPty = Callable[..., Pty]
OpenTmux = Callable[..., Tmux]


@pytest.fixture
def pty_with(tmp_path: Path) -> Iterator[OpenPty]:
    """Opens the program with some words on a pseudo-terminal, at home in a folder of its own."""
    with ExitStack() as stack:

        def opened(*words: str, env: dict[str, str] | None = None, **options: Any) -> Pty:
            command = options.pop("command", PROGRAM)
            return stack.enter_context(Pty([*command, *words], env={**_home(tmp_path), **(env or {})}, **options))

        yield opened


@pytest.fixture
def tmux_with(tmp_path: Path) -> Iterator[OpenTmux]:
    """Opens the program with some words in tmux."""
    if not shutil.which("tmux"):
        pytest.skip("no tmux here")
    with ExitStack() as stack:

        def opened(*words: str, **options: Any) -> Tmux:
            return stack.enter_context(Tmux([*PROGRAM, *words], tmp_path, env=_home(tmp_path), **options))

        yield opened


def _home(folder: Path) -> dict[str, str]:
    return {"XDG_CONFIG_HOME": str(folder / "config"), "XDG_STATE_HOME": str(folder / "state")}


@pytest.fixture
def mixed(tmp_path: Path) -> Path:
    """A text of many scripts, marks and emoji."""
    path = tmp_path / "mixed.txt"
    path.write_text("".join(f"{line}\n" for line in MIXED_LINES * 6), "utf-8", newline="")
    return path
