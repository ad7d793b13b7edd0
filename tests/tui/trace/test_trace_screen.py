"""Tests of the screen that shows how merges build the tokens of a text."""

from bpetui.core.splitting import split_named
from bpetui.core.utf8 import visible
from bpetui.formats.registry import LoadedTokenizer
from bpetui.rendering.units import SPELLINGS
from bpetui.tui.trace.trace_screen import TracedText, TraceScreen
from tests.tui.explorer_app import Explorer, exploring
from tests.tui.keys_and_rows import settle, shown
from tests.tui.sample_texts import HARD
from tests.tui.sample_tokenizers import WordPiece, loaded, tokenizer_from_merges, tokenizer_from_ranks


def sentences(explorer: Explorer) -> list[str]:
    """Return the sentences above the text."""
    assert isinstance(explorer.app.screen, TraceScreen)
    return str(explorer.app.screen._sentences.render()).split("\n")


def row(explorer: Explorer) -> str:
    """Return the first row of the text."""
    return explorer.app.screen.query_one(TracedText).render_line(0).text.rstrip()


def new_tokens(explorer: Explorer) -> list[str]:
    """Return the highlighted tokens."""
    pane = explorer.app.screen.query_one(TracedText)
    segments = [segment for y in range(pane.size.height) for segment in pane.render_line(y)]
    return "".join(segment.text if segment.style and segment.style.bold else " " for segment in segments).split()


async def type_text(explorer: Explorer, text: str) -> None:
    """Put a text in the field of Try it."""
    explorer.typed.set_text(text)
    await settle(explorer.pilot)


async def test_arrows_step_through_the_merges_of_the_run() -> None:
    async with exploring("the the the then") as explorer:
        await explorer.step("s", "s", "s")  # th, the, "the "
        await explorer.press("i", *"then the", "escape", "w")
        assert sentences(explorer) == [
            "Start: 8 tokens, no merges yet",
            "Each step merges one pair everywhere",
            "Next: t + h → th",
        ]
        assert (row(explorer), new_tokens(explorer)) == ("t│h│e│n│·│t│h│e", [])
        await explorer.press("right")
        assert sentences(explorer) == [
            "Step 1 of 2: 6 tokens",
            "t + h → th · id 256, merge 1 · at 2 places",
            "Next: th + e → the",
        ]
        assert (row(explorer), new_tokens(explorer)) == ("th│e│n│·│th│e", ["th", "th"])
        await explorer.press("space")
        assert sentences(explorer)[2] == "End: no pair can be merged"
        assert row(explorer) == explorer.rows(explorer.tokens)[0] == "the│n│·│the"
        await explorer.press("right", "left")
        assert row(explorer) == "th│e│n│·│th│e"
        await explorer.press("end", "home")
        assert row(explorer) == "t│h│e│n│·│t│h│e"
        await explorer.press("pagedown")
        assert sentences(explorer)[0] == "Step 2 of 2: 4 tokens"
        await explorer.press("pageup")
        assert sentences(explorer)[0].startswith("Start")
        await explorer.press("s", "y")
        assert sentences(explorer)[0].startswith("Start"), "other keys do nothing"
        await explorer.press("q")
        assert explorer.in_front
        assert explorer.run.made == 3


async def test_a_whole_word_without_merges_is_the_last_step_of_ranks() -> None:
    async with exploring("a") as explorer:
        explorer.try_it.use(loaded(tokenizer_from_ranks(split_named("whitespace"))))
        await type_text(explorer, "hello xyz")
        await explorer.press("w", "end")
        assert sentences(explorer) == [
            "Step 5 of 5: 3 tokens",
            "x + y + z → xyz · id 261 · 1 whole word is this token",
            "End: no pair within a word can be merged",
        ]
        assert (row(explorer), new_tokens(explorer)) == ("hello┃·┃xyz", ["xyz"])
        await explorer.press("left")
        assert sentences(explorer)[1:] == ["hell + o → hello · id and rank 259 · at 1 place", "Next: x + y + z → xyz"]
        assert row(explorer) == "hello┃·┃x│y│z"
        await explorer.press("home")
        assert sentences(explorer)[1] == ("Each step merges one pair everywhere, but never across ┃ (end of a word)")


async def test_a_run_without_merges_has_no_trace() -> None:
    async with exploring("aaab") as explorer:
        await type_text(explorer, "aa")
        await explorer.press("w")
        assert explorer.hint == "This run has no merges yet: press s first"


async def test_a_text_without_merges_has_a_sentence() -> None:
    async with exploring("aaab") as explorer:
        await explorer.step("s")
        await type_text(explorer, "xyz")
        await explorer.press("w", "right")
        assert sentences(explorer)[0] == "Start: 3 tokens, no merges yet"
        assert sentences(explorer)[2] == "No pair of this text can be merged"


async def test_a_hint_says_why_a_text_cannot_be_traced() -> None:
    async with exploring("a") as explorer:
        await explorer.press("w")
        assert explorer.hint == "There is no text to trace: press i to type some"
        await type_text(explorer, "unable")
        explorer.try_it.use(LoadedTokenizer(WordPiece(), "words", "huggingface"))
        await explorer.press("w")
        assert explorer.hint == "the merges of words cannot be traced: its model is WordPiece"
        explorer.try_it.use(loaded(tokenizer_from_ranks()))
        await explorer.press("w")
        assert explorer.hint.startswith("the file does not record its split")


async def test_h_cycles_the_spellings_of_partial_characters() -> None:
    async with exploring("床床") as explorer:
        await explorer.step("s")
        await type_text(explorer, "床")
        await explorer.press("w", "right")
        seen = []
        for _ in SPELLINGS:
            seen.append(row(explorer))
            await explorer.press("h")
        assert seen == ["⟨e5 ba⟩│⟨8a⟩", "åº│Ĭ", "床₂"]


async def test_help_opens_and_closes_in_front_of_the_trace() -> None:
    async with exploring("aaabdaaabac") as explorer:
        await explorer.step("s")
        await type_text(explorer, "aab")
        await explorer.press("w", "right", "question_mark")
        await explorer.until_shown("How a text becomes tokens")
        await explorer.press("w")
        await explorer.until_shown("builds the tokens")
        assert not explorer.in_front
        await explorer.press("w")
        assert explorer.in_front


async def test_the_new_tokens_of_a_long_text_are_in_view() -> None:
    async with exploring("ab" * 9, size=(40, 12)) as explorer:
        await explorer.step("s")
        await type_text(explorer, "x " * 200 + "ab")
        await explorer.press("w")
        assert row(explorer).startswith("x│·│x")
        await explorer.press("right")
        assert new_tokens(explorer) == ["ab"]
        await explorer.press("left", *["up"] * 15)
        assert row(explorer).startswith("x│·│x")


async def test_hard_characters_fit_at_every_size() -> None:
    text = "".join(HARD)
    async with exploring(text * 3) as explorer:
        await explorer.press("S")
        await explorer.until_made(10)
        await type_text(explorer, text)
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


async def test_tokenizers_of_files_are_traced(o200k: LoadedTokenizer) -> None:
    async with exploring("a") as explorer:
        explorer.try_it.use(loaded(tokenizer_from_merges()))
        await type_text(explorer, "hello")
        await explorer.press("w", "end")
        assert sentences(explorer)[1] == "hell + o → hello · id 259, merge 4 · at 1 place"
        await explorer.press("escape")
        explorer.try_it.use(o200k)
        await type_text(explorer, "Học sinh đang học 床前明月光")
        await explorer.press("w", "end")
        assert sentences(explorer)[0] == "Step 25 of 25: 11 tokens"
        assert row(explorer).replace("┃", "│") == explorer.rows(explorer.tokens)[0]
        assert row(explorer).count("┃") == 4
