"""The corpus is shown as it is tokenized, from a place that stays, and no more is painted than what changes."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from textual import on
from textual.app import App, ComposeResult
from textual.events import MouseScrollDown, MouseScrollUp
from textual.geometry import Region
from textual.pilot import Pilot

from bpetui.core.options import Options
from bpetui.core.trainer import BpeTrainer
from bpetui.core.utf8 import visible
from bpetui.rendering.units import SPELLINGS, Spelling
from bpetui.tui.explorer.corpus_pane import CorpusPane
from bpetui.tui.run.run_state import RunState
from bpetui.worker.messages import RunProgress
from bpetui.worker.training_run import TrainingRun
from bpetui.worker.views import build_passage
from tests.sample_corpora import corpus_of, opened_of
from tests.tui.explorer.scenes import TEXT, drag, marked
from tests.tui.explorer_app import exploring
from tests.tui.keys_and_rows import press, settle
from tests.tui.sample_texts import TEXTS, fewer

POEM = "床前明月光，\n疑是地上霜。\n举头望明月，\n低头思故乡。\n"
PROSE = "".join(f"Line {number} of the story, which is told slowly and wraps.\n" for number in range(300))


class Host(App[None]):
    """Shows a corpus pane that fills the screen, and does for it what the explorer and the trainer's process do."""

    def __init__(self, text: str, split: str = "none", merges: int = 0) -> None:
        super().__init__()
        corpus = corpus_of(text, split)
        self.training = TrainingRun(BpeTrainer(corpus))
        self.run_known = RunState(opened_of(corpus), 356)
        self.text = text.encode()
        self.pane = CorpusPane()
        self.pair: tuple[int, int] | None = None
        self.asked: list[tuple[int, int]] = []
        self.answering = True
        self.step(merges)

    def compose(self) -> ComposeResult:
        yield self.pane

    def on_mount(self) -> None:
        self.pane.open(len(self.text))

    @on(CorpusPane.ViewChanged)
    def look(self) -> None:
        if self.answering and (not self.asked or self.pane.wanted != self.asked[-1]):
            self.asked.append(self.pane.wanted)
            self.show()

    def show(self) -> None:
        self.pane.show_passage(build_passage(self.training, *self.pane.wanted), self.run_known, self.pair)

    def step(self, merges: int = 1) -> None:
        """Make merges, or undo them."""
        trainer = self.training.trainer
        first = min(trainer.made, trainer.made + merges) + 1
        trainer.seek(trainer.made + merges)
        made = tuple(trainer.merges[first - 1 :])
        self.run_known.update(RunProgress(trainer.made, len(trainer.undone), trainer.tokens, first, made, False))


@asynccontextmanager
async def hosted(host: Host, width: int = 40, height: int = 10) -> AsyncIterator[Pilot[None]]:
    async with host.run_test(size=(width, height)) as pilot:
        await settle(pilot)
        yield pilot


def lines(pane: CorpusPane) -> list[str]:
    """What is shown, line by line, without the scroll bar and the spaces before it."""
    return [pane.render_line(y).text[:-1].rstrip() for y in range(pane.size.height)]


def segments(pane: CorpusPane) -> list[Segment]:
    """All that is shown, without the scroll bar."""
    return [segment for y in range(pane.size.height) for segment in [*pane.render_line(y)][:-1] if segment.text.strip()]


def held_by(pane: CorpusPane, attribute: str) -> str:
    """The text whose style has an attribute."""
    return "".join(segment.text for segment in segments(pane) if segment.style and getattr(segment.style, attribute))


def check_widths(pane: CorpusPane) -> None:
    for y in range(pane.size.height):
        strip = pane.render_line(y)
        assert strip.cell_length == cell_len(strip.text) == pane.size.width
        assert strip.text == visible(strip.text)


# -- what is shown -------------------------------------------------------------------------------------------------


async def test_a_line_of_the_text_begins_a_row_and_long_ones_are_wrapped() -> None:
    host = Host("one two\nthree four five six\n\nseven")
    async with hosted(host, 12):
        assert lines(host.pane)[:6] == ["one·two↵", "three·four·", "five·six↵", "↵", "seven", ""]


async def test_the_poem_as_characters_hex_and_gpt2() -> None:
    host = Host(POEM, merges=1)  # e6 98, which begins 明 twice and 是 once
    async with hosted(host, 62, 5) as pilot:
        assert lines(host.pane)[0] == "床₃前₃明₂月₃光₃，₃↵"
        assert host.pane.cycle_spelling() == "hex"
        assert lines(host.pane)[0].startswith("⟨e5⟩⟨ba⟩⟨8a⟩⟨e5⟩⟨89⟩⟨8d⟩")
        await settle(pilot)
        check_widths(host.pane)
        assert host.pane.cycle_spelling() == "gpt2"
        assert lines(host.pane)[0].startswith("åºĬåīįæĺİæľĪåħīï¼ĮĊ")
        assert host.pane.cycle_spelling() == "characters"


async def test_an_underline_ties_a_character_to_the_next_of_its_token() -> None:
    host = Host("the cat the hat the", merges=2)  # th, the
    async with hosted(host):
        assert held_by(host.pane, "underline") == "ththth"


async def test_the_newest_token_is_highlighted() -> None:
    host = Host("the cat the hat the", merges=1)
    async with hosted(host):
        assert host.run_known.token(256) == b"th"
        assert held_by(host.pane, "bold") == "ththth"


async def test_the_selected_pair_is_highlighted_but_not_across_words() -> None:
    host = Host("to to ot", split="whitespace")  # words: to, space, to, space, ot
    async with hosted(host):
        host.pane.mark_pair((ord("t"), ord("o")))
        assert held_by(host.pane, "bold") == "toto"
        host.pane.mark_pair((ord("o"), ord(" ")))
        assert held_by(host.pane, "bold") == ""
        host.pane.mark_pair((ord("o"), ord("t")))
        assert held_by(host.pane, "bold") == "ot"


async def test_a_pair_that_begins_above_the_screen_is_highlighted_below() -> None:
    host = Host("ab" * 40)
    async with hosted(host, 8, 4) as pilot:  # rows of 7: every other one begins with a b
        for pair in ("ab", "ba"):
            host.pair = (ord(pair[0]), ord(pair[1]))
            await press(pilot, "home", "down")
            assert lines(host.pane)[0] == "bababab"
            assert held_by(host.pane, "bold") == "".join(lines(host.pane))
        await press(pilot, "up")
        assert held_by(host.pane, "bold").startswith("bababa" + "bababab"), "the first a has nothing before it"


async def test_a_pair_cut_off_by_either_edge_marks_only_its_own_tokens() -> None:
    host = Host("x" * 6 + "ab" + "y" * 12 + "cd" + "z" * 20)
    async with hosted(host, 8, 2) as pilot:  # xxxxxxa / byyyyyy / yyyyyyc / dzz
        await press(pilot, "down")
        assert lines(host.pane) == ["byyyyyy", "yyyyyyc"]
        for pair, marked in (("ab", "b"), ("cd", "c"), ("by", "by"), ("xa", "")):
            host.pane.mark_pair((ord(pair[0]), ord(pair[1])))
            assert held_by(host.pane, "bold") == marked


async def test_a_pair_within_one_character_highlights_the_character() -> None:
    host = Host("a床b")
    async with hosted(host):
        host.pane.mark_pair((0xBA, 0x8A))
        assert held_by(host.pane, "bold") == "床₃"


@pytest.mark.parametrize("theme", ["textual-dark", "textual-light", "ansi-dark", "ansi-light"])
async def test_another_theme_draws_the_tokens_in_its_colors(theme: str) -> None:
    host = Host("the cat the hat the", merges=4)
    async with hosted(host) as pilot:
        before = [segment.style for segment in segments(host.pane)]
        host.theme = "nord" if theme == "textual-dark" else theme
        await settle(pilot)
        await pilot.pause()
        after = [segment.style for segment in segments(host.pane)]
        assert len(before) == len(after)
        assert before != after
        check_widths(host.pane)


# -- for any text --------------------------------------------------------------------------------------------------


def check_rows(host: Host) -> None:
    """The rows show the text from ``top`` on, in order and without a gap, as far as there is room."""
    pane = host.pane
    rows = pane._rows
    at = rows[0][1][0].start if rows else pane.top
    assert at <= pane.top
    for begin, row in rows:
        assert row[0].start == begin
        assert begin == at
        for unit, following in pairwise(row):
            assert unit.stop == following.start
            assert not unit.ends_line
        assert cell_len("".join(unit.text for unit in row)) < pane.size.width or len(row) == 1
        at = row[-1].stop
    assert at == pane.shown[1]
    assert len(rows) == pane.size.height or at == len(host.text)
    fitting = ([unit.text for unit in row if len(row) > 1 or unit.width < pane.size.width] for _, row in rows)
    drawn = "".join("".join(texts).rstrip() for texts in fitting)
    shown = "".join(lines(pane))
    assert drawn == shown or any(len(row) == 1 for _, row in rows)
    check_widths(pane)


@given(TEXTS.map(lambda text: text * 3), st.integers(0, 40), st.sampled_from(SPELLINGS), st.integers(2, 40), st.data())
@fewer(8)
async def test_the_rows_are_the_text(
    text: str, merges: int, spelling: Spelling, width: int, data: st.DataObject
) -> None:
    host = Host(text, merges=merges)
    async with hosted(host, width, 4) as pilot:
        while host.pane.spelling != spelling:
            host.pane.cycle_spelling()
        await settle(pilot)
        for _ in range(6):
            check_rows(host)
            name, by = data.draw(st.sampled_from([("rows", 1), ("rows", -1), ("pages", 1), ("pages", -1), ("end", 0)]))
            if name == "rows":
                host.pane.action_scroll_rows(by)
            elif name == "pages":
                host.pane.action_scroll_pages(by)
            else:
                host.pane.action_go_to_end()
            await settle(pilot)


LONG = {
    "prose": PROSE,
    "one line": "the quick brown fox " * 1200,
    "one line of Chinese": "天地玄黄宇宙洪荒" * 800,
    "marks": "த\u0bbfo\u0323\u0301" * 1500,
    "many marks": ("e" + "\u0301" * 30) * 500,
    "long lines": ("x" * 5000 + "\n") * 4,
}
IN_CHARACTERS = [(name, "characters") for name in LONG]


@pytest.mark.parametrize(("name", "spelling"), [*IN_CHARACTERS, ("one line of Chinese", "hex"), ("prose", "gpt2")])
async def test_down_and_up_again_is_where_one_was(name: str, spelling: Spelling) -> None:
    host = Host(LONG[name], merges=20)
    async with hosted(host, 30, 8) as pilot:
        pane = host.pane
        while pane.spelling != spelling:
            pane.cycle_spelling()
        pane.jump(len(host.text) // 2, len(host.text) // 2 + 1)
        await settle(pilot)
        for keys in (["down"] * 6, ["pagedown"] * 8, ["down", "pagedown", "down"]):
            tops = [pane.top]
            for key in keys:
                await press(pilot, key)
                tops.append(pane.top)
            check_rows(host)
            if pane.shown[1] < len(host.text):
                assert len(set(tops)) == len(tops)
                for key, top in zip(reversed(keys), reversed(tops[:-1]), strict=True):
                    await press(pilot, {"down": "up", "pagedown": "pageup"}[key])
                    assert pane.top == top
                check_rows(host)


@pytest.mark.parametrize("text", LONG.values(), ids=LONG.keys())
async def test_the_end_and_the_start_are_reached(text: str) -> None:
    host = Host(text)
    async with hosted(host, 60, 20) as pilot:
        pane = host.pane
        await press(pilot, "end")
        assert pane.shown[1] == len(host.text)
        assert len(pane._rows) == 20
        bottom = lines(pane)
        await press(pilot, "down", "pagedown", "space")
        assert lines(pane) == bottom
        await press(pilot, "home")
        assert pane.top == 0
        await press(pilot, "up", "pageup")
        assert pane.top == 0
        while pane.shown[1] < len(host.text):
            before = pane.top
            await press(pilot, "pagedown")
            assert pane.top > before
        assert lines(pane) == bottom


async def test_keys_pressed_before_the_text_arrives_act_on_it() -> None:
    host = Host(PROSE)
    async with hosted(host) as pilot:
        host.answering = False
        await press(pilot, *["pagedown"] * 20, *["up"] * 7)
        host.answering = True
        host.show()
        await settle(pilot)
        far = host.pane.top
        await press(pilot, "home", *["pagedown"] * 20, *["up"] * 7)
        assert host.pane.top == far


async def test_rows_above_the_passage_are_scrolled_to_when_they_arrive() -> None:
    host = Host(PROSE)
    async with hosted(host) as pilot:
        await press(pilot, "end")
        await press(pilot, *["up"] * 200)
        expected = host.pane.top
        await press(pilot, "end")
        host.answering = False
        pane = host.pane
        pane.show_passage(build_passage(host.training, pane.top - 300, 1200), host.run_known, None)
        await press(pilot, *["up"] * 200)
        assert pane.top > expected  # of what is held, all that there is
        host.answering = True
        host.show()
        await settle(pilot)
        assert pane.top == expected


async def test_no_row_begins_where_the_passage_begins_inside_a_line() -> None:
    host = Host("one two three\n" + "four five six seven eight nine ten\n" * 3)
    async with hosted(host, 12, 3) as pilot:
        await press(pilot, "end")
        tops = []
        while host.pane.top:
            tops.append(host.pane.top)
            await press(pilot, "up")
        await press(pilot, "end")
        host.answering = False
        for top in tops:
            assert host.pane.top == top
            start = max(0, top - 25)  # in the middle of a line, but for a few
            host.pane.show_passage(build_passage(host.training, start, 100), host.run_known, None)
            await press(pilot, "up")
            host.pane._pending_rows = 0
            assert host.pane.top in (*tops, 0)
            host.pane._go_to(tops[min(len(tops) - 1, tops.index(top) + 1)], 0)


async def test_a_resize_keeps_the_place() -> None:
    host = Host(PROSE)
    async with hosted(host) as pilot:
        await press(pilot, *["pagedown"] * 5, "down")
        top = host.pane.top
        for size in ((20, 5), (3, 3), (1, 1), (90, 40), (40, 10)):
            await pilot.resize_terminal(*size)
            await settle(pilot)
            assert host.pane.top == top
            check_widths(host.pane)
        check_rows(host)


# -- places --------------------------------------------------------------------------------------------------------


async def test_a_place_is_shown_reversed_and_in_the_upper_half() -> None:
    host = Host(PROSE)
    async with hosted(host, 60, 12) as pilot:
        for word in (b"Line 250", b"Line 20 ", b"Line 299", b"Line 0"):
            start = host.text.index(word)
            host.pane.jump(start, start + len(word))
            await settle(pilot)
            assert held_by(host.pane, "reverse") == word.decode().replace(" ", "·")
            check_rows(host)
        assert host.pane.top == 0
        start = host.text.index(b"Line 250")
        host.pane.jump(start, start + 4)
        await settle(pilot)
        assert [y for y, line in enumerate(lines(host.pane)) if line.startswith("Line·250")] == [4]


async def test_a_place_that_is_on_the_screen_moves_nothing() -> None:
    host = Host(PROSE)
    async with hosted(host, 60, 12):
        host.pane.jump(5, 6)
        assert host.pane.top == 0
        assert held_by(host.pane, "reverse") == "0"


async def test_a_place_that_is_part_of_a_character_is_shown_with_it() -> None:
    host = Host("a" * 3000 + "床前")
    async with hosted(host) as pilot:
        host.pane.jump(3001, 3002)
        await settle(pilot)
        assert held_by(host.pane, "reverse") == "床₃"


async def test_a_click_on_a_token_makes_it_the_place() -> None:
    host = Host("the cat\nthe hat\n", merges=2)  # "the " is one token by then
    async with hosted(host) as pilot:
        token = host.run_known.token(257).decode()
        for offset, text in (((1, 0), token), ((4, 1), "h"), ((39 - 1, 1), "\n"), ((5, 0), "a")):
            await pilot.click(CorpusPane, offset=offset)
            place = host.pane.place
            assert place
            assert host.text[slice(*place)].decode() == text
            assert host.pane.token_at_place() == (257 if text == token else ord(text))
        await pilot.click(CorpusPane, offset=(3, 7))  # below the text
        assert host.pane.place == place


async def test_the_token_to_look_closer_at() -> None:
    host = Host("床前床前", merges=1)
    async with hosted(host):
        assert host.pane.token_at_place() == 256
        host.pane.jump(2, 3)
        assert host.pane.token_at_place() == 0x8A
        host.pane.open(0)
        assert host.pane.token_at_place() is None


# -- painting, mouse, cost -----------------------------------------------------------------------------------------


async def test_a_step_paints_only_the_rows_that_it_changes() -> None:
    host = Host("aaaa\nbbbb\ncdcd\ncdcd\neeee\n" * 2 + "ffff\n", split="lines")
    async with hosted(host, 20, 12) as pilot:
        painted: list[int] = []
        refresh = host.pane.refresh

        def record(*regions: Region, **options: bool) -> CorpusPane:
            whole = Region(0, 0, *host.pane.size)
            painted.extend(y for region in regions or (whole,) for y in range(region.y, region.bottom))
            return refresh(*regions, **options)

        host.pane.refresh = record  # type: ignore[method-assign]
        before = lines(host.pane)
        for _ in range(4):
            host.step()
            host.show()
            await settle(pilot)
            token = host.run_known.token(host.run_known.merges[-1].id).decode()
            with_token = {y for y, line in enumerate(before) if token in line}
            assert with_token <= set(painted)
            assert len(set(painted)) < 12
            painted.clear()
            host.show()
            assert not painted


async def test_the_wheel_scrolls_and_a_click_on_the_bar_goes_there() -> None:
    host = Host(PROSE)
    async with hosted(host) as pilot:
        pane = host.pane

        def wheel(kind: type[MouseScrollDown | MouseScrollUp]) -> None:
            pane.post_message(kind(pane, 1, 1, 0, 1, 0, False, False, False))

        wheel(MouseScrollDown)
        await settle(pilot)
        assert lines(pane)[0].startswith("Line·1") or pane.top > 0
        wheel(MouseScrollUp)
        await settle(pilot)
        assert pane.top == 0
        await pilot.click(CorpusPane, offset=(39, 5))
        await settle(pilot)
        assert abs(pane.top - len(host.text) // 2) < 100
        check_rows(host)


async def test_the_bar_shows_where_one_is() -> None:
    host = Host(PROSE)
    async with hosted(host) as pilot:

        def bar() -> str:
            return "".join(host.pane.render_line(y).text[-1] for y in range(10))

        assert bar() == "┃│││││││││"
        await press(pilot, "end")
        assert bar() == "│││││││││┃"
    short = Host("short")
    async with hosted(short):
        assert short.pane.render_line(0).text[-1] == " "


async def test_another_corpus_begins_at_its_start() -> None:
    host = Host(PROSE)
    async with hosted(host) as pilot:
        await press(pilot, "end")
        host.pane.jump(5, 9)
        host.pane.open(3)
        assert (host.pane.top, host.pane.place, host.pane.shown) == (0, None, (0, 0))


async def test_a_million_bytes_without_a_line_end_are_no_hindrance() -> None:
    host = Host("0123456789 abcdefghijklmn" * 40_000)
    async with hosted(host, 100, 40) as pilot:
        for keys in (["end"], ["up"] * 5, ["pageup"] * 5, ["home"], ["pagedown"] * 5):
            await press(pilot, *keys)
            check_rows(host)
        host.pane.jump(500_000, 500_010)
        await settle(pilot)
        assert held_by(host.pane, "reverse") == "0123456789"


async def test_the_corpus_is_copied_with_its_tabs_and_line_ends() -> None:
    async with exploring(TEXT) as explorer:
        assert await drag(explorer, explorer.corpus, (4, 0), (8, 0)) == "cat\ts"
        assert marked(explorer.corpus) == "cat→s"
        assert await drag(explorer, explorer.corpus, (8, 0), (4, 0)) == "cat\ts"
        assert await drag(explorer, explorer.corpus, (16, 0), (18, 0)) == "床前"
        selected = await drag(explorer, explorer.corpus, (4, 0), (2, 3))
        assert selected
        assert TEXT.startswith(f"The {selected}")
        assert "va\u0323\u0300 e\u0302 chào\n" in selected or "và\u0323 e\u0302 chào\n" in selected
        await explorer.press("ctrl+c")
        assert explorer.app.clipboard == selected
        assert explorer.hint == f"Sent {len(selected)} characters to the terminal's clipboard"


async def test_a_selection_survives_scrolling_and_a_click_ends_it() -> None:
    async with exploring(TEXT) as explorer:
        selected = await drag(explorer, explorer.corpus, (4, 0), (8, 0))
        await explorer.press("pagedown", "pagedown")
        assert explorer.app.screen.get_selected_text() == selected
        assert marked(explorer.corpus) == ""
        await explorer.pilot.click(explorer.corpus, offset=(3, 3))
        assert explorer.app.screen.get_selected_text() is None
        await explorer.press("ctrl+c")
        assert explorer.hint == "Press q to quit"


async def test_a_drag_does_not_go_to_a_place_and_stays_in_its_pane() -> None:
    async with exploring(TEXT) as explorer:
        assert explorer.corpus.place is None
        selected = await drag(explorer, explorer.corpus, (4, 0), (60, 2))
        assert explorer.corpus.place is None
        assert selected is not None
        assert TEXT.startswith(f"The {selected}")
        assert not explorer.pairs.has_selection


async def test_special_tokens_are_whole_in_the_corpus_and_plain_text_in_try_it() -> None:
    async with exploring("ab<s>ab", options=Options().with_special(["<s>"])) as explorer:
        assert "tokens 5" in explorer.status
        await explorer.press("i", *"<s>")
        assert explorer.rows(explorer.tokens)[0] == "<│s│>"
        await explorer.press("escape", "1", "n")
