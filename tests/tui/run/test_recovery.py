"""A run survives the death of its process, unless the process dies again and again."""

from bpetui.tui.run.recovery import Recovery, command_to_restore
from bpetui.worker.messages import Open, RunProgress
from tests.tui.run.run_states import run_after


def test_a_process_may_die_twice_before_it_is_ready() -> None:
    recovery = Recovery()
    assert [(recovery.record_death(), recovery.is_pending) for _ in range(3)] == [
        (True, True),
        (True, True),
        (False, True),
    ]


def test_a_process_that_is_ready_may_die_twice_again() -> None:
    recovery = Recovery()
    pending = [recovery.is_pending]
    for act in (recovery.record_death, recovery.record_death, recovery.complete):
        act()
        pending.append(recovery.is_pending)
    assert pending == [False, True, True, False]
    assert [recovery.record_death() for _ in range(3)] == [True, True, False]


def test_the_command_repeats_the_merges_and_keeps_undone_ones_and_vetoes() -> None:
    run = run_after(3)
    merges = (*run.merges,)
    run.update(RunProgress(1, 2, 9, 2, (), moving=False, vetoes=((b"a", b"c"),)))
    assert command_to_restore(run) == Open(
        run.opened.source, run.opened.options, merges[:1], merges[1:], ((b"a", b"c"),), None
    )
