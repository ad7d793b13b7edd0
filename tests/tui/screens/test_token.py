"""A token looked at closely: what it is, who made it, and of what."""

from bpetui.core.vocabulary import Merge
from bpetui.tui.run import Run
from bpetui.tui.screens.token import TokenScreen
from bpetui.worker.messages import Progress
from tests.building import corpus_of
from tests.tui.driving import until
from tests.tui.screens.exploring import exploring
from tests.tui.test_run import run_on


def lines_of(token_id: int, run: Run) -> list[str]:
    return TokenScreen(token_id, run)._text.plain.split("\n")


def learned(*merges: Merge) -> Run:
    run = run_on(corpus_of("the the", "none"))
    run.follow(Progress(1, len(merges), 0, 1, 1, merges, False))
    return run


THE = learned(
    Merge(1, ord("t"), ord("h"), 256, 2, 3, False, 5),
    Merge(2, 256, ord("e"), 257, 2, 1, True, 3),
    Merge(3, 0xE5, 0xBA, 258, 1, 1, False, 3),
)  # fmt: skip


def test_a_token_that_merges_made() -> None:
    assert lines_of(257, THE) == [
        "token 257  the",
        "3 bytes: 74 68 65",
        "in UTF-8: whole",
        "made by merge 2: 2 places, alone at this count, chosen by you",
        "",
        "the  257",
        "├─ th  256",
        "│  ├─ t  116",
        "│  └─ h  104",
        "└─ e  101",
    ]
    assert lines_of(256, THE)[3] == "made by merge 1: 2 places, 3 pairs had this count, chosen by the rule"


def test_a_byte_and_a_part_of_a_character() -> None:
    assert lines_of(0x0A, THE) == [
        "token 10  ↵",
        "1 byte: 0a",
        "in UTF-8: whole",
        "one of the 256 bytes that every vocabulary starts with",
        "",
        "↵  10",
    ]
    assert lines_of(258, THE)[:3] == ["token 258  ⟨e5 ba⟩", "2 bytes: e5 ba", "in UTF-8: prefix"]


def test_a_long_token_is_abridged() -> None:
    doubling = [Merge(1, 97, 97, 256, 9, 1, False, 1)]
    doubling += [Merge(number, 254 + number, 254 + number, 255 + number, 9, 1, False, 1) for number in range(2, 18)]
    lines = lines_of(272, learned(*doubling))
    assert lines[1].startswith("131,072 bytes: 61 61 61")
    assert len(lines) < 220
    assert lines[-1] == "…"
    assert max(map(len, lines)) < 300


async def test_it_scrolls_and_any_other_key_closes_it() -> None:
    async with exploring("abcdefghijklmnopqrstuvwxyz" * 9) as explorer:
        await explorer.ask("g", "26")
        await explorer.until_made(26)
        await explorer.press("3")
        for size, key in (((80, 24), "escape"), ((30, 8), "s"), ((1, 1), "enter")):
            await explorer.pilot.resize_terminal(*size)
            await explorer.press("enter")
            await until(explorer.pilot, lambda: isinstance(explorer.app.screen, TokenScreen))
            await explorer.press("down", "pagedown", "up")
            assert isinstance(explorer.app.screen, TokenScreen)
            await explorer.press(key)
            await until(explorer.pilot, lambda: explorer.in_front)
        assert explorer.run.made == 26
