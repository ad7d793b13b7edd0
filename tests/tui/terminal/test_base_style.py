"""Test of what the colors in a widget depend on."""

from __future__ import annotations

from textual.app import App, ComposeResult
from textual.widgets import Static

from bpetui.tui.terminal.base_style import BaseStyle
from tests.tui.keys_and_rows import settle


class StaticApp(App[None]):
    """An app with a text, which is red while it has the class ``-red``."""

    CSS = "Static.-red { background: red; } Static.-named { }"

    def compose(self) -> ComposeResult:
        yield Static("text")


async def test_a_base_style_changes_with_the_colors_and_the_theme_only() -> None:
    app = StaticApp()
    async with app.run_test(size=(10, 3)) as pilot:
        widget = app.query_one(Static)
        before = BaseStyle.from_widget(widget)
        widget.add_class("-named")
        await settle(pilot)
        assert BaseStyle.from_widget(widget) == before
        widget.add_class("-red")
        await settle(pilot)
        red = BaseStyle.from_widget(widget)
        assert red.style != before.style
        assert red.theme == before.theme == app.theme
        app.theme = "textual-light"
        await settle(pilot)
        assert BaseStyle.from_widget(widget).theme == "textual-light"
