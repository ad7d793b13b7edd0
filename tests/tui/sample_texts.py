"""Texts that are hard to draw, and tokens cut from them at any byte."""

from collections.abc import Sequence
from itertools import pairwise

from hypothesis import settings
from hypothesis import strategies as st

HARD = [
    "\n", "\r", "\t", " ", "\x00", "\x1b", "\x7f", "\x85", "\xa0", "\xad",
    "\u0301", "\u0323", "\u20dd", "\u093f", "\u0bcd", "\u0e33",  # marks
    "\u200b", "\u200d", "\u202e", "\u2028", "\ufe0f", "\ufeff", "\U000e0041", "\ue000", "\U0010ffff",
    "\u1100", "\u1161", "\u11a8", "가", "床", "é", "ậ", "தி", "👨", "👍", "🏽", "🇻", "🇳", "❤", "1", "\u20e3",
    "₃", "◌", "·", "⟨", "[b]", "\\",
]  # fmt: skip
"""Controls, marks, joiners, wide characters, jamo, parts of emoji, and what bpetui itself draws with."""

TEXTS = st.lists(st.sampled_from(HARD) | st.text(st.characters(exclude_categories=["Cs"]), max_size=3)).map("".join)
"""Any text, with many of the hard characters."""


def cut(data: bytes, places: Sequence[int]) -> list[bytes]:
    """Cut bytes at the given places."""
    bounds = sorted({0, len(data), *(place % (len(data) or 1) for place in places)})
    return [data[start:stop] for start, stop in pairwise(bounds)]


@st.composite
def tokenized(draw: st.DrawFn) -> list[bytes]:
    """Draw the tokens of a text, cut at any byte."""
    return cut(draw(TEXTS).encode(), draw(st.lists(st.integers(0, 1000))))


def fewer(times: int) -> settings:
    """Return settings with fewer examples, for tests whose examples take long."""
    assert settings.default
    return settings(max_examples=settings.default.max_examples // times)
