"""Keys pressed while a corpus loads act when it is open."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import cast

from bpetui.tui.compare.compare_screen import CompareScreen
from bpetui.tui.explorer.deferred_actions import in_front, when_open
from bpetui.tui.run.session import Session
from tests.tui.explorer.scenes import TOY, loading
from tests.tui.explorer_app import opening
from tests.tui.keys_and_rows import until


class OpeningSession:
    """A session whose corpus is loading until ``finish`` is called."""

    def __init__(self) -> None:
        self.opening = True
        self._waiting: list[Callable[[], None]] = []

    def when_open(self, action: Callable[[], None]) -> None:
        """Keep an action while the corpus is loading."""
        if self.opening:
            self._waiting.append(action)
        else:
            action()

    def finish(self) -> None:
        """Open the corpus, and run the actions that wait."""
        self.opening = False
        for action in self._waiting:
            action()


class RecordingScreen:
    """A screen with one action of each kind; ``made`` and ``hints`` are what they did."""

    def __init__(self) -> None:
        self.opening = OpeningSession()
        self.session = cast("Session", self.opening)
        self.is_free = True
        self.made: list[object] = []
        self.hints: list[str] = []

    def hint(self, sentence: str) -> None:
        """Keep a hint."""
        self.hints.append(sentence)

    @when_open
    def move(self, by: int, *, twice: bool = False) -> None:
        """Keep the arguments."""
        self.made.append((by, twice))

    @in_front
    def show(self, name: str) -> None:
        """Keep the name, and be no longer free."""
        self.made.append(name)
        self.is_free = False


def test_an_action_on_the_corpus_waits_with_its_arguments_until_it_is_open() -> None:
    screen = RecordingScreen()
    screen.move(3, twice=True)
    assert screen.made == []
    screen.opening.finish()
    assert screen.made == [(3, True)]
    screen.move(-1)
    assert screen.made == [(3, True), (-1, False)]
    assert screen.hints == []


def test_an_action_on_the_corpus_needs_no_free_screen() -> None:
    screen = RecordingScreen()
    screen.opening.finish()
    screen.is_free = False
    screen.move(1)
    assert screen.made == [(1, False)]


def test_a_waiting_sheet_is_announced_and_only_the_first_opens() -> None:
    screen = RecordingScreen()
    screen.show("settings")
    screen.show("held-out")
    assert screen.made == []
    assert screen.hints == ["This waits until the text is open"] * 2
    screen.opening.finish()
    assert screen.made == ["settings"]


def test_a_sheet_does_not_open_over_another_one() -> None:
    screen = RecordingScreen()
    screen.opening.finish()
    screen.is_free = False
    screen.show("settings")
    assert screen.made == []
    assert screen.hints == []


def test_an_action_keeps_its_name_and_its_docstring() -> None:
    assert (RecordingScreen.move.__name__, RecordingScreen.show.__name__) == ("move", "show")
    assert RecordingScreen.show.__doc__ == "Keep the name, and be no longer free."


async def test_keys_pressed_while_the_corpus_loads_wait(pipe: Path) -> None:
    async with opening(pipe, vocab_size=258) as explorer:
        with loading(pipe, TOY):
            await explorer.press("2", "m", "s", "b", "i", *"aaa", "escape")
            await explorer.ask("t", "300")
            assert explorer.screen.session.run is None
            assert explorer.focus == "tokens"
        await until(explorer.pilot, lambda: not explorer.screen.session.opening)
        # The first pair by choice, then one by the rule, which is undone.
        await until(explorer.pilot, lambda: len(explorer.run.merges) == 2 and explorer.run.made == 1)
        assert explorer.merges == [(97, 97)]
        assert [merge.chosen for merge in explorer.run.merges] == [True, False]
        assert explorer.run.target == 44
        assert explorer.rows(explorer.tokens)[0] == "aa│a"


async def test_the_first_screen_requested_while_loading_opens_after_it(pipe: Path) -> None:
    async with opening(pipe) as explorer:
        with loading(pipe, TOY):
            await explorer.press("i", *"aaa", "escape", "w")
            assert explorer.hint.startswith("The corpus is still loading; wait")
            await explorer.press("c")
            assert explorer.hint == "This waits until the text is open"
            await explorer.press("d", "e", "c")
        await until(explorer.pilot, lambda: isinstance(explorer.app.screen, CompareScreen))
        await explorer.press("escape")
        assert explorer.in_front
        await explorer.press("1")
        assert explorer.bottom.startswith("s Step")


async def test_a_run_requested_while_loading_begins_after_it(pipe: Path) -> None:
    async with opening(pipe, vocab_size=259) as explorer:
        with loading(pipe, TOY):
            await explorer.press("r")
        await explorer.until_hint("Target reached: 3 merges")
