"""At any size the screen shows what there is room for, and no text breaks its frames."""

from itertools import cycle

from rich.cells import cell_len

from bpetui.core.utf8 import visible
from bpetui.tui.widgets.bottom_bar import LongHint
from tests.tui.explorer.scenes import panes
from tests.tui.explorer_app import Explorer, exploring
from tests.tui.keys_and_rows import settle, shown, until
from tests.tui.sample_texts import HARD

HOSTILE = "".join(f"{text}{number}" for number, text in enumerate(HARD)) * 6
SIZES = [(20, 5), (1, 1), (60, 16), (80, 24), (119, 33), (120, 34), (200, 50), (59, 15), (30, 60), (300, 8)]
EDGES = "╭╮╰╯│"


def check_frames(explorer: Explorer) -> None:
    """Every row is as wide as the screen, and frames that begin at its left edge end at its right."""
    width, height = explorer.app.size
    rows = shown(explorer.pilot)
    assert len(rows) == height
    for row in rows:
        assert cell_len(row.rstrip("\n")) == width
        assert row.rstrip("\n") == visible(row.rstrip("\n"))
    if any(hint.display for hint in explorer.screen.query(LongHint)):
        return  # it lies over the frames until the next key
    text = "".join(rows)
    assert text.count("╭") == text.count("╮") == text.count("╰") == text.count("╯")
    for row in rows:
        assert row[0] not in EDGES or row.rstrip("\n")[-1] in EDGES


async def test_no_size_and_no_text_breaks_a_frame() -> None:
    async with exploring(HOSTILE, "whitespace", size=(80, 24)) as explorer:
        await explorer.press("S", "b", "i")
        explorer.typed.insert(HOSTILE[:1500])
        await explorer.press("escape", "left")
        keys = cycle([["1", "h"], ["2", "z", "h"], ["z", "i"], ["escape", "h"], ["4"], ["3", "h"]])
        for size in SIZES:
            await explorer.pilot.resize_terminal(*size)
            await settle(explorer.pilot)
            check_frames(explorer)
            for _ in range(2):
                await explorer.press(*next(keys))
                check_frames(explorer)
        assert explorer.run.made == 9


ROOM = {
    (80, 24): {"corpus", "pairs", "try"},
    (60, 16): {"corpus", "pairs", "try"},
    (119, 33): {"corpus", "pairs", "try"},
    (120, 34): {"corpus", "pairs", "history", "words", "try"},
    (200, 50): {"corpus", "pairs", "history", "words", "try"},
    (59, 24): {"corpus"},
    (80, 15): {"corpus"},
    (20, 5): {"corpus"},
}


async def test_each_size_shows_the_panes_that_fit() -> None:
    async with exploring("sample:english", "gpt2") as explorer:
        for size, seen in ROOM.items():
            await explorer.pilot.resize_terminal(*size)
            await explorer.press("2", "1")
            await until(explorer.pilot, lambda seen=seen: panes(explorer) == seen)  # type: ignore[misc]
            if seen == {"corpus"}:
                for key, pane in (("2", "pairs"), ("4", "words"), ("i", "try"), ("1", "corpus")):
                    await explorer.press(key)
                    await until(explorer.pilot, lambda pane=pane: panes(explorer) == {pane})  # type: ignore[misc]
                    await explorer.press("escape")
            await until(explorer.pilot, lambda: "? Help  q Quit" in explorer.bottom)
            check_frames(explorer)


async def test_the_place_in_the_corpus_survives_every_resize() -> None:
    async with exploring("sample:english", "gpt2") as explorer:
        await explorer.press("pagedown", "pagedown", "down")
        top = explorer.corpus.top
        for size in SIZES:
            await explorer.pilot.resize_terminal(*size)
            await settle(explorer.pilot)
            assert explorer.corpus.top == top
        await explorer.pilot.resize_terminal(80, 24)
        await explorer.step("s")
        assert explorer.corpus.top == top
        await until(explorer.pilot, lambda: explorer.rows(explorer.corpus)[-1])
