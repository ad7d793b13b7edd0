"""Tests of positions in a text."""

from hypothesis import given

from bpetui.core.utf8 import clusters
from bpetui.tui.widgets.text_positions import cluster_at, line_start, next_border, previous_border, word_start
from tests.tui.sample_texts import TEXTS

E_ACUTE = "e\N{COMBINING ACUTE ACCENT}"


def test_a_line_starts_after_the_last_line_break() -> None:
    assert [line_start("ab\ncd", offset) for offset in range(6)] == [0, 0, 0, 3, 3, 3]


def test_a_word_starts_before_the_spaces_after_it() -> None:
    assert [word_start("one two  ", offset) for offset in (9, 7, 4, 3, 0)] == [4, 4, 0, 0, 0]


def test_a_cluster_holds_a_letter_with_its_marks() -> None:
    text = f"a{E_ACUTE}b"
    assert [cluster_at(text, offset) for offset in range(5)] == [(0, 1), (1, 3), (1, 3), (3, 4), (4, 4)]


def test_a_line_break_is_a_cluster_of_its_own() -> None:
    assert previous_border("a\n", 2) == 1
    assert next_border("a\nb", 1) == 2
    assert previous_border("a", 0) == 0


@given(TEXTS)
def test_borders_are_the_same_in_both_directions(text: str) -> None:
    text = text.replace("\r", "")  # a field holds no carriage returns
    forward = [0]
    while forward[-1] < len(text):
        forward.append(next_border(text, forward[-1]))
    assert len(forward) == clusters(text) + 1
    backward = [len(text)]
    while backward[-1] > 0:
        backward.append(previous_border(text, backward[-1]))
    assert backward[::-1] == forward
