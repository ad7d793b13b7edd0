"""The colors of tokens, for terminals with many colors, with sixteen, and with none.

The color of a token depends on its id, so that it does not change. Color is never the only sign: a character that
continues in the same token is underlined, the newest token is bold, a match of a search is reversed.
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style
from textual.app import App

from bpetui.core.alphabet import NO_TOKEN

_DARK = ("#005f5f", "#5f005f", "#5f5f00", "#005f87", "#870000", "#005f00", "#5f00af", "#87005f")
_LIGHT = ("#afffff", "#ffd7ff", "#ffffaf", "#afd7ff", "#ffd7d7", "#d7ffaf", "#d7d7ff", "#ffd7af")

# Of the sixteen colors of a terminal, only these are legible on black and on white: the bright ones, green, yellow and
# cyan are pale on white, blue is dark on black.
_SIXTEEN = ("magenta", "red")


@dataclass(frozen=True)
class Colors:
    """Styles to add to that of a pane: for tokens by id, and for highlights.

    ``base`` is the id of the first token that a merge makes.
    """

    base: int
    tokens: tuple[Style, ...]
    newest: Style
    pair: Style
    place: Style

    def token(self, token_id: int) -> Style:
        """Return the style of a token: plain for the alphabet, one of a few colors for tokens that merges make."""
        plain = token_id < self.base or token_id == NO_TOKEN
        return Style.null() if plain else self.tokens[token_id % len(self.tokens)]


def colors(app: App[object], base: int = 0) -> Colors:
    """Return the styles for the terminal and the theme, with a starting vocabulary of ``base`` tokens."""
    if app.native_ansi_color:
        tokens = tuple(Style(color=name) for name in _SIXTEEN)
        newest = Style(color="magenta", bold=True, reverse=True)
        return Colors(base, tokens, newest, _pair("red"), _PLACE)
    # The text has its own color, since that of a theme may be illegible on these backgrounds.
    if app.current_theme.dark:
        tokens = tuple(Style(color="#eeeeee", bgcolor=color) for color in _DARK)
        return Colors(base, tokens, Style(color="#000000", bgcolor="#ffd700", bold=True), _pair("#ffd75f"), _PLACE)
    tokens = tuple(Style(color="#1c1c1c", bgcolor=color) for color in _LIGHT)
    return Colors(base, tokens, Style(color="#000000", bgcolor="#ffaf00", bold=True), _pair("#af0000"), _PLACE)


_PLACE = Style(reverse=True, bold=True)


def _pair(color: str) -> Style:
    return Style(color=color, bold=True)
