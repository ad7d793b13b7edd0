"""The merges made are written to a file that is asked for, and nothing is written over unasked."""

from pathlib import Path

import pytest
from textual.events import Paste

from bpetui.formats.registry import read
from bpetui.tui.widgets.text_field import TextField
from tests.tui.explorer_app import Explorer, exploring
from tests.tui.keys_and_rows import settle, until
from tests.tui.run.test_run_state_tokenizer import SENNRICH

THE = "the the the then"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


async def export(explorer: Explorer, name: str) -> None:
    await explorer.press("e", "ctrl+u")
    explorer.app.post_message(Paste(name))
    await settle(explorer.pilot)
    await explorer.press("enter")


async def test_a_name_is_offered_and_its_end_says_the_format(folder: Path) -> None:
    async with exploring(THE, "gpt2") as explorer:
        await explorer.step("s", "s")
        await explorer.press("e")
        assert " ".join(explorer.bottom.split()) == "Export to (.model .tiktoken .json or FOLDER/): text.model"
        await explorer.press("enter")
        await explorer.until_hint("Wrote text.model (minbpe): 258 tokens")
        assert read(folder / "text.model").tokenizer.tokenize("then").tokens == (b"the", b"n")
        await explorer.press("e", "x")  # what is typed replaces the name
        assert " ".join(explorer.bottom.split()).endswith("FOLDER/): x")
        await explorer.press("escape")
        await export(explorer, "the.tiktoken")
        await explorer.until_hint("Wrote the.tiktoken (tiktoken): 258 tokens. Not recorded: the split (--split gpt2)")
        await export(explorer, "the/")
        await explorer.until_hint("Wrote the/ (gpt2)")
        assert {path.name for path in (folder / "the").iterdir()} == {"vocab.json", "merges.txt"}


async def test_a_file_that_is_there_is_written_over_only_with_y(folder: Path) -> None:
    path = folder / "mine.model"
    path.write_text("mine", encoding="utf-8")
    async with exploring(THE) as explorer:
        for key in ("n", "enter", "escape"):
            await export(explorer, "mine.model")
            assert explorer.bottom == "mine.model exists. Overwrite? y/N"
            await explorer.press(key)
            assert explorer.focus == "corpus"
            assert key == "escape" or explorer.hint == "Canceled; nothing changed"
            assert path.read_text("utf-8") == "mine"
        await export(explorer, "mine.model")
        await explorer.press("y")
        await explorer.until_hint("Wrote mine.model")
        assert len(read(path).tokenizer) == 256
        await export(explorer, ".")
        assert explorer.bottom.endswith("exists. Write into it? y/N")
        await explorer.press("y")
        await until(explorer.pilot, (folder / "vocab.json").exists)
        await explorer.press("/", "y", "e")
        assert explorer.screen.query_one("#answer", TextField).text == "ye", (
            "the next question takes more than a letter"
        )


async def test_a_failed_export_is_reported(folder: Path) -> None:
    async with exploring(THE, "deepseek-v3") as explorer:
        for name, sentence in (
            ("x.model", "the split deepseek-v3 has 3 patterns, but the format holds one"),
            ("nosuch/x.tiktoken", "its folder does not exist"),
        ):
            await export(explorer, name)
            await explorer.until_hint(sentence)
        await export(explorer, " ")
        assert explorer.hint == ""
    async with exploring("low lower", options=SENNRICH) as explorer:
        await explorer.press("e")
        assert explorer.hint.endswith("these are merges of characters; press , to change the alphabet")
    assert not [*folder.iterdir()]
