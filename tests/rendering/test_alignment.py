"""The rows of tokens of one text are aligned by bytes, with a border wherever a token ends."""

import unicodedata
from collections.abc import Collection, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from bpetui.core.normalization import normalized
from bpetui.core.tokenization import Tokenization
from bpetui.core.utf8 import visible
from bpetui.rendering.alignment import Alignment
from bpetui.rendering.cut_text import BORDER, TokenText
from bpetui.rendering.row_text import RowText
from bpetui.rendering.units import spelled
from tests.tui.sample_texts import TEXTS, cut, fewer


def cut_at(text: str, *places: int) -> Tokenization:
    """A text cut into tokens at some bytes."""
    return tokenized(text, cut(text.encode(), places) if text else [])


def tokenized(text: str, tokens: Sequence[bytes]) -> Tokenization:
    """Adjacent tokens from the start of a text."""
    spans = []
    start = 0
    for token in tokens:
        spans.append((start, start + len(token)))
        start += len(token)
    return Tokenization(text, tuple(range(len(tokens))), tuple(tokens), tuple(spans))


def in_bytes(text: str) -> Tokenization:
    return cut_at(text, *range(len(text.encode())))


def aligned(text: str, *rows: Tokenization, width: int = 80) -> Alignment:
    return Alignment(text, [RowText(row) for row in rows], width)


def drawn(alignment: Alignment) -> list[str]:
    """All rows, band by band, without the spaces at the right."""
    return [
        "".join(cell.text for cell in alignment.cells(band, row)).rstrip()
        for band in range(alignment.bands)
        for row in range(len(alignment.rows))
    ]


# -- what is drawn -------------------------------------------------------------------------------------------------


def test_a_border_in_one_row_has_room_in_all_rows() -> None:
    assert drawn(aligned("tokens", cut_at("tokens", 5), cut_at("tokens", 2), cut_at("tokens"))) == [
        "to ken│s",
        "to│ken s",
        "to ken s",
    ]


def test_a_cut_character_is_drawn_as_bytes_in_hex() -> None:
    assert drawn(aligned("床。", cut_at("床。", 1, 3), cut_at("床。", 1, 2, 3), cut_at("床。"), cut_at("床。", 3))) == [
        "⟨e5⟩│⟨ba   8a⟩│。",
        "⟨e5⟩│⟨ba⟩│⟨8a⟩│。",
        "床             。",
        "床            │。",
    ]


def test_a_mark_is_drawn_on_its_letter_if_one_token_contains_both() -> None:
    text = "o\u0323c"
    assert drawn(aligned(text, cut_at(text), cut_at(text, 1), cut_at(text, 2))) == [
        "o\u0323          c",
        "o│◌\u0323        c",
        "o ⟨cc⟩│⟨a3⟩c",
    ]


def test_a_single_row_has_its_smallest_width() -> None:
    text = "o\u0323 床"
    assert drawn(aligned(text, cut_at(text, 3))) == ["o\u0323│·床"]


def test_white_space_and_controls_are_visible() -> None:
    text = "\x1b[0m\t\u202e x\n[00] foo"
    assert drawn(aligned(text, cut_at(text, 1))) == ["␛│[0m→U+202E·x↵", "[00]·foo"]


def test_rows_are_wrapped_together() -> None:
    text = "abcdef"
    assert drawn(aligned(text, in_bytes(text), cut_at(text), cut_at(text, 2), width=6)) == [
        "a│b│c│", "a b c", "a b│c",
        "d│e│f", "d e f", "d e f",
    ]  # fmt: skip


def test_both_normal_forms_are_aligned() -> None:
    nfc = "học"
    nfd = unicodedata.normalize("NFD", nfc)
    assert drawn(aligned(nfc, cut_at(nfc, 1, 4), cut_at(nfd, 2))) == ["h│ọ  │c", "h o│◌\u0323 c"]
    assert drawn(aligned(nfd, cut_at(nfd, 1, 2), cut_at(nfc, 1, 2))) == ["h│o│◌\u0323         c", "h│⟨e1⟩│⟨bb 8d⟩c"]


# -- what stands in a row only -------------------------------------------------------------------------------------


def test_a_space_added_before_the_text_has_its_own_column() -> None:
    assert drawn(aligned("ab", cut_at("ab"), cut_at(" ab", 1), cut_at(" ab", 2))) == ["  a b", "·│a b", "· a│b"]


def test_dropped_text_is_blank() -> None:
    words = Tokenization("ab cd", (1, 2), (b"ab", b"cd"), ((0, 2), (3, 5)))
    assert drawn(aligned("ab cd", words, cut_at("ab cd", 2))) == ["ab│ │cd", "ab│· cd"]


def test_unknown_text_is_drawn_as_its_token() -> None:
    words = Tokenization("a 床 b", (1, 0, 2), (b"a", "床".encode(), b"b"), ((0, 1), (2, 5), (6, 7)))
    alignment = Alignment("a 床 b", [RowText(words, {1: b"[UNK]"}), RowText(cut_at("a 床 b", 2, 5))], 80)
    assert drawn(alignment) == ["a│ │[UNK]│ │b", "a ·│床   │· b"]


def test_tokens_that_share_the_span_of_a_character_are_its_bytes() -> None:
    shared = Tokenization("床a", (1, 2, 3, 4), (b"\xe5", b"\xba", b"\x8a", b"a"), ((0, 3), (0, 3), (0, 3), (3, 4)))
    assert drawn(aligned("床a", shared)) == ["⟨e5⟩│⟨ba⟩│⟨8a⟩│a"]


def test_a_token_without_a_place_is_drawn_before_what_follows() -> None:
    space = Tokenization("床", (1, 2), (b" ", "床".encode()), ((0, 3), (0, 3)))
    assert drawn(aligned("床", space, cut_at("床"))) == ["·│床", "  床"]


def test_end_of_word_marks_are_aligned_with_the_white_space() -> None:
    marked = tokenized("low</w>er</w>", [b"low</w>", b"er", b"</w>"])
    assert drawn(aligned("low er", cut_at("low er", 3), marked)) == ["low│·    er", "low </w>│er│</w>"]


def test_an_alignment_without_rows_has_no_bands() -> None:
    assert aligned("").bands == 0
    assert aligned("", in_bytes("")).bands == 0


# -- where things are ----------------------------------------------------------------------------------------------


def test_a_token_has_a_band_and_a_counterpart_in_another_row() -> None:
    text = "abcdef"
    alignment = aligned(text, in_bytes(text), cut_at(text, 2), width=6)
    assert [alignment.band_of(0, token) for token in range(6)] == [0, 0, 0, 1, 1, 1]
    assert [alignment.across(0, token, 1) for token in range(6)] == [0, 0, 1, 1, 1, 1]
    assert [alignment.across(1, token, 0) for token in range(2)] == [0, 2]


def test_a_token_has_a_counterpart_in_another_normal_form() -> None:
    nfc = "họcọ"
    nfd = unicodedata.normalize("NFD", nfc)
    alignment = aligned(nfc, cut_at(nfc, 4), in_bytes(nfd))
    assert alignment.across(0, 1, 1) == 4
    assert [alignment.across(1, token, 0) for token in range(8)] == [0, 0, 0, 0, 1, 1, 1, 1]


# -- for any text --------------------------------------------------------------------------------------------------


@st.composite
def rows_of(draw: st.DrawFn, text: str) -> list[Tokenization]:
    """A text cut anywhere, once or several times; some without some tokens, some in another normal form."""
    rows = []
    for _ in range(draw(st.integers(1, 4))):
        own = normalized(text, draw(st.sampled_from(["none", "none", "nfc", "nfd"])))
        row = cut_at(own, *draw(st.lists(st.integers(0, 300), max_size=12)))
        if draw(st.integers(0, 4)) == 0:
            kept = [at for at in range(len(row.ids)) if draw(st.booleans())]
            row = Tokenization(
                own,
                tuple(row.ids[at] for at in kept),
                tuple(row.tokens[at] for at in kept),
                tuple(row.spans[at] for at in kept),
            )
        rows.append(row)
    return rows


ALIGNED = TEXTS.flatmap(lambda text: st.tuples(st.just(text), rows_of(text)))
WIDTHS = st.integers(20, 60)


def lines(alignment: Alignment, row: int) -> list[list[TokenText]]:
    return [alignment.cells(band, row) for band in range(alignment.bands)]


@given(ALIGNED, WIDTHS)
@fewer(4)
def test_all_rows_of_a_band_are_equally_wide_and_fit(case: tuple[str, list[Tokenization]], width: int) -> None:
    alignment = aligned(case[0], *case[1], width=width)
    for band in range(alignment.bands):
        widths = {sum(cell.width for cell in alignment.cells(band, row)) for row in range(len(alignment.rows))}
        assert len(widths) == 1
        assert max(widths) <= width


@given(ALIGNED, WIDTHS)
@fewer(4)
def test_nothing_acts_on_the_terminal_and_widths_are_true(case: tuple[str, list[Tokenization]], width: int) -> None:
    alignment = aligned(case[0], *case[1], width=width)
    for row in range(len(alignment.rows)):
        for line in lines(alignment, row):
            text = "".join(cell.text for cell in line)
            assert cell_len(text) == sum(cell.width for cell in line)
            assert text == visible(text)


@given(ALIGNED, WIDTHS)
@fewer(4)
def test_each_token_is_drawn_once_whole_and_in_order(case: tuple[str, list[Tokenization]], width: int) -> None:
    alignment = aligned(case[0], *case[1], width=width)
    for row, placed in enumerate(alignment.rows):
        seen: dict[int, str] = {}
        for cell in (cell for line in lines(alignment, row) for cell in line if cell.token is not None):
            seen[cell.token or 0] = seen.get(cell.token or 0, "") + cell.text
        data = placed.text.encode()
        expected = {at: spelled(data[start:stop], "hex") for at, (start, stop) in enumerate(placed.spans)}
        assert {at: plainly(text) for at, text in seen.items()} == {at: plainly(text) for at, text in expected.items()}
        assert [*seen] == sorted(seen)


def plainly(text: str) -> str:
    """The drawing of a row without the spaces around bytes in hex."""
    return text.replace(" ", "").replace("⟩⟨", "")


@given(ALIGNED, WIDTHS)
@fewer(4)
def test_borders_are_drawn_only_between_tokens(case: tuple[str, list[Tokenization]], width: int) -> None:
    alignment = aligned(case[0], *case[1], width=width)
    for row, placed in enumerate(alignment.rows):
        last, borders = None, 0
        for cell in (cell for line in lines(alignment, row) for cell in line):
            if cell.token is None:
                borders += cell.text == BORDER
            elif cell.text.strip():
                if last is not None and cell.token != last:
                    gap = placed.spans[last][1] < placed.spans[cell.token][0]
                    assert borders == (2 if gap else 1)
                elif last is not None:
                    assert not borders
                last, borders = cell.token, 0
            else:
                assert cell.token == last


@given(ALIGNED, WIDTHS)
@fewer(4)
def test_tokens_that_start_at_the_same_byte_start_in_one_column(
    case: tuple[str, list[Tokenization]], width: int
) -> None:
    alignment = aligned(case[0], *case[1], width=width)
    seen: dict[tuple[str, int], tuple[int, int]] = {}
    for row, placed in enumerate(alignment.rows):
        met: Collection[int] = ()
        for band, line in enumerate(lines(alignment, row)):
            column = 0
            for cell in line:
                if cell.token is not None and cell.text.strip() and cell.token not in met:
                    met = {*met, cell.token}
                    place = placed.text, placed.spans[cell.token][0]
                    assert seen.setdefault(place, (band, column)) == (band, column)
                column += cell.width


@pytest.mark.parametrize("width", [20, 33])
def test_a_tower_of_marks_is_wrapped(width: int) -> None:
    text = "e" + "\u0301\u0323" * 40 + "x"
    alignment = aligned(text, in_bytes(text), cut_at(text), in_bytes(unicodedata.normalize("NFC", text)), width=width)
    assert alignment.bands > 10
    assert all(sum(cell.width for cell in alignment.cells(band, 0)) <= width for band in range(alignment.bands))
    assert "".join(drawn(alignment)).count("⟨cc⟩") == 80 + 79


def test_from_what_only_one_row_has_one_comes_to_what_follows_there_in_another() -> None:
    alignment = aligned("ab", cut_at("ab", 1), cut_at(" ab", 1, 2))
    assert drawn(alignment) == ["  a│b", "·│a│b"]
    assert [alignment.across(1, token, 0) for token in range(3)] == [0, 0, 1]
    assert [alignment.across(0, token, 1) for token in range(2)] == [1, 2]
    assert [(cell.text, cell.token) for cell in alignment.cells(0, 0)][:2] == [(" ", None), (" ", None)]


def test_the_blank_beside_what_another_row_puts_in_is_no_part_of_a_token_that_has_ended() -> None:
    put_in = Tokenization("ab", (1, 2, 3), (b"a", b"_", b"b"), ((0, 1), (1, 1), (1, 2)))
    for row, token in ((cut_at("ab", 1), None), (cut_at("ab"), 0)):
        alignment = aligned("ab", row, put_in)
        cells = alignment.cells(0, 0)
        blank = [cell.token for cell in cells[1:-1] if not cell.text.strip()]
        assert set(blank) == {token}


def test_a_mark_is_not_wrapped_away_from_its_letter_in_either_normal_form() -> None:
    nfc = "yéx\u0303"
    nfd = unicodedata.normalize("NFD", nfc)
    assert drawn(aligned(nfc, cut_at(nfc, 4), cut_at(nfd, 5), width=4)) == ["yé", "ye\u0301", "x│◌\u0303", "x│◌\u0303"]
