"""Each key of the explorer does what it says, and says so where it can do nothing."""

from __future__ import annotations

from bpetui.core.options import Options
from bpetui.core.splitting import split_custom
from tests.tui.explorer.scenes import LONG
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import settle, until

TOY = "aaabdaaabac"  # merges aa (4 times), aaa (2), aaab (2), and then what is met first


# -- making merges -------------------------------------------------------------------------------------------------


async def test_steps_forward_and_back() -> None:
    async with exploring(TOY, vocab_size=259) as explorer:
        assert "merge 0/3  vocab 256  tokens 11" in explorer.status
        await explorer.step("s", "s")
        assert explorer.merges == [(97, 97), (256, 97)]
        assert "merge 2/3  vocab 258  tokens 7" in explorer.status
        assert "aa" in explorer.rows(explorer.corpus)[0]
        await explorer.step("b")
        assert explorer.merges == [(97, 97)]
        assert len(explorer.run.merges) == 2
        await explorer.press("S")
        await explorer.until_hint("Stopped after 7 merges: no pairs left")
        assert "merge 7/7  vocab 263  tokens 1" in explorer.status
        await explorer.press("B")
        await explorer.until_hint("This is the start: no merges yet")
        assert "merge 0/7" in explorer.status
        await explorer.press("b")
        await explorer.until_hint("This is the start: no merges yet")
        await explorer.press("0")
        await explorer.until_hint("This is the start: no merges yet")


async def test_the_start_key_names_the_merge_to_return_to() -> None:
    async with exploring("sample:english", "gpt2") as explorer:
        await explorer.ask("g", "41")
        await explorer.until_made(41)
        before = explorer.merges
        await explorer.press("0")
        await explorer.until_hint("At the start. To return to merge 41, press g, type 41 and press enter")
        assert explorer.run.made == 0
        await explorer.ask("g", "41")
        await explorer.until_made(41)
        assert explorer.merges == before
        await explorer.press("2", "x", "0")  # a veto that no merge before is met by
        await explorer.until_hint("At the start. To return to merge 41")
        await explorer.press("b")
        await explorer.until_hint("This is the start: no merges yet")


async def test_0_does_not_promise_merges_that_a_veto_forbids() -> None:
    async with exploring(TOY) as explorer:
        await explorer.step("s", "s")
        await explorer.press("3", "up", "x")
        await until(explorer.pilot, lambda: explorer.run.vetoes)
        await explorer.press("0")
        await explorer.until_hint("At the start. You were at merge 2")
        assert explorer.hint == "At the start. You were at merge 2"


async def test_a_run_reports_that_the_target_is_reached() -> None:
    async with exploring("sample:english", "gpt2", vocab_size=300) as explorer:
        await explorer.press("r")
        await explorer.until_hint("Target reached: 44 merges, vocabulary 300; press t to set another")
        await explorer.until_made(44)
        await explorer.step("b")
        await explorer.press("r")
        await explorer.until_made(44)
        await explorer.press("r")
        await explorer.until_hint("Target reached")
        await explorer.step("s")
        assert "merge 45/45" in explorer.status


async def test_a_run_is_paused_and_continued() -> None:
    async with exploring(LONG, "whitespace", vocab_size=20_000) as explorer:
        await explorer.press("r")
        await until(explorer.pilot, lambda: explorer.run.made > 3)
        assert "▶ merge" in explorer.status
        await explorer.press("r")
        await until(explorer.pilot, lambda: not explorer.run.moving)
        paused = explorer.run.made
        assert 3 < paused < 19_000
        assert "▶" not in explorer.status
        await explorer.press("r")
        await until(explorer.pilot, lambda: explorer.run.made > paused)
        await explorer.press("escape")
        await until(explorer.pilot, lambda: not explorer.run.moving)
        await explorer.until_made(explorer.run.made)
        assert explorer.run.made < 19_000


async def test_a_step_ends_a_run() -> None:
    async with exploring(LONG, "whitespace", vocab_size=20_000) as explorer:
        await explorer.press("r")
        await until(explorer.pilot, lambda: explorer.run.moving)
        await explorer.press("s")
        await until(explorer.pilot, lambda: not explorer.run.moving)
        await settle(explorer.pilot)
        assert explorer.run.made < 19_000


# -- panes, spellings, zoom ----------------------------------------------------------------------------------------


async def test_try_it_follows_the_merges() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("i", *"aaab", "escape")
        seen = []
        for key in "ssbs":
            await explorer.step(key)
            seen.append(explorer.rows(explorer.tokens)[0])
        assert seen == ["aa│a│b", "aaa│b", "aa│a│b", "aaa│b"]


# -- hints and questions -------------------------------------------------------------------------------------------


async def test_the_next_key_clears_a_hint() -> None:
    async with exploring(TOY) as explorer:
        for key in ("1", "up", "down", "i"):
            await explorer.press("0")
            await until(explorer.pilot, lambda: explorer.bottom == "This is the start: no merges yet")
            await explorer.press(key)
            assert explorer.hint == ""
            await until(explorer.pilot, lambda: "Type" in explorer.bottom or "Leave the text" in explorer.bottom)
        assert "Leave the text" in explorer.bottom


async def test_escape_and_a_click_elsewhere_cancel_a_question() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("2", "/", *"ab", "escape")
        await explorer.until_focus("pairs")
        assert explorer.pairs.total == 6
        await explorer.press("o", "tab")
        assert explorer.focus == "answer"
        await explorer.pilot.click("#corpus", offset=(2, 2))
        await until(explorer.pilot, lambda: "Open a file" not in explorer.bottom)
        await explorer.press("escape", "1", "0")
        await explorer.until_hint("This is the start")


async def test_a_hint_during_a_question_is_shown_after_it() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("o")
        explorer.screen.hint("something came up")
        assert explorer.hint == ""
        await explorer.press("escape")
        assert explorer.hint == "something came up"


async def test_the_help_key_in_a_question_is_text() -> None:
    async with exploring("a?b?") as explorer:
        await explorer.press("/", "?")
        assert explorer.hint == "? is a character of the answer: press enter to answer, esc to cancel"
        assert explorer.bottom == "Find in the corpus: ?"
        await explorer.press("b")
        assert explorer.hint == ""
        await explorer.press("backspace", "enter")
        await until(explorer.pilot, lambda: explorer.corpus.place == (1, 2))


async def test_a_question_does_not_take_the_place_of_its_answer() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("o", *"abc")
        for width in (20, 60, 80):
            await explorer.pilot.resize_terminal(width, 20)
            await until(explorer.pilot, lambda: explorer.bottom.endswith("abc"))


async def test_a_text_of_one_line_that_names_itself_in_markup_is_shown_as_it_is() -> None:
    async with exploring("[b]bold[/b] [/foo] [@click=quit]x[/]\x1b]0;title\x07") as explorer:
        assert "[b]bold[/b]·[/foo]·[@click=quit]x" in "".join(explorer.rows(explorer.corpus)).replace(" ", "")
        await explorer.ask("/", "[/foo")
        await until(explorer.pilot, lambda: explorer.corpus.place)
        await explorer.press("i", *"[/foo]", "escape", "left", "z")
        await settle(explorer.pilot)
        assert "␛" in "".join(explorer.rows(explorer.corpus)) or explorer.corpus.size.width == 0


# -- a split of one's own ------------------------------------------------------------------------------------------


async def test_a_custom_pattern_splits_the_corpus() -> None:
    async with exploring("a1b22c333", split_custom("[0-9]+")) as explorer:
        assert "split custom" in explorer.status
        await explorer.press("S")
        await explorer.until_hint("Stopped after 3 merges: no pairs left")
        assert [explorer.run.token(merge.id) for merge in explorer.run.merges] == [b"33", b"22", b"333"]


# -- palette and keys of one's own ---------------------------------------------------------------------------------


async def test_q_quits_at_once() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("q")
        await until(explorer.pilot, lambda: explorer.app._exit)
        assert explorer.app.failure == ""
        assert explorer.app.return_code == 0


async def test_the_minimum_count_ends_a_run_with_its_reason() -> None:
    async with exploring("ababcd", options=Options(min_count=2)) as explorer:
        await explorer.press("r")
        await explorer.until_hint("Stopped after 1 merge: no remaining pair occurs at least twice")
        why = "No remaining pair occurs at least"  # in a view, which comes after the end of the run
        await until(explorer.pilot, lambda: why in " ".join(explorer.rows(explorer.pairs)))


async def test_a_target_below_the_size_of_the_alphabet_is_reported() -> None:
    options = Options(alphabet="characters")
    async with exploring("abcdefgh", options=options, vocab_size=5) as explorer:
        await explorer.until_hint("Its 8 characters exceed the target vocabulary size; press t to set another")
        assert "merge 0/0" in explorer.status
