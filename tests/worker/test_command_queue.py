"""Commands leave the queue in order, and those for an interrupted loading are dropped."""

import pytest

from bpetui.worker.command_queue import CommandQueue, InterruptedWorkError
from bpetui.worker.messages import Move, Open, Stop, ViewRequest
from tests.worker.trainer_session import opening


def test_dropping_interrupted_commands_keeps_view_requests_in_order() -> None:
    requests = [ViewRequest(passage=(at, 1)) for at in range(3)]
    commands = CommandQueue()
    for command in (requests[0], Move(1), requests[1], Stop(), requests[2], opening("b")):
        commands.put(command)
    with pytest.raises(InterruptedWorkError):
        commands.check()
    assert commands.drop_interrupted(), "up to the stop"
    assert [commands.take() for _ in range(3)] == [*requests]
    for command in (requests[0], Move(1), requests[1], opening("b"), Stop()):
        commands.put(command)
    assert isinstance(commands.take(), Open)
    with pytest.raises(InterruptedWorkError):
        commands.check()
    assert not commands.drop_interrupted(), "up to the Open, which replaces it"
    assert [commands.take() for _ in range(3)] == [requests[0], requests[1], opening("b")]
