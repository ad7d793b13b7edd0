"""Tests of cursor positions after text of uncertain width."""

from __future__ import annotations

import pytest

from bpetui.tui.terminal.cell_positions import positioned

RED = "\x1b[31m"


@pytest.mark.parametrize("sent", ["", "abc", "\x1b[2;3Hhọc 床 é", f"\x1b[1;1H{RED}học sinh\x1b[0m", "का"])
def test_text_of_certain_width_is_sent_unchanged(sent: str) -> None:
    assert positioned(sent) == sent


def test_the_cursor_is_positioned_after_a_spacing_mark_without_drawing_its_room() -> None:
    assert positioned("\x1b[2;5Hxका |") == "\x1b[2;5H    \x1b[2;5Hxका\x1b[2;8H|\x1b[2;9H"


def test_each_spacing_mark_takes_one_space_of_room() -> None:
    # Burmese: a consonant with three spacing marks, then one with a spacing and another mark
    assert positioned("\x1b[1;1Hကြော   င်း y") == "\x1b[1;1H" + " " * 7 + "\x1b[1;1Hကြော\x1b[1;5Hင်း\x1b[1;7Hy\x1b[1;8H"


def test_text_in_another_style_is_positioned_after_marks_without_room() -> None:
    sent = f"\x1b[1;1H{RED}की\x1b[0m|"
    assert positioned(sent) == f"\x1b[1;1H{RED} \x1b[1;1Hकी\x1b[1;2H\x1b[0m|"


def test_the_position_is_tracked_through_text_and_styles() -> None:
    sent = f"\x1b[3;1H床{RED}ab\x1b[0m❤\ufe0f|"
    assert positioned(sent) == f"\x1b[3;1H床{RED}ab\x1b[0m   \x1b[3;5H❤\ufe0f|\x1b[3;8H"


def test_each_row_has_its_own_position() -> None:
    assert positioned("\x1b[1;1Hab\n\x1b[2;4Hका") == "\x1b[1;1Hab\n\x1b[2;4H \x1b[2;4Hका\x1b[2;5H"
