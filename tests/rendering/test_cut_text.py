"""A text that rows cut at different places: each character has the same cells in all rows."""

from bpetui.core.tokenization import Tokenization
from bpetui.rendering.cut_text import BORDER, CutText
from bpetui.rendering.row_text import RowText


def row_cut_at(text: str, *cuts: int) -> RowText:
    """The row of a text that is cut at some byte offsets."""
    data = text.encode()
    stops = [*cuts, len(data)]
    spans = tuple(zip([0, *cuts], stops, strict=True))
    return RowText(Tokenization(text, (0,) * len(spans), tuple(data[slice(*span)] for span in spans), spans))


def drawn(text: str, cuts: set[int], row: RowText) -> str:
    """A row of a text, with a border or a blank wherever any row is cut."""
    cut_text = CutText(text, cuts)
    parts = []
    for at in range(len(text)):
        parts += [part.text for part in cut_text.cells(at, row)]
        if cut_text.bars[at]:
            parts.append(cut_text.bar(cut_text.starts[at + 1], row).text)
    return "".join(parts)


def test_a_border_is_blank_in_rows_that_are_not_cut_there() -> None:
    assert drawn("abcd", {1, 3}, row_cut_at("abcd", 1)) == f"a{BORDER}bc d"
    assert drawn("abcd", {1, 3}, row_cut_at("abcd", 3)) == f"a bc{BORDER}d"


def test_the_end_of_the_text_has_no_border() -> None:
    assert CutText("ab", {0, 1, 2}).bars == [1, 0]


def test_wide_characters_have_two_cells() -> None:
    text = CutText("a床", {1})
    assert (text.widths, text.starts) == ([1, 2], [0, 1, 4])
    assert text.width(0, 2) == 4
    assert text.width(1, 2) == 2
    assert text.width(1, 1) == 0


def test_a_character_cut_in_one_row_has_room_for_its_bytes_in_all() -> None:
    cuts = {1, 2}
    assert drawn("床", cuts, row_cut_at("床", 1, 2)) == f"⟨e5⟩{BORDER}⟨ba⟩{BORDER}⟨8a⟩"
    assert drawn("床", cuts, row_cut_at("床", 2)) == f"⟨e5   ba⟩{BORDER}⟨8a⟩"
    whole = drawn("床", cuts, row_cut_at("床"))
    assert whole.startswith("床 ")
    assert CutText("床", cuts).widths == [14]


def test_a_mark_is_drawn_on_its_letter_if_one_token_has_both() -> None:
    text = "e\u0301x"
    assert drawn(text, set(), row_cut_at(text)) == text
    cut = drawn(text, {1}, row_cut_at(text, 1))
    assert cut == f"e{BORDER}◌\u0301x"
    assert drawn(text, {1}, row_cut_at(text)) == "e\u0301  x"


def test_text_that_no_token_contains_is_blank() -> None:
    row = RowText(Tokenization("a b", (0, 1), (b"a", b"b"), ((0, 1), (2, 3))))
    assert drawn("a床b", set(), RowText(Tokenization("a床b", (0, 1), (b"a", b"b"), ((0, 1), (4, 5))))) == "a  b"
    assert row.at(1) is None


def test_lines_are_not_wider_than_the_row() -> None:
    text = CutText("abcdef", {2, 4})
    assert text.lines(0, 6, 8) == [(0, 6)]
    assert text.lines(0, 6, 7) == [(0, 5), (5, 6)]
    assert text.lines(0, 6, 6) == [(0, 4), (4, 6)]
    assert text.lines(0, 6, 3) == [(0, 2), (2, 4), (4, 6)]
    assert CutText("床床", set()).lines(0, 2, 1) == [(0, 1), (1, 2)]
