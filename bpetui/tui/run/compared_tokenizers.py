"""Which tokenizers are compared: it is kept while the screen that compares them is closed."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class ComparedTokenizers:
    """The names of the tokenizers, empty for that of the run; and whether the text is compared in both normal forms."""

    names: list[str] = field(default_factory=lambda: [""])
    forms: bool = False
