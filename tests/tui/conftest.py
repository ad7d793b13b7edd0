"""A terminal of many colours, and none of the user's own settings."""

from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Returns the folder where the program looks for settings."""
    config = tmp_path_factory.mktemp("config")
    for name, value in {"TERM": "xterm-256color", "COLORTERM": "truecolor", "XDG_CONFIG_HOME": str(config)}.items():
        monkeypatch.setenv(name, value)
    return config


@pytest.fixture(autouse=True)
def children_without_coverage(monkeypatch: pytest.MonkeyPatch) -> None:
    """The trainer's process is measured by the tests of its own; here it would start twice as slowly for nothing."""
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)
