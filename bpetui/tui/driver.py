"""Textual's driver for terminals, made to live through keys that are not UTF-8."""

from __future__ import annotations

import codecs
from functools import partial

from textual.drivers import linux_driver


def _replacing(encoding: str) -> partial[codecs.IncrementalDecoder]:
    return partial(codecs.getincrementaldecoder(encoding), errors="replace")


class Driver(linux_driver.LinuxDriver):
    """Reads keys as Textual does; bytes that are not UTF-8 become U+FFFD, where Textual's own driver ends the app."""

    def run_input_thread(self) -> None:
        """Read keys until the app ends."""
        # The decoder is made by a name of that module, and can be had in no other way.
        linux_driver.getincrementaldecoder = _replacing  # type: ignore[attr-defined, assignment]
        super().run_input_thread()
