"""The merges in order; those undone are marked; the cursor goes with the merge made last."""

import pytest

from bpetui.core.alphabet import BYTES
from bpetui.core.vocabulary import Merge, Vocabulary
from bpetui.tui.explorer.history_pane import HistoryPane
from tests.tui.hosted_widget import PaintRecorder, TrainedRun, check_widths, hosted, lines, segments

TEXT = "the cat and the dog and the cow"


async def test_each_merge_has_its_row() -> None:
    training = TrainedRun("aaabdaaabac", merges=3)
    pane = HistoryPane()
    async with hosted(pane, 70, 12):
        pane.show_run(training.run)
        assert lines(pane)[:4] == [
            "  #  count  tied  tokens   id    by  pair               token",
            "  1      4     –       9  256  rule  a + a              aa",
            "  2      2     2       7  257  rule  aa + a             aaa",
            "▶ 3      2     –       5  258  rule  aaa + b            aaab",
        ]


@pytest.mark.parametrize(
    ("width", "titles"),
    [
        (16, "  #  count   id"),
        (24, "  #  count  pair"),
        (35, "  #  count  pair          token"),
        (38, "  #  count   id  pair         token"),
        (48, "  #  count  tied  tokens  pair          token"),
        (60, "  #  count  tied  tokens   id    by  pair          token"),
    ],
)
async def test_a_narrow_line_leaves_out_the_less_important_figures(width: int, titles: str) -> None:
    training = TrainedRun(TEXT, merges=3)
    pane = HistoryPane()
    async with hosted(pane, width, 12):
        pane.show_run(training.run)
        assert lines(pane)[0] == titles


async def test_past_a_thousand_merges_a_screen_of_80_columns_shows_count_pair_and_token() -> None:
    training = TrainedRun(TEXT)
    training.run.merges += [Merge(number, 97, 98, 255 + number, 12_345, 1, False, 9) for number in range(1, 9_999)]
    training.run.made = 9_998
    training.run.vocabulary = Vocabulary(((97, 98) for _ in training.run.merges), BYTES)
    pane = HistoryPane()
    async with hosted(pane, 38, 12):
        pane.show_run(training.run)
        assert lines(pane)[0].split() == ["#", "count", "pair", "token"]
        [last] = [line.split() for line in lines(pane) if line.startswith("▶")]
        assert last[:7] == ["▶", "9,998", "12,345", "a", "+", "b", "ab"]


async def test_before_the_first_merge() -> None:
    training = TrainedRun(TEXT)
    pane = HistoryPane()
    async with hosted(pane, 60, 12):
        assert lines(pane)[-1] == ""
        pane.show_run(training.run)
        assert lines(pane)[-1] == " No merges yet: every token is a byte"
        assert pane.selected_merge is None


async def test_the_newest_merge_is_in_view_and_selected() -> None:
    training = TrainedRun(TEXT)
    pane = HistoryPane()
    async with hosted(pane, 60, 12):
        for _ in range(15):
            training.step()
            pane.show_run(training.run)
            assert pane.selected_merge == training.run.last
            assert any(line.startswith("▶") for line in lines(pane))


async def test_after_going_back_the_merges_undone_stay_below_marked_and_dim() -> None:
    training = TrainedRun(TEXT, merges=12)
    pane = HistoryPane()
    async with hosted(pane, 60, 12):
        pane.show_run(training.run)
        training.back(2)
        pane.show_run(training.run)
        assert pane.selected_merge == training.run.last
        assert [line[:4] for line in lines(pane)[6:9]] == ["▶ 10", " ↷11", " ↷12"]
        assert lines(pane)[-1] == " 10 merges, 2 undone ↷"
        assert segments(pane, "↷11")[0].style != segments(pane, "  9  ")[0].style
        pane.move_to(11)
        assert lines(pane)[-2].startswith(" 12: ")
        assert lines(pane)[-2].endswith(" is undone; press s to redo merges")


async def test_the_first_undone_merge_is_selected_at_the_start() -> None:
    training = TrainedRun(TEXT, merges=3)
    pane = HistoryPane()
    async with hosted(pane, 60, 12):
        pane.show_run(training.run)
        training.back(3)
        pane.show_run(training.run)
        assert [line[:3] for line in lines(pane)[1:4]] == ["▶↷1", " ↷2", " ↷3"]
        assert lines(pane)[-1] == " 0 merges, 3 undone ↷"
        training.step(2)
        pane.show_run(training.run)
        assert pane.selected_merge == training.run.last


async def test_the_cursor_stays_where_a_person_put_it() -> None:
    training = TrainedRun(TEXT, merges=12)
    pane = HistoryPane()
    async with hosted(pane, 60, 12) as pilot:
        pane.show_run(training.run)
        await pilot.press("up", "up")
        chosen = pane.selected_merge
        training.step()
        pane.show_run(training.run)
        assert pane.selected_merge == chosen
        training.back(5)
        pane.show_run(training.run)
        assert pane.selected_merge == chosen
        await pilot.press("home", "end")
        assert pane.cursor == len(training.run.merges) - 1


async def test_a_choice_cuts_off_those_undone_and_is_marked() -> None:
    training = TrainedRun(TEXT, merges=6)
    pane = HistoryPane()
    async with hosted(pane, 60, 12):
        pane.show_run(training.run)
        training.back(3)
        training.choose(ord("c"), ord("a"))
        pane.show_run(training.run)
        assert lines(pane)[4].startswith("▶*4      1")
        assert lines(pane)[5] == ""
        assert lines(pane)[-2:] == [" 4: c+a is your choice (*), count 1", " 4 merges"]


async def test_the_sentence_on_a_merge_gives_its_reason() -> None:
    training = TrainedRun("aaabdaaabac", merges=2)
    pane = HistoryPane()
    async with hosted(pane, 60, 12):
        pane.show_run(training.run)
        assert lines(pane)[-2:] == [" 2: aa+a won a 2-way tie at 2 (occurs first)", " 2 merges"]
        pane.move_to(0)
        assert lines(pane)[-2:] == [" 1: a+a led with 4", " 2 merges"]


async def test_a_step_paints_the_rows_that_it_changes() -> None:
    training = TrainedRun(TEXT, merges=3)
    pane = HistoryPane()
    async with hosted(pane, 60, 20):
        pane.show_run(training.run)
        painted = PaintRecorder(pane)
        training.step()
        pane.show_run(training.run)
        assert painted.taken() == [3, 4, 18, 19]  # the two rows, and the notes


async def test_a_million_merges_can_be_shown() -> None:
    training = TrainedRun(TEXT, merges=1)
    run = training.run
    run.merges += [Merge(number, 97, 98, 256, 2, 1, False, 10) for number in range(2, 1_000_001)]
    pane = HistoryPane()
    async with hosted(pane, 80, 24):
        for made in range(999_900, 1_000_000):
            run.made = made
            pane.show_run(run)
        assert pane.selected_merge == run.merges[999_998]
        assert pane.window[1] == 1_000_000


@pytest.mark.parametrize("width", [4, 24, 38, 60, 100])
async def test_no_text_breaks_the_pane(width: int) -> None:
    training = TrainedRun("\x1b[31m[/b]\u202e\u200d👩\u200d👩ọ\u0323 床前\r\n" * 5)
    pane = HistoryPane()
    async with hosted(pane, width, 24):
        for _ in range(10):
            training.step(3)
            training.back()
            pane.show_run(training.run)
            check_widths(pane)
            pane.cycle_spelling()
            check_widths(pane)
