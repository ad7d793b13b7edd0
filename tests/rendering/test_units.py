"""Units show all of a token, never act on the terminal, and have the width they state."""

from itertools import accumulate

import pytest
import regex
from hypothesis import example, given
from hypothesis import strategies as st
from rich.cells import cell_len

from bpetui.core.utf8 import GPT2_ALPHABET, kind, visible
from bpetui.rendering.units import (
    SPELLINGS,
    Spelling,
    Unit,
    drawn,
    marked_characters,
    spelled,
    units,
    with_mark_room,
    without_mark_room,
)
from tests.tui.sample_texts import fewer, tokenized

UNSAFE = regex.compile(r"[\p{C}\p{Z}\p{Default_Ignorable_Code_Point}]")


def shown(tokens: list[bytes], spelling: Spelling) -> list[str]:
    """The texts of the units, each followed by a bar if a border follows."""
    return [unit.text + ("" if unit.joined else "|") for unit in units(tokens, spelling)]


def row(tokens: list[bytes], spelling: Spelling) -> str:
    return "".join(shown(tokens, spelling)).removesuffix("|")


# -- worked by hand ------------------------------------------------------------------------------------------------


def test_a_character_is_drawn_once_with_the_number_of_its_tokens() -> None:
    # The first line of the Tang corpus after six merges: 闲₃却₃白₃
    data = "闲却白".encode()
    assert row([data[at : at + 1] for at in range(9)], "characters") == "闲₃|却₃|白₃"
    assert row([data[:3], data[3:5], data[5:6], data[6:]], "characters") == "闲|却₂|白"


def test_the_bytes_of_a_partial_token_are_in_hex() -> None:
    data = "床前".encode()
    assert row([data[:2], data[2:3], data[3:]], "hex") == "⟨e5 ba⟩|⟨8a⟩|前"
    assert row([data[:4], data[4:]], "hex") == "床⟨e5⟩|⟨89 8d⟩"


def test_the_gpt2_alphabet_draws_every_byte() -> None:
    assert row(["床".encode()[:2], b" a"], "gpt2") == "åº|Ġa"
    assert row([b" the", b"\n"], "gpt2") == "Ġthe|Ċ"


def test_white_space_and_controls_are_visible() -> None:
    assert row([b"a b", b"\t", b"\n", b"\x1b[0m", "\u202e".encode()], "characters") == "a·b|→|↵|␛[0m|U+202E"


def test_a_mark_is_drawn_on_the_letter_before_it_in_the_same_token() -> None:
    assert shown(["o\u0323c".encode()], "characters") == ["o\u0323", "c|"]
    assert shown(["o\u0323c".encode()], "hex") == ["o\u0323", "c|"]


@pytest.mark.parametrize("spelling", ["characters", "hex"])
def test_a_mark_at_the_start_of_a_token_or_line_is_drawn_on_a_circle(spelling: Spelling) -> None:
    assert shown([b"o", "\u0323c".encode()], spelling) == ["o|", "◌\u0323", "c|"]
    assert shown(["\n\u0323".encode()], spelling) == ["↵", "◌\u0323|"]
    assert next(units(["\u0323".encode()], spelling)).width == 1


def test_no_mark_is_drawn_on_a_number() -> None:
    # The last byte of é and the mark are one token: the letter has two tokens, the mark goes on the letter.
    assert shown([b"\xc3", b"\xa9\xcc\xa3"], "characters") == ["é₂", "◌\u0323|"]
    assert shown([b"o\xcc", b"\xa3"], "characters") == ["o", "◌\u0323₂|"]


def test_a_number_of_two_figures_counts_in_the_width() -> None:
    assert [unit.width for unit in units([b"\xe5", b"\xba", b"\x8a"], "characters")] == [3]


def test_a_line_ends_behind_its_line_feed() -> None:
    found = list(units([b"a\nb", b"\n"], "characters"))
    assert [(unit.text, unit.ends_line, unit.joined) for unit in found] == [
        ("a", False, True),
        ("↵", True, True),
        ("b", False, False),
        ("↵", True, False),
    ]


def test_offsets_are_counted_from_where_the_tokens_begin() -> None:
    found = list(units([b"ab", "床".encode()], "characters", 100))
    assert [(unit.start, unit.stop) for unit in found] == [(100, 101), (101, 102), (102, 105)]


def test_parts_of_characters_at_the_edges_are_left_out_between_characters() -> None:
    data = "床a前".encode()
    found = list(units([data[1:3], b"a", data[4:6]], "characters", 1))
    assert [(unit.text, unit.start, unit.stop) for unit in found] == [("a", 3, 4)]
    assert not list(units([data[:2]], "characters"))


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_an_empty_text_has_no_units(spelling: Spelling) -> None:
    assert not list(units([], spelling))


def test_one_token_as_a_table_shows_it() -> None:
    assert spelled(b" the\n", "hex") == "·the↵"
    assert spelled(b"\xe5\xba", "hex") == "⟨e5 ba⟩"
    assert spelled(b"\xe5\xba", "characters") == "⟨e5 ba⟩"
    assert spelled(b"\xe5\xba ", "gpt2") == "åºĠ"
    assert spelled("\u0323c".encode(), "hex") == "◌\u0323c"


def test_a_skin_tone_is_shown_by_its_code() -> None:
    assert drawn("🏽") == ("U+1F3FD", 7)


# -- for any text, cut anywhere ------------------------------------------------------------------------------------

TOKENS = tokenized()
ANY_SPELLING = st.sampled_from(SPELLINGS)


@fewer(2)
@given(TOKENS, ANY_SPELLING, st.integers(0, 10**9))
def test_units_cover_every_byte_once_and_in_order(tokens: list[bytes], spelling: Spelling, start: int) -> None:
    at = start
    for unit in units(tokens, spelling, start):
        assert unit.start == at
        assert unit.stop > at
        at = unit.stop
    assert at == start + sum(map(len, tokens))


@fewer(2)
@given(TOKENS, ANY_SPELLING)
def test_a_unit_belongs_to_the_tokens_of_its_first_and_last_byte(tokens: list[bytes], spelling: Spelling) -> None:
    owner = [index for index, token in enumerate(tokens) for _ in token]
    for unit in units(tokens, spelling):
        assert (unit.token, unit.last) == (owner[unit.start], owner[unit.stop - 1])


@fewer(2)
@given(TOKENS, ANY_SPELLING)
def test_a_border_follows_exactly_where_a_token_ends(tokens: list[bytes], spelling: Spelling) -> None:
    borders = set(accumulate(map(len, tokens)))
    found = list(units(tokens, spelling))
    assert all(unit.joined == (unit.stop not in borders) for unit in found)
    if spelling != "characters":
        assert borders <= {unit.stop for unit in found}


@fewer(2)
@given(TOKENS, ANY_SPELLING)
def test_a_line_ends_exactly_at_its_line_feed(tokens: list[bytes], spelling: Spelling) -> None:
    data = b"".join(tokens)
    for unit in units(tokens, spelling):
        assert unit.ends_line == (b"\n" in data[unit.start : unit.stop])
        if unit.text[0] != "⟨" or unit.stop - unit.start == 1:  # a line feed within a partial token ends it too
            assert b"\n" not in data[unit.start : unit.stop - 1]


@fewer(2)
@given(TOKENS, ANY_SPELLING)
@example(["a\u0301".encode()], "characters")
@example(["🇻".encode(), "🇳".encode()], "hex")
def test_widths_are_those_of_the_text(tokens: list[bytes], spelling: Spelling) -> None:
    found = list(units(tokens, spelling))
    assert all(unit.width == cell_len(unit.text) > 0 for unit in found)
    assert sum(unit.width for unit in found) == cell_len("".join(unit.text for unit in found))


@fewer(2)
@given(TOKENS, ANY_SPELLING)
def test_nothing_that_is_drawn_acts_on_the_terminal(tokens: list[bytes], spelling: Spelling) -> None:
    for unit in units(tokens, spelling):
        text = unit.text.replace(" ", "_") if unit.text.startswith("⟨") else unit.text
        assert not UNSAFE.search(text)


@fewer(2)
@given(TOKENS)
def test_every_character_is_drawn_with_its_number(tokens: list[bytes]) -> None:
    owner = [index for index, token in enumerate(tokens) for _ in token]
    expected = ""
    numbered, at = True, 0
    for character in b"".join(tokens).decode():
        stop = at + len(character.encode())
        count = len(set(owner[at:stop]))
        text, width = drawn(character)
        alone = at == 0 or owner[at - 1] != owner[at] or numbered or count > 1
        expected += ("◌" if not width and alone else "") + text
        if count > 1:
            expected += "₀₁₂₃₄₅₆₇₈₉"[count]
        numbered = count > 1 or character == "\n"
        at = stop
    assert "".join(unit.text for unit in units(tokens, "characters")) == expected


@fewer(2)
@given(TOKENS)
def test_the_other_spellings_draw_a_token_as_a_table_does(tokens: list[bytes]) -> None:
    def drawn_of(index: int, found: list[Unit]) -> str:
        return "".join(unit.text for unit in found if unit.token == index)

    gpt2, hexed = list(units(tokens, "gpt2")), list(units(tokens, "hex"))
    for index, token in enumerate(tokens):
        assert drawn_of(index, gpt2) == spelled(token, "gpt2") == "".join(GPT2_ALPHABET[byte] for byte in token)
        if kind(token) != "whole" or "\n" not in token.decode():
            assert drawn_of(index, hexed) == spelled(token, "hex")


@given(st.binary(min_size=1), ANY_SPELLING)
def test_a_table_can_contain_any_bytes(token: bytes, spelling: Spelling) -> None:
    text = spelled(token, spelling)
    assert cell_len(text) > 0
    assert text == visible(text)


def test_a_spacing_mark_has_room_that_a_terminal_may_draw_it_in() -> None:
    assert [*marked_characters("काक")] == [("का ", 2, 0, 2), ("क", 1, 2, 3)]
    assert [*marked_characters("ကြောင်း")] == [("ကြော   ", 4, 0, 4), ("င်း ", 2, 4, 7)]
    assert [*marked_characters("ा")] == [("◌ा ", 2, 0, 1)]
    assert [*marked_characters("é̂")] == [("é̂", 1, 0, len("é̂"))]


def test_room_for_spacing_marks_is_put_in_and_taken_out() -> None:
    assert with_mark_room("हिन्दी x") == "हि न्दी  x"
    assert with_mark_room("học sinh") == "học sinh"
    assert spelled("की".encode(), "hex") == "की "
    assert without_mark_room(spelled("कीनी".encode(), "hex")) == "कीनी"
