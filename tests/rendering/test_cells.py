"""Any text is cut or padded to its width."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from bpetui.rendering.cells import (
    StyledText,
    brief,
    cut,
    fits,
    fitted,
    pair_sentence,
    rows_containing,
    rows_in_view,
    short_pair,
    spelled_pair,
    wrapped,
    wrapped_notes,
)
from bpetui.rendering.units import Spelling, spelled

WIDTHS = st.integers(1, 60)
SPELLINGS: st.SearchStrategy[Spelling] = st.sampled_from(["hex", "gpt2"])
TOKENS = st.one_of(st.text(min_size=1).map(lambda text: text.encode(errors="replace")), st.binary(min_size=1))


def width_of(texts: list[StyledText]) -> int:
    return cell_len("".join(each.text for each in texts))


def test_a_text_that_fits_is_not_cut() -> None:
    assert cut("abc", 3) == "abc"
    assert cut("床前", 4) == "床前"


def test_a_cut_text_ends_with_an_ellipsis() -> None:
    assert cut("abcd", 3) == "ab…"
    assert cut("abcd", 1) == "…"
    assert cut("abcd", 0) == ""


def test_a_wide_character_is_not_halved() -> None:
    assert cut("床前明", 4) == "床…"
    assert cut("床前明", 5) == "床前…"


def test_a_mark_stays_with_its_letter() -> None:
    assert cut("ho\u0323c sinh", 4) == "ho\u0323c…"
    assert cut("ho\u0323c sinh", 3) == "ho\u0323…"


def test_a_token_is_spelled_so_that_it_can_be_seen() -> None:
    assert brief(b"\xe5\xba", "hex", 20) == "⟨e5 ba⟩"
    assert brief(b"\xe5\xba", "gpt2", 20) == "åº"
    assert brief(b" a\n\x1b", "hex", 20) == "·a↵␛"
    assert brief("\u0323c".encode(), "hex", 20) == "◌\u0323c"


def test_a_token_of_megabytes_is_cut() -> None:
    token = "床前明月光".encode() * 400_000
    for width in range(12, 40):
        assert brief(token, "hex", width).startswith("床前明")
        assert brief(token[:-1], "hex", width).startswith("床前明")
        assert brief(token[1:], "hex", width).startswith("⟨ba 8a⟩")


@given(st.text(st.characters(categories=["L", "N", "P"]), min_size=80), st.integers(0, 3), st.integers(0, 3), SPELLINGS)
def test_a_long_token_is_spelled_as_a_short_one_would_be(text: str, left: int, right: int, spelling: Spelling) -> None:
    data = text.encode()
    token = data[left : len(data) - right]
    assert brief(token, spelling, 16) == cut(spelled(token, spelling), 16)


@given(TOKENS, SPELLINGS, WIDTHS)
def test_no_token_is_wider_than_it_may_be(token: bytes, spelling: Spelling, width: int) -> None:
    assert 0 < cell_len(brief(token, spelling, width)) <= width
    assert 0 < cell_len(brief(token * 100, spelling, width)) <= width


@given(st.lists(TOKENS, max_size=5), SPELLINGS, WIDTHS, st.booleans())
def test_a_cell_is_exactly_as_wide_as_its_column(
    tokens: list[bytes], spelling: Spelling, width: int, right: bool
) -> None:
    assert width_of(fitted([StyledText(spelled(token, spelling)) for token in tokens], width, right=right)) == width


def test_an_ellipsis_replaces_whole_texts_that_are_cut_off() -> None:
    texts = [StyledText("abc"), StyledText("def"), StyledText("g")]
    assert "".join(each.text for each in fitted(texts, 7)) == "abcdefg"
    assert "".join(each.text for each in fitted(texts, 6)) == "abcde…"
    assert "".join(each.text for each in fitted(texts, 3)) == "ab…"


@pytest.mark.parametrize(
    ("width", "shown"),
    [(20, "⟨e5 ba⟩ + ⟨8a⟩"), (14, "⟨e5 ba⟩ + ⟨8a⟩"), (12, "⟨e5… + ⟨8a⟩"), (9, "… + ⟨8a⟩"), (4, "床")],
)
def test_a_pair_gives_up_its_longer_side_first(width: int, shown: str) -> None:
    assert "".join(each.text for each in spelled_pair(b"\xe5\xba", b"\x8a", "hex", width)) == shown


@given(TOKENS, TOKENS, SPELLINGS, WIDTHS)
def test_a_pair_is_never_too_wide(left: bytes, right: bytes, spelling: Spelling, width: int) -> None:
    assert width_of(spelled_pair(left, right, spelling, width)) <= width


def test_a_sentence_is_broken_between_words() -> None:
    assert wrapped("3 pairs tie at 8", 9, 2) == ["3 pairs", "tie at 8"]
    assert wrapped("3 pairs tie at 8", 9, 1) == ["3 pairs …"]
    assert wrapped("3 pairs tie at 8", 40, 3) == ["3 pairs tie at 8"]
    assert wrapped("unbreakable", 5, 3) == ["unbr…"]


def test_a_sentence_is_not_broken_between_bytes_in_hex() -> None:
    assert wrapped("tie at ⟨e1 bb⟩ here", 11, 3) == ["tie at", "⟨e1 bb⟩", "here"]
    assert wrapped("⟨e1 bb⟩ leads", 10, 2) == ["⟨e1 bb⟩", "leads"]


def test_a_sentence_fits_if_no_line_of_it_is_cut() -> None:
    assert fits("3 pairs tie at 8", 9, 2)
    assert not fits("3 pairs tie at 8", 9, 1)
    assert not fits("3 pairs tie at 8", 6, 2)
    assert fits("word", 4, 1)
    assert not fits("unbreakable", 10, 3)


@pytest.mark.parametrize(
    ("width", "shown"),
    [(3, "…+ab"), (4, "⟨81…+ab"), (6, "⟨81…+ab"), (7, "⟨81 82…+ab"), (9, "⟨81 82…+ab"), (10, "⟨81 82 83⟩+ab")],
)
def test_a_pair_in_a_sentence_is_cut_between_bytes(width: int, shown: str) -> None:
    assert short_pair(b"\x81\x82\x83", b"ab", "hex", width) == shown


def test_a_pair_in_a_sentence_is_cut_between_characters_and_bytes() -> None:
    assert short_pair(b"ab\xe1\xbb", b"\xba", "hex", 5) == "ab…+⟨ba⟩"
    assert short_pair(b"ab\xe1\xbb", b"\xba", "hex", 6) == "ab⟨e1…+⟨ba⟩"
    assert short_pair(b"ab\xe1\xbb", b"\xba", "gpt2", 3) == "ab…+º"


def test_the_tokens_of_a_pair_leave_room_for_its_sentence() -> None:
    def sentence(pair: str) -> str:
        return f"2 pairs tie at 9. {pair} is next"

    assert pair_sentence(sentence, b"national", b"conference", "hex", 60, 1) == sentence("national+conference")
    assert pair_sentence(sentence, b"national", b"conference", "hex", 37, 1) == sentence("nati…+conf…")
    assert pair_sentence(sentence, b"national", b"conference", "hex", 24, 2) == sentence("nation…+confer…")
    assert pair_sentence(sentence, b"national", b"conference", "hex", 5, 1) == sentence("na…+co…")


@given(st.text("ab 床\u0301"), WIDTHS, st.integers(1, 4))
def test_no_line_of_a_sentence_is_too_wide(text: str, width: int, most: int) -> None:
    lines = wrapped(text, width, most)
    assert len(lines) <= most
    assert all(cell_len(line) <= width for line in lines)


def test_notes_share_the_available_lines() -> None:
    notes = [StyledText("one two three"), StyledText("four five", "muted")]
    assert [*wrapped_notes(notes, 8, 3)] == [
        StyledText("one two"),
        StyledText("three"),
        StyledText("four fi…", "muted"),
    ]
    assert [*wrapped_notes(notes, 8, 2)] == [StyledText("one two…"), StyledText("four fi…", "muted")]
    assert [*wrapped_notes(notes, 8, 1)] == [StyledText("one two…")]
    assert [*wrapped_notes(notes, 20, 3)] == notes
    assert [*wrapped_notes(notes, 8, 0)] == []


def test_rows_in_view_are_counted() -> None:
    assert rows_in_view(3557, (0, 8), "pair") == "8 of 3,557 pairs"
    assert rows_in_view(3557, (8, 16), "pair") == "9–16 of 3,557 pairs"
    assert rows_in_view(5, (0, 8), "pair") == "5 pairs"
    assert rows_in_view(1, (0, 8), "pair") == "1 pair"


def test_rows_that_contain_a_text_are_counted() -> None:
    assert rows_containing(12, 3557, "pair", "ng") == '12 of 3,557 pairs contain "ng"'
    assert rows_containing(1, 3557, "pair", "\x1b") == '1 of 3,557 pairs contains "␛"'
    assert rows_containing(0, 3557, "pair", "ng") == 'none of 3,557 pairs contains "ng"'
