"""Added tokens are found before a text is split, as Hugging Face's tokenizers find them."""

import unicodedata
from functools import partial

import pytest

from bpetui.core.added_tokens import Matching, parts

TOKENS = {"<s>": 1, "<s>x": 2, "ab": 3}


def found(text: str, **matchings: Matching) -> list[tuple[str, int | None]]:
    """The parts of a text; the token ``ab`` is matched as given."""
    return list(parts(text, TOKENS, matchings, lambda part: part))


def test_the_longest_token_at_a_place_is_found() -> None:
    assert found("a<s>b<s>xc") == [("a", None), ("<s>", 1), ("b", None), ("<s>x", 2), ("c", None)]


def test_a_text_without_tokens_is_one_part() -> None:
    assert found("xyz") == [("xyz", None)]
    assert found("") == []
    assert list(parts("xyz", {}, {}, str.upper)) == [("XYZ", None)]


def test_adjacent_tokens_have_nothing_between_them() -> None:
    assert found("<s><s>ab") == [("<s>", 1), ("<s>", 1), ("ab", 3)]


@pytest.mark.parametrize(
    ("matching", "expected"),
    [
        (Matching(), [("x ", None), ("ab", 3), (" \t y", None)]),
        (Matching(strips_left=True), [("x", None), ("ab", 3), (" \t y", None)]),
        (Matching(strips_right=True), [("x ", None), ("ab", 3), ("y", None)]),
        (Matching(strips_left=True, strips_right=True), [("x", None), ("ab", 3), ("y", None)]),
    ],
)
def test_a_token_takes_the_white_space_that_it_strips(
    matching: Matching, expected: list[tuple[str, int | None]]
) -> None:
    assert found("x ab \t y", ab=matching) == expected


def test_white_space_between_two_tokens_goes_to_the_first() -> None:
    both = Matching(strips_left=True, strips_right=True)
    assert found("ab  ab x", ab=both) == [("ab", 3), ("ab", 3), ("x", None)]


def test_white_space_of_a_control_character_is_not_stripped() -> None:
    assert found("ab\x1c", ab=Matching(strips_right=True)) == [("ab", 3), ("\x1c", None)]


@pytest.mark.parametrize(
    ("text", "is_found"),
    [("ab", True), ("(ab)", True), ("xab", False), ("abx", False), ("ab1", False), ("ab_", False), ("月ab", False)],
)
def test_a_whole_word_has_no_word_character_next_to_it(text: str, is_found: bool) -> None:
    ids = [token_id for _, token_id in found(text, ab=Matching(whole_word=True))]
    assert (3 in ids) is is_found
    assert "".join(part for part, _ in found(text, ab=Matching(whole_word=True))) == text


def test_text_between_the_tokens_is_normalized() -> None:
    decomposed = unicodedata.normalize("NFD", "é")
    compose = partial(unicodedata.normalize, "NFC")
    assert list(parts(f"{decomposed}<s>{decomposed}", TOKENS, {}, compose)) == [("é", None), ("<s>", 1), ("é", None)]


def test_a_token_in_normal_form_is_found_only_after_normalization() -> None:
    late = {"AB": Matching(in_normal_form=True)}
    assert list(parts("xABx ab", {"AB": 7}, late, str.lower)) == [("x", None), ("AB", 7), ("x ", None), ("AB", 7)]
    assert list(parts("xABx ab", {"AB": 7}, {}, str.lower)) == [("x", None), ("AB", 7), ("x ab", None)]


def test_a_token_that_normalizes_to_nothing_is_never_found() -> None:
    late = {"-": Matching(in_normal_form=True)}
    assert list(parts("a-b", {"-": 7}, late, lambda text: text.replace("-", ""))) == [("ab", None)]
