"""How the text typed comes to its tokens is shown step by step, forward and back."""

from bpetui.core.splitting import split_named
from bpetui.core.utf8 import visible
from bpetui.formats.registry import LoadedTokenizer
from bpetui.rendering.units import SPELLINGS
from bpetui.tui.trace.trace_screen import TracedText, TraceScreen
from tests.tui.explorer_app import Explorer, exploring
from tests.tui.keys_and_rows import settle, shown
from tests.tui.sample_texts import HARD
from tests.tui.sample_tokenizers import WordPiece, loaded, of_merges, of_ranks


def said(explorer: Explorer) -> list[str]:
    assert isinstance(explorer.app.screen, TraceScreen)
    return str(explorer.app.screen._said.render()).split("\n")


def row(explorer: Explorer) -> str:
    return explorer.app.screen.query_one(TracedText).render_line(0).text.rstrip()


def new(explorer: Explorer) -> list[str]:
    """What stands out."""
    pane = explorer.app.screen.query_one(TracedText)
    segments = [segment for y in range(pane.size.height) for segment in pane.render_line(y)]
    return "".join(segment.text if segment.style and segment.style.bold else " " for segment in segments).split()


async def typed(explorer: Explorer, text: str) -> None:
    explorer.typed.set_text(text)
    await settle(explorer.pilot)


async def test_the_merges_of_the_run_one_after_another_and_back() -> None:
    async with exploring("the the the then") as explorer:
        await explorer.step("s", "s", "s")  # th, the, "the "
        await explorer.press("i", *"then the", "escape", "w")
        assert said(explorer) == [
            "the start: 8 tokens, none merged yet",
            "each step merges two tokens, wherever they stand side by side",
            "next: t + h → th",
        ]
        assert (row(explorer), new(explorer)) == ("t│h│e│n│·│t│h│e", [])
        await explorer.press("right")
        assert said(explorer) == [
            "step 1 of 2: 6 tokens",
            "t + h → th · id 256, merge 1 · at 2 places",
            "next: th + e → the",
        ]
        assert (row(explorer), new(explorer)) == ("th│e│n│·│th│e", ["th", "th"])
        await explorer.press("space")
        assert said(explorer)[2] == "the end: no two tokens side by side can be merged"
        assert row(explorer) == explorer.rows(explorer.tokens)[0] == "the│n│·│the"
        await explorer.press("right", "left")
        assert row(explorer) == "th│e│n│·│th│e"
        await explorer.press("end", "home")
        assert row(explorer) == "t│h│e│n│·│t│h│e"
        await explorer.press("pagedown")
        assert said(explorer)[0] == "step 2 of 2: 4 tokens"
        await explorer.press("pageup")
        assert said(explorer)[0].startswith("the start")
        await explorer.press("s", "y")
        assert said(explorer)[0].startswith("the start"), "other keys do nothing"
        await explorer.press("q")
        assert explorer.in_front
        assert explorer.run.made == 3


async def test_of_ranks_the_whole_word_that_no_merges_make_is_taken_at_the_end() -> None:
    async with exploring("a") as explorer:
        explorer.try_it.use(loaded(of_ranks(split_named("whitespace"))))
        await typed(explorer, "hello xyz")
        await explorer.press("w", "end")
        assert said(explorer) == [
            "step 5 of 5: 3 tokens",
            "x + y + z → xyz · id 261 · 1 word taken whole, which is a token",
            "the end: no two tokens side by side in a word can be merged",
        ]
        assert (row(explorer), new(explorer)) == ("hello┃·┃xyz", ["xyz"])
        await explorer.press("left")
        assert said(explorer)[1:] == ["hell + o → hello · id and rank 259 · at 1 place", "next: x + y + z → xyz"]
        assert row(explorer) == "hello┃·┃x│y│z"
        await explorer.press("home")
        assert said(explorer)[1] == (
            "each step merges two tokens, wherever they stand side by side; none crosses ┃, where a word ends"
        )


async def test_where_nothing_merges_it_is_said() -> None:
    async with exploring("a") as explorer:
        await typed(explorer, "xyz")
        await explorer.press("w", "right")
        assert said(explorer)[0] == "the start: 3 tokens, none merged yet"
        assert said(explorer)[2] == "there is nothing to merge here"


async def test_without_a_text_or_merges_there_is_a_hint() -> None:
    async with exploring("a") as explorer:
        await explorer.press("w")
        assert explorer.hint == "nothing is typed yet whose tokens could be traced: i types a text"
        await typed(explorer, "unable")
        explorer.try_it.use(LoadedTokenizer(WordPiece(), "words", "huggingface"))
        await explorer.press("w")
        assert explorer.hint == "the merges of words cannot be traced: its model is WordPiece"
        explorer.try_it.use(loaded(of_ranks()))
        await explorer.press("w")
        assert explorer.hint.startswith("the file does not say how a text is split")


async def test_h_spells_parts_of_characters_in_three_ways() -> None:
    async with exploring("床床") as explorer:
        await explorer.step("s")
        await typed(explorer, "床")
        await explorer.press("w", "right")
        seen = []
        for _ in SPELLINGS:
            seen.append(row(explorer))
            await explorer.press("h")
        assert seen == ["⟨e5 ba⟩│⟨8a⟩", "åº│Ĭ", "床₂"]


async def test_help_says_which_keys_there_are_and_leads_back() -> None:
    async with exploring("aaabdaaabac") as explorer:
        await explorer.step("s")
        await typed(explorer, "aab")
        await explorer.press("w", "right", "question_mark")
        await explorer.until_shown("How a text becomes tokens")
        await explorer.press("w")
        await explorer.until_shown("comes to the tokens")
        assert not explorer.in_front
        await explorer.press("w")
        assert explorer.in_front


async def test_the_new_tokens_of_a_long_text_are_in_sight() -> None:
    async with exploring("ab" * 9, size=(40, 12)) as explorer:
        await explorer.step("s")
        await typed(explorer, "x " * 200 + "ab")
        await explorer.press("w")
        assert row(explorer).startswith("x│·│x")
        await explorer.press("right")
        assert new(explorer) == ["ab"]
        await explorer.press("left", *["up"] * 15)
        assert row(explorer).startswith("x│·│x")


async def test_no_text_and_no_size_breaks_it() -> None:
    text = "".join(HARD)
    async with exploring(text * 3) as explorer:
        await explorer.press("S")
        await explorer.until_made(10)
        await typed(explorer, text)
        await explorer.press("w")
        for size in ((200, 50), (120, 36), (80, 24), (40, 12), (30, 8), (1, 1)):
            await explorer.pilot.resize_terminal(*size)
            for key in ("home", "right", "h", "end", "h", "pageup"):
                await explorer.press(key)
                pane = explorer.app.screen.query_one(TracedText)
                for y in range(pane.size.height):
                    strip = pane.render_line(y)
                    assert strip.cell_length == pane.size.width
                    assert strip.text == visible(strip.text)
                assert len(shown(explorer.pilot)) == size[1]


async def test_merges_of_a_file_and_a_large_vocabulary(o200k: LoadedTokenizer) -> None:
    async with exploring("a") as explorer:
        explorer.try_it.use(loaded(of_merges()))
        await typed(explorer, "hello")
        await explorer.press("w", "end")
        assert said(explorer)[1] == "hell + o → hello · id 259, merge 4 · at 1 place"
        await explorer.press("escape")
        explorer.try_it.use(o200k)
        await typed(explorer, "Học sinh đang học 床前明月光")
        await explorer.press("w", "end")
        assert said(explorer)[0] == "step 25 of 25: 11 tokens"
        assert row(explorer).replace("┃", "│") == explorer.rows(explorer.tokens)[0]
        assert row(explorer).count("┃") == 4
