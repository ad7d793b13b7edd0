"""The tokenizer that is being trained."""

from __future__ import annotations

from bpetui.core.run_tokenizer import RunTokenizer
from bpetui.tui.run.run_state import RunState


class RunStateTokenizer(RunTokenizer):
    """The merges that a run has made so far: it changes as the run goes on, and is undone."""

    run: RunState

    def __init__(self, run: RunState) -> None:
        super().__init__(run)
