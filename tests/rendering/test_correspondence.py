"""Two versions of a text correspond cluster by cluster, and around what only one of them has."""

import unicodedata
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.normalization import normalized
from bpetui.rendering.correspondence import OffsetPairs, chained_offsets, matching_offsets
from tests.tui.sample_texts import TEXTS, fewer


def parts(text: str, other: str) -> list[tuple[str, str]]:
    """The corresponding parts of two texts."""
    pairs = matching_offsets(text, other)
    data, others = text.encode(), other.encode()
    return [
        (data[start:stop].decode(), others[first:last].decode()) for (start, first), (stop, last) in pairwise(pairs)
    ]


def test_the_same_text_corresponds_character_by_character() -> None:
    assert parts("aệ床", "aệ床") == [("a", "a"), ("ệ", "ệ"), ("床", "床")]


def test_a_letter_corresponds_to_the_letter_and_its_marks() -> None:
    assert parts("học", unicodedata.normalize("NFD", "học")) == [("h", "h"), ("ọ", "o\u0323"), ("c", "c")]


def test_a_space_that_is_put_before_corresponds_to_nothing() -> None:
    assert parts(" ab", "ab") == [(" ", ""), ("a", "a"), ("b", "b")]


def test_end_of_word_marks_replace_the_spaces() -> None:
    assert parts("low</w>er</w>", "low er") == [
        ("l", "l"), ("o", "o"), ("w", "w"), ("</w>", " "), ("e", "e"), ("r", "r"), ("</w>", ""),
    ]  # fmt: skip


def test_other_forms_and_other_cases_are_alike() -> None:
    assert parts("Of", "of") == [("O", "o"), ("f", "f")]
    assert parts("oﬃce", "office") == [("o", "o"), ("ﬃ", "ffi"), ("c", "c"), ("e", "e")]


def test_texts_that_have_nothing_in_common_still_have_both_ends() -> None:
    assert matching_offsets("abc", "") == [(0, 0), (3, 0)]
    assert matching_offsets("", "床") == [(0, 0), (0, 3)]
    assert matching_offsets("ab", "xyz")[-1] == (2, 3)


@given(TEXTS, TEXTS)
@fewer(4)
def test_all_of_both_corresponds_to_something(text: str, other: str) -> None:
    pairs = matching_offsets(text, other)
    assert pairs[0] == (0, 0)
    assert pairs[-1] == (len(text.encode()), len(other.encode()))
    assert pairs == sorted(pairs)
    assert sorted(offset for _, offset in pairs) == [offset for _, offset in pairs]


@given(TEXTS)
@fewer(4)
def test_the_normal_forms_correspond_all_along(text: str) -> None:
    nfc, nfd = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    for part, other in parts(nfc, nfd):
        assert unicodedata.normalize("NFD", part) == other


@given(TEXTS, st.sampled_from(["nfc", "nfd"]))
@fewer(4)
def test_corresponding_offsets_correspond_in_both_directions(text: str, form: str) -> None:
    other = normalized(text, form)
    there, back = matching_offsets(text, other), matching_offsets(other, text)
    same: OffsetPairs = [(start, stop) for start, stop in chained_offsets(there, back) if start != stop]
    assert not same
