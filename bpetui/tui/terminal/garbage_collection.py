"""Python's search for garbage, which a key may have to wait for."""

from __future__ import annotations

import gc


def spare_what_is_there() -> None:
    """Leave out of every search what there is by now, and stays. With it a search takes up to 60 ms."""
    gc.freeze()
    gc.set_threshold(700, 10, 30)
