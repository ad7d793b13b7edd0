"""The loop of the trainer's process in the process of the tests, with commands at exact times."""

import pytest

from bpetui.core.vocabulary import Merge
from bpetui.worker import child
from bpetui.worker.command_queue import CommandQueue
from bpetui.worker.messages import Answer, Command, RunProgress


class EndedError(Exception):
    """All commands are executed."""


class ScriptedCommands(CommandQueue):
    """A queue that raises `EndedError` after its last command."""

    def take(self) -> Command:
        if not self.has_command:
            raise EndedError
        return super().take()


def answers_to(*sent: Command, commands: ScriptedCommands | None = None) -> list[Answer]:
    """The answers of a loop in this process to commands that are all in the queue at the start."""
    commands, answers = commands or ScriptedCommands(), list[Answer]()
    for command in sent:
        commands.put(command)
    with pytest.raises(EndedError):
        child.Child(commands, answers.append).serve()
    return answers


def history_of(answers: list[Answer]) -> list[Merge]:
    """The merges known at the end; none may have been left out."""
    history: list[Merge] = []
    for progress in (answer for answer in answers if isinstance(answer, RunProgress)):
        assert progress.first <= len(history) + 1
        history[progress.first - 1 : progress.first - 1 + len(progress.merges)] = progress.merges
        assert progress.made + progress.undone <= len(history)
        del history[progress.made + progress.undone :]
    return history
