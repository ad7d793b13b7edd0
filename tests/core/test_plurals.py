"""Numbers in sentences."""

from typing import get_args

import pytest

from bpetui.core.plurals import Noun, counted, plural


@pytest.mark.parametrize(
    ("number", "noun", "phrase"),
    [
        (0, "pair", "0 pairs"),
        (1, "pair", "1 pair"),
        (2, "byte", "2 bytes"),
        (1_204, "merge", "1,204 merges"),
        (1, "grapheme cluster", "1 grapheme cluster"),
    ],
)
def test_counted_groups_thousands_and_uses_the_plural(number: int, noun: Noun, phrase: str) -> None:
    assert counted(number, noun) == phrase


@pytest.mark.parametrize("noun", get_args(Noun))
def test_every_noun_has_a_singular_and_a_plural(noun: Noun) -> None:
    assert counted(1, noun) == f"1 {noun}"
    assert counted(2, noun) == f"2 {noun}s"


def test_plural_fills_in_other_values_unchanged() -> None:
    one, many = "{n} pair contains {text}", "{n} pairs contain {text}"
    assert plural(1, one, many, text="{n}") == "1 pair contains {n}"
    assert plural(3_000, one, many, text="“ng”") == "3,000 pairs contain “ng”"
