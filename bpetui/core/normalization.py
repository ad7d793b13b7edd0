"""Unicode normal forms for text before it is tokenized (UAX #15)."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Literal

_FORMS: dict[str, Literal["NFC", "NFD", "NFKC", "NFKD"]] = {"nfc": "NFC", "nfd": "NFD", "nfkc": "NFKC", "nfkd": "NFKD"}

NORMALIZATIONS = ("none", *_FORMS)


def normalized(text: str, form: str) -> str:
    """Return the text in one of the `NORMALIZATIONS`; ``none`` leaves it unchanged."""
    return text if form == "none" else unicodedata.normalize(_FORMS[form], text)


def normalized_counts(counts: Mapping[str, int], form: str) -> Mapping[str, int]:
    """Return words and their counts in one of the `NORMALIZATIONS`; the counts of words that become equal are added."""
    if form == "none":
        return counts
    found: dict[str, int] = {}
    for word, count in counts.items():
        same = normalized(word, form)
        found[same] = found.get(same, 0) + count
    return found
