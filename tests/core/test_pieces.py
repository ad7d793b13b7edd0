"""Pieces of long words: their tokens, their seams, and the undoing of a merge across them."""

import pytest

from bpetui.core.alphabet import symbol
from bpetui.core.options import Options
from bpetui.core.pieces import Pieces, Seam
from bpetui.core.vocabulary import Vocabulary
from tests.sample_corpora import corpus_of, options_of

AB = symbol(97) + symbol(98)


def pieces_of(text: str, size: int, split: str = "none") -> Pieces:
    """The pieces of a text, each of at most ``size`` tokens."""
    return Pieces(corpus_of(text, split), Vocabulary(), size)


def text_of(pieces: Pieces) -> list[str]:
    """The tokens of each piece as text; each is one byte."""
    return pieces.tokens


def test_a_long_word_is_a_chain_of_pieces() -> None:
    pieces = pieces_of("abcdefg", 3)
    assert text_of(pieces) == ["abc", "def", "g"]
    assert (pieces.after, pieces.before) == ({0: 1, 1: 2}, {1: 0, 2: 1})
    assert pieces.weights == [1, 1, 1]
    assert pieces.word_tokens(0) == [*b"abcdefg"]


def test_a_word_as_long_as_a_piece_is_one_piece() -> None:
    pieces = pieces_of("abc", 3)
    assert (text_of(pieces), pieces.after) == (["abc"], {})


def test_words_have_the_weights_of_their_counts() -> None:
    pieces = pieces_of("low low lower", 4, "whitespace")
    assert text_of(pieces) == ["low", " ", "lowe", "r"]
    assert pieces.weights == [2, 2, 1, 1]
    assert pieces.words_of([0, 2, 3]) == {0, 2}


def test_a_special_token_is_one_token() -> None:
    options = options_of("whitespace", Options()).with_special(["<s>"])
    pieces = Pieces(corpus_of("a <s>", options=options), Vocabulary(special=["<s>"]), 2)
    assert [len(tokens) for tokens in pieces.tokens] == [1, 1, 1]


def test_a_pair_is_found_inside_a_piece_and_across_a_seam() -> None:
    pieces = pieces_of("xaby" + "xxxa" + "byyy", 4)
    assert [pieces.holds(piece, AB) for piece in range(3)] == [True, True, False]
    assert (pieces.find(0, AB), pieces.find(1, AB)) == (1, 3)
    assert pieces.meets_seam(1, pieces.tokens[1], AB)
    assert not pieces.meets_seam(0, pieces.tokens[0], AB)


def test_runs_have_byte_offsets_from_a_place_on() -> None:
    pieces = pieces_of("abcdefgh", 3)
    assert list(pieces.word_runs(0, 100)) == [(100, "abc"), (103, "def"), (106, "gh")]
    assert list(pieces.word_runs(0, 100, 103)) == [(103, "def"), (106, "gh")]
    assert list(pieces.word_runs(0, 100, 105)) == [(103, "def"), (106, "gh")]
    assert list(pieces.word_runs(0, 100, 106)) == [(106, "gh")]
    assert list(pieces_of("abc", 3).word_runs(0, 7, 9)) == [(7, "abc")]


@pytest.mark.parametrize(("text", "emptied"), [("xab" + "a" + "bc", True), ("xaa" + "bcd", False)])
def test_a_merge_across_a_seam_is_undone(text: str, emptied: bool) -> None:
    pieces = pieces_of(text, 3)
    if emptied:  # "xab" "abc": the second a is taken first, to leave a piece of one token
        pieces.tokens[:] = ["xa", "b", "c"]
        pieces.after, pieces.before = {0: 1, 1: 2}, {1: 0, 2: 1}
        pieces._lengths = [2, 1, 1]
    before = (list(pieces.tokens), dict(pieces.after), list(pieces._lengths))
    seam = pieces.take_across_seam(0)
    assert seam == Seam(0, 1, emptied)
    new = symbol(256)
    pieces.tokens[0] = pieces.tokens[0][:-1] + new
    if emptied:
        assert pieces.after[0] == 2
        assert pieces.before[2] == 0
    assert sum(pieces._lengths) == sum(before[2])
    pieces.undo(AB, new, [0], [seam])
    assert (pieces.tokens, pieces.after, pieces._lengths) == before


def test_the_token_after_a_piece_is_none_if_it_begins_the_pair() -> None:
    pieces = pieces_of("xxx" + "aby" + "a" + "b", 3)
    assert pieces.tokens == ["xxx", "aby", "ab"]
    assert pieces.token_after(0, AB) == ""
    assert pieces.token_after(0, "by") == "a"
    pieces.tokens[1:] = ["a", "b"]
    pieces.after, pieces.before = {0: 1, 1: 2}, {1: 0, 2: 1}
    assert pieces.token_after(0, AB) == ""
    assert pieces.token_after(1, AB) == "b"
