"""Text of unsure width does not shift what is drawn behind it."""

from __future__ import annotations

import pytest

from bpetui.tui.terminal.cell_positions import positioned

RED = "\x1b[31m"


@pytest.mark.parametrize("sent", ["", "abc", "\x1b[2;3Hhọc 床 é", f"\x1b[1;1H{RED}học sinh\x1b[0m", "का"])
def test_what_all_terminals_agree_on_is_sent_as_it_is(sent: str) -> None:
    assert positioned(sent) == sent


def test_the_cursor_is_put_behind_a_spacing_mark_and_the_room_kept_for_it_is_not_drawn() -> None:
    assert positioned("\x1b[2;5Hxका |") == "\x1b[2;5H    \x1b[2;5Hxका\x1b[2;8H|\x1b[2;9H"


def test_as_much_room_is_taken_as_there_are_spacing_marks() -> None:
    # Burmese: a consonant with three spacing marks, then one with a spacing and another mark
    assert positioned("\x1b[1;1Hကြော   င်း y") == "\x1b[1;1H" + " " * 7 + "\x1b[1;1Hကြော\x1b[1;5Hင်း\x1b[1;7Hy\x1b[1;8H"


def test_without_room_what_follows_in_another_style_is_put_in_its_place() -> None:
    sent = f"\x1b[1;1H{RED}की\x1b[0m|"
    assert positioned(sent) == f"\x1b[1;1H{RED} \x1b[1;1Hकी\x1b[1;2H\x1b[0m|"


def test_the_place_is_followed_through_text_and_styles() -> None:
    sent = f"\x1b[3;1H床{RED}ab\x1b[0m❤\ufe0f|"
    assert positioned(sent) == f"\x1b[3;1H床{RED}ab\x1b[0m   \x1b[3;5H❤\ufe0f|\x1b[3;8H"


def test_each_row_has_its_own_place() -> None:
    assert positioned("\x1b[1;1Hab\n\x1b[2;4Hका") == "\x1b[1;1Hab\n\x1b[2;4H \x1b[2;4Hका\x1b[2;5H"
