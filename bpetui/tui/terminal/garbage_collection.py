"""Python's garbage collection, which can delay a key."""

from __future__ import annotations

import gc


def freeze_objects() -> None:
    """Exclude all present objects, which stay alive, from collections; with them one takes up to 60 ms."""
    gc.freeze()
    gc.set_threshold(700, 10, 30)
