"""The figures of a text and its tokens."""

import pytest

from bpetui.rendering.figures import TextSizes, TokenFigures, ratio, two_places


def test_a_text_has_bytes_characters_and_words() -> None:
    assert TextSizes.from_text("Học sinh\u3000床 \n") == TextSizes(18, 12, 3)
    assert TextSizes.from_text("") == TextSizes(0, 0, 0)


def test_ratios_are_those_of_the_text_and_its_tokens() -> None:
    figures = TokenFigures(TextSizes(12, 8, 2), 4)
    assert (figures.bytes_per_token, figures.characters_per_token, figures.tokens_per_word) == (3, 2, 2)


def test_a_text_without_tokens_or_words_has_no_ratios() -> None:
    figures = TokenFigures(TextSizes(12, 8, 2), 0)
    assert (figures.bytes_per_token, figures.characters_per_token, figures.tokens_per_word) == (None, None, None)
    assert TokenFigures(TextSizes(1, 1, 0), 1).tokens_per_word is None


@pytest.mark.parametrize(("figure", "shown"), [(None, "–"), (0, "0.00"), (3.346, "3.35"), (ratio(1, 3), "0.33")])
def test_a_figure_has_two_places(figure: float | None, shown: str) -> None:
    assert two_places(figure) == shown
