"""A trainer's process for each test that asks for one, and a loop here whose commands come at exact times."""

from collections.abc import Callable, Iterator

import pytest

from bpetui.worker import child
from bpetui.worker.messages import Command
from bpetui.worker.training_run import TrainingRun
from tests.worker.scripted_child import ScriptedCommands
from tests.worker.trainer_session import Session


@pytest.fixture
def session() -> Iterator[Session]:
    """A session with a new trainer's process."""
    with Session() as session:
        yield session


@pytest.fixture
def commands_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[dict[int, Command]], ScriptedCommands]:
    """Makes a queue into which commands come, one after another, when a number of merges is made, forward or back; no
    message depends on the time."""
    monkeypatch.setattr(child, "TRAINING_SECONDS", 1e9)
    monkeypatch.setattr(child, "MESSAGE_SECONDS", 1e9)

    def commands_at(coming_at: dict[int, Command]) -> ScriptedCommands:
        commands, coming = ScriptedCommands(), list(coming_at.items())

        def with_command(move: Callable[[TrainingRun], bool]) -> Callable[[TrainingRun], bool]:
            def move_and_send(run: TrainingRun) -> bool:
                moved = move(run)
                if coming and run.made == coming[0][0]:
                    commands.put(coming.pop(0)[1])
                return moved

            return move_and_send

        monkeypatch.setattr(TrainingRun, "step", with_command(TrainingRun.step))
        monkeypatch.setattr(TrainingRun, "back", with_command(TrainingRun.back))
        return commands

    return commands_at
