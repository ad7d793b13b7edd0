"""The starting vocabulary: bytes, or the characters of the corpus and an end-of-word mark."""

from hypothesis import given
from hypothesis import strategies as st

from bpetui.core.alphabet import BYTES, UNKNOWN, Alphabet, symbol, symbol_id


def test_bytes_are_their_own_ids() -> None:
    assert len(BYTES) == 256
    assert BYTES.tokens[0xE9] == b"\xe9"
    assert [symbol_id(token) for token in BYTES.symbols("aé")] == [0x61, 0xC3, 0xA9]


def test_characters_are_numbered_by_code_point_and_the_mark_comes_last() -> None:
    alphabet = Alphabet.from_words(["low_", "new_"], "_")
    assert (alphabet.characters, alphabet.mark, len(alphabet)) == ("elnow", "_", 6)
    assert alphabet.tokens == (b"e", b"l", b"n", b"o", b"w", b"_")
    assert [symbol_id(token) for token in alphabet.symbols("now_")] == [2, 3, 4, 5]


def test_an_alphabet_without_a_mark_has_only_characters() -> None:
    alphabet = Alphabet.from_words(["a b", "ă"])
    assert alphabet == Alphabet(" abă")
    assert len(alphabet) == 4
    assert len(Alphabet.from_words([])) == 0


def test_a_character_outside_the_alphabet_is_unknown() -> None:
    symbols = Alphabet("ab").symbols("axb月")
    assert [symbol_id(token) for token in symbols] == [0, UNKNOWN, 1, UNKNOWN]


@given(st.integers(0, 1_112_063))
def test_every_id_has_a_distinct_symbol_that_is_no_surrogate(token_id: int) -> None:
    assert symbol_id(symbol(token_id)) == token_id
    symbol(token_id).encode()
