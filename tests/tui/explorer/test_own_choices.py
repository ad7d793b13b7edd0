"""Vetoes, ties, held-out text, settings and tables of words, as they are seen and worked with keys."""

from __future__ import annotations

from pathlib import Path

import pytest

from bpetui.core.options import Options
from bpetui.tui.widgets.choice import Choice
from bpetui.worker.messages import Source, TiedPair, Ties
from tests.tui.explorer_app import Explorer, exploring
from tests.tui.keys_and_rows import shown, until

TOY = "aaabdaaabac"


def in_front(explorer: Explorer) -> str:
    """All that the screen shows, with what is in front of the explorer."""
    return "\n".join(shown(explorer.pilot))


async def until_in_front(explorer: Explorer, part: str) -> None:
    await until(explorer.pilot, lambda: not explorer.in_front and part in in_front(explorer))


# -- vetoes ------------------------------------------------------------------------------------------------------------


async def test_a_pair_is_vetoed_marked_and_passed_over_and_allowed_again() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("2", "x")
        await until(explorer.pilot, lambda: "▶✗    4" in explorer.rows(explorer.pairs)[1])
        assert "a+b leads with 2" in explorer.rows(explorer.pairs)[-2]
        await explorer.step("s")
        assert explorer.merges == [(97, 98)]
        await explorer.press("home", "x")
        await until(explorer.pilot, lambda: explorer.run.vetoes == ())
        await explorer.step("s")
        assert explorer.merges == [(97, 98), (97, 97)]


async def test_vetoes_are_listed_and_lifted_in_one_place() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("v")
        await until_in_front(explorer, "There are no vetoes: press x to veto")
        await explorer.until_shown(" any key closes")
        await explorer.press("z", "2", "x", "down", "x")
        await until(explorer.pilot, lambda: len(explorer.run.vetoes) == 2)
        await explorer.press("v")
        await until_in_front(explorer, "▶ a + a")
        await explorer.until_shown("x enter del lift")
        await explorer.press("down", "x")
        await until(explorer.pilot, lambda: explorer.run.vetoes == ((b"a", b"a"),))
        assert "▶ a + a" in in_front(explorer)
        await explorer.press("enter")
        await until(explorer.pilot, lambda: explorer.run.vetoes == ())
        await explorer.press("q")
        await until(explorer.pilot, lambda: explorer.in_front)


async def test_going_back_over_a_veto_forgets_the_merge_that_it_forbids() -> None:
    async with exploring(TOY) as explorer:
        await explorer.step("s", "s")
        await explorer.press("3", "up", "x")  # the first merge, a + a
        await until(explorer.pilot, lambda: explorer.run.vetoes == ((b"a", b"a"),))
        assert explorer.run.made == 2
        await explorer.press("0")
        await explorer.until_made(0)
        assert explorer.run.merges == []
        await explorer.step("s")
        assert explorer.merges == [(97, 98)]


async def test_without_a_selected_pair_there_is_nothing_to_veto() -> None:
    async with exploring("a") as explorer:
        await explorer.press("x")
        assert explorer.hint.startswith("No pair is selected")


async def test_vetoes_named_on_the_command_line_are_there_and_survive_a_lost_process() -> None:
    async with exploring(TOY, vetoes=((b"a", b"a"),)) as explorer:
        await until(explorer.pilot, lambda: explorer.run.vetoes == ((b"a", b"a"),))
        await explorer.step("s")
        assert explorer.merges == [(97, 98)]
        process = explorer.app.client._process
        assert process
        process._popen.kill()
        await explorer.until_hint("Restarted")
        await until(explorer.pilot, lambda: explorer.run.made == 1 and explorer.run.vetoes == ((b"a", b"a"),))


# -- ties --------------------------------------------------------------------------------------------------------------


async def test_ties_are_explained_with_the_place_of_each() -> None:
    async with exploring("one ab cd ab cd", "whitespace") as explorer:
        await explorer.press("=")
        await until_in_front(explorer, "2 pairs tie at 2")
        text = in_front(explorer)
        assert "▶ a + b  first at byte 4: one·▏ab▕·cd·ab·cd" in text
        assert "  c + d  first at byte 7: one·ab·▏cd▕·ab·cd" in text


async def test_the_other_rule_is_named() -> None:
    async with exploring("zy ab zy ab", options=Options(ties="smallest-id")) as explorer:
        assert "smallest ids" in " ".join(explorer.rows(explorer.pairs))
        await explorer.press("=")
        await until_in_front(explorer, "the smallest ids is merged")
        assert "▶ · + a  first at byte 2" in in_front(explorer)


async def test_a_pair_that_is_alone_does_not_tie() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("=")
        await until_in_front(explorer, "One pair occurs 4 times, more often than all others")


async def test_ties_do_not_come_over_what_is_asked_for_since() -> None:
    async with exploring("one ab cd ab cd", "whitespace") as explorer:
        late = Ties(explorer.run.opened.revision, 0, 2, 2, (TiedPair(97, 98, 4, b"", b"ab", b""),))
        for key in ("g", "i", ","):
            await explorer.press(key)
            before = explorer.app.screen
            explorer.screen.show_ties(late, explorer.run)
            assert explorer.app.screen is before
            await explorer.press("escape")


# -- held-out text -----------------------------------------------------------------------------------------------------


async def test_a_text_is_held_out_and_measured_as_merges_grow(tmp_path: Path) -> None:
    path = tmp_path / "other.txt"
    path.write_text("aaaax")
    async with exploring(TOY) as explorer:
        await explorer.ask("u", str(path))
        await until_in_front(explorer, "Held-out text: other.txt, 5 bytes, 5 characters.")
        await explorer.press("escape")
        await explorer.step("s", "s", "b")
        await explorer.press("u")
        await until_in_front(explorer, "Held-out text: other.txt, 5 bytes, 5 characters.")
        text = in_front(explorer)
        assert "1 of its characters (20.00%) does not occur" in text
        assert "      0       1.0000             1.000               1.000" in text
        assert "      1       0.6000             1.667               1.222" in text
        assert "      2 " not in text


async def test_settings_name_a_held_out_sample_by_its_name() -> None:
    async with exploring(TOY) as explorer:
        await explorer.ask("u", "sample:vietnamese")
        await until_in_front(explorer, "Held-out text: vietnamese")
        await explorer.press("escape", "comma")
        await explorer.until_shown("sample:vietnamese")


async def test_what_cannot_be_held_out_is_said() -> None:
    async with exploring(TOY) as explorer:
        await explorer.ask("u", "/nowhere/x.txt")
        await explorer.until_hint("there is no file /nowhere/x.txt")
        await explorer.ask("u", "sample:nothing")
        assert "there is no sample nothing" in explorer.hint
        assert explorer.run.held_out is None


async def test_a_lost_process_is_said_with_a_held_out_text_too() -> None:
    async with exploring(TOY, held_out=Source("b", data=b"aab")) as explorer:
        await until(explorer.pilot, lambda: explorer.run.held_out)
        await explorer.step("s")
        process = explorer.app.client._process
        assert process
        process._popen.kill()
        await explorer.until_hint("Restarted at merge 1")
        await until(explorer.pilot, lambda: explorer.run.held_out_tokens == [3, 2])
        assert "Restarted at merge 1" in explorer.hint


async def test_the_corpus_itself_held_out_is_said() -> None:
    async with exploring("sample:aaabdaaabac") as explorer:
        await explorer.ask("u", "sample:aaabdaaabac")
        await explorer.until_hint("aaabdaaabac.txt is the corpus itself")


# -- settings ----------------------------------------------------------------------------------------------------------


async def test_settings_start_the_text_again_after_asking() -> None:
    async with exploring("the cat the dog") as explorer:
        await explorer.step("s", "s")
        await explorer.press(",")
        await until(explorer.pilot, lambda: not explorer.in_front)
        assert isinstance(explorer.app.screen.focused, Choice)
        await explorer.press("right", "right", "enter")  # the split whitespace
        await until_in_front(explorer, "discards 2 merges")
        await explorer.press("enter")
        await until(
            explorer.pilot, lambda: explorer.in_front and explorer.run.opened.options.split.name == "whitespace"
        )
        await explorer.until_made(0)
        assert "split whitespace" in explorer.status
        await explorer.press(",")
        await until(explorer.pilot, lambda: not explorer.in_front)
        await explorer.press("left", "escape")
        await until(explorer.pilot, lambda: explorer.in_front)
        assert explorer.run.opened.options.split.name == "whitespace"


async def test_settings_hold_for_texts_that_are_opened_later() -> None:
    async with exploring("the cat the dog") as explorer:
        await explorer.press(",", "right", "right", "enter")
        await until(explorer.pilot, lambda: explorer.run.opened.options.split.name == "whitespace")
        await explorer.ask("o", "sample:english")
        await until(explorer.pilot, lambda: explorer.run.opened.source.name == "english.txt")
        assert explorer.run.opened.options.split.name == "whitespace"


# -- words and characters ----------------------------------------------------------------------------------------------


async def test_a_sample_of_weighted_words_shows_words_counts_and_pieces() -> None:
    async with exploring(TOY) as explorer:
        await explorer.ask("o", "sample:seven-syllables")
        await until(explorer.pilot, lambda: explorer.run.opened.source.name == "seven-syllables.tsv")
        await explorer.step("s")
        await explorer.press("4")
        rows = ["▶     8  ng│ư│ờ│i│_", "      7  n│h│à│_"]
        await until(explorer.pilot, lambda: explorer.rows(explorer.words)[1:3] == rows)
        assert explorer.rows(explorer.corpus)[:2] == ["người_", "ngành_"]
        assert "characters · end mark _" in explorer.status
        assert "vocab 14" in explorer.status
        await explorer.ask("o", "sample:english")
        await until(explorer.pilot, lambda: explorer.run.opened.source.name == "english.txt")
        assert explorer.run.opened.options == Options(), "what a sample asked for is for that sample"


async def test_a_table_of_words_is_opened_by_a_prefix(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_text("low\t5\nlower\t2\n")
    async with exploring(TOY) as explorer:
        await explorer.ask("o", f"words:{path}")
        await until(explorer.pilot, lambda: explorer.run.opened.source.name == "words.tsv")
        assert (explorer.run.opened.word_count, explorer.run.opened.distinct_words) == (7, 2)
        await until(explorer.pilot, lambda: explorer.rows(explorer.corpus)[:3] == ["low", "lower", ""])
        assert "table of words" in explorer.status


async def test_a_typed_character_outside_the_alphabet_is_unknown() -> None:
    options = Options(alphabet="characters", end_of_word="_")
    async with exploring("low lower", options=options) as explorer:
        await explorer.press("i", *"slow")
        assert explorer.rows(explorer.tokens)[0] == "<unk>│l│o│w│_"
        await explorer.press("escape", "home")
        assert "<unk>: s U+0073 does not occur in the corpus" in in_front(explorer)
        await explorer.press("end")
        assert "the end of a word" in in_front(explorer)


async def test_a_typed_end_mark_is_said() -> None:
    async with exploring("low lower", options=Options(alphabet="characters", end_of_word="_")) as explorer:
        await explorer.press("i", *"a_b")
        assert "the end-of-word mark _ occurs in the word a_b" in in_front(explorer)


async def test_typed_text_is_given_the_normal_form_of_the_corpus() -> None:
    async with exploring("ngày", options=Options(normalization="nfd")) as explorer:
        explorer.typed.set_text("")
        await explorer.press("i", "à")
        assert "3 tokens · 3 bytes · 2 characters · NFC → NFD · 1 cluster" in in_front(explorer)


async def test_special_tokens_stand_whole_in_the_corpus_and_are_text_where_they_are_typed() -> None:
    async with exploring("ab<s>ab", options=Options().with_special(["<s>"])) as explorer:
        assert "tokens 5" in explorer.status
        await explorer.press("i", *"<s>")
        assert explorer.rows(explorer.tokens)[0] == "<│s│>"
        await explorer.press("escape", "1", "n")


async def test_the_least_count_ends_a_run_and_is_said() -> None:
    async with exploring("ababcd", options=Options(min_count=2)) as explorer:
        await explorer.press("r")
        await explorer.until_hint("Stopped after 1 merge: no remaining pair occurs at least twice")
        assert "No remaining pair occurs at least" in " ".join(explorer.rows(explorer.pairs))


async def test_a_target_below_the_characters_is_said() -> None:
    options = Options(alphabet="characters")
    async with exploring("abcdefgh", options=options, vocab_size=5) as explorer:
        await explorer.until_hint("Its 8 characters exceed the target vocabulary size; press t to set another")
        assert "merge 0/0" in explorer.status


# -- work that would be lost -------------------------------------------------------------------------------------------


async def choose_and_veto(explorer: Explorer) -> None:
    """Choose the second pair, and veto the third."""
    await explorer.press("2", "down", "m")
    await explorer.until_made(1)
    await explorer.press("end", "x")
    await until(explorer.pilot, lambda: explorer.run.vetoes)


@pytest.mark.parametrize(("key", "question"), [("q", "Quit? y/N:"), ("o", "Open it? y/N:")])
async def test_own_choices_and_vetoes_are_not_lost_without_a_question(key: str, question: str) -> None:
    async with exploring(TOY) as explorer:
        await choose_and_veto(explorer)
        for answer in ("n", "enter", "escape"):
            await explorer.press(key)
            if key == "o":
                await explorer.press(*"sample:chinese", "enter")
            assert question in explorer.bottom
            assert explorer.hint == "1 choice and 1 veto have not been exported and would be lost"
            await explorer.press(answer)
            assert explorer.app.is_running
            assert explorer.merges == [(97, 98)]
        await explorer.press(key)
        if key == "o":
            await explorer.press(*"sample:chinese", "enter", "y")
            await explorer.until_shown("chinese.txt")
        else:
            await explorer.press("y")
            await until(explorer.pilot, lambda: explorer.app._exit)


async def test_what_is_exported_is_not_asked_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    async with exploring(TOY) as explorer:
        await choose_and_veto(explorer)
        await explorer.press("e", "enter")
        await explorer.until_hint("Wrote text.model")
        await explorer.press("2", "home", "x")
        await until(explorer.pilot, lambda: len(explorer.run.vetoes) == 2)
        await explorer.press("q")
        assert explorer.hint == "1 veto has not been exported and would be lost"
        await explorer.press("escape", "x")
        await until(explorer.pilot, lambda: len(explorer.run.vetoes) == 1)
        await explorer.press("q")
        await until(explorer.pilot, lambda: explorer.app._exit)


async def test_what_the_rule_and_the_start_bring_back_is_not_asked_about() -> None:
    async with exploring(TOY, vetoes=((b"a", b"b"),)) as explorer:
        await explorer.step("s", "s")
        await explorer.press("q")
        await until(explorer.pilot, lambda: explorer.app._exit)


async def test_ctrl_q_quits_without_a_question() -> None:
    async with exploring(TOY) as explorer:
        await choose_and_veto(explorer)
        await explorer.press("ctrl+q")
        await until(explorer.pilot, lambda: explorer.app._exit)


async def test_new_settings_ask_once_and_keep_vetoes() -> None:
    async with exploring(TOY) as explorer:
        await choose_and_veto(explorer)
        await explorer.step("b")
        await explorer.press("comma", "right", "enter")
        await until_in_front(explorer, "This discards 1 merge and starts over")
        await explorer.press("enter")
        await until(explorer.pilot, lambda: explorer.run.options.split.name == "lines" and explorer.run.vetoes)
        assert not explorer.run.merges
