"""The line at the top always says where the run stands; what it is of goes where there is no room."""

from dataclasses import replace

import pytest
from rich.cells import cell_len
from textual.app import App, ComposeResult

from bpetui.core.alphabet import BYTES
from bpetui.core.splitting import Split, split_custom, split_named
from bpetui.files.source import Source
from bpetui.tui.explorer.status_line import StatusLine
from bpetui.tui.run.run_state import RunState
from bpetui.worker.messages import Loading, Opened, RunProgress
from tests.sample_corpora import options_of


class Host(App[None]):
    def __init__(self) -> None:
        super().__init__()
        self.line = StatusLine()

    def compose(self) -> ComposeResult:
        yield self.line


def run_of(name: str = "tang.txt", split: Split | None = None, size: int = 265_591) -> RunState:
    """The run of the sketch: the Tang corpus, six merges made."""
    options = options_of(split or "none")
    opened = Opened(Source(name), options, BYTES, size, 89_863, size, 1, 1, size, size)
    run = RunState(opened, 1756)
    run.update(RunProgress(0, 0, 234_312, 1, (), False))
    run.made = 6
    return run


FIGURES = "merge 6/1,500  vocab 262  tokens 234,312"


async def line(run: RunState, width: int) -> str:
    host = Host()
    async with host.run_test(size=(width, 2)):
        host.line.show_run(run)
        text = str(host.line.render())
        assert cell_len(text) <= width
        return text


@pytest.mark.parametrize(
    ("width", "left"),
    [
        (120, "tang.txt · bytes · no split · 1.13 bytes per token"),
        (95, "tang.txt · bytes · no split · 1.13 bytes per token"),
        (93, "tang.txt · bytes · no split"),
        (71, "tang.txt · bytes · no split"),
        (70, "bytes · no split"),
        (60, "bytes · no split"),
        (59, "no split"),
        (52, "no split"),
        (51, ""),
        (42, ""),
    ],
)
async def test_bytes_a_token_go_first_then_the_name_then_the_split(width: int, left: str) -> None:
    text = await line(run_of(), width)
    assert text.strip().removesuffix(FIGURES).strip() == left
    assert FIGURES in text


async def test_a_run_under_way_has_a_sign() -> None:
    run = run_of()
    run.moving = True
    assert "▶ merge 6/1,500" in await line(run, 80)


async def test_the_split_is_named() -> None:
    assert "bytes · split gpt2" in await line(run_of(split=split_named("gpt2")), 100)
    assert "bytes · split custom" in await line(run_of(split=split_custom("a+")), 100)


async def test_a_name_is_shown_as_it_is_and_acts_on_nothing() -> None:
    assert " [b]x[/b]␛[1m床 · bytes" in await line(run_of("[b]x[/b]\x1b[1m床"), 100)


async def test_a_name_that_is_too_long_is_left_out() -> None:
    text = await line(run_of("床" * 40), 80)
    assert text.strip().removesuffix(FIGURES).strip() == "bytes · no split"


@pytest.mark.parametrize(
    ("width", "left"),
    [
        (107, "tang.txt · bytes · +2 special · no split · 1.13 bytes per token"),
        (106, "tang.txt · bytes · +2 special · no split"),
        (84, "tang.txt · bytes · +2 special · no split"),
        (83, "bytes · +2 special · no split"),
        (73, "bytes · +2 special · no split"),
        (72, "+2 special · no split"),
        (65, "+2 special · no split"),
        (64, "no split"),
    ],
)
async def test_special_tokens_and_the_split_outlive_the_name(width: int, left: str) -> None:
    run = run_of()
    run.opened = replace(run.opened, options=run.opened.options.with_special(["<a>", "<b>"]))
    assert (await line(run, width)).strip().removesuffix(FIGURES).strip() == left


@pytest.mark.parametrize(
    ("width", "figures"),
    [
        (42, FIGURES),
        (41, "merge 6/1,500  vocab 262"),
        (26, "merge 6/1,500  vocab 262"),
        (25, "merge 6/1,500"),
        (13, "merge 6/1,500"),
        (12, ""),
    ],
)
async def test_a_figure_is_whole_or_not_there(width: int, figures: str) -> None:
    assert (await line(run_of(), width)).strip() == figures


async def test_an_empty_text_has_no_ratio() -> None:
    run = run_of(size=0)
    run.tokens = 0
    assert "a token" not in await line(run, 120)


async def test_the_progress_of_loading_is_shown() -> None:
    host = Host()
    async with host.run_test(size=(60, 2)):
        host.line.show_loading("tang.txt", Loading("splitting", 1, 4))
        assert str(host.line.render()).split("  ")[0] == " splitting tang.txt 25%"
        assert "esc stops" in str(host.line.render())
        host.line.show_loading("\x1bpipe", Loading("reading", 1_000_000, 0))
        assert "reading ␛pipe 1,000,000" in str(host.line.render())
