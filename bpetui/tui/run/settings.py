"""The settings of a run: its options, and the text that its merges are measured on."""

from __future__ import annotations

from dataclasses import dataclass

from bpetui.core.options import Options


@dataclass(frozen=True)
class Settings:
    """The options of a run, and what the text is called that its merges are measured on: a path, ``sample:NAME``, or
    empty for none."""

    options: Options
    held_out: str
