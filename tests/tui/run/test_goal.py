"""What is said when a run has come to rest depends on what the last key asked for."""

from dataclasses import replace

import pytest

from bpetui.core.options import Options
from bpetui.tui.keys.keys_in_force import DEFAULT_KEYS
from bpetui.tui.run.goal import Goal, Purpose, target_reached, target_set
from bpetui.tui.run.run_state import RunState
from bpetui.worker.messages import Reason, RunProgress
from tests.tui.run.run_states import run_after


def progress(run: RunState, reason: Reason = "reached") -> RunProgress:
    """A message that says that the run has come to rest where it is."""
    return RunProgress(run.made, 0, run.tokens, run.made + 1, (), False, reason)


def outcome(goal: Goal, run: RunState, reason: Reason = "reached", *, has_moved: bool = True) -> str:
    """What is said when the run has come to rest."""
    return goal.outcome(progress(run, reason), run, has_moved=has_moved)


def goal_of(purpose: Purpose) -> Goal:
    """A goal with a purpose."""
    goal = Goal(DEFAULT_KEYS)
    goal.set(purpose)
    return goal


def test_a_run_to_the_target_says_that_it_is_reached() -> None:
    run = run_after(4)
    said = "Target reached: 4 merges, vocabulary 260; press t to set another"
    assert outcome(goal_of("run"), run) == said == target_reached(run, DEFAULT_KEYS)


def test_the_last_pair_ends_any_run() -> None:
    assert outcome(goal_of(""), run_after(7), "exhausted") == "Stopped after 7 merges: no pairs left"
    assert outcome(goal_of(""), run_after(1), "exhausted") == "Stopped after 1 merge: no pairs left"


def test_the_last_pair_that_may_be_merged_ends_a_run_with_constraints() -> None:
    run = run_after(1, options=Options(max_token_bytes=2))
    assert outcome(goal_of("run"), run, "exhausted") == "Stopped after 1 merge: no remaining pair may be merged"


def test_the_minimum_count_ends_a_run() -> None:
    run = run_after(2, options=Options(min_count=2))
    said = "Stopped after 2 merges: no remaining pair occurs at least twice"
    assert outcome(goal_of("run"), run, "minimum-count") == said


def test_the_start_names_the_merge_to_return_to() -> None:
    goal, run = Goal(DEFAULT_KEYS), run_after(4)
    goal.set_merge(0, run)
    run.update(RunProgress(0, 4, 11, 1, (), False))
    assert outcome(goal, run) == "At the start. To return to merge 4, press g, type 4 and press enter"


def test_the_start_does_not_promise_merges_that_are_gone() -> None:
    goal, run = Goal(DEFAULT_KEYS), run_after(4)
    goal.set_merge(0, run)
    run.update(RunProgress(0, 2, 11, 1, (), False))
    assert outcome(goal, run) == "At the start. You were at merge 4"


def test_merges_made_before_the_command_arrived_count() -> None:
    goal, run = Goal(DEFAULT_KEYS), run_after(4)
    goal.set_merge(0, run)
    assert outcome(goal, run_after(6), "") == ""
    run = run_after(6)
    run.update(RunProgress(0, 6, 11, 1, (), False))
    assert "return to merge 6," in outcome(goal, run)


def test_the_first_step_back_is_refused_at_the_start() -> None:
    assert outcome(goal_of("start"), run_after(0)) == "This is the start: no merges yet"


def test_the_start_asked_for_at_the_start_is_refused() -> None:
    goal, run = Goal(DEFAULT_KEYS), run_after(0)
    goal.set_merge(0, run)
    assert outcome(goal, run, has_moved=False) == "This is the start: no merges yet"


def test_a_merge_that_the_run_is_at_is_named() -> None:
    goal, run = Goal(DEFAULT_KEYS), run_after(3)
    goal.set_merge(3, run)
    assert outcome(goal, run, has_moved=False) == "The run is already at merge 3"


def test_a_merge_beyond_the_target_moves_the_target() -> None:
    goal = Goal(DEFAULT_KEYS)
    goal.set_merge(6, run_after(3))
    said = "Merge 6 was beyond the target, which is now a vocabulary of 262"
    assert outcome(goal, run_after(6)) == said


@pytest.mark.parametrize("number", [1, 4])
def test_a_merge_up_to_the_target_needs_no_hint(number: int) -> None:
    goal = Goal(DEFAULT_KEYS)
    goal.set_merge(number, run_after(3))
    assert outcome(goal, run_after(number)) == ""


def test_steps_choices_and_vetoes_say_nothing() -> None:
    assert outcome(goal_of(""), run_after(2)) == ""


def test_a_goal_ends_with_the_run() -> None:
    goal, run = goal_of("run"), run_after(4)
    assert [outcome(goal, run, reason) != "" for reason in ("", "reached", "reached")] == [False, True, False]


def test_another_goal_forgets_the_merge_left() -> None:
    goal, run = Goal(DEFAULT_KEYS), run_after(4)
    goal.set_merge(0, run)
    goal.set("start")
    assert outcome(goal, run_after(0)) == "This is the start: no merges yet"


@pytest.mark.parametrize(
    ("vocab_size", "made", "runs", "said"),
    [
        (257, 3, False, "The vocabulary already has 259 tokens; the target is now 259"),
        (259, 3, False, ""),
        (262, 3, False, "Press r to run to a vocabulary of 262"),
        (262, 3, True, ""),
        (400, 3, False, "This text allows at most 10 merges; press r to run to the last pair"),
        (400, 3, True, "This text allows at most 10 merges; the run goes on to the last pair"),
    ],
)
def test_a_new_target_says_what_to_do(vocab_size: int, made: int, runs: bool, said: str) -> None:
    run = run_after(made)
    run.target = max(vocab_size, run.vocab_size) - run.base
    assert target_set(vocab_size, run, DEFAULT_KEYS, runs=runs) == said


def test_a_target_at_the_limit_of_the_text_is_not_beyond_it() -> None:
    run = run_after(3)
    run.opened = replace(run.opened, limit=10)
    run.target = 10
    assert target_set(266, run, DEFAULT_KEYS, runs=False) == "Press r to run to a vocabulary of 266"
