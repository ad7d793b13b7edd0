"""Tests of the title in the border of a pane."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from bpetui.tui.widgets.pane_title import pane_title


@pytest.mark.parametrize(
    ("width", "title"),
    [
        (40, " Title ───────── 床 bytes · 2 words "),
        (32, " Title ─ 床 bytes · 2 words "),
        (31, " Title ─────────── 2 words "),
        (21, " Title ─ 2 words "),
        (20, " Title "),
    ],
)
def test_the_first_details_are_left_out_where_room_is_short(width: int, title: str) -> None:
    assert str(pane_title("Title", ("床 bytes", "2 words"), width)) == title


@given(st.lists(st.text("a床", min_size=1)), st.integers(20, 100))
def test_a_title_with_details_fills_the_border(details: list[str], width: int) -> None:
    title = str(pane_title("Title", details, width))
    assert title == " Title " or cell_len(title) == width - len("╭──╮")
