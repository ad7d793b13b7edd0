"""The ranking of the pairs, and the sentence that says which is next."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpetui.tui.explorer.pairs_pane import PairsPane, signed
from bpetui.worker.messages import PairRows
from tests.tui.explorer.scenes import drag, marked
from tests.tui.explorer_app import exploring
from tests.tui.hosted_widget import PaintRecorder, TrainedRun, check_widths, hosted, lines, segments
from tests.tui.keys_and_rows import until

HOSTILE = "\x1b[31m\x07[bold]x[/foo]\u202e\u200d👩\u200d👩\u200d👧ọ\u0323 床前\r\n" * 3


async def test_pairs_are_listed_by_count_with_their_tokens() -> None:
    training = TrainedRun("aaabdaaabac")
    pane = PairsPane()
    async with hosted(pane, 40, 12):
        pane.show_view(training.view(), training.run)
        assert lines(pane)[:4] == [
            "  count  Δ  pair             becomes",
            "▶     4  0  a + a            aa",
            "      2  0  a + b            ab",
            "      1  0  b + d            bd",
        ]
        training.step()
        pane.show_view(training.view(), training.run)
        assert lines(pane)[:3] == [
            "  count   Δ  pair            becomes",
            "▶=    2  +2  aa + a          aaa",
            " =    2   0  a + b           ab",
        ]


async def test_a_change_has_its_sign() -> None:
    assert [signed(change) for change in (12, -3, 0, -1819)] == ["+12", "−3", "0", "−1,819"]


async def test_partial_tokens_are_in_hex_or_in_gpt2s_alphabet() -> None:
    training = TrainedRun("床床床")
    pane = PairsPane()
    async with hosted(pane, 50, 12):
        pane.show_view(training.view(), training.run)
        assert "⟨e5⟩ + ⟨ba⟩" in lines(pane)[1]
        assert pane.cycle_spelling() == "gpt2"
        assert "å + º" in lines(pane)[1]
        assert pane.cycle_spelling() == "hex"
        assert "⟨e5⟩ + ⟨ba⟩" in lines(pane)[1]


async def test_the_sentence_on_the_pair_names_the_leader() -> None:
    training = TrainedRun("aaabdaaabac")
    pane = PairsPane()
    async with hosted(pane, 60, 12):
        pane.show_view(training.view(), training.run)
        assert lines(pane)[-2:] == [" a+a leads with 4 and is next", " 6 pairs"]


async def test_the_title_of_pairs_has_the_number_of_pairs() -> None:
    training = TrainedRun("aaabdaaabac")
    pane = PairsPane()
    async with hosted(pane, 60, 12):
        pane.show_view(training.view(), training.run)
        loud, quiet = segments(pane, "is next")[0].style, segments(pane, "6 pairs")[0].style
        assert loud == pane.rich_style
        assert quiet == pane.get_component_rich_style("table--muted")
        assert loud != quiet


async def test_the_sentence_on_the_pair_counts_the_tied_pairs() -> None:
    training = TrainedRun("aaabdaaabac", merges=1)
    pane = PairsPane()
    async with hosted(pane, 60, 12):
        pane.show_view(training.view(), training.run)
        assert lines(pane)[-2] == " 2 pairs tie at 2 (=). aa+a occurs first, so it is next"


async def test_long_tokens_leave_room_for_the_count_and_the_reason() -> None:
    training = TrainedRun("international|conference" * 9, merges=22)
    pane = PairsPane()
    async with hosted(pane, 38, 12):
        view = training.view()
        for ties, sentence in (
            (1, "internation…+internation… leads with 3 and is next"),
            (1234, "1,234 pairs tie at 3 (=). int…+int… occurs first, so it is next"),
        ):
            pane.show_view(replace(view, ties=ties), training.run)
            assert " ".join(line.strip() for line in lines(pane)[-3:-1]) == sentence


async def test_the_sentence_on_the_pair_names_the_merge_to_redo() -> None:
    training = TrainedRun("aaabdaaabac", merges=2)
    training.back()
    pane = PairsPane()
    async with hosted(pane, 60, 12):
        pane.show_view(training.view(), training.run)
        assert lines(pane)[-2] == " Next (redo): aa+a"


async def test_the_sentence_says_that_no_pair_is_left() -> None:
    training = TrainedRun("abab", merges=2)
    pane = PairsPane()
    async with hosted(pane, 60, 12):
        pane.show_view(training.view(), training.run)
        assert lines(pane)[-2:] == [" No pairs left: every word is one token", " 0 pairs"]
        assert pane.selected_pair is None


async def test_the_view_names_its_rows() -> None:
    training = TrainedRun("the quick brown fox jumps over the lazy dog")
    pane = PairsPane()
    async with hosted(pane, 60, 12) as pilot:
        total = training.trainer.pair_count
        pane.show_view(training.view(), training.run)
        assert lines(pane)[-1] == f" 8 of {total} pairs"
        await pilot.press("end")
        assert lines(pane)[-1] == f" {total - 7}–{total} of {total} pairs"


async def test_the_title_of_pairs_has_the_number_that_match_the_filter() -> None:
    training = TrainedRun("aaabdaaabac")
    pane = PairsPane()
    async with hosted(pane, 60, 12):
        pane.show_view(training.view(pairs_filter="b"), training.run)
        assert lines(pane)[-1] == ' 3 of 6 pairs contain "b"'
        pane.show_view(training.view(pairs_filter="\x1b[1m"), training.run)
        assert lines(pane)[-1] == ' none of 6 pairs contains "␛[1m"'


async def test_the_cursor_on_the_first_row_stays_on_the_best_pair() -> None:
    training = TrainedRun("aaabdaaabac")
    pane = PairsPane()
    async with hosted(pane):
        for _ in range(4):
            view = training.view()
            pane.show_view(view, training.run)
            assert view.pairs is not None
            assert pane.cursor == 0
            assert pane.selected_pair == view.pairs.rows[0]
            training.step()


async def test_the_cursor_elsewhere_goes_with_its_pair() -> None:
    training = TrainedRun("aaabdaaabac")
    pane = PairsPane()
    async with hosted(pane):
        pane.show_view(training.view(), training.run)
        pane.move_to(2)
        before = pane.selected_pair
        assert before is not None
        assert pane.row(2) is not None
        view = training.view()
        assert view.pairs is not None
        rows = view.pairs.rows
        pane.show_view(replace(view, pairs=PairRows(0, (rows[2], rows[0], *rows[3:]), 6)), training.run)
        assert (pane.cursor, pane.selected_pair) == (0, before)


async def test_the_cursor_stays_where_its_pair_is_gone() -> None:
    training = TrainedRun("aaabdaaabac")
    pane = PairsPane()
    async with hosted(pane):
        pane.show_view(training.view(), training.run)
        pane.move_to(1)
        pane.show_view(training.view(pairs_filter="c"), training.run)
        assert pane.cursor == 0
        pane.show_view(training.view(), training.run)
        pane.move_to(3)
        view = training.view()
        assert view.pairs is not None
        others = tuple(pair for pair in view.pairs.rows if pair != pane.selected_pair)
        pane.show_view(replace(view, pairs=PairRows(0, others, len(others))), training.run)
        assert pane.cursor == 3


async def test_another_corpus_begins_at_the_top() -> None:
    first, second = TrainedRun("aaabdaaabac"), TrainedRun("床床床")
    pane = PairsPane()
    async with hosted(pane):
        pane.show_view(first.view(), first.run)
        pane.move_to(3)
        pane.show_view(second.view(), second.run)
        assert pane.cursor == 0


async def test_rows_keep_their_tokens_when_their_ids_come_to_mean_others() -> None:
    training = TrainedRun("abcabcabc", merges=2)
    pane = PairsPane()
    async with hosted(pane) as pilot:
        pane.show_view(training.view(), training.run)
        before = lines(pane)
        training.back(2)
        training.choose(ord("c"), ord("a"))
        await pilot.resize_terminal(41, 12)
        await pilot.resize_terminal(40, 12)
        await pilot.pause()
        assert lines(pane) == before


async def test_a_step_paints_only_the_rows_that_it_changes() -> None:
    training = TrainedRun("abcdabcd efefef xyz" * 3, split="whitespace")
    pane = PairsPane()
    async with hosted(pane, 60, 20):
        pane.show_view(training.view(), training.run)
        training.step()
        pane.show_view(training.view(), training.run)
        painted, before = PaintRecorder(pane), lines(pane)
        training.step()
        pane.show_view(training.view(), training.run)
        after = lines(pane)
        changed = [y for y in range(20) if before[y] != after[y]]
        assert painted.taken() == changed
        assert len(changed) < 20


@pytest.mark.parametrize("width", [4, 12, 24, 38, 60, 100])
async def test_no_text_breaks_the_pane(width: int) -> None:
    training = TrainedRun(HOSTILE)
    pane = PairsPane()
    async with hosted(pane, width, 40):
        for _ in range(12):
            pane.show_view(training.view(), training.run)
            check_widths(pane)
            pane.cycle_spelling()
            check_widths(pane)
            training.step(3)


@given(st.lists(st.text(min_size=1, max_size=12), min_size=2, max_size=12), st.integers(10, 100), st.integers(0, 12))
@settings(max_examples=20)
async def test_no_line_is_wider_than_the_pane(texts: list[str], width: int, merges: int) -> None:
    training = TrainedRun("".join(texts).encode(errors="replace").decode(), merges=merges)
    pane = PairsPane()
    async with hosted(pane, width, 30):
        pane.show_view(training.view(), training.run)
        check_widths(pane)
        pane.cycle_spelling()
        check_widths(pane)


async def test_a_row_that_has_not_arrived_has_no_pair() -> None:
    training = TrainedRun("the quick brown fox jumps over the lazy dog")
    pane = PairsPane()
    async with hosted(pane):
        view = training.view(0, 8)
        pane.show_view(view, training.run)
        assert view.pairs is not None
        pane.move_to(7)
        assert pane.selected_pair == view.pairs.rows[7]
        pane.move_to(8)
        assert pane.selected_pair is None


async def test_pairs_are_copied_as_their_text() -> None:
    async with exploring("床前床前 ab ab\n") as explorer:
        second = await until(explorer.pilot, lambda: explorer.pairs.row(1))
        first = explorer.pairs.row(0)
        assert first is not None
        assert second is not None
        texts = [(row.left + row.right).decode(errors="replace") for row in (first, second)]
        assert await drag(explorer, explorer.pairs, (3, 1), (9, 2)) == "\n".join(texts)
        assert await drag(explorer, explorer.pairs, (3, 1), (9, 1)) == texts[0]
        assert "count" not in marked(explorer.pairs)
