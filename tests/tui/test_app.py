"""Tests of the app: ctrl+c, and answers after the end."""

from dataclasses import replace

from bpetui.tui.app import Answered
from bpetui.worker.messages import RunProgress
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import settle, until

TOY = "aaabdaaabac"


async def test_ctrl_c_says_which_key_quits() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("ctrl+c")
        assert explorer.hint == "Press q to quit"
        assert not explorer.app._exit


async def test_an_answer_after_the_end_is_ignored() -> None:
    async with exploring("sample:english", "gpt2", vocab_size=2000) as explorer:
        app, run = explorer.app, explorer.run
        await explorer.press("2", "r")
        await until(explorer.pilot, lambda: run.made > 0)
        late = RunProgress(run.made, 0, run.tokens, run.made + 1, (), False, "exhausted")
        await explorer.press("q")
        await settle(explorer.pilot)
    assert app.return_code == 0
    shown_before = (run.made, run.moving)
    app.on_answered(Answered(replace(late, made=0)))
    assert (run.made, run.moving) == shown_before
    assert app._exception is None
