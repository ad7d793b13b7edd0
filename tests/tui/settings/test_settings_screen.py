"""The settings screen: what a person sees of the options of a run, changes with a few keys, and gets."""

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
    """Has a settings screen in front, and gives keys their turn as the program does; keeps what came of the screen."""

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
    """A settings screen as a person has it before them."""

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
        """Go down to a row, and begin to write in its text."""
        await self.go(name)
        if isinstance(self.host.screen.focused, Entry):
            await self.press("enter")

    async def fill(self, name: str, text: str) -> None:
        """Put another text in a row."""
        await self.edit(name)
        await self.press("ctrl+u")
        if text:
            await self.paste(text)

    @property
    def rows(self) -> list[str]:
        return [row.rstrip("\n") for row in shown(self.pilot)]

    @property
    def selected(self) -> str:
        """The name in the row that is marked."""
        [row] = [row for row in self.rows if "▶" in row]
        return re.sub(r" \(unused\)", "", re.split("▶ |  +", row)[1])

    def row(self, name: str) -> str:
        """What stands in a row behind its name."""
        [row] = [row for row in self.rows if re.search(rf"(▶| ) {name}  ", row) or f" {name} (unused) " in row]
        return row.partition(name)[2].strip("│ ")

    @property
    def said(self) -> str:
        """What is said below the rows."""
        line = max(number for number, row in enumerate(self.rows) if "│────" in row)
        bottom = next(number for number, row in enumerate(self.rows) if "╰" in row)
        return "\n".join(row.strip("│ ") for row in self.rows[line + 1 : bottom]).strip()

    @property
    def is_open(self) -> bool:
        return isinstance(self.host.screen, SettingsScreen)

    @property
    def result(self) -> Settings | None:
        """What it was left with."""
        assert not self.is_open
        [result] = self.host.results
        return result


@asynccontextmanager
async def asking(
    settings: Settings = PLAIN, made: int = 0, size: tuple[int, int] = (80, 24), *, plain: bool = False
) -> AsyncIterator[Form]:
    host = Host(settings, made, plain=plain)
    async with host.run_test(size=size) as pilot:
        await settle(pilot)
        yield Form(host, pilot)


# -- untouched -----------------------------------------------------------------------------------------------------


async def click(form: Form, text: str, at: int = 0) -> None:
    """Click where a text stands, ``at`` cells on."""
    y, row = next((y, row) for y, row in enumerate(form.rows) if text in row)
    await form.pilot.click(offset=(cell_len(row.partition(text)[0]) + at, y))
    await settle(form.pilot)


def settings_of_all_kinds() -> Iterator[Settings]:
    special = ("<|end|>", "two words", "\x1b[31m", "\r\n", "[b]", "床\u202e", "it's", "\\")
    for split in (GPT2, split_custom("\r|[^\n]+?'|\x1b")):
        yield Settings(Options(replace(split, special=special)), " a\udcffb\n[/c]")
    yield Settings(Options(alphabet="characters", end_of_word="</w>", ties="smallest-id", min_count=1 << 62), "-")
    yield Settings(Options(normalization="nfkd", max_token_bytes=2, whole_characters=True), "x" * 10_100)
    yield PLAIN


@pytest.mark.parametrize("settings", [*settings_of_all_kinds()])
async def test_what_is_not_touched_is_not_changed(settings: Settings) -> None:
    async with asking(settings, 7) as form:
        for _ in ROWS:
            await form.press("right", "left", "down")
        await form.press("enter")
        assert form.result is None


async def test_every_option_of_the_table_with_a_group_has_a_row_with_its_label_and_explanation() -> None:
    async with asking() as form:
        for option in OPTIONS:
            if option.group:
                assert form.selected == option.label
                if option.name not in ("split", "special"):  # of which more is said
                    assert form.said.split("\n") == [*option.explained(option.kind.write(option.default))]
                await form.press("down")
        assert form.selected == ROWS[0]


async def test_everything_is_there_without_scrolling() -> None:
    settings = Settings(
        Options(replace(GPT2, special=("<|end|>",)), "nfc", "bytes", "", "smallest-id", 2, 16, True), "sample:english"
    )
    async with asking(settings) as form:
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
async def test_keys_go_from_row_to_row_and_round(on: str, back: str) -> None:
    async with asking() as form:
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
    async with asking() as form:
        await form.edit(name)
        await form.press(*keys, "enter")
        assert form.result == result


async def test_two_keys_apply() -> None:
    async with asking() as form:
        await form.press("end", "ctrl+s")
        assert form.is_open
        await form.press("up", "home", "right", "ctrl+s")
        assert form.result == with_split(split_named("lines"))


async def test_an_end_mark_goes_with_characters() -> None:
    async with asking() as form:
        await form.go("alphabet")
        await form.press("right", "down", "enter", *"</w>", "enter")
        assert form.result == Settings(Options(alphabet="characters", end_of_word="</w>"), "")


async def test_escape_leaves_everything_as_it_was() -> None:
    async with asking() as form:
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
async def test_a_text_is_written_in_only_after_enter(name: str) -> None:
    async with asking() as form:
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


async def test_a_text_that_is_left_is_kept_and_not_written_in_when_one_comes_back() -> None:
    async with asking() as form:
        await form.edit("special tokens")
        await form.press("a", "down", "up", "b", "ctrl+s")
        assert form.result == Settings(Options().with_special(("a",)), "")


async def test_a_text_is_written_in_at_its_end_after_enter_and_where_it_is_clicked() -> None:
    async with asking(Settings(Options().with_special(("abcd",)), "")) as form:
        await form.edit("special tokens")
        await form.press("e", "up", "down")
        await click(form, "abcde", 2)
        await form.press("x", "enter")
        assert form.result == Settings(Options().with_special(("abxcde",)), "")


async def test_a_paste_is_written_at_once() -> None:
    async with asking() as form:
        await form.go("special tokens")
        await form.paste("<a>")
        await form.press("b", "enter")
        assert form.result == Settings(Options().with_special(("<a>b",)), "")


async def test_the_cursor_is_drawn_only_where_keys_write() -> None:
    async with asking() as form:
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
async def test_the_key_that_opens_the_screen_closes_it_and_changes_nothing(name: str) -> None:
    async with asking() as form:
        await form.press("right")
        await form.go(name)
        await form.press("comma", "comma")
        assert form.result is None


@pytest.mark.parametrize("name", ["split", "pattern"])
async def test_help_is_there_on_any_row_that_is_not_written_in(name: str) -> None:
    async with asking() as form:
        await form.go(name)
        await form.press("?")
        assert isinstance(form.host.screen, Sheet)
        assert "undo what was typed in a text" in "".join(form.rows)
        await form.press("x")
        assert form.selected == name


async def test_what_is_put_back_is_no_change() -> None:
    async with asking(Settings(Options().with_special(("a", "b")), ""), 7) as form:
        await form.press("right", "left")
        await form.fill("special tokens", " 'a'  b ")
        await form.press("enter")
        assert form.result is None


async def test_a_pattern_that_is_typed_is_used() -> None:
    async with asking() as form:
        assert form.row("pattern").startswith("(unused)")
        await form.press("down", "enter", "a")
        assert (form.row("split"), form.row("pattern")) == ("‹ pattern ›", "a")
        await form.press("up", "home")
        assert form.row("pattern").startswith("(unused)")
        assert form.row("pattern").endswith("a")
        await form.press("enter")
        assert form.result is None


async def test_keys_typed_ahead_come_to_the_same() -> None:
    host = Host(PLAIN, 21)
    async with host.run_test(size=(80, 24)) as pilot:
        for key in ("down", "enter", *"a|b", "down", "enter", "x", "down", "left", *["enter"] * 3, "escape"):
            host.post_message(Key(_character_to_key(key) if len(key) == 1 else key, key if len(key) == 1 else None))
        await until(pilot, lambda: host.results)
        await settle(pilot)
        split = replace(split_custom("a|b"), special=("x",))
        assert host.results == [Settings(Options(split, normalization="nfkd"), "")]


async def test_a_long_text_is_shown_in_some_rows_through_which_keys_go() -> None:
    text = "one " * 30
    async with asking(Settings(Options(split_custom(text)), "")) as form:
        await form.go("pattern")
        assert form.row("pattern").startswith("one·one")
        assert sum("one·one" in row for row in form.rows) >= 3
        await form.press("enter", "up", "X", "up", "up")
        assert form.selected == "split"
        await form.press("enter")
        assert form.result is not None
        [pattern] = form.result.options.split.patterns
        assert re.fullmatch("(one )+o?n?e? ?Xo?n?e? ?(one )*", pattern)


async def test_what_is_pasted_loses_the_line_end_behind_it() -> None:
    async with asking() as form:
        await form.fill("pattern", "\\w+\r\n")
        await form.fill("special tokens", "a\nb c\n")
        await form.press("enter")
        assert form.result is not None
        assert form.result.options.split == replace(split_custom("\\w+"), special=("a", "b", "c"))


# -- what is said --------------------------------------------------------------------------------------------------


async def test_the_selected_row_is_explained_as_it_stands() -> None:
    async with asking() as form:
        said = set()
        for _ in ROWS:
            assert len(form.said.split("\n")) == 2
            said.add(form.said)
            await form.press("down")
        assert len(said) == len(ROWS)
        await form.press("right", "right", "right", "right")
        assert "as GPT-2: letters" in form.said
        assert "We│'ll│·buy" in form.said
        await form.press("down", "enter", *"\\d|")
        assert "e.g. We'll·buy·x│2│·│1│2│3" in form.said


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
    ("held-out text", "sample:[b]", "there is no sample [b]; there are english"),
]


@pytest.mark.parametrize(("name", "text", "sentence"), WRONG)
async def test_what_is_wrong_is_said_at_its_row_and_can_be_put_right(name: str, text: str, sentence: str) -> None:
    async with asking(made=7) as form:
        await form.fill(name, text)
        await form.press("down", "ctrl+s")
        assert form.is_open
        assert form.selected == name
        assert sentence in form.said.replace("\n", " ")
        await form.press("enter")
        assert sentence in form.said.replace("\n", " ")
        await form.press("ctrl+u")
        assert sentence not in form.said.replace("\n", " ")
        await form.go("split")
        await form.press("home", "enter")
        assert form.result is None


async def test_a_contradiction_is_said_where_one_is_if_it_is_part_of_it() -> None:
    async with asking(Settings(Options(alphabet="characters", end_of_word="</w>"), "")) as form:
        await form.press("right", "enter")
        assert form.selected == "split"
        assert "remove the mark or the split" in form.said.replace("\n", " ")
        await form.press("down", "ctrl+s")
        assert form.selected == "end-of-word mark"
        await form.press("ctrl+u", "enter")
        assert form.result == Settings(Options(split_named("lines"), alphabet="characters"), "")


async def test_a_text_that_is_cut_is_said() -> None:
    async with asking() as form:
        await form.fill("special tokens", "x" * 20_000)
        assert form.said == "the text was cut: the field holds 10,000 characters"


# -- a restart -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("made", "sentence"), [(1, "1 merge"), (1234, "1,234 merges")])
async def test_merges_are_given_up_only_after_a_yes(made: int, sentence: str) -> None:
    async with asking(made=made) as form:
        await form.press("right", "enter")
        assert form.said == f"This discards {sentence} and starts over.\nenter start over · esc cancel"
        await form.press("escape")
        assert form.is_open
        assert "each line is a word" in form.said
        await form.press("enter", "down")
        assert "a regular expression" in form.said
        await form.press("up", "enter", "right")
        assert "split at white space" in form.said
        await form.press("enter", "enter")
        assert form.result == with_split(split_named("whitespace"))


async def test_after_the_question_is_taken_back_escape_leaves() -> None:
    async with asking(made=7) as form:
        await form.press("right", "enter", "escape", "escape")
        assert form.result is None


async def test_a_held_out_text_takes_no_restart() -> None:
    async with asking(Settings(Options(GPT2), "sample:english"), 7) as form:
        await form.fill("held-out text", "")
        await form.press("enter")
        assert form.result == Settings(Options(GPT2), "")


# -- clicks --------------------------------------------------------------------------------------------------------


async def test_all_of_it_can_be_clicked() -> None:
    async with asking(made=7) as form:
        await click(form, "normalization")
        assert form.selected == "normalization"
        await click(form, "‹ bytes")
        assert (form.selected, form.row("alphabet")) == ("alphabet", "‹ characters ›")
        await click(form, "(no limit)")
        assert form.selected == "longest token in bytes"
        await form.press("9")
        await click(form, "enter apply", 2)
        await click(form, "esc cancel", 2)
        assert "make no token longer" in form.said
        await click(form, "enter apply", 2)
        await click(form, "enter start over", 2)
        assert form.result == Settings(Options(alphabet="characters", max_token_bytes=9), "")


async def test_leaving_can_be_clicked() -> None:
    async with asking(size=(40, 16)) as form:
        await click(form, "esc leave", 2)
        assert form.result is None


# -- what is drawn -------------------------------------------------------------------------------------------------


async def check_drawing(form: Form) -> None:
    """Every row is as wide as the screen, nothing acts on the terminal, frames are whole, and the selected row is seen
    where there is room for it."""
    width, height = form.host.size
    await until(form.pilot, lambda: len(form.rows) == height)  # once it is in front
    rows = form.rows
    for row in rows:
        assert cell_len(row) == width
        assert row == visible(row)
        assert row[0] not in "│╭╰" or row[-1] in "│╮╯"
    if form.is_open and width >= 10 and height >= 3:
        await until(form.pilot, lambda: sum("▶" in row for row in form.rows) == 1)  # it may have to scroll there


HOSTILE = "".join(HARD)
SIZES = [(1, 1), (10, 3), (3, 40), (20, 6), (40, 10), (80, 24), (79, 15), (120, 36), (200, 50), (300, 8)]


async def test_no_size_and_no_text_breaks_it() -> None:
    settings = Settings(Options(replace(split_custom(HOSTILE + "\\"), special=(HOSTILE, HOSTILE * 3))), HOSTILE)
    async with asking(settings, 21, (1, 1)) as form:
        for size in SIZES:
            await form.pilot.resize_terminal(*size)
            await settle(form.pilot)
            for key in ("right", "enter", "down", "down", "x", "backspace", "down", "enter", "escape", "end"):
                await form.press(key)
                await check_drawing(form)
        await form.press("ctrl+s", "escape", "escape")
        assert form.result is None


async def test_at_every_size_it_comes_to_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    laid_out: list[object] = []
    reflow = Compositor.reflow

    def record(self: Compositor, *args: Any) -> Any:
        laid_out.append(self)
        return reflow(self, *args)

    monkeypatch.setattr(Compositor, "reflow", record)
    async with asking() as form:
        for size in SIZES:
            await form.pilot.resize_terminal(*size)
            await form.press("down")
            await form.pilot.pause(0.1)
            laid_out.clear()
            await form.pilot.pause(0.1)
            assert not laid_out


async def test_it_reads_without_color() -> None:
    async with asking(made=7, plain=True) as form:
        await form.press("down", *"a+")
        [row] = [row for row in form.rows if "▶" in row]
        assert "▶ pattern " in row
        await form.press("up", "home")
        assert "pattern (unused)" in "".join(form.rows)
        await form.press("right", "enter")
        assert "enter start over · esc cancel" in form.said


async def test_a_small_screen_scrolls_to_the_selected_row() -> None:
    async with asking(size=(40, 10)) as form:
        for name in ROWS:
            await until(form.pilot, lambda name=name: any(f"▶ {name[:10]}" in row for row in form.rows))  # type: ignore[misc]
            assert form.said
            await form.press("down")


async def test_a_question_is_whole_on_a_small_screen() -> None:
    async with asking(made=21, size=(40, 10)) as form:
        await form.press("right", "enter")
        await settle(form.pilot)
        assert form.said.replace("\n", " ") == (
            "This discards 21 merges and starts over. enter start over · esc cancel"
        )


async def test_a_key_repaints_only_what_it_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    painted: set[str] = set()
    refresh = Widget.refresh

    def record(self: Widget, *regions: Any, **options: Any) -> Widget:
        painted.add(self.id or type(self).__name__)
        return refresh(self, *regions, **options)

    async with asking() as form:
        await form.go("ties")
        monkeypatch.setattr(Widget, "refresh", record)
        await form.press("right")
        assert painted == {"ties", "said"}
        await form.press("up", "enter")
        painted.clear()
        await form.press("a")
        assert painted == {"end_of_word", "said"}


# -- anything ------------------------------------------------------------------------------------------------------

KEYS = [
    "up", "down", "left", "right", "tab", "shift+tab", "enter", "ctrl+s", "escape", "space", "home", "end", "backspace",
    "delete", "ctrl+u", "ctrl+w", "pageup", "pagedown", "ctrl+a", "ctrl+e", "f1", *"aQ'\"\\(|0192é床[",
]  # fmt: skip


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(1, 12))])
async def test_no_keys_in_any_order_break_it(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    settings = chance.choice([*settings_of_all_kinds()])
    async with asking(settings, chance.choice((0, 21)), chance.choice(SIZES)) as form:
        for _ in range(30):
            what = chance.random()
            if what < 0.85:
                await form.press(*chance.choices(KEYS, k=chance.choice((1, 1, 4))))
            elif what < 0.90:
                await form.paste(chance.choice([HOSTILE, "a\nb", "x" * 300, "", str(tmp_path)]))
            elif what < 0.95:
                width, height = form.host.size
                await form.pilot.click(offset=(chance.randrange(width), chance.randrange(height)))
                await form.press("down")  # back from where the scroll bar was clicked
            else:
                await form.pilot.resize_terminal(*chance.choice(SIZES))
            await check_drawing(form)
            if not form.is_open:
                form.host.push_screen(SettingsScreen(settings, form.host.made), form.host.results.append)
                await settle(form.pilot)
        for result in form.host.results:
            if result is not None:
                result.options.check()
