"""Tests of the colors of tokens: legible, constant for a token, and never the only sign."""

from itertools import pairwise, product

import pytest
from rich.style import Style
from textual.app import App
from textual.color import Color
from textual.theme import BUILTIN_THEMES

from bpetui.tui.widgets.colors import Colors, colors


def for_theme(theme: str, ansi: bool | None = None) -> Colors:
    app = App[object](ansi_color=ansi)
    app.theme = theme
    return colors(app, 256)


def every(ansi: bool) -> list[Colors]:
    if ansi:
        return [for_theme("ansi-dark", True), for_theme("ansi-light", True)]
    return [for_theme("textual-dark"), for_theme("textual-light")]


def contrast(one: str, other: str) -> float:
    """The contrast of two colors, from 1 to 21 (WCAG 2.2)."""

    def luminance(color: str) -> float:
        parts = Color.parse(color).rgb
        red, green, blue = (
            part / 255 / 12.92 if part <= 10 else ((part / 255 + 0.055) / 1.055) ** 2.4 for part in parts
        )
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def name(style: Style, ground: bool = False) -> str:
    color = style.bgcolor if ground else style.color
    assert color
    return color.name


@pytest.mark.parametrize("ansi", [False, True])
def test_bytes_are_plain_and_each_token_keeps_its_color(ansi: bool) -> None:
    for palette in every(ansi):
        assert all(palette.token(byte) == Style.null() for byte in range(256))
        seen = [palette.token(token) for token in range(256, 356)]
        assert Style.null() not in seen
        assert all(one != other for one, other in pairwise(seen))  # neighbors in the vocabulary differ
        assert seen == [palette.token(token) for token in range(256, 356)]


def test_tokens_are_legible_in_every_color() -> None:
    for palette in every(ansi=False):
        for token in (*palette.tokens, palette.newest):
            assert contrast(name(token), name(token, ground=True)) >= 4.5
            assert contrast(name(token + palette.pair), name(token, ground=True)) >= 4.5 or token is palette.newest


@pytest.mark.parametrize("theme", [name for name, theme in BUILTIN_THEMES.items() if not theme.ansi])
def test_the_pair_is_legible_on_plain_bytes_in_every_theme(theme: str) -> None:
    ground = BUILTIN_THEMES[theme].to_color_system().generate()["background"]
    assert contrast(name(for_theme(theme).pair), ground) >= 4.5


@pytest.mark.parametrize("ansi", [False, True])
def test_highlights_are_visible_without_color(ansi: bool) -> None:
    for palette in every(ansi):
        assert palette.newest.bold
        assert palette.pair.bold
        assert palette.place.bold
        assert palette.place.reverse
        for one, other in product(palette.tokens, (palette.newest, palette.pair, palette.place)):
            assert not one.bold
            assert one + other != one


SIXTEEN_AS_DRAWN = (
    {"red": "#aa0000", "magenta": "#aa00aa"},  # VGA, Linux
    {"red": "#cd0000", "magenta": "#cd00cd"},  # xterm
)


@pytest.mark.parametrize("ground", ["#000000", "#ffffff"])
@pytest.mark.parametrize("drawn", SIXTEEN_AS_DRAWN)
def test_few_colors_are_legible_on_black_and_on_white(drawn: dict[str, str], ground: str) -> None:
    for palette in every(ansi=True):
        for style in (*palette.tokens, palette.newest, palette.pair, palette.place):
            assert style.bgcolor is None
            if style.color is not None:
                assert contrast(drawn[style.color.name], ground) >= 2.5
