"""Another text, other settings, a held-out text: how each is asked for, and what asks first."""

from __future__ import annotations

from pathlib import Path

import pytest

from bpetui.formats.huggingface import writer
from bpetui.tui.explorer.held_out_screen import HeldOutScreen
from bpetui.tui.widgets.bottom_bar import BottomBar
from bpetui.tui.widgets.choice import Choice
from tests.tui.explorer.scenes import CHINESE, TOY, answer, choose_and_veto, until_in_front, until_open
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import until
from tests.tui.sample_tokenizers import tokenizer_from_merges


async def test_settings_name_a_held_out_sample_by_its_name() -> None:
    async with exploring(TOY) as explorer:
        await explorer.ask("u", "sample:vietnamese")
        await until_in_front(explorer, "Held-out text: vietnamese")
        await explorer.press("escape", "comma")
        await explorer.until_shown("sample:vietnamese")


async def test_a_text_that_cannot_be_held_out_is_reported() -> None:
    async with exploring(TOY) as explorer:
        await explorer.ask("u", "/nowhere/x.txt")
        await explorer.until_hint("there is no file /nowhere/x.txt")
        await explorer.ask("u", "sample:nothing")
        assert "there is no sample nothing" in explorer.hint
        assert explorer.run.held_out is None


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


async def test_a_table_of_words_is_opened_by_a_prefix(tmp_path: Path) -> None:
    path = tmp_path / "words.tsv"
    path.write_text("low\t5\nlower\t2\n")
    async with exploring(TOY) as explorer:
        await explorer.ask("o", f"words:{path}")
        await until(explorer.pilot, lambda: explorer.run.opened.source.name == "words.tsv")
        assert (explorer.run.opened.word_count, explorer.run.opened.distinct_words) == (7, 2)
        await until(explorer.pilot, lambda: explorer.rows(explorer.corpus)[:3] == ["low", "lower", ""])
        assert "table of words" in explorer.status


@pytest.mark.parametrize(("key", "question"), [("q", "Quit? y/N:"), ("o", "Open it? y/N:")])
async def test_choices_and_vetoes_are_lost_only_after_a_question(key: str, question: str) -> None:
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


async def test_exported_work_is_lost_without_a_question(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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


async def test_merges_by_the_rule_are_lost_without_a_question() -> None:
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


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("gb18030", CHINESE),
        ("big5", "人人生而自由，在尊嚴和權利上一律平等。"),
        ("windows-1252", "déjà vu"),
        ("utf-16", CHINESE),
    ],
)
async def test_a_text_in_another_encoding_is_opened_with_enter(folder: Path, encoding: str, text: str) -> None:
    (folder / "old.txt").write_text(text, encoding)
    async with exploring(TOY) as explorer:
        await explorer.press("o", *"old.txt", "enter")
        await explorer.until_hint("old.txt is not UTF-8: byte 0x")
        assert "at offset" in explorer.hint
        assert explorer.hint.endswith(f"(line 1). It looks like {encoding}; press enter to open it that way")
        assert answer(explorer) == f"old.txt encoding={encoding}"
        await explorer.press("enter")
        await until_open(explorer, "old.txt", text[:8])
        (folder / "new.txt").write_text("xyz", "utf-8")
        await explorer.press("o", *"new.txt", "enter")
        await until_open(explorer, "new.txt", "xyz")


async def test_an_unknown_encoding_is_asked_for(folder: Path) -> None:
    (folder / "old.txt").write_bytes(b"abc \x81\x82\x83 abc")
    async with exploring(TOY) as explorer:
        await explorer.press("o", *"old.txt", "enter")
        await explorer.until_hint(
            "old.txt is not UTF-8: byte 0x81 at offset 4 (line 1). If it is a text file, type its encoding, such as "
            "gb18030, and press enter"
        )
        assert answer(explorer) == "old.txt encoding="
        await explorer.press("enter")
        assert explorer.hint == "type the encoding of the file after encoding=, such as gb18030"
        await explorer.press(*"nonsense", "enter")
        assert explorer.hint.startswith("unknown text encoding nonsense")
        await explorer.press("ctrl+u", *"old.txt encoding=cp437", "enter")
        await until_open(explorer, "old.txt", "abc üéâ abc")


async def test_the_wrong_encoding_of_a_text_in_utf_8_is_noticed(folder: Path) -> None:
    (folder / "new.txt").write_text(CHINESE + "。", "utf-8")
    async with exploring(TOY) as explorer:
        await explorer.press("o", *"new.txt encoding=ascii", "enter")
        await explorer.until_hint("(line 1). It looks like utf-8; press enter to open it that way")
        await explorer.press("enter")
        await until_open(explorer, "new.txt", CHINESE[:8])


async def test_a_held_out_text_in_another_encoding_is_asked_for_again(folder: Path) -> None:
    (folder / "old.txt").write_text(CHINESE, "gb18030")
    async with exploring(TOY) as explorer:
        await explorer.press("u", *"old.txt", "enter")
        await explorer.until_hint("(line 1). It looks like gb18030; press enter to open it that way")
        await explorer.press("enter")
        await until(explorer.pilot, lambda: isinstance(explorer.app.screen, HeldOutScreen))
        await explorer.press("escape", "comma")
        await explorer.until_shown("old.txt·encoding=gb18030")


@pytest.mark.parametrize("as_folder", [False, True])
async def test_a_tokenizer_named_as_a_text_is_used_in_try_it(folder: Path, as_folder: bool) -> None:
    name = "toy" if as_folder else "toy.json"
    if as_folder:
        (folder / "toy").mkdir()
    (folder / ("toy/tokenizer.json" if as_folder else name)).write_bytes(writer.dumps(tokenizer_from_merges()))
    async with exploring(TOY) as explorer:
        await explorer.press("o", *name, "enter")
        said = f"{name} is a tokenizer; press enter to use it in Try it"
        assert (explorer.hint, answer(explorer)) == (said, name)
        await explorer.press("escape")
        assert (explorer.hint, answer(explorer)) == ("", name)
        await explorer.press("enter")
        assert explorer.hint == said
        await explorer.press("enter")
        await until(explorer.pilot, lambda: f"Try it: {name}" in str(explorer.try_it.border_title))
        assert not explorer.screen.query_one(BottomBar).asking
        assert explorer.run.opened.source.name == "text"


async def test_another_answer_after_a_tokenizer_is_opened_as_a_text(folder: Path) -> None:
    (folder / "toy.json").write_bytes(writer.dumps(tokenizer_from_merges()))
    async with exploring(TOY) as explorer:
        await explorer.press("o", *"toy.json", "enter", "ctrl+u", *"texts/new-one.txt", "enter")
        await until_open(explorer, "new-one.txt", "xyxyxy")
