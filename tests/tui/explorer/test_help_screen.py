"""The help says what is on the screen; a key that does not scroll it closes it, and does nothing else."""

from bpetui.tui.explorer.help_screen import HelpScreen
from bpetui.tui.keys.commands import Scope, commands_of
from bpetui.tui.keys.keys_in_force import DEFAULT_KEYS
from bpetui.tui.widgets.result_screen import ScrolledFrame
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import settle, shown, until


async def test_help_opens_scrolls_and_closes() -> None:
    async with exploring("aaabdaaabac") as explorer:
        for size, key in (((80, 24), "s"), ((40, 8), "escape"), ((1, 1), "q"), ((120, 40), "question_mark")):
            await explorer.pilot.resize_terminal(*size)
            await explorer.press("?")
            assert isinstance(explorer.app.screen, HelpScreen)
            await explorer.press("down", "pagedown", "up", "end", "home")
            assert isinstance(explorer.app.screen, HelpScreen)
            await explorer.press(key)
            await until(explorer.pilot, lambda: explorer.in_front)
        assert explorer.run.made == 0
        assert not explorer.app._exit


async def test_the_corpus_scrolls_by_rows_and_pages() -> None:
    async with exploring("aaabdaaabac", size=(80, 12)) as explorer:
        await explorer.press("?")
        view = explorer.app.screen.query_one(ScrolledFrame)
        places = []
        for key in ("down", "pagedown", "up", "home", "up", "end", "pagedown"):
            await explorer.press(key)
            places.append(view.scroll_y)
        assert places == [1, 10, 9, 0, 0, view.max_scroll_y, view.max_scroll_y]


async def test_help_names_every_key() -> None:
    async with exploring("aaabdaaabac", size=(80, 110)) as explorer:
        await explorer.press("?")
        await settle(explorer.pilot)
        words = "\n".join(shown(explorer.pilot)).replace("│", " ").split()
        for command in commands_of(Scope.EXPLORER, Scope.APP):
            assert DEFAULT_KEYS[command.id] in words
