"""Cut points: a word is cut where no token crosses, and its tokens are the same as without cuts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.cut_points import CutPoints, can_be_cut
from bpetui.core.models import RankModel

CHARACTERS = "中丮七，かが一\uffff😀"
"""Some begin or end with the same bytes: 中 e4 b8 ad, 丮 e4 b8 ae, 七 e4 b8 83, か e3 81 8b, が e3 81 8c."""


def spelled(*tokens: bytes) -> list[str]:
    """Return tokens, spelled with one character per byte."""
    return [token.decode("latin-1") for token in tokens]


@pytest.mark.parametrize(
    ("word", "cut"),
    [("中文", True), ("a中", True), ("😀中文", True), ("中", False), ("中a", False), ("中😀", False), ("", False)],
)
def test_a_word_can_be_cut_before_characters_of_east_asia(word: str, cut: bool) -> None:
    assert bool(can_be_cut(word)) == cut


@pytest.mark.parametrize(
    ("token", "parts"),
    [
        ("中", ["中", "七", "中", "か"]),
        ("中七", ["中七", "中", "か"]),
        ("七中か", ["中", "七中か"]),
        ("中中", ["中", "七", "中", "か"]),
        (b"\xad\xe4", ["中七", "中", "か"]),
        (b"\xad\xe3\x81", ["中", "七", "中か"]),
        ("七".encode() + b"\xe4\xb8", ["中", "七中", "か"]),
        (b"\x83\xe4\xb8\xad\xe3", ["中", "七中か"]),
        (b"\xe4\xe4", ["中", "七", "中", "か"]),
    ],
)
def test_a_word_is_cut_where_no_token_crosses(token: str | bytes, parts: list[str]) -> None:
    tokens = spelled(token if isinstance(token, bytes) else token.encode())
    assert [*CutPoints(tokens).parts("中七中か")] == parts


@pytest.mark.parametrize(
    ("token", "word", "parts"),
    [
        ("a中", "a中七", ["a中", "七"]),
        (b"a\xe4", "a中七", ["a中", "七"]),
        ("é中", "é中七", ["é中", "七"]),
        ("b中", "a中七", ["a", "中", "七"]),
        ("⺀⺀", "⺀⺀中", ["⺀⺀", "中"]),  # U+2E80, the first that a word can be cut before: e2 ba 80
    ],
)
def test_the_first_character_and_the_lowest_lead_are_checked(token: str | bytes, word: str, parts: list[str]) -> None:
    assert can_be_cut(word)
    assert [*CutPoints(spelled(token if isinstance(token, bytes) else token.encode())).parts(word)] == parts


def test_two_equal_characters_in_a_token_stay_together() -> None:
    assert [*CutPoints(spelled("中中".encode())).parts("七中中中か")] == ["七", "中中中", "か"]
    tokens = [*(bytes([value]) for value in range(256)), "中".encode()[:2], "中".encode(), "中中".encode()]
    ranks = {token: rank for rank, token in enumerate(tokens)}
    assert RankModel(ranks).encode_word("か中中中") == (*"か".encode(), 258, 257)


def test_many_next_characters_are_found_by_their_beginning() -> None:
    cut_points = CutPoints(spelled(b"\xad\xe4", "中か".encode()))
    assert "一" in cut_points["中"]
    assert "か" in cut_points["中"]
    assert "が" not in cut_points["中"]
    assert "が" in CutPoints(spelled(b"\xad\xe4", b"\xad\xe3\x81"))["中"], "by the first two of its bytes"
    assert [*cut_points.parts("中が中一")] == ["中", "が", "中一"]


@st.composite
def vocabularies(draw: st.DrawFn) -> tuple[dict[bytes, int], str]:
    """Return the bytes with tokens made by joining neighbors anywhere in texts, in any order; and a word."""
    tokens: list[bytes] = []
    texts = draw(st.lists(st.text(CHARACTERS, min_size=2, max_size=8), min_size=1, max_size=3))
    for text in texts:
        parts = [bytes([value]) for value in text.encode()]
        for place in draw(st.lists(st.integers(0, 30), max_size=len(parts) - 1)):
            at = place % (len(parts) - 1)
            parts[at : at + 2] = [parts[at] + parts[at + 1]]
            tokens.append(parts[at])
    if draw(st.booleans()):
        tokens = draw(st.permutations(tokens))
    every = dict.fromkeys([*(bytes([value]) for value in range(256)), *tokens])
    word = draw(st.permutations(texts)) + draw(st.lists(st.text(CHARACTERS, max_size=3), max_size=1))
    return {token: rank for rank, token in enumerate(every)}, "".join(word)


@given(vocabularies())
def test_a_cut_word_has_the_tokens_of_its_merges(drawn: tuple[dict[bytes, int], str]) -> None:
    ranks, word = drawn
    model = RankModel(ranks)
    trace = model.trace(word)
    tokens: dict[int, int] = dict(enumerate(trace.base_ids))
    for merge in trace.merges:
        tokens[merge.at] = merge.id
        del tokens[merge.second]
    assert [*model.encode_word(word)] == ([ranks[word.encode()]] if word.encode() in ranks else [*tokens.values()])
