"""The highlight in the corpus, and the keys that visit its places."""

from bpetui.tui.explorer.corpus_finder import Search
from bpetui.worker.messages import Find
from tests.tui.explorer.scenes import TOY
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import settle, until
from tests.tui.run.run_states import run_after


async def test_the_places_of_a_found_text_are_visited() -> None:
    text = "one two three two one\n" * 2 + "filler line\n" * 60 + "two\n"
    async with exploring(text) as explorer:
        await explorer.ask("/", "two")
        await explorer.until_hint('"two" is highlighted: n next, N previous')
        places: list[tuple[int, int] | None] = []
        for key in ("n", "n", "n", "n", "N"):
            await until(explorer.pilot, lambda: explorer.corpus.place not in (None, *places[-1:]))
            places.append(explorer.corpus.place)
            await explorer.press(key)
        starts = [place[0] for place in places if place]
        assert starts == [4, 14, 26, 36, text.rindex("two")]
        await until(explorer.pilot, lambda: explorer.corpus.place == (36, 39))
        await explorer.press("n")
        await until(explorer.pilot, lambda: explorer.corpus.place == (text.rindex("two"), len(text) - 1))
        await explorer.press("n")
        await explorer.until_hint("The search wrapped around")
        assert explorer.corpus.place == (4, 7)
        await explorer.ask("/", "[b]four")
        await explorer.until_hint('"[b]four" does not occur in the corpus')
        await explorer.ask("/", "")
        assert explorer.hint == ""


async def test_the_newest_token_and_the_pair_selected_are_visited() -> None:
    async with exploring(TOY) as explorer:
        await explorer.step("s")
        await explorer.press("n")
        await until(explorer.pilot, lambda: explorer.corpus.place == (0, 2))
        await explorer.press("n")
        await until(explorer.pilot, lambda: explorer.corpus.place == (5, 7))
        await explorer.press("N")
        await until(explorer.pilot, lambda: explorer.corpus.place == (0, 2))
        await explorer.press("2", "end", "enter")
        pair = explorer.pairs.selected_pair
        assert pair
        data = b"".join(map(explorer.run.token, (pair.left, pair.right)))
        await until(explorer.pilot, lambda: explorer.corpus.place != (0, 2))
        assert explorer.corpus.place == (TOY.encode().index(data), TOY.encode().index(data) + len(data))


async def test_an_undone_token_is_no_longer_highlighted() -> None:
    async with exploring(TOY) as explorer:
        await explorer.step("s", "s", "s")
        await explorer.press("2", "home", "n")
        await until(explorer.pilot, lambda: explorer.corpus.place)
        await explorer.press("1", "0")
        await explorer.until_made(0)
        await explorer.press("m")
        await explorer.until_made(1)
        for key in "nN":
            await explorer.press(key)
            await settle(explorer.pilot)
        assert not explorer.hint.endswith("now")


async def test_a_step_clears_the_place_that_was_found() -> None:
    async with exploring(TOY) as explorer:
        await explorer.ask("/", "abac")
        await until(explorer.pilot, lambda: explorer.corpus.place == (7, 11))
        await explorer.step("s")
        assert explorer.corpus.place is None
        await explorer.press("n")  # what was sought is not forgotten with its place
        await until(explorer.pilot, lambda: explorer.corpus.place == (7, 11))


async def test_enter_on_a_word_goes_to_its_first_place() -> None:
    async with exploring("one two three two", "whitespace") as explorer:
        await explorer.press("4")
        await until(explorer.pilot, lambda: explorer.words.total == 4)
        await explorer.press("down", "enter")
        await until(explorer.pilot, lambda: explorer.corpus.place == (4, 7))


async def test_the_next_key_in_words_visits_the_places_of_the_word() -> None:
    async with exploring("one two three two", "whitespace") as explorer:
        await explorer.step("s")  # or the newest token stands out
        await explorer.press("4")
        await until(explorer.pilot, lambda: explorer.words.total == 4)
        await explorer.press("down", "n")
        await until(explorer.pilot, lambda: explorer.corpus.place == (4, 7))
        await explorer.press("n")
        await until(explorer.pilot, lambda: explorer.corpus.place == (14, 17))
        await explorer.press("N")
        await until(explorer.pilot, lambda: explorer.corpus.place == (4, 7))
        await explorer.press("down", "n")
        await until(explorer.pilot, lambda: explorer.corpus.place == (8, 13) or explorer.corpus.place == (0, 3))


async def test_a_found_place_brings_the_corpus_to_the_front() -> None:
    async with exploring("one two three two", "whitespace", size=(40, 24)) as explorer:
        await explorer.press("4")
        await until(explorer.pilot, lambda: explorer.words.selected)
        await explorer.press("down")
        for key in ("enter", "n"):
            await explorer.press("4")
            assert not explorer.corpus.size
            await until(explorer.pilot, lambda: explorer.words.selected)
            await explorer.press(key)
            await until(explorer.pilot, lambda: explorer.corpus.place and explorer.corpus.size)
            assert explorer.focus == "corpus"
        await explorer.press("2", "z")
        await until(explorer.pilot, lambda: explorer.pairs.selected)
        await explorer.press("n")
        await until(explorer.pilot, lambda: explorer.focus == "corpus" and explorer.corpus.size)


def test_a_search_for_text_has_its_size_in_bytes_and_is_named_in_quotes() -> None:
    search = Search.from_highlight("cà", 7, False, run_after(1, "aaab"), is_new=True)
    assert search == Search(Find("cà", 7, False), '"cà"', 3, True)


def test_a_search_for_a_token_or_a_pair_has_the_size_of_its_bytes() -> None:
    run = run_after(1, "aaab")
    assert Search.from_highlight((256,), 0, False, run) == Search(Find(256, 0, False), "aa", 2)
    assert Search.from_highlight((256, 97), 9, True, run) == Search(Find((256, 97), 9, True), "aa + a", 3)
