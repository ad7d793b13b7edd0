"""Questions in the bottom line: which keys leave them, which complete an answer, and what becomes of a wrong one."""

from __future__ import annotations

from pathlib import Path

import pytest

from bpetui.formats.huggingface import writer
from bpetui.tui.explorer.held_out_screen import HeldOutScreen
from bpetui.tui.widgets.answer_field import AnswerField
from bpetui.tui.widgets.bottom_bar import BottomBar
from tests.tui.explorer_app import Explorer, exploring
from tests.tui.keys_and_rows import shown, until
from tests.tui.sample_tokenizers import tokenizer_from_merges

TOY = "aaabdaaabac"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working folder, with two texts in a folder."""
    (tmp_path / "texts").mkdir()
    (tmp_path / "texts/new-one.txt").write_text("xyxyxy")
    (tmp_path / "texts/new-\x1btwo.txt").write_text("ababab")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def answer(explorer: Explorer) -> str:
    """What is typed as the answer of a question that is asked."""
    assert explorer.screen.query_one(BottomBar).asking
    return explorer.screen.query_one(AnswerField).text


async def test_tab_completes_the_name_of_a_text_and_says_which_there_are() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("o", "t", "tab")
        assert answer(explorer) == "texts/"
        assert explorer.hint == ""
        await explorer.press("tab")
        assert answer(explorer) == "texts/new-"
        assert explorer.hint == "new-␛two.txt  new-one.txt"
        assert "new-␛two.txt  new-one.txt" in shown(explorer.pilot)[-2]
        await explorer.press("x", "tab")
        assert explorer.hint == "no name begins with texts/new-x"
        await explorer.press("backspace", "o", "tab")
        assert answer(explorer) == "texts/new-one.txt"
        await explorer.press("tab")
        assert explorer.hint == "new-one.txt is complete; press enter"
        await explorer.press("enter")
        await explorer.until_shown("xyxyxy")


async def test_what_stands_behind_the_cursor_stays_when_tab_completes_what_is_before_it() -> None:
    async with exploring(TOY) as explorer:
        await explorer.press("o", *"tX", "left", "tab")
        assert answer(explorer) == "texts/X"


@pytest.mark.parametrize(
    ("key", "typed", "completed"), [("u", "sample:viet", "sample:vietnamese"), ("o", "w", "words:")]
)
async def test_tab_completes_samples_and_tables(key: str, typed: str, completed: str) -> None:
    async with exploring(TOY) as explorer:
        await explorer.press(key, *typed, "tab")
        assert answer(explorer) == completed


async def test_tab_completes_the_path_to_export_to() -> None:
    async with exploring(TOY) as explorer:
        await explorer.step("s")
        await explorer.press("e", "ctrl+u", *"te", "tab")
        assert answer(explorer) == "texts/"


async def until_open(explorer: Explorer, name: str, text: str) -> None:
    """Wait until a text is open, and is seen to be that of the file."""
    await until(explorer.pilot, lambda: explorer.run.opened.source.name == name and not explorer.screen.session.opening)
    found = [character for row in explorer.rows(explorer.corpus) for character in row if not "₀" <= character <= "₉"]
    assert "".join(found).replace("│", "").replace("·", " ").startswith(text)


CHINESE = "人人生而自由，在尊严和权利上一律平等。"


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
        await explorer.until_hint("old.txt is not UTF-8;")
        assert explorer.hint == f"old.txt is not UTF-8; it looks like {encoding}. Press enter to open it that way"
        assert answer(explorer) == f"old.txt encoding={encoding}"
        await explorer.press("enter")
        await until_open(explorer, "old.txt", text[:8])
        (folder / "new.txt").write_text("xyz", "utf-8")
        await explorer.press("o", *"new.txt", "enter")
        await until_open(explorer, "new.txt", "xyz")


async def test_an_encoding_that_nothing_tells_is_asked_for(folder: Path) -> None:
    (folder / "old.txt").write_bytes(b"abc \x81\x82\x83 abc")
    async with exploring(TOY) as explorer:
        await explorer.press("o", *"old.txt", "enter")
        await explorer.until_hint(
            "old.txt is not UTF-8. If it is a text file, type its encoding, such as gb18030, and press enter"
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
        await explorer.until_hint("new.txt is not ascii; it looks like utf-8. Press enter to open it that way")
        await explorer.press("enter")
        await until_open(explorer, "new.txt", CHINESE[:8])


async def test_a_held_out_text_in_another_encoding_is_asked_for_again(folder: Path) -> None:
    (folder / "old.txt").write_text(CHINESE, "gb18030")
    async with exploring(TOY) as explorer:
        await explorer.press("u", *"old.txt", "enter")
        await explorer.until_hint("old.txt is not UTF-8; it looks like gb18030. Press enter to open it that way")
        await explorer.press("enter")
        await until(explorer.pilot, lambda: isinstance(explorer.app.screen, HeldOutScreen))
        await explorer.press("escape", "comma")
        await explorer.until_shown("old.txt·encoding=gb18030")


@pytest.mark.parametrize("key", ["o", "g", "t", "/"])
async def test_only_enter_and_escape_leave_a_question(key: str) -> None:
    async with exploring(TOY) as explorer:
        await explorer.press(key, "7", "tab", "shift+tab", "up", "down", "pageup", "pagedown", "8")
        assert sorted(answer(explorer)) == ["7", "8"]
        await explorer.press("tab" if key == "g" else "shift+tab")
        assert explorer.hint == "Press enter to answer or esc to cancel"
        await explorer.press("escape")
        assert not explorer.screen.query_one(BottomBar).asking
        assert explorer.focus == "corpus"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (None, "there is no file"),
        (b"version https://git-lfs.github.com/spec/v1\noid", "is a Git LFS pointer"),
        (b"PK\x03\x04", "is a zip archive"),
    ],
)
async def test_a_wrong_answer_stays_with_its_text(folder: Path, content: bytes | None, said: str) -> None:
    if content is not None:
        (folder / "other").write_bytes(content)
    async with exploring(TOY) as explorer:
        await explorer.press("o", *"other", "enter")
        await until(explorer.pilot, lambda: said in explorer.hint)
        assert answer(explorer) == "other"
        await explorer.press("tab", "backspace")
        assert answer(explorer) == "othe"


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


async def test_another_answer_is_opened_where_a_tokenizer_was_named(folder: Path) -> None:
    (folder / "toy.json").write_bytes(writer.dumps(tokenizer_from_merges()))
    async with exploring(TOY) as explorer:
        await explorer.press("o", *"toy.json", "enter", "ctrl+u", *"texts/new-one.txt", "enter")
        await until_open(explorer, "new-one.txt", "xyxyxy")
