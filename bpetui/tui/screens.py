"""The screens that requests are for."""

from __future__ import annotations

from typing import TypeVar

from textual.app import App

from bpetui.tui.compare.compare_screen import CompareScreen
from bpetui.tui.decode.decode_screen import DecodeScreen
from bpetui.tui.requests import OpenCompare, OpenDecode, OpenSettings, OpenTokenizers, OpenTrace, Request
from bpetui.tui.settings.settings_screen import SettingsScreen
from bpetui.tui.tokenizers.tokenizers_screen import TokenizersScreen
from bpetui.tui.trace.trace_screen import TraceScreen

Returned = TypeVar("Returned")


def open_screen(app: App[Returned], request: Request) -> None:
    """Open the screen that is asked for, in front of all others."""
    request.is_open = True
    match request:
        case OpenSettings():
            app.push_screen(SettingsScreen(request.settings, request.made), request.take)
        case OpenTrace():
            app.push_screen(TraceScreen(request.trace, request.name, request.spelling))
        case OpenCompare():
            compare = CompareScreen(
                request.text, request.compared, request.tokenizers, request.run_tokenizer, request.run_changed
            )
            app.push_screen(compare, request.take)
        case OpenDecode():
            app.push_screen(DecodeScreen(request.ids, request.tokenizer, request.name))
        case OpenTokenizers():
            app.push_screen(
                TokenizersScreen(request.title, request.offers, request.chosen, request.choose, request.split)
            )
