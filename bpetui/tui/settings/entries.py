"""The entries of the settings form: each setting as text, read and written."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from bpetui.core.errors import BpetuiError
from bpetui.core.option_kinds import Value, shown
from bpetui.core.option_table import OPTIONS
from bpetui.core.option_values import to_options
from bpetui.core.options import OptionError, OptionName
from bpetui.tui.run.settings import Settings
from bpetui.tui.run.sources import named, without_encoding
from bpetui.tui.run.typed_paths import path_from_typed

Entries = Mapping[OptionName, str]
"""The text of each row of the form, or the value of its choice."""

FORM_OPTIONS = tuple(option for option in OPTIONS if option.group is not None)
"""The options in the form, in its order."""


def entries_from_settings(settings: Settings) -> dict[OptionName, str]:
    """Return each setting as text."""
    values = settings.values
    return {option.name: option.kind.write(values[option.name]) for option in FORM_OPTIONS}


def changed_settings(settings: Settings, entries: Entries) -> Settings:
    """Return the settings with these entries read. Raises `OptionError` for a value that is not valid."""
    written = {**entries_from_settings(settings), **entries}
    values: dict[OptionName, Value] = {option.name: option.read_entry(written[option.name]) for option in FORM_OPTIONS}
    options = to_options(values)
    options.check()
    held_out = settings.held_out
    if "held_out" in entries:
        held_out = cast(str, values["held_out"]).strip()
        _check_text(held_out)
    return Settings(options, held_out)


def _check_text(name: str) -> None:
    """Raise `OptionError` if the name of a held-out text is neither a file nor a sample."""
    try:
        if name and not name.startswith("sample:") and not _exists(without_encoding(name)[0]):
            path = shown(name)
            raise BpetuiError(f"there is no file {path}; type the path of a file, or a sample such as sample:english")
        if name:
            named(name, "utf-8")
    except BpetuiError as error:
        raise OptionError(str(error), "held_out") from None


def _exists(path: str) -> bool:
    try:
        return path_from_typed(path).exists()
    except (OSError, ValueError):  # a name too long; a NUL
        return False
