"""The settings of a run, and how each is written in a form: as text, or as one of a few words."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from bpetui.core.errors import BpetuiError
from bpetui.core.option_kinds import Value, shown
from bpetui.core.option_table import OPTIONS
from bpetui.core.option_values import options_of
from bpetui.core.options import OptionError, OptionName
from bpetui.tui.run.settings import Settings
from bpetui.tui.run.sources import named, without_encoding

Entries = Mapping[OptionName, str]
"""What is written in a form, by the option."""

FORM_OPTIONS = tuple(option for option in OPTIONS if option.group is not None)
"""The options that a form has, in its order."""


def entries_of(settings: Settings) -> dict[OptionName, str]:
    """Write each setting."""
    values = settings.values
    return {option.name: option.kind.write(values[option.name]) for option in FORM_OPTIONS}


def changed(settings: Settings, entries: Entries) -> Settings:
    """Change some settings to what is written. Raises `OptionError` for what cannot be."""
    now = {**entries_of(settings), **entries}
    values: dict[OptionName, Value] = {option.name: option.read_entry(now[option.name]) for option in FORM_OPTIONS}
    options = options_of(values)
    options.check()
    held_out = settings.held_out
    if "held_out" in entries:
        held_out = cast(str, values["held_out"]).strip()
        _check_text(held_out)
    return Settings(options, held_out)


def _check_text(name: str) -> None:
    """Raise `OptionError` for the name of a held-out text that leads to none."""
    try:
        if name and not name.startswith("sample:") and not _is_there(without_encoding(name)[0]):
            raise BpetuiError(f"there is no file {shown(name)}; name a file, or a sample such as sample:english")
        if name:
            named(name, "utf-8")
    except BpetuiError as error:
        raise OptionError(str(error), "held_out") from None


def _is_there(path: str) -> bool:
    try:
        return Path(path).expanduser().exists()
    except (OSError, RuntimeError, ValueError):  # too long for a name; no such user; NUL
        return False
