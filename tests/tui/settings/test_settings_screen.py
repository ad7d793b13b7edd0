"""Tests of the screen of settings."""

from __future__ import annotations

import random
import re
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from textual._compositor import Compositor
from textual.app import App, ComposeResult
from textual.events import Event, Key, Paste
from textual.keys import _character_to_key
from textual.pilot import Pilot
from textual.widget import Widget
from textual.widgets import Static

from bpetui.core.option_table import OPTIONS
from bpetui.core.options import Options
from bpetui.core.splitting import SPLIT_NAMES, Split, split_custom, split_named
from bpetui.core.utf8 import visible
from bpetui.tui.run.settings import Settings
from bpetui.tui.settings.settings_screen import SettingsScreen
from bpetui.tui.terminal.type_ahead import TypeAhead
from bpetui.tui.widgets.choice import Choice
from bpetui.tui.widgets.form import Entry
from bpetui.tui.widgets.sheet import Sheet
from tests.tui.keys_and_rows import press, settle, shown, until
from tests.tui.sample_texts import HARD

PLAIN = Settings(Options(), "")
GPT2 = split_named("gpt2")
ROWS = (
    "split", "pattern", "special tokens", "normalization", "alphabet", "end-of-word mark", "ties", "minimum count",
    "longest token in bytes", "whole characters", "held-out text",
)  # fmt: skip


class Host(App[None]):
    """An app with a screen of settings in front, which queues keys as the program does and keeps the results."""

    CSS = "#behind { height: 1; }"

    def __init__(self, settings: Settings, made: int, *, plain: bool = False) -> None:
        super().__init__(ansi_color=True if plain else None)
        if plain:
            self.theme = "ansi-dark"
        self.animation_level = "none"
        self.settings, self.made = settings, made
        self.results: list[Settings | None] = []
        self.type_ahead = TypeAhead(self)

    def compose(self) -> ComposeResult:
        yield Static("behind", id="behind")

    def on_mount(self) -> None:
        self.push_screen(SettingsScreen(self.settings, self.made), self.results.append)

    async def on_event(self, event: Event) -> None:
        if not isinstance(event, Key | Paste) or event.is_forwarded:
            await super().on_event(event)
        elif self.type_ahead.is_next(event):
            path = self.type_ahead.path
            await super().on_event(event)
            self.type_ahead.sent(event, path)


class Form:
    """A screen of settings under test: presses keys and reads what is shown."""

    def __init__(self, host: Host, pilot: Pilot[None]) -> None:
        self.host, self.pilot = host, pilot

    async def press(self, *keys: str) -> None:
        await press(self.pilot, *keys)

    async def paste(self, text: str) -> None:
        self.host.post_message(Paste(text))
        await settle(self.pilot)

    async def go(self, name: str) -> None:
        """Go down to a row."""
        for _ in ROWS:
            if self.selected == name:
                return
            await self.press("down")
        assert self.selected == name

    async def edit(self, name: str) -> None:
        """Go down to a row, and edit its text."""
        await self.go(name)
        if isinstance(self.host.screen.focused, Entry):
            await self.press("enter")

    async def fill(self, name: str, text: str) -> None:
        """Replace the text of a row."""
        await self.edit(name)
        await self.press("ctrl+u")
        if text:
            await self.paste(text)

    @property
    def rows(self) -> list[str]:
        return [row.rstrip("\n") for row in shown(self.pilot)]

    @property
    def selected(self) -> str:
        """The name of the selected row."""
        [row] = [row for row in self.rows if "▶" in row]
        return re.sub(r" \(unused\)", "", re.split("▶ |  +", row)[1])

    def row(self, name: str) -> str:
        """Return the value of a row."""
        [row] = [row for row in self.rows if re.search(rf"(▶| ) {name}  ", row) or f" {name} (unused) " in row]
        return row.partition(name)[2].strip("│ ")

    @property
    def message(self) -> str:
        """The text below the rows."""
        line = max(number for number, row in enumerate(self.rows) if "│────" in row)
        bottom = next(number for number, row in enumerate(self.rows) if "╰" in row)
        return "\n".join(row.strip("│ ") for row in self.rows[line + 1 : bottom]).strip()

    @property
    def is_open(self) -> bool:
        return isinstance(self.host.screen, SettingsScreen)

    @property
    def result(self) -> Settings | None:
        """The result of the screen."""
        assert not self.is_open
        [result] = self.host.results
        return result


@asynccontextmanager
async def opened_settings(
    settings: Settings = PLAIN, made: int = 0, size: tuple[int, int] = (80, 24), *, plain: bool = False
) -> AsyncIterator[Form]:
    """Open a screen of settings."""
    host = Host(settings, made, plain=plain)
    async with host.run_test(size=size) as pilot:
        await settle(pilot)
        yield Form(host, pilot)


# -- rows -----------------------------------------------------------------------------------------------------


async def click(form: Form, text: str, at: int = 0) -> None:
    """Click ``at`` cells right of the start of a text."""
    y, row = next((y, row) for y, row in enumerate(form.rows) if text in row)
    await form.pilot.click(offset=(cell_len(row.partition(text)[0]) + at, y))
    await settle(form.pilot)


def sample_settings() -> Iterator[Settings]:
    """Yield settings of all kinds."""
    special = ("<|end|>", "two words", "\x1b[31m", "\r\n", "[b]", "床\u202e", "it's", "\\")
    for split in (GPT2, split_custom("\r|[^\n]+?'|\x1b")):
        yield Settings(Options(replace(split, special=special)), " a\udcffb\n[/c]")
    yield Settings(Options(alphabet="characters", end_of_word="</w>", ties="smallest-id", min_count=1 << 62), "-")
    yield Settings(Options(normalization="nfkd", max_token_bytes=2, whole_characters=True), "x" * 10_100)
    yield PLAIN


@pytest.mark.parametrize("settings", [*sample_settings()])
async def test_settings_that_are_not_edited_do_not_change(settings: Settings) -> None:
    async with opened_settings(settings, 7) as form:
        for _ in ROWS:
            await form.press("right", "left", "down")
        await form.press("enter")
        assert form.result is None


async def test_every_option_with_a_group_has_a_row_with_its_label_and_explanation() -> None:
    async with opened_settings() as form:
        for option in OPTIONS:
            if option.group:
                assert form.selected == option.label
                if option.name not in ("split", "special"):  # whose explanations are longer
                    assert form.message.split("\n") == [*option.explained(option.kind.write(option.default))]
                await form.press("down")
        assert form.selected == ROWS[0]


async def test_all_rows_fit_on_80_by_24() -> None:
    settings = Settings(
        Options(replace(GPT2, special=("<|end|>",)), "nfc", "bytes", "", "smallest-id", 2, 16, True), "sample:english"
    )
    async with opened_settings(settings) as form:
        assert {name: form.row(name) for name in ROWS} == {
            "split": "‹ gpt2 ›",
            "pattern": "(unused)         (none; type one to use it)",
            "special tokens": "<|end|>",
            "normalization": "‹ nfc ›",
            "alphabet": "‹ bytes ›",
            "end-of-word mark": "(none)",
            "ties": "‹ smallest ids ›",
            "minimum count": "2",
            "longest token in bytes": "16",
            "whole characters": "‹ yes ›",
            "held-out text": "sample:english",
        }
        assert "enter apply · ? help · esc leave" in form.rows[-3]


# -- keys ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("on", "back"), [("down", "up"), ("tab", "shift+tab")])
async def test_arrows_and_tab_go_from_row_to_row_and_wrap_around(on: str, back: str) -> None:
    async with opened_settings() as form:
        for name in (*ROWS, *ROWS[:2]):
            assert form.selected == name
            await form.press(on)
        for name in (*ROWS[2::-1], *ROWS[:1:-1]):
            assert form.selected == name
            await form.press(back)


def with_split(split: Split) -> Settings:
    return Settings(Options(split), "")


CHANGES = [
    ("split", ["right", "right", "right", "right"], with_split(GPT2)),
    ("split", ["left", "left"], with_split(split_named(SPLIT_NAMES[-1]))),
    ("pattern", [*"\\w+"], with_split(split_custom("\\w+"))),
    ("special tokens", [*"<a>", "space", *"'b c'"], Settings(Options().with_special(("<a>", "b c")), "")),
    ("normalization", ["right"], Settings(Options(normalization="nfc"), "")),
    ("alphabet", ["right"], Settings(Options(alphabet="characters"), "")),
    ("ties", ["left"], Settings(Options(ties="smallest-id"), "")),
    ("minimum count", ["backspace", *"30"], Settings(Options(min_count=30), "")),
    ("longest token in bytes", [*"16"], Settings(Options(max_token_bytes=16), "")),
    ("whole characters", ["space"], Settings(Options(whole_characters=True), "")),
    ("held-out text", [*"sample:english"], Settings(Options(), "sample:english")),
]


@pytest.mark.parametrize(("name", "keys", "result"), CHANGES)
async def test_each_row_changes_its_option(name: str, keys: list[str], result: Settings) -> None:
    async with opened_settings() as form:
        await form.edit(name)
        await form.press(*keys, "enter")
        assert form.result == result


async def test_ctrl_s_applies_only_valid_settings() -> None:
    async with opened_settings() as form:
        await form.press("end", "ctrl+s")
        assert form.is_open
        await form.press("up", "home", "right", "ctrl+s")
        assert form.result == with_split(split_named("lines"))


async def test_an_end_of_word_mark_is_valid_with_characters() -> None:
    async with opened_settings() as form:
        await form.go("alphabet")
        await form.press("right", "down", "enter", *"</w>", "enter")
        assert form.result == Settings(Options(alphabet="characters", end_of_word="</w>"), "")


async def test_escape_closes_without_changes() -> None:
    async with opened_settings() as form:
        await form.press("right", "down", *"abc", "escape")
        assert form.result is None


TEXT_ROWS = [
    "pattern",
    "special tokens",
    "end-of-word mark",
    "minimum count",
    "longest token in bytes",
    "held-out text",
]


@pytest.mark.parametrize("name", TEXT_ROWS)
async def test_a_text_is_edited_only_after_enter(name: str) -> None:
    async with opened_settings() as form:
        await form.go(name)
        before = form.row(name)
        await form.press(
            *"sx1 床q/", "space", "backspace", "delete", "ctrl+u", "ctrl+w", "left", "right", "home", "end"
        )
        assert (form.selected, form.row(name)) == (name, before)
        assert "enter edit · ctrl+s apply · ? help · esc leave" in "".join(form.rows)
        await form.press("enter", "x", ",", "?")
        assert form.row(name).split()[-1].endswith("x,?")
        assert "enter apply · esc undo" in "".join(form.rows)
        await form.press("escape")
        assert (form.row(name), form.host.screen.query_one("#split", Choice).value) == (before, "none")
        assert "enter edit" in "".join(form.rows)
        await form.press("escape")
        assert form.result is None


async def test_an_edited_text_is_kept_when_another_row_is_selected() -> None:
    async with opened_settings() as form:
        await form.edit("special tokens")
        await form.press("a", "down", "up", "b", "ctrl+s")
        assert form.result == Settings(Options().with_special(("a",)), "")


async def test_enter_edits_at_the_end_and_a_click_where_it_hits() -> None:
    async with opened_settings(Settings(Options().with_special(("abcd",)), "")) as form:
        await form.edit("special tokens")
        await form.press("e", "up", "down")
        await click(form, "abcde", 2)
        await form.press("x", "enter")
        assert form.result == Settings(Options().with_special(("abxcde",)), "")


async def test_a_paste_starts_editing() -> None:
    async with opened_settings() as form:
        await form.go("special tokens")
        await form.paste("<a>")
        await form.press("b", "enter")
        assert form.result == Settings(Options().with_special(("<a>b",)), "")


async def test_the_cursor_is_drawn_only_while_editing() -> None:
    async with opened_settings() as form:
        await form.go("minimum count")
        entry = form.host.screen.focused
        assert isinstance(entry, Entry)

        def has_cursor() -> bool:
            return any(segment.style and segment.style.reverse for segment in entry.render_line(0))

        assert not has_cursor()
        await form.press("enter")
        assert has_cursor()
        await form.press("escape")
        assert not has_cursor()


@pytest.mark.parametrize("name", ["split", "pattern", "held-out text"])
async def test_the_key_that_opens_the_screen_closes_it_without_changes(name: str) -> None:
    async with opened_settings() as form:
        await form.press("right")
        await form.go(name)
        await form.press("comma", "comma")
        assert form.result is None


@pytest.mark.parametrize("name", ["split", "pattern"])
async def test_help_opens_on_any_row_that_is_not_being_edited(name: str) -> None:
    async with opened_settings() as form:
        await form.go(name)
        await form.press("?")
        assert isinstance(form.host.screen, Sheet)
        assert "while editing: undo the edit" in "".join(form.rows)
        await form.press("x")
        assert form.selected == name


async def test_a_value_changed_back_is_no_change() -> None:
    async with opened_settings(Settings(Options().with_special(("a", "b")), ""), 7) as form:
        await form.press("right", "left")
        await form.fill("special tokens", " 'a'  b ")
        await form.press("enter")
        assert form.result is None


async def test_a_typed_pattern_becomes_the_split() -> None:
    async with opened_settings() as form:
        assert form.row("pattern").startswith("(unused)")
        await form.press("down", "enter", "a")
        assert (form.row("split"), form.row("pattern")) == ("‹ pattern ›", "a")
        await form.press("up", "home")
        assert form.row("pattern").startswith("(unused)")
        assert form.row("pattern").endswith("a")
        await form.press("enter")
        assert form.result is None


async def test_keys_typed_ahead_have_the_same_result() -> None:
    host = Host(PLAIN, 21)
    async with host.run_test(size=(80, 24)) as pilot:
        for key in ("down", "enter", *"a|b", "down", "enter", "x", "down", "left", *["enter"] * 3, "escape"):
            host.post_message(Key(_character_to_key(key) if len(key) == 1 else key, key if len(key) == 1 else None))
        await until(pilot, lambda: host.results)
        await settle(pilot)
        split = replace(split_custom("a|b"), special=("x",))
        assert host.results == [Settings(Options(split, normalization="nfkd"), "")]


async def test_a_long_text_is_wrapped_and_arrows_move_in_it() -> None:
    text = "one " * 30
    async with opened_settings(Settings(Options(split_custom(text)), "")) as form:
        await form.go("pattern")
        assert form.row("pattern").startswith("one·one")
        assert sum("one·one" in row for row in form.rows) >= 3
        await form.press("enter", "up", "X", "up", "up")
        assert form.selected == "split"
        await form.press("enter")
        assert form.result is not None
        [pattern] = form.result.options.split.patterns
        assert re.fullmatch("(one )+o?n?e? ?Xo?n?e? ?(one )*", pattern)


async def test_a_paste_loses_its_last_line_break() -> None:
    async with opened_settings() as form:
        await form.fill("pattern", "\\w+\r\n")
        await form.fill("special tokens", "a\nb c\n")
        await form.press("enter")
        assert form.result is not None
        assert form.result.options.split == replace(split_custom("\\w+"), special=("a", "b", "c"))


# -- messages --------------------------------------------------------------------------------------------------


async def test_the_selected_row_is_explained_with_its_value() -> None:
    async with opened_settings() as form:
        messages = set()
        for _ in ROWS:
            assert len(form.message.split("\n")) == 2
            messages.add(form.message)
            await form.press("down")
        assert len(messages) == len(ROWS)
        await form.press("right", "right", "right", "right")
        assert "as in GPT-2: letters" in form.message
        assert "We│'ll│·buy" in form.message
        await form.press("down", "enter", *"\\d|")
        assert "e.g. We'll·buy·x│2│·│1│2│3" in form.message


WRONG = [
    ("minimum count", "x", "minimum count must be a whole number from 1 to 4,611,686,018,427,387,904, not x"),
    ("minimum count", "0", "minimum count must be a whole number from 1 to 4,611,686,018,427,387,904, not 0"),
    ("longest token in bytes", "1", "longest token in bytes must be a whole number from 2 to 1,000,000,000, not 1"),
    ("longest token in bytes", "-5", "longest token in bytes must be a whole number from 2 to 1,000,000,000, not -5"),
    ("pattern", "(a", "the pattern does not compile: missing ) at position 2"),
    ("special tokens", '""', "a special token is empty; write at least one character"),
    (
        "special tokens",
        "'\x1b",
        "special tokens: a quote is not closed; write \\ before a quote to use it as a character",
    ),
    ("special tokens", "\u202e \u202e", "the special token U+202E is listed twice; remove one"),
    (
        "end-of-word mark",
        "</w>",
        "an end-of-word mark requires the alphabet of characters; choose that or remove the mark",
    ),
    ("held-out text", "sample:[b]", "there is no sample [b]; the samples are english"),
]


@pytest.mark.parametrize(("name", "text", "sentence"), WRONG)
async def test_an_invalid_value_is_reported_at_its_row_and_can_be_corrected(
    name: str, text: str, sentence: str
) -> None:
    async with opened_settings(made=7) as form:
        await form.fill(name, text)
        await form.press("down", "ctrl+s")
        assert form.is_open
        assert form.selected == name
        assert sentence in form.message.replace("\n", " ")
        await form.press("enter")
        assert sentence in form.message.replace("\n", " ")
        await form.press("ctrl+u")
        assert sentence not in form.message.replace("\n", " ")
        await form.go("split")
        await form.press("home", "enter")
        assert form.result is None


async def test_a_contradiction_is_reported_at_the_selected_row_if_that_takes_part() -> None:
    async with opened_settings(Settings(Options(alphabet="characters", end_of_word="</w>"), "")) as form:
        await form.press("right", "enter")
        assert form.selected == "split"
        assert "remove the mark or the split" in form.message.replace("\n", " ")
        await form.press("down", "ctrl+s")
        assert form.selected == "end-of-word mark"
        await form.press("ctrl+u", "enter")
        assert form.result == Settings(Options(split_named("lines"), alphabet="characters"), "")


async def test_a_text_over_the_limit_is_cut_with_a_message() -> None:
    async with opened_settings() as form:
        await form.fill("special tokens", "x" * 20_000)
        assert form.message == "Text cut: the field holds 10,000 characters"


# -- a restart -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("made", "sentence"), [(1, "1 merge"), (1234, "1,234 merges")])
async def test_merges_are_discarded_only_after_a_question(made: int, sentence: str) -> None:
    async with opened_settings(made=made) as form:
        await form.press("right", "enter")
        assert form.message == f"This discards {sentence} and starts over\nenter start over · esc cancel"
        await form.press("escape")
        assert form.is_open
        assert "each line is a word" in form.message
        await form.press("enter", "down")
        assert "a regular expression" in form.message
        await form.press("up", "enter", "right")
        assert "split at white space" in form.message
        await form.press("enter", "enter")
        assert form.result == with_split(split_named("whitespace"))


async def test_escape_cancels_the_question_and_then_closes() -> None:
    async with opened_settings(made=7) as form:
        await form.press("right", "enter", "escape", "escape")
        assert form.result is None


async def test_another_held_out_text_discards_no_merges() -> None:
    async with opened_settings(Settings(Options(GPT2), "sample:english"), 7) as form:
        await form.fill("held-out text", "")
        await form.press("enter")
        assert form.result == Settings(Options(GPT2), "")


# -- clicks --------------------------------------------------------------------------------------------------------


async def test_rows_choices_and_keys_can_be_clicked() -> None:
    async with opened_settings(made=7) as form:
        await click(form, "normalization")
        assert form.selected == "normalization"
        await click(form, "‹ bytes")
        assert (form.selected, form.row("alphabet")) == ("alphabet", "‹ characters ›")
        await click(form, "(no limit)")
        assert form.selected == "longest token in bytes"
        await form.press("9")
        await click(form, "enter apply", 2)
        await click(form, "esc cancel", 2)
        assert "make no token longer" in form.message
        await click(form, "enter apply", 2)
        await click(form, "enter start over", 2)
        assert form.result == Settings(Options(alphabet="characters", max_token_bytes=9), "")


async def test_a_click_on_leave_closes_the_screen() -> None:
    async with opened_settings(size=(40, 16)) as form:
        await click(form, "esc leave", 2)
        assert form.result is None


# -- drawing -------------------------------------------------------------------------------------------------


async def check_drawing(form: Form) -> None:
    """Check that rows fit the screen without control characters, that frames are whole, and that a row is selected."""
    width, height = form.host.size
    await until(form.pilot, lambda: len(form.rows) == height)  # once the screen is in front
    rows = form.rows
    for row in rows:
        assert cell_len(row) == width
        assert row == visible(row)
        assert row[0] not in "│╭╰" or row[-1] in "│╮╯"
    if form.is_open and width >= 10 and height >= 3:
        await until(form.pilot, lambda: sum("▶" in row for row in form.rows) == 1)  # it may have to scroll there


HOSTILE = "".join(HARD)
SIZES = [(1, 1), (10, 3), (3, 40), (20, 6), (40, 10), (80, 24), (79, 15), (120, 36), (200, 50), (300, 8)]


async def test_hard_characters_fit_at_every_size() -> None:
    settings = Settings(Options(replace(split_custom(HOSTILE + "\\"), special=(HOSTILE, HOSTILE * 3))), HOSTILE)
    async with opened_settings(settings, 21, (1, 1)) as form:
        for size in SIZES:
            await form.pilot.resize_terminal(*size)
            await settle(form.pilot)
            for key in ("right", "enter", "down", "down", "x", "backspace", "down", "enter", "escape", "end"):
                await form.press(key)
                await check_drawing(form)
        await form.press("ctrl+s", "escape", "escape")
        assert form.result is None


async def test_layout_comes_to_rest_at_every_size(monkeypatch: pytest.MonkeyPatch) -> None:
    laid_out: list[object] = []
    reflow = Compositor.reflow

    def record(self: Compositor, *args: Any) -> Any:
        laid_out.append(self)
        return reflow(self, *args)

    monkeypatch.setattr(Compositor, "reflow", record)
    async with opened_settings() as form:
        for size in SIZES:
            await form.pilot.resize_terminal(*size)
            await form.press("down")
            await form.pilot.pause(0.1)
            laid_out.clear()
            await form.pilot.pause(0.1)
            assert not laid_out


async def test_marks_are_visible_without_color() -> None:
    async with opened_settings(made=7, plain=True) as form:
        await form.press("down", *"a+")
        [row] = [row for row in form.rows if "▶" in row]
        assert "▶ pattern " in row
        await form.press("up", "home")
        assert "pattern (unused)" in "".join(form.rows)
        await form.press("right", "enter")
        assert "enter start over · esc cancel" in form.message


async def test_a_small_screen_scrolls_to_the_selected_row() -> None:
    async with opened_settings(size=(40, 10)) as form:
        for name in ROWS:
            await until(form.pilot, lambda name=name: any(f"▶ {name[:10]}" in row for row in form.rows))  # type: ignore[misc]
            assert form.message
            await form.press("down")


async def test_the_question_is_complete_on_a_small_screen() -> None:
    async with opened_settings(made=21, size=(40, 10)) as form:
        await form.press("right", "enter")
        await settle(form.pilot)
        assert form.message.replace("\n", " ") == (
            "This discards 21 merges and starts over enter start over · esc cancel"
        )


async def test_a_key_repaints_only_its_row_and_the_message(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: set[str] = set()
    refresh = Widget.refresh

    def record(self: Widget, *regions: Any, **options: Any) -> Widget:
        painted.add(self.id or type(self).__name__)
        return refresh(self, *regions, **options)

    async with opened_settings() as form:
        await form.go("ties")
        monkeypatch.setattr(Widget, "refresh", record)
        await form.press("right")
        assert painted == {"ties", "message"}
        await form.press("up", "enter")
        painted.clear()
        await form.press("a")
        assert painted == {"end_of_word", "message"}


# -- random keys ------------------------------------------------------------------------------------------------------

KEYS = [
    "up", "down", "left", "right", "tab", "shift+tab", "enter", "ctrl+s", "escape", "space", "home", "end", "backspace",
    "delete", "ctrl+u", "ctrl+w", "pageup", "pagedown", "ctrl+a", "ctrl+e", "f1", *"aQ'\"\\(|0192é床[",
]  # fmt: skip


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 12))])
async def test_random_keys_leave_a_valid_screen(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    settings = chance.choice([*sample_settings()])
    async with opened_settings(settings, chance.choice((0, 21)), chance.choice(SIZES)) as form:
        for _ in range(30):
            what = chance.random()
            if what < 0.85:
                await form.press(*chance.choices(KEYS, k=chance.choice((1, 1, 4))))
            elif what < 0.90:
                await form.paste(chance.choice([HOSTILE, "a\nb", "x" * 300, "", str(tmp_path)]))
            elif what < 0.95:
                width, height = form.host.size
                await form.pilot.click(offset=(chance.randrange(width), chance.randrange(height)))
                await form.press("down")  # in case the scroll bar was clicked
            else:
                await form.pilot.resize_terminal(*chance.choice(SIZES))
            await check_drawing(form)
            if not form.is_open:
                form.host.push_screen(SettingsScreen(settings, form.host.made), form.host.results.append)
                await settle(form.pilot)
        for result in form.host.results:
            if result is not None:
                result.options.check()
