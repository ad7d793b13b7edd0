"""Each key of the explorer does what it says, and says so where it can do nothing."""

from bpetui.core.splitting import split_custom
from bpetui.tui.keys.commands import Scope, commands_of
from tests.tui.explorer_app import Explorer, exploring
from tests.tui.keys_and_rows import settle, shown, until

TOY = "aaabdaaabac"  # merges aa (4 times), aaa (2), aaab (2), and then what is met first
POEM = "床前明月光，\n疑是地上霜。\n举头望明月，\n低头思故乡。\n" * 3
LONG = " ".join(f"{number * number} is the square of {number}" for number in range(6000))


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


async def test_0_says_from_where_it_went_back_and_how_to_return() -> None:
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


async def test_it_runs_to_the_target_and_says_so() -> None:
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


async def test_a_run_is_shown_paused_and_taken_up_again() -> None:
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


# -- target and going to -------------------------------------------------------------------------------------------


async def test_a_wrong_target_is_refused_with_what_is_wanted() -> None:
    async with exploring(TOY) as explorer:
        for answer in ("abc", "-300", "3.5", "255", "1,000,001", "9" * 40, "٣٠٠"):
            await explorer.ask("t", answer)
            assert explorer.hint == "Enter a whole number from 256 to 1,000,000"
            assert shown(explorer.pilot)[-2].strip() == explorer.hint, "above the question"
            assert explorer.bottom == f"Target vocabulary size: {answer}"
            assert "merge 0/44" in explorer.status
        await explorer.press(*["backspace"] * 40)
        assert explorer.hint == ""
        await explorer.press(*"300", "enter")
        assert "merge 0/44" in explorer.status
        assert explorer.hint == "This text allows at most 10 merges; press r to run to the last pair"
        await explorer.press("t", "enter")
        assert explorer.bottom.startswith("s Step")


async def test_the_target_is_set() -> None:
    async with exploring("sample:english", "gpt2") as explorer:
        await explorer.ask("t", "1,000")
        assert explorer.hint == "Press r to run to a vocabulary of 1,000"
        assert "merge 0/744" in explorer.status
        await explorer.step("s", "s")
        await explorer.ask("t", "257")
        assert explorer.hint == "The vocabulary already has 258 tokens; the target is now 258"
        assert "merge 2/2" in explorer.status
        await explorer.ask("t", "100000")
        assert "This text allows at most" in explorer.hint
        assert "press r to run to the last pair" in explorer.hint
        await explorer.press("t", "escape")
        assert "merge 2/99,744" in explorer.status
        assert explorer.focus == "corpus"


async def running(explorer: Explorer, target: int) -> None:
    """Begin a run that is far from its end."""
    await explorer.ask("t", str(target))
    await explorer.press("r")
    await until(explorer.pilot, lambda: explorer.run.moving and explorer.run.made > 3)


async def test_a_target_set_during_a_run_moves_its_end() -> None:
    async with exploring(LONG, "whitespace") as explorer:
        await running(explorer, 20_000)
        explorer.screen.session.set_target(256 + explorer.run.made + 400)
        end = explorer.run.target
        assert explorer.run.moving
        assert explorer.hint == ""
        await explorer.until_hint(f"Target reached: {end:,} merges")
        assert explorer.run.made == end


async def test_a_target_below_what_is_made_ends_a_run() -> None:
    async with exploring(LONG, "whitespace") as explorer:
        await running(explorer, 20_000)
        await explorer.ask("t", "256")
        assert "The vocabulary already has" in explorer.hint
        await until(explorer.pilot, lambda: not explorer.run.moving)
        assert explorer.run.made == explorer.run.target < 19_000


async def test_a_target_beyond_what_the_text_allows_lets_a_run_go_to_the_last_pair() -> None:
    async with exploring(TOY) as explorer:
        explorer.run.moving, explorer.screen.session._goal.purpose = True, "run"  # as in the middle of a run
        explorer.screen.session.set_target(100_000)
        assert explorer.hint == "This text allows at most 10 merges; the run goes on to the last pair"
        await explorer.until_hint("Stopped after 7 merges: no pairs left")


async def test_going_to_a_merge_by_its_number() -> None:
    async with exploring("sample:english", "gpt2") as explorer:
        await explorer.ask("g", "20")
        await explorer.until_made(20)
        assert explorer.hint == ""
        await explorer.ask("g", "5")
        await explorer.until_made(5)
        assert len(explorer.run.merges) == 20
        await explorer.ask("g", "5")
        await explorer.until_hint("The run is already at merge 5")
        await explorer.ask("g", "x")
        assert explorer.hint == "Enter a whole number from 0 to 999,744"
        await explorer.ask("g", "0")
        await explorer.until_hint("At the start. To return to merge 5, press g, type 5 and press enter")
        await explorer.ask("g", "0")
        await explorer.until_hint("This is the start: no merges yet")
        explorer.screen.session.set_target(270)
        await explorer.ask("g", "60")
        await explorer.until_hint("Merge 60 was beyond the target, which is now a vocabulary of 316")
        await explorer.ask("g", "999,744")
        await explorer.until_hint("no pairs left")


async def test_going_to_the_merge_selected_in_history() -> None:
    async with exploring("sample:english", "gpt2") as explorer:
        await explorer.press("S")
        await explorer.until_made(10)
        await explorer.press("3", *["up"] * 4, "g")
        await explorer.until_made(6)
        assert explorer.focus == "history"
        undone = [row for row in explorer.rows(explorer.history) if "↷" in row]
        assert len(undone) == 5  # four merges, and the line that says so
        await explorer.press("end", "g")
        await explorer.until_made(10)


# -- choosing ------------------------------------------------------------------------------------------------------


async def test_a_pair_of_ones_own_and_what_it_cuts_off() -> None:
    async with exploring(TOY) as explorer:
        await explorer.step("s", "s", "b", "b")
        assert len(explorer.run.merges) == 2
        await explorer.press("2", "down", "down")
        chosen = explorer.pairs.selected_pair
        assert chosen
        await explorer.press("m")
        await explorer.until_hint("Your choice replaces 2 undone merges")
        await explorer.until_made(1)
        assert explorer.merges == [(chosen.left, chosen.right)]
        assert len(explorer.run.merges) == 1
        assert explorer.run.merges[0].chosen
        await explorer.press("3")
        assert any("*" in row for row in explorer.rows(explorer.history))
        await explorer.step("s", "b", "b")
        assert explorer.run.made == 0
        await explorer.step("s")
        assert explorer.merges == [(chosen.left, chosen.right)]
        assert explorer.run.merges[0].chosen


async def test_with_no_pair_there_is_none_to_choose() -> None:
    async with exploring("a") as explorer:
        await explorer.press("m")
        assert explorer.hint == "No pair is selected: press 2 to go to Pairs and select one with the arrow keys"
        await explorer.press("n")
        assert explorer.hint == "Nothing is highlighted: press s to merge, or / in Corpus to find text"
        await explorer.press("s")
        await explorer.until_hint("Stopped after 0 merges: no pairs left")


# -- filters and finding -------------------------------------------------------------------------------------------


async def test_pairs_are_filtered_by_text_and_by_hex() -> None:
    async with exploring(POEM) as explorer:
        await explorer.ask("2", "")
        await explorer.ask("/", "e6 98")
        await until(explorer.pilot, lambda: explorer.pairs.total == 1)
        assert explorer.hint == "Press esc to show the whole list again"
        assert any('contains "e6 98"' in row for row in explorer.rows(explorer.pairs))
        await explorer.press("/")
        assert explorer.bottom.startswith("Show pairs that contain (text or hex bytes):")
        assert explorer.bottom.endswith("e6·98")
        await explorer.press("ctrl+u", *"zz", "enter")
        await until(explorer.pilot, lambda: explorer.pairs.total == 0)
        assert any('contains "zz"' in row for row in explorer.rows(explorer.pairs))
        await explorer.press("m")
        assert explorer.hint.startswith("No pair is selected")
        await explorer.press("n")
        assert explorer.hint.startswith("Nothing is highlighted")
        await explorer.press("escape")
        await until(explorer.pilot, lambda: explorer.pairs.total > 20)
        await explorer.ask("/", "\n")  # enter at once: no filter
        assert explorer.pairs.total > 20


async def test_words_are_filtered() -> None:
    async with exploring("low low lower newest widest", "whitespace", size=(120, 36)) as explorer:
        assert explorer.words.total == 5  # the space too
        await explorer.press("4")
        await explorer.ask("/", "est")
        await until(explorer.pilot, lambda: explorer.words.total == 2)
        assert any("n│e│w│e│s│t" in row for row in explorer.rows(explorer.words))
        await explorer.press("escape")
        await until(explorer.pilot, lambda: explorer.words.total == 5)


async def test_text_is_found_and_its_places_visited() -> None:
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


async def test_places_of_a_token_that_is_undone_are_forgotten() -> None:
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


async def test_a_step_ends_a_place_that_was_found() -> None:
    async with exploring(TOY) as explorer:
        await explorer.ask("/", "abac")
        await until(explorer.pilot, lambda: explorer.corpus.place == (7, 11))
        await explorer.step("s")
        assert explorer.corpus.place is None
        await explorer.press("n")  # what was sought is not forgotten with its place
        await until(explorer.pilot, lambda: explorer.corpus.place == (7, 11))


async def test_escape_in_a_filtered_list_stops_a_run_first() -> None:
    async with exploring(LONG, "whitespace") as explorer:
        await explorer.press("2")
        await explorer.ask("/", "square")
        await until(explorer.pilot, lambda: explorer.screen.session.view.request.pairs_filter == "square")  # type: ignore[union-attr]
        await running(explorer, 20_000)
        await explorer.press("2", "escape")
        await until(explorer.pilot, lambda: not explorer.run.moving)
        assert explorer.run.made < 19_000
        assert explorer.screen._filters.pairs == "square"
        await explorer.press("escape")
        assert explorer.screen._filters.pairs == ""


# -- panes, spellings, zoom ----------------------------------------------------------------------------------------


async def test_numbers_and_tab_go_from_pane_to_pane() -> None:
    async with exploring(TOY, "gpt2", size=(120, 36)) as explorer:
        for key, pane in (("2", "pairs"), ("4", "words"), ("1", "corpus"), ("3", "history")):
            await explorer.press(key)
            await explorer.until_focus(pane)
        await explorer.press("1")
        for pane in ("corpus", "pairs", "history", "words", "typed", "tokens", "corpus"):
            await explorer.until_focus(pane)
            await explorer.press("tab")
        await explorer.press("shift+tab", "shift+tab")
        await explorer.until_focus("tokens")


async def test_on_a_narrow_screen_one_pane_at_the_right_is_shown() -> None:
    async with exploring(TOY) as explorer:
        for key, pane in (("3", explorer.history), ("4", explorer.words), ("2", explorer.pairs)):
            await explorer.press(key)
            await settle(explorer.pilot)
            assert [each.id for each in (explorer.pairs, explorer.history, explorer.words) if each.size.width] == [
                pane.id
            ]
        await explorer.press("1")
        for name in ("corpus", "pairs", "typed", "tokens", "corpus"):
            await explorer.until_focus(name)
            await explorer.press("tab")


async def test_on_a_wide_screen_without_a_split_there_are_no_words_to_go_to() -> None:
    async with exploring(TOY, size=(120, 36)) as explorer:
        await explorer.press("4")
        assert explorer.hint.startswith("No split: the whole text is one word")
        for name in ("corpus", "pairs", "history", "typed", "tokens", "corpus"):
            await explorer.until_focus(name)
            await explorer.press("tab")


async def test_h_changes_the_spelling_of_the_pane_with_the_focus() -> None:
    async with exploring(POEM) as explorer:
        assert "床₃" in explorer.rows(explorer.corpus)[0]
        await explorer.press("h")
        assert explorer.hint.startswith("Hex: ")
        assert "⟨e5⟩" in explorer.rows(explorer.corpus)[0]
        await explorer.press("h")
        assert explorer.hint.startswith("GPT-2 alphabet")
        assert "åºĬ" in explorer.rows(explorer.corpus)[0]
        await explorer.press("h")
        assert explorer.hint.startswith("Characters")
        for key, pane in (("2", explorer.pairs), ("3", explorer.history), ("4", explorer.words)):
            await explorer.press(key, "h")
            assert pane.spelling == "gpt2"
            assert explorer.hint
        await explorer.press("i", *"hi", "escape", "h")
        assert explorer.tokens.spelling == "gpt2"
        assert explorer.typed.text == "hi"


async def test_zoom_shows_the_pane_alone_and_back() -> None:
    async with exploring(TOY) as explorer:
        for key, title in (("1", "1 Corpus"), ("2", "2 Pairs")):
            await explorer.press(key, "z")
            await settle(explorer.pilot)
            assert title in shown(explorer.pilot)[1]
            assert not any("Try it" in row for row in shown(explorer.pilot))
            await explorer.press("escape")
            await settle(explorer.pilot)
            assert any("Try it" in row for row in shown(explorer.pilot))
        await explorer.press("i", *"abc", "escape", "z")
        await settle(explorer.pilot)
        rows = shown(explorer.pilot)
        assert "Try it" in rows[1]
        assert [row.strip("│ ")[:12] for row in rows[3:6]] == ["a id 97, 1 b", "b id 98, 1 b", "▸ c id 99, 1"]
        await explorer.press("z")
        await settle(explorer.pilot)
        assert "1 Corpus" in shown(explorer.pilot)[1]


async def test_while_the_text_has_the_focus_letters_are_text() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("i", *"sbr/?q12", "enter", "z")
        assert explorer.typed.text == "sbr/?q12\nz"
        assert explorer.run.made == 0
        await explorer.press("escape")
        await explorer.until_focus("tokens")
        await explorer.step("s")
        assert explorer.typed.text == "sbr/?q12\nz"


async def test_try_it_follows_the_merges() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("i", *"aaab", "escape")
        seen = []
        for key in "ssbs":
            await explorer.step(key)
            seen.append(explorer.rows(explorer.tokens)[0])
        assert seen == ["aa│a│b", "aaa│b", "aa│a│b", "aaa│b"]


# -- looking closer ------------------------------------------------------------------------------------------------


async def test_enter_looks_closer_at_what_is_selected() -> None:
    async with exploring(TOY) as explorer:
        await explorer.step("s", "s")
        for keys, heading in (
            (["1", "enter"], "token 257  aaa"),
            (["3", "enter"], "token 257  aaa"),
            (["i", *"xaaa", "escape", "enter"], "token 257  aaa"),
        ):
            await explorer.press(*keys)
            await explorer.until_shown(heading)
            await explorer.press("x")
            await settle(explorer.pilot)
            assert not any(heading in row for row in shown(explorer.pilot))
        assert explorer.typed.text == "xaaa"


async def test_enter_on_a_word_goes_to_where_it_stands() -> None:
    async with exploring("one two three two", "whitespace") as explorer:
        await explorer.press("4")
        await until(explorer.pilot, lambda: explorer.words.total == 4)
        await explorer.press("down", "enter")
        await until(explorer.pilot, lambda: explorer.corpus.place == (4, 7))


async def test_n_in_words_goes_from_place_to_place_of_the_word_selected() -> None:
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


async def test_a_place_is_shown_where_the_corpus_was_not() -> None:
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


async def test_with_nothing_selected_there_is_nothing_to_look_closer_at() -> None:
    async with exploring("") as explorer:
        for keys in (["1", "enter"], ["3", "enter"], ["4", "enter"], ["i", "escape", "enter"]):
            await explorer.press(*keys)
            assert explorer.hint.startswith("Nothing is ")


# -- hints and questions -------------------------------------------------------------------------------------------


async def test_a_hint_is_gone_at_the_next_key() -> None:
    async with exploring(TOY) as explorer:
        for key in ("1", "up", "down", "i"):
            await explorer.press("0")
            await until(explorer.pilot, lambda: explorer.bottom == "This is the start: no merges yet")
            await explorer.press(key)
            assert explorer.hint == ""
            await until(explorer.pilot, lambda: "Type" in explorer.bottom or "Leave the text" in explorer.bottom)
        assert "Leave the text" in explorer.bottom


async def test_escape_gives_a_question_up_and_so_does_a_click_elsewhere() -> None:
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


async def test_a_hint_that_comes_during_a_question_is_shown_after_it() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("o")
        explorer.screen.hint("something came up")
        assert explorer.hint == ""
        await explorer.press("escape")
        assert explorer.hint == "something came up"


async def test_in_a_question_the_key_for_help_is_text_and_says_so() -> None:
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


async def test_a_split_of_ones_own() -> None:
    async with exploring("a1b22c333", split_custom("[0-9]+")) as explorer:
        assert "split custom" in explorer.status
        await explorer.press("S")
        await explorer.until_hint("Stopped after 3 merges: no pairs left")
        assert [explorer.run.token(merge.id) for merge in explorer.run.merges] == [b"33", b"22", b"333"]


# -- palette and keys of one's own ---------------------------------------------------------------------------------


async def test_the_palette_offers_all_that_keys_do() -> None:
    async with exploring(TOY) as explorer:
        for command in commands_of(Scope.EXPLORER):
            assert any(title.startswith(f"{command.name} (") for title in explorer.offered)
        assert {"Step (s)", "Find (/)", "Ten back (B)"} <= explorer.offered
        await explorer.press("ctrl+p")
        await explorer.until_shown("Search")
        await explorer.press(*"ten steps")
        await explorer.until_shown("Ten steps (")
        await explorer.press("enter", "enter")
        await explorer.until_hint("no pairs left")


async def test_q_quits_at_once() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("q")
        await until(explorer.pilot, lambda: explorer.app._exit)
        assert explorer.app.failure == ""
        assert explorer.app.return_code == 0
