"""The tokenizer that is being trained."""

from __future__ import annotations

from bpetui.core.run_tokenizer import RunTokenizer
from bpetui.tui.run.run_state import Run


class Trained(RunTokenizer):
    """The merges that a run has made so far: it changes as the run goes on, and is undone."""

    name = "this run"
    run: Run

    def __init__(self, run: Run) -> None:
        super().__init__(run)
