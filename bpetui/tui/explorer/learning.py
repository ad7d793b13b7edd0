"""The keys of the explorer that are about what is learned from, and how."""

from __future__ import annotations

from functools import partial

from bpetui.core.errors import BpetuiError
from bpetui.tui.explorer.held_out_screen import HeldOutScreen
from bpetui.tui.explorer.tokenizing import TokenizingScreen, in_front
from bpetui.tui.run.sources import fitting, named
from bpetui.tui.settings.entries import Settings
from bpetui.tui.settings.settings_screen import SettingsScreen
from bpetui.tui.widgets.bottom_bar import BottomBar


class LearningScreen(TokenizingScreen):
    """Opens a text, changes how it is learned from, and shows how the merges do on another text."""

    def action_open(self) -> None:
        """Ask for another text."""
        self.query_one(BottomBar).ask("open a file, sample:NAME or words:TABLE:", self._open_named)

    def _open_named(self, text: str) -> None:
        if text := text.strip():
            source = named(text, self.session.source.encoding)
            self.session.open(source, fitting(self.session.start_options, text))

    @in_front
    def action_settings(self) -> None:
        """Change how it is learned."""
        if run := self.session.run:
            held_out = run.held_out.source if run.held_out else None
            settings = Settings(run.opened.options, str(held_out.path or held_out.name) if held_out else "")
            self.app.push_screen(SettingsScreen(settings, run.made), partial(self._apply, settings))

    def _apply(self, before: Settings, settings: Settings | None) -> None:
        """Take over what was set."""
        if settings is None:
            return
        if settings.held_out != before.held_out:
            try:
                self._hold_out(settings.held_out)
            except BpetuiError as error:
                self.hint(str(error))
        if settings.options != before.options:
            self.session.restart(settings.options)

    @in_front
    def action_held_out(self) -> None:
        """Show how the merges do on the held-out text, or ask for one."""
        run = self.session.run
        if run and run.held_out:
            self.app.push_screen(HeldOutScreen(run, run.held_out))
        else:
            self.query_one(BottomBar).ask("hold out a file or sample:NAME:", self._hold_out)

    def _hold_out(self, text: str) -> None:
        self.session.hold_out(named(text.strip(), self.session.source.encoding) if text.strip() else None)
