"""The Unicode normal forms that a text can be given before it is tokenized (UAX #15)."""

from __future__ import annotations

import unicodedata
from typing import Literal

_FORMS: dict[str, Literal["NFC", "NFD", "NFKC", "NFKD"]] = {"nfc": "NFC", "nfd": "NFD", "nfkc": "NFKC", "nfkd": "NFKD"}

NORMALIZATIONS = ("none", *_FORMS)


def normalized(text: str, form: str) -> str:
    """The text in one of the `NORMALIZATIONS`; ``none`` leaves it as it is."""
    return text if form == "none" else unicodedata.normalize(_FORMS[form], text)
