"""An app that keeps the exception that ended it."""

from __future__ import annotations

from textual.app import App


class FaultKeepingApp(App[None]):
    """Textual prints pages about an exception; here it is for whoever runs the app to report.

    ``fault`` is the exception that ended the app, if one did.
    """

    fault: Exception | None = None

    def _fatal_error(self) -> None:
        self.fault = self._exception
        self._close_messages_no_wait()
