"""Every key remapped: the file, the bindings of all screens, and whatever names keys (footer, help, hints) agree."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from textual.content import Content
from textual.keys import key_to_character
from textual.widgets import Static

from bpetui.tui.keys.commands import COMMANDS, Scope, commands_of
from bpetui.tui.keys.key_names import key_named
from bpetui.tui.widgets.help_sheet import HelpSheet
from tests.tui.explorer_app import Explorer, exploring
from tests.tui.keys_and_rows import settle, until

HELD = ("", "ctrl+", "shift+", "alt+", "alt+ctrl+", "ctrl+shift+")
FUNCTION_KEYS = (f"{held}f{number}" for held in HELD for number in range(1, 25))
OWN = dict(zip(COMMANDS, FUNCTION_KEYS, strict=False))
"""A key of its own for each command."""


@asynccontextmanager
async def remapped(folder: Path, own: dict[str, str], size: tuple[int, int] = (80, 24)) -> AsyncIterator[Explorer]:
    """The explorer with these keys."""
    (folder / "bpetui").mkdir()
    (folder / "bpetui" / "keys.json").write_text(json.dumps(own))
    async with exploring("aaabdaaabac", vocab_size=259, size=size) as explorer:
        yield explorer


def test_every_command_has_a_key_of_its_own() -> None:
    assert len({*OWN.values()}) == len(COMMANDS)


async def test_every_key_acts_and_no_default_key_does(plain_terminal: Path) -> None:
    async with remapped(plain_terminal, OWN) as explorer:
        assert explorer.hint == ""
        chain = {
            binding.binding.id: key
            for key, binding in explorer.screen.active_bindings.items()
            if binding.binding.id in COMMANDS
        }
        explorers = commands_of(Scope.APP, Scope.EXPLORER, Scope.CORPUS)
        assert chain == {command.id: OWN[command.id] for command in explorers}
        await explorer.press("s")
        await explorer.press(OWN["step"])
        await explorer.until_made(1)


async def test_the_bottom_line_names_the_keys(plain_terminal: Path) -> None:
    async with remapped(plain_terminal, OWN, (120, 36)) as explorer:
        for command in commands_of(Scope.EXPLORER):
            assert (f"{OWN[command.id]} {command.name}" in explorer.bottom) == command.is_shown
        await explorer.press(OWN["type"])
        assert f"{OWN['text.leave']} Leave the text" in explorer.bottom
        await explorer.press(OWN["text.leave"], OWN["compare"])
        await until(explorer.pilot, lambda: not explorer.in_front)
        await explorer.press(OWN["text.leave"])
        await settle(explorer.pilot)
        assert f"{OWN['compare.up']} {OWN['compare.down']} Tokenizer" in explorer.bottom


async def test_the_palette_names_the_keys(plain_terminal: Path) -> None:
    async with remapped(plain_terminal, OWN) as explorer:
        for command in commands_of(Scope.EXPLORER):
            assert f"{command.name} ({OWN[command.id]})" in explorer.offered


@pytest.mark.parametrize(
    ("opened_by", "opens_help", "scopes"),
    [
        ("", "help", (Scope.EXPLORER, Scope.APP)),
        ("compare", "compare.help", (Scope.COMPARE,)),
        ("decode", "decode.help", (Scope.DECODE,)),
        ("settings", "settings.help", (Scope.SETTINGS, Scope.CHOICE)),
        ("trace", "trace.help", (Scope.TRACE,)),
    ],
)
async def test_help_names_the_keys(
    plain_terminal: Path, opened_by: str, opens_help: str, scopes: tuple[Scope, ...]
) -> None:
    async with remapped(plain_terminal, OWN) as explorer:
        await explorer.press(OWN["type"], "a", "a", OWN["text.leave"])
        if opened_by:
            await explorer.press(OWN["step"])
            await explorer.until_made(1)  # a trace needs merges
            await explorer.press(OWN[opened_by])
            await until(explorer.pilot, lambda: not explorer.in_front)
        await explorer.press(OWN[opens_help])
        await until(explorer.pilot, lambda: isinstance(explorer.app.screen, HelpSheet))
        content = explorer.app.screen.query_one(Static).content
        assert isinstance(content, Content)
        words = content.plain.split()
        assert [command.id for command in commands_of(*scopes) if OWN[command.id] not in words] == []
        await explorer.press(OWN["sheet.down"])
        assert isinstance(explorer.app.screen, HelpSheet)


async def test_hints_name_the_keys(plain_terminal: Path) -> None:
    async with remapped(plain_terminal, OWN, (200, 30)) as explorer:

        async def hint_after(*ids: str) -> str:
            await explorer.press(*(OWN[id] for id in ids))
            await until(explorer.pilot, lambda: explorer.hint)
            return explorer.hint

        assert OWN["type"] in await hint_after("trace")
        assert OWN["settings"] in await hint_after("pane_words")
        assert f"press {OWN['veto']} to allow it, {OWN['vetoes']} to list" in await hint_after("pane_pairs", "veto")
        assert OWN["target"] in await hint_after("pane_corpus", "run", "run")
        assert f"press {OWN['go_to']}, type" in await hint_after("start")
        await explorer.press(OWN["vetoes"])
        await explorer.until_shown("Vetoes")


async def test_a_key_that_would_be_markup_is_named_as_it_is(plain_terminal: Path) -> None:
    async with remapped(plain_terminal, {"help": "[", "settings.enter": "f5", "step": "\\"}) as explorer:
        await explorer.press("[")
        await explorer.until_shown("Press backslash for the first merge")
        content = explorer.app.screen.query_one(Static).content
        assert isinstance(content, Content)
        assert [row.split()[0] for row in content.plain.splitlines() if "show this help" in row] == ["["]
        await explorer.press("escape", ",")
        await explorer.until_shown("f5 apply · [ help")


async def test_mistakes_in_the_file_are_reported_and_the_rest_applies(plain_terminal: Path) -> None:
    async with remapped(plain_terminal, {"nonsense": "y", "run": "x", "step": "f2"}, (80, 30)) as explorer:
        assert "there is no command named nonsense" in explorer.hint
        assert "run cannot use x, which is the key of veto" in explorer.hint
        await explorer.press("f2")
        await explorer.until_made(1)
        assert "f2 Step" in explorer.bottom


def test_function_keys_type_nothing() -> None:
    assert not any(key_to_character(key_named(key).name) for key in OWN.values())


async def test_a_remapped_key_acts_beside_typed_text(plain_terminal: Path) -> None:
    async with remapped(plain_terminal, {"step": "f2"}, (120, 30)) as explorer:
        await explorer.press("i", "s", "f2")
        await explorer.until_made(1)
        assert explorer.typed.text == "s"
        assert "f2 Step" in explorer.bottom
