"""Choices and vetoes that were not exported are named before they are lost."""

from dataclasses import replace

from bpetui.tui.run.run_state import RunState
from bpetui.tui.run.unexported_work import UnexportedWork
from bpetui.worker.messages import RunProgress
from tests.tui.run.run_states import run_after

VETO = (b"a", b"b")


def run_with(*, choices: int = 0, vetoes: tuple[tuple[bytes, bytes], ...] = ()) -> RunState:
    """A run of three merges, the first of them chosen, with vetoes."""
    run = run_after(3)
    run.merges[:choices] = [replace(merge, chosen=True) for merge in run.merges[:choices]]
    run.vetoes = vetoes
    return run


def test_merges_by_the_rule_are_no_loss() -> None:
    assert UnexportedWork(()).lost(run_with()) == ""


def test_choices_and_vetoes_are_counted() -> None:
    unexported_work = UnexportedWork(())
    assert unexported_work.lost(run_with(choices=1)) == "1 choice has not been exported and would be lost"
    assert unexported_work.lost(run_with(vetoes=(VETO,))) == "1 veto has not been exported and would be lost"
    both = "2 choices and 1 veto have not been exported and would be lost"
    assert unexported_work.lost(run_with(choices=2, vetoes=(VETO,))) == both


def test_vetoes_of_the_start_are_no_loss() -> None:
    assert UnexportedWork([VETO]).lost(run_with(vetoes=(VETO,))) == ""
    assert "1 veto" in UnexportedWork([VETO]).lost(run_with(vetoes=(VETO, (b"b", b"a"))))


def test_vetoes_that_are_kept_are_no_loss() -> None:
    unexported_work = UnexportedWork(())
    assert unexported_work.lost(run_with(vetoes=(VETO,)), keeps_vetoes=True) == ""
    assert "1 choice has" in unexported_work.lost(run_with(choices=1, vetoes=(VETO,)), keeps_vetoes=True)


def test_exported_work_is_no_loss() -> None:
    unexported_work, run = UnexportedWork(()), run_with(choices=2, vetoes=(VETO,))
    unexported_work.mark_exported(unexported_work.made_in(run))
    assert unexported_work.lost(run) == ""
    run.vetoes = (VETO, (b"b", b"a"))
    assert unexported_work.lost(run) == "1 veto has not been exported and would be lost"


def test_undone_choices_are_not_part_of_an_export() -> None:
    unexported_work, run = UnexportedWork(()), run_with(choices=2)
    run.update(RunProgress(1, 2, 9, 2, (), False))
    unexported_work.mark_exported(unexported_work.made_in(run))
    assert unexported_work.lost(run) == "1 choice has not been exported and would be lost"


def test_the_same_choice_in_another_text_is_other_work() -> None:
    unexported_work, run = UnexportedWork(()), run_with(choices=1)
    unexported_work.mark_exported(unexported_work.made_in(run))
    other = run_with(choices=1)
    other.opened = replace(other.opened, source=replace(other.opened.source, name="other"))
    assert "1 choice" in unexported_work.lost(other)
