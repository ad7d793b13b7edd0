"""The parts of characters that a range of bytes contains."""

from hypothesis import given
from hypothesis import strategies as st

from bpetui.rendering.character_parts import (
    Character,
    CharacterPart,
    characters_at,
    code_point,
    parts_of_characters,
    shown_character,
)
from tests.tui.sample_texts import TEXTS

DATA = "a床b".encode()
BED = Character("床", 1, 4)


def test_characters_at_yields_those_that_have_a_byte_in_the_range() -> None:
    assert [*characters_at(DATA, 0, 1)] == [Character("a", 0, 1)]
    assert [*characters_at(DATA, 1, 2)] == [BED]
    assert [*characters_at(DATA, 3, 5)] == [BED, Character("b", 4, 5)]
    assert [*characters_at(DATA, 5, 5)] == []


def test_characters_at_covers_a_text_of_any_width() -> None:
    found = [Character("a", 0, 1), Character("床", 1, 4), Character("😀", 4, 8)]
    assert [*characters_at("a床😀".encode(), 0, 8)] == found


def test_parts_are_counted_from_one() -> None:
    assert [*parts_of_characters(DATA, 2, 5)] == [
        CharacterPart(BED, 2, 3, 3),
        CharacterPart(Character("b", 4, 5), 1, 1, 1),
    ]
    assert [part.is_whole for part in parts_of_characters(DATA, 2, 5)] == [False, True]


def test_a_mark_is_shown_on_a_circle_and_a_control_character_by_its_stand_in() -> None:
    assert shown_character(Character("\u0323", 0, 2)) == "◌\u0323"
    assert shown_character(Character("\x1b", 0, 1)) == "␛"
    assert code_point(BED) == "U+5E8A"


@given(TEXTS.filter(bool), st.data())
def test_each_byte_of_a_range_is_in_one_part(text: str, data: st.DataObject) -> None:
    encoded = text.encode()
    start = data.draw(st.integers(0, len(encoded) - 1))
    stop = data.draw(st.integers(start + 1, len(encoded)))
    held = [
        at
        for character, first, last, size in parts_of_characters(encoded, start, stop)
        for at in range(character.start + first - 1, character.start + last)
        if size == len(character.text.encode())
    ]
    assert held == [*range(start, stop)]
