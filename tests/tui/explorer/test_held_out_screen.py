"""The evaluation of the merges on a held-out text."""

from __future__ import annotations

from pathlib import Path

from bpetui.files.source import Source
from tests.tui.explorer.scenes import TOY, text_in_front, until_in_front
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import until


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
        text = text_in_front(explorer)
        assert "1 of its characters (20.00%) does not occur" in text
        assert "      0       1.0000             1.000               1.000" in text
        assert "      1       0.6000             1.667               1.222" in text
        assert "      2 " not in text


async def test_a_lost_process_is_reported_with_a_held_out_text() -> None:
    async with exploring(TOY, held_out=Source("b", data=b"aab")) as explorer:
        await until(explorer.pilot, lambda: explorer.run.held_out)
        await explorer.step("s")
        process = explorer.app.client._process
        assert process
        process._popen.kill()
        await explorer.until_hint("Restarted at merge 1")
        await until(explorer.pilot, lambda: explorer.run.held_out_tokens == [3, 2])
        assert "Restarted at merge 1" in explorer.hint


async def test_holding_out_the_corpus_itself_is_noted() -> None:
    async with exploring("sample:aaabdaaabac") as explorer:
        await explorer.ask("u", "sample:aaabdaaabac")
        await explorer.until_hint("aaabdaaabac.txt is the corpus itself")
