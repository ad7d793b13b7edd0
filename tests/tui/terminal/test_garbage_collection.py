"""Test that collections leave the objects alone that stay alive."""

import gc

from bpetui.tui.terminal.garbage_collection import freeze_objects


def test_all_present_objects_are_excluded_and_later_ones_are_collected() -> None:
    threshold, frozen = gc.get_threshold(), gc.get_freeze_count()
    try:
        present = [[] for _ in range(100)]  # type: ignore[var-annotated]
        freeze_objects()
        assert gc.get_freeze_count() >= frozen + len(present)
        assert not any(each is present for each in gc.get_objects())
        later: list[object] = []
        assert any(each is later for each in gc.get_objects())
        assert gc.isenabled()
    finally:
        gc.unfreeze()
        gc.set_threshold(*threshold)
