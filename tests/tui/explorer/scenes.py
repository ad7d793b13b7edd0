"""What several tests of the explorer do and look at."""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from textual.events import Paste
from textual.geometry import Offset
from textual.widget import Widget

from bpetui.tui.compare.aligned_pane import AlignedPane
from bpetui.tui.widgets.answer_field import AnswerField
from bpetui.tui.widgets.bottom_bar import BottomBar
from bpetui.tui.widgets.selectable_lines import SelectableLines
from bpetui.tui.widgets.text_field import TextField
from tests.tui.explorer_app import Explorer
from tests.tui.keys_and_rows import settle, shown, until

TOY = "aaabdaaabac"
"""Merges aa (4 times), aaa (2), aaab (2), and then the pairs that occur first."""


def text_in_front(explorer: Explorer) -> str:
    """All that the screen shows, with what is in front of the explorer."""
    return "\n".join(shown(explorer.pilot))


async def until_in_front(explorer: Explorer, part: str) -> None:
    await until(explorer.pilot, lambda: not explorer.in_front and part in text_in_front(explorer))


async def choose_and_veto(explorer: Explorer) -> None:
    """Choose the second pair, and veto the third."""
    await explorer.press("2", "down", "m")
    await explorer.until_made(1)
    await explorer.press("end", "x")
    await until(explorer.pilot, lambda: explorer.run.vetoes)


def kind_in_front(explorer: Explorer) -> str:
    """The kind of screen that is in front."""
    return type(explorer.app.screen).__name__


def compared(explorer: Explorer) -> list[str]:
    """The rows of tokens that are compared."""
    pane = explorer.app.screen.query_one(AlignedPane)
    return [row for y in range(pane.size.height) if (row := pane.render_line(y).text.strip(" ▸"))]


async def compare_with(explorer: Explorer, path: Path) -> None:
    """Add the tokenizer at a path."""
    await explorer.press("a")
    while not isinstance(explorer.app.focused, TextField):
        await explorer.press("down")
    explorer.app.post_message(Paste(str(path)))
    await explorer.press("enter")


def answer(explorer: Explorer) -> str:
    """What is typed as the answer of a question that is asked."""
    assert explorer.screen.query_one(BottomBar).asking
    return explorer.screen.query_one(AnswerField).text


async def until_open(explorer: Explorer, name: str, text: str) -> None:
    """Wait until a text is open, and is seen to be that of the file."""
    await until(explorer.pilot, lambda: explorer.run.opened.source.name == name and not explorer.screen.session.opening)
    found = [character for row in explorer.rows(explorer.corpus) for character in row if not "₀" <= character <= "₉"]
    assert "".join(found).replace("│", "").replace("·", " ").startswith(text)


CHINESE = "人人生而自由，在尊严和权利上一律平等。"


@contextmanager
def coming_for_ever(pipe: Path) -> Iterator[None]:
    """Within it the corpus is loading, and what there is of it grows."""
    enough = threading.Event()

    def write() -> None:
        with suppress(BrokenPipeError), pipe.open("w", encoding="utf-8") as file:
            while not enough.wait(0.01):
                file.write(TOY)
                file.flush()

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield
    finally:
        enough.set()
        writer.join(10)


@contextmanager
def loading(pipe: Path, text: str) -> Iterator[None]:
    """Within it the corpus is loading; behind it the text is there."""
    written = threading.Event()

    def write() -> None:
        with suppress(BrokenPipeError), pipe.open("w", encoding="utf-8") as file:  # the reader may be dead
            written.wait(30)
            file.write(text)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        yield
    finally:
        written.set()
        writer.join(10)
        while writer.is_alive():  # it waits for a reader, who is dead
            os.close(os.open(pipe, os.O_RDONLY | os.O_NONBLOCK))
            writer.join(0.1)


def kill(explorer: Explorer) -> None:
    """End the trainer's process as the system would for want of memory."""
    process = explorer.app.client._process
    assert process
    os.kill(process._popen.pid, signal.SIGKILL)


async def until_back(explorer: Explorer, number: int) -> None:
    """Wait until the run is brought back to where it was."""
    await until(explorer.pilot, lambda: not explorer.screen.session.opening and explorer.run.made == number)
    await explorer.until_made(number)


TEXT = "The cat\tsat on 床前明月光 và\u0323 e\u0302 chào\n" * 40


async def drag(explorer: Explorer, widget: Widget, start: tuple[int, int], stop: tuple[int, int]) -> str | None:
    """Press the mouse on one cell of a widget's content and release it on another; returns what is selected."""
    origin = widget.content_region.offset
    first, last = origin + Offset(*start), origin + Offset(*stop)
    await explorer.pilot.mouse_down(offset=first)
    await explorer.pilot.hover(offset=last)
    await explorer.pilot.mouse_up(offset=last)
    await settle(explorer.pilot)
    return explorer.app.screen.get_selected_text()


def marked(widget: SelectableLines) -> str:
    """What stands out as selected."""
    ground = widget.screen.get_component_rich_style("screen--selection", partial=True).bgcolor
    lines = [widget.render_line(y) for y in range(widget.size.height)]
    return "".join(text for line in lines for text, style, _ in line if style and style.bgcolor == ground)


POEM = "床前明月光，\n疑是地上霜。\n举头望明月，\n低头思故乡。\n" * 3


LONG = " ".join(f"{number * number} is the square of {number}" for number in range(6000))


async def running(explorer: Explorer, target: int) -> None:
    """Begin a run that is far from its end."""
    await explorer.ask("t", str(target))
    await explorer.press("r")
    await until(explorer.pilot, lambda: explorer.run.moving and explorer.run.made > 3)


def panes(explorer: Explorer) -> set[str]:
    """The ids of the panes that are on the screen."""
    ids = ("corpus", "pairs", "history", "words", "try")
    return {name for name in ids if explorer.screen.query_one(f"#{name}").region.area}
