"""The screens for requests, each imported at the first request for it, so that the app starts sooner."""

from __future__ import annotations

from typing import TypeVar

from textual.app import App

from bpetui.tui.requests import OpenCompare, OpenDecode, OpenSettings, OpenTokenizers, OpenTrace, Request

Returned = TypeVar("Returned")


def open_screen(app: App[Returned], request: Request) -> None:
    """Open the requested screen in front of all others."""
    request.is_open = True
    match request:
        case OpenSettings():
            from bpetui.tui.settings.settings_screen import SettingsScreen

            app.push_screen(SettingsScreen(request.settings, request.discarded), request.take)
        case OpenTrace():
            from bpetui.tui.trace.trace_screen import TraceScreen

            app.push_screen(TraceScreen(request.trace, request.name, request.spelling))
        case OpenCompare():
            from bpetui.tui.compare.compare_screen import CompareScreen

            compare = CompareScreen(
                request.text, request.compared, request.tokenizers, request.run_tokenizer, request.run_changed
            )
            app.push_screen(compare, request.take)
        case OpenDecode():
            from bpetui.tui.decode.decode_screen import DecodeScreen

            app.push_screen(DecodeScreen(request.ids, request.tokenizer, request.name))
        case OpenTokenizers():
            from bpetui.tui.tokenizers.tokenizers_screen import TokenizersScreen

            app.push_screen(
                TokenizersScreen(request.title, request.offers, request.chosen, request.choose, request.split)
            )
