"""The tokenizers to compare. The explorer keeps them while the screen of the comparison is closed."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ComparedTokenizers:
    """The names of the tokenizers, empty for that of the run; ``forms``: the text is compared in NFC and NFD."""

    names: list[str] = field(default_factory=lambda: [""])
    forms: bool = False
