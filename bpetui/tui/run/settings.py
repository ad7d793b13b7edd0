"""The settings of a run: its options, and its held-out text."""

from __future__ import annotations

from dataclasses import dataclass

from bpetui.core.option_values import Values, to_values
from bpetui.core.options import Options


@dataclass(frozen=True)
class Settings:
    """The options of a run and the name of the held-out text: a path, ``sample:NAME``, or empty for none."""

    options: Options
    held_out: str

    @property
    def values(self) -> Values:
        """The values of all options of the form."""
        return {**to_values(self.options), "held_out": self.held_out}
