"""The events that ``bpetui train --json`` wrote."""

import json
from typing import Any

from tests.cli.conftest import CommandResult


def events(ended: CommandResult) -> list[dict[str, Any]]:
    """All events, in order."""
    return [json.loads(line) for line in ended.out.splitlines()]


def merges(ended: CommandResult) -> list[dict[str, Any]]:
    """The events of the merges of a training that ended normally."""
    assert ended.status == 0, ended.err
    return [event for event in events(ended) if event["event"] == "merge"]
